import type { GiornaleServer } from '#src/sync/giornale'

/** Bugs planted on purpose, each of which the checks must find. */
export type Bug =
  | 'ack before commit'
  | 'sent is what is here now'
  | 'no tombstone'
  | 'cursor skips'
  | 'arrival order'
  | 'a request counts twice'
  | 'clearing loses the unsent'
  | 'cursor before content'
  | 'a number names an event'
  | 'a date ahead wins'
  | 'a push passes others'
  | 'an end counts as sent when it leaves'
  | 'an older version takes the place of a newer'
  | 'a version from elsewhere replaces what is here'

export type Wire = Parameters<GiornaleServer['send']>[0]['corpo']['eventi'][number]
type Kept = Wire & { seq_utente: number; effettivo: string }

/** Whatever keeps the journal: the model's own, or a real one behind HTTP. `kept`: all that it has. */
export type Remote = {
  put: (eventi: readonly Wire[]) => Numeri | Promise<Numeri>
  page: (cursore: number) => Page | Promise<Page>
  all: () => readonly Wire[] | Promise<readonly Wire[]>
}
export type Numeri = { dopo: number; fino: number } | null
type Page = { eventi: (Wire & { effettivo: string })[]; cursore: number; epoca: string }

/** The server as its statement says: each id once, numbers in the order of the commits. Written apart from it. */
export class Server implements Remote {
  kept: Kept[] = []
  late: Kept[] = []
  next = 1
  epoca = 'prima'
  readonly now: () => number
  readonly bug: Bug | null
  readonly chance: (n: number) => number
  constructor(now: () => number, bug: Bug | null, chance: (n: number) => number) {
    this.now = now
    this.bug = bug
    this.chance = chance
  }

  put(eventi: readonly Wire[]): Numeri {
    const dopo = this.next - 1
    const held = this.bug === 'cursor skips' && this.chance(4) === 0
    const ready = this.late
    this.late = []
    for (const e of eventi) {
      const seq_utente = this.next++
      if (e.tipo === 'APERTA' && this.isStale(e)) continue
      if (e.tipo === 'SEDUTA') this.kept = this.kept.filter((k) => k.tipo !== 'APERTA' || k.chiave !== e.chiave)
      const there = [...this.kept, ...this.late, ...ready].some((k) => k.id === e.id)
      if (there && this.bug !== 'a request counts twice') continue
      const own = Date.parse(e.ts_client ?? '')
      const dated = Number.isFinite(own) && this.bug !== 'arrival order'
      const at = dated ? (this.bug === 'a date ahead wins' ? own : Math.min(own, this.now())) : this.now()
      const id = there ? `${e.id}+${seq_utente}` : e.id
      const row = { ...e, id, seq_utente, effettivo: new Date(at).toISOString() }
      if (held) this.late.push(row)
      else this.kept.push(row)
    }
    this.kept.push(...ready)
    this.kept.sort((a, b) => a.seq_utente - b.seq_utente)
    return eventi.length > 0 ? { dopo, fino: this.next - 1 } : null
  }

  /** Of a sitting under way the later version of a device stays, and none once it has ended; the older one goes. */
  isStale(e: Wire): boolean {
    const ended = this.kept.some((k) => k.tipo === 'SEDUTA' && k.chiave === e.chiave)
    const before = this.kept.find((k) => k.id === e.id)
    const older = before !== undefined && (before.seq ?? 0) >= (e.seq ?? 0)
    if (ended || (older && this.bug !== 'an older version takes the place of a newer')) return true
    this.kept = this.kept.filter((k) => k.id !== e.id)
    return false
  }

  all = () => this.kept

  page(cursore: number): { eventi: Kept[]; cursore: number; epoca: string } {
    const eventi = this.kept.filter((k) => k.seq_utente > cursore).slice(0, 5)
    const last = eventi.length === 5 ? (eventi.at(-1) as Kept).seq_utente : this.next - 1
    return { eventi, cursore: Math.max(cursore, last), epoca: this.epoca }
  }
}
