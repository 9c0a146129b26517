import { fail, ok, type Result } from '#contract/result'
import { createRandom } from '#rules/random'
import { type GiornaleServer, type GiornaleStore, syncGiornale } from '#src/sync/giornale'
import { type Device, type Write, wrongAtRest } from './model-checks.ts'
import { type Bug, type Remote, Server, type Wire } from './model-server.ts'
import type { Shelf, Tipo } from './shelf.ts'

const START = Date.UTC(2026, 10, 21, 9)
const KEYS = [1, 2] as const
class Killed extends Error {}

/** Stores are made once: a history begins by emptying them. */
const pools = new Map<MakeShelf, Shelf[]>()
type MakeShelf = () => Shelf | Promise<Shelf>
/** What stands behind the devices of a history: the server (the model's own without), the stores. */
export type Play = { bug?: Bug | null; remote?: (now: () => number) => Remote; shelf: MakeShelf }

class World {
  readonly chance: (n: number) => number
  readonly server: Remote
  readonly devices: Device[] = []
  readonly delayed: Wire[][] = []
  readonly answers = new Set<string>()
  readonly undone = new Set<string>()
  readonly writes: Write[] = []
  readonly ends: { id: string; risposta: number }[] = []
  /** Trials that were begun, with what anybody marked at each place. */
  readonly begun = new Map<string, Map<number, number[]>>()
  ms = START
  n = 0
  calm = false
  /** It has not heard the server's clock yet. */
  deaf: Device | null = null
  /** Something that only a backup or a damaged store knew is gone: what is shown must be the same, no more. */
  forgot = false

  readonly seed: number
  readonly bug: Bug | null
  readonly skewed: boolean
  constructor(seed: number, bug: Bug | null, skewed: boolean, remote?: (now: () => number) => Remote) {
    this.seed = seed
    this.bug = bug
    this.skewed = skewed
    this.chance = createRandom(seed)
    const now = () => this.ms
    this.server = remote?.(now) ?? new Server(now, bug, this.chance)
  }

  static async make(seed: number, { bug = null, remote, shelf }: Play): Promise<World> {
    const skewed = seed % 3 === 0
    const world = new World(seed, bug, skewed, remote)
    const count = 2 + world.chance(2)
    const pool = pools.get(shelf) ?? []
    pools.set(shelf, pool)
    while (pool.length < count) pool.push(await shelf())
    for (let i = 0; i < count; i++) {
      const skew = skewed ? [0, 3_600_000, -3_600_000][world.chance(3)]! : 0
      world.devices.push(world.newDevice(pool[i] as Shelf, `d${i}`, skew))
    }
    return world
  }

  newDevice(shelf: Shelf, name: string, skew: number): Device {
    shelf.empty(`${name}-${++this.n}`)
    return { shelf, name, skew, last: null, fuse: Number.POSITIVE_INFINITY }
  }

  iso = (d: Device): string => new Date(this.ms + d.skew).toISOString()

  /** Something that a person does. */
  act(d: Device): void {
    this.ms += 1 + this.chance(50)
    const key = KEYS[this.chance(KEYS.length)] as number
    const what = this.chance(16)
    if (what >= 12) this.trial(d, what)
    else if (what < 4) this.answer(d, key)
    else if (what === 4) this.undo(d)
    else if (what === 11) this.end(d)
    else {
      const tipo = (['NOTA', 'NOTA', 'CHIAVE', 'RICERCA', 'MODELLO', 'IMPOSTAZIONE'] as const)[what - 5] as Tipo
      this.write(d, tipo, key, this.chance(4) === 0 ? null : `t${++this.n}`)
    }
  }

  answer(d: Device, id_domanda: number): void {
    const id = `e${++this.n}`
    const dati = {
      risposta: 1,
      esito: 'corretta',
      prima: { livello_conoscenza: -99 },
      livello_dopo: 0,
      ms: 1000 * this.n,
    }
    const e = {
      id,
      id_concorso: 1,
      id_domanda,
      tipo: 'RISPOSTA' as const,
      dati,
      ts_client: this.iso(d),
      versione_banca: 'v',
    }
    d.shelf.append(e)
    this.answers.add(id)
    d.last = id
  }

  undo(d: Device): void {
    if (!d.last) return
    const dati = { annulla: d.last }
    const rest = { id_concorso: 1, id_domanda: 1, ts_client: this.iso(d), versione_banca: 'v' }
    const e = { id: `a${++this.n}`, tipo: 'ANNULLA' as const, dati, ...rest }
    d.shelf.append(e)
    this.undone.add(d.last)
    this.answers.add(e.id)
    d.last = null
  }

  /** Two sittings may be ended on any device, as those of a copy; the others are one device's own. */
  end(d: Device): void {
    const id = this.chance(2) === 0 ? `s${this.chance(2)}` : `s-${++this.n}`
    if (id in d.shelf.ended()) return
    const risposta = 1 + this.chance(5)
    d.shelf.end(id, risposta, this.iso(d))
    this.ends.push({ id, risposta })
  }

  /** A trial is begun, marked, taken over or ended, on whichever device has it. */
  trial(d: Device, what: number): void {
    const open = Object.keys(d.shelf.marks())
    const id = open[this.chance(open.length + 1)]
    if (id === undefined) {
      if (this.begun.size > 2) return
      const made = `p${this.begun.size}`
      this.begun.set(made, new Map())
      d.shelf.begin(made, this.iso(d))
    } else if (what === 15 && this.chance(3) === 0) {
      const risposta = 1 + this.chance(5)
      d.shelf.end(id, risposta, this.iso(d))
      this.ends.push({ id, risposta })
    } else {
      if (what === 14) d.shelf.take(id)
      const [posto, risposta] = [this.chance(3), 1 + this.chance(5)]
      d.shelf.mark(id, posto, risposta, this.iso(d))
      const places = this.begun.get(id)
      places?.set(posto, [...(places.get(posto) ?? []), risposta])
    }
  }

  write(d: Device, tipo: Tipo, key: number, value: string | null): void {
    const place = `${tipo}${key}`
    const saw = d.shelf.contents()[place] ?? null
    if (value === null && saw === null) return
    d.shelf.write(tipo, key, value, this.iso(d), tipo === 'CHIAVE' ? 1 + this.chance(5) : 0)
    this.writes.push({ at: this.ms, key: place, value: d.shelf.contents()[place] ?? null, saw })
  }

  /** The store as the page has it; at any call the device may be killed. */
  store(d: Device): GiornaleStore {
    const step = () => {
      if (--d.fuse < 0) throw new Killed()
    }
    const run = async <T>(f: () => T): Promise<Result<T>> => {
      step()
      const value = f()
      step()
      return ok(value)
    }
    const { shelf } = d
    return {
      readGiornale: () => run(() => shelf.readGiornale()),
      listEventi: (args) =>
        run(() => {
          const found = shelf.listEventi({ limite: Math.min(args.limite, 3) })
          if (this.bug === 'ack before commit' && found)
            shelf.markEventi({ fino: found.fino, rifiutati: [], numeri: null })
          return found
        }),
      takeVoci: (args) =>
        run(() => {
          const taken = shelf.takeVoci(args).filter((e) => this.bug !== 'no tombstone' || e.dati !== null)
          if (this.bug === 'an end counts as sent when it leaves') shelf.takeEndsForSent()
          return taken
        }),
      markEventi: ({ numeri, ...args }) =>
        run(() => {
          const passes = numeri && this.bug === 'a push passes others'
          const dopo = passes ? shelf.readGiornale().cursore : numeri?.dopo
          return shelf.markEventi({ ...args, numeri: numeri && { ...numeri, dopo: dopo as number } })
        }),
      applyEventi: (args) =>
        run(() => {
          if (this.bug === 'cursor before content') {
            shelf.setCursor(args.cursore, args.epoca)
            step()
          }
          if (this.bug === 'a version from elsewhere replaces what is here')
            for (const e of args.eventi) if (e.tipo === 'APERTA') shelf.dropMarks(e.chiave as string)
          return shelf.applyEventi(args)
        }),
      resetGiornale: (args) => run(() => shelf.resetGiornale(args)),
    }
  }

  /** The network between: loses requests and answers, repeats and delays; people go on meanwhile. */
  network(d: Device): GiornaleServer {
    const meanwhile = () => {
      this.ms += this.calm ? 1 : this.chance(20)
      if (!this.calm && this.chance(6) === 0) this.act(d)
    }
    const lost = <T>(): Result<T> => fail('REMOTE_REQUEST_FAILED')
    return {
      clock: () => {
        const heard = this.calm ? d !== this.deaf : this.chance(2) === 0
        const scarto_ms = heard ? -d.skew || 0 : 0
        return { at: new Date(this.ms + d.skew + scarto_ms).toISOString(), scarto_ms }
      },
      send: async ({ corpo: { eventi } }) => {
        const copy = eventi.map((e) => ({ ...e }))
        const fate = this.calm ? 9 : this.chance(10)
        meanwhile()
        if (fate === 0) return lost()
        if (fate === 1) {
          this.delayed.push(copy)
          return lost()
        }
        let numeri = await this.server.put(copy)
        if (fate === 2) {
          // Of two answers either may be the one that is heard.
          const again = await this.server.put(copy)
          if (this.chance(2) === 0) numeri = again
        }
        meanwhile()
        if (fate === 3) return lost()
        if (this.bug === 'sent is what is here now') d.shelf.takeForSent()
        return ok({ rifiutati: [], numeri })
      },
      fetch: async ({ query: { cursore } }) => {
        const page = await this.server.page(cursore)
        meanwhile()
        return !this.calm && this.chance(8) === 0 ? lost() : ok(page)
      },
    }
  }

  async sync(d: Device): Promise<void> {
    try {
      await syncGiornale(this.store(d), this.network(d))
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
    d.fuse = Number.POSITIVE_INFINITY
  }

  /** Signing out clears the store, when nothing waits in it; the next sign-in finds an empty one. */
  clear(i: number): void {
    const d = this.devices[i] as Device
    if (this.seed % 4 === 0) return
    if (this.bug !== 'clearing loses the unsent' && d.shelf.readGiornale().da_inviare > 0) return
    this.devices[i] = this.newDevice(d.shelf, d.name, d.skew)
  }

  /** The end of the chain is gone, where the server has it; what is known of the journal is gone too, or is of before. */
  damage(d: Device): void {
    // Beside a server that lost it too, nothing could bring it back.
    if (this.seed % 2 === 0) return
    if (!d.shelf.damage?.(() => this.chance(2) === 0, d.name)) return
    // A deletion that nobody was told of is forgotten with it: damage never reads as one.
    this.forgot = true
    d.last = null
    this.answer(d, 1)
    this.answer(d, 2)
    if (this.bug === 'a number names an event') d.shelf.nameByNumber()
  }

  /** Back to a copy of before: what was acknowledged since is gone there. */
  restoreServer(): void {
    // What was acknowledged and cleared from its device would be nowhere.
    if (this.seed % 4 !== 0) return
    if (!(this.server instanceof Server)) return
    this.server.kept = this.server.kept.slice(0, this.chance(this.server.kept.length + 1))
    this.server.next = (this.server.kept.at(-1)?.seq_utente ?? 0) + 1
    this.server.epoca += '+'
    this.forgot = true
  }

  async step(): Promise<void> {
    const i = this.chance(this.devices.length)
    const d = this.devices[i] as Device
    const what = this.chance(20)
    if (what < 10) return this.act(d)
    if (what < 16) {
      if (this.chance(4) === 0) d.fuse = this.chance(12)
      return this.sync(d)
    }
    if (what === 16) {
      const put = this.delayed.splice(this.chance(this.delayed.length + 1), 1)[0]
      if (put) await this.server.put(put)
    } else if (what === 17) this.clear(i)
    else if (what === 18) this.damage(d)
    else if (what === 19 && this.chance(4) === 0) this.restoreServer()
  }

  /** All that is under way arrives, and every device syncs until nothing moves. */
  async settle(): Promise<void> {
    this.calm = true
    for (const eventi of this.delayed.splice(0)) await this.server.put(eventi)
    await this.server.put([])
    for (let round = 0; round < 8; round++) {
      let moved = 0
      for (const d of this.devices) {
        this.ms += 1000
        const result = await syncGiornale(this.store(d), this.network(d))
        if (!result.ok) throw new Error(result.error.codice)
        moved += result.value.sent + result.value.eventi + result.value.voci
      }
      if (moved === 0) return
    }
    throw new Error('it never comes to rest')
  }
}

/** Of two that do not know of each other the later one stays, even when the clock of the earlier is ahead. */
async function wrongWithClocks(world: World): Promise<string | null> {
  const [ahead, other] = world.devices.toSorted((a, b) => b.skew - a.skew) as [Device, Device]
  world.deaf = ahead
  world.write(ahead, 'NOTA', 2, 'prima')
  await world.sync(ahead)
  world.ms += 60_000
  world.write(other, 'NOTA', 2, 'dopo')
  world.deaf = null
  await world.settle()
  const shown = world.devices.map((d) => d.shelf.contents().NOTA2)
  return shown.every((text) => text === 'dopo') ? null : `${shown.join()} after a clock ahead`
}

/** One history from its seed; what was wrong, or null. */
export async function runHistory(seed: number, play: Play): Promise<string | null> {
  const world = await World.make(seed, play)
  try {
    const steps = 8 + world.chance(24)
    for (let i = 0; i < steps; i++) await world.step()
    await world.settle()
    const wrong = await wrongAtRest(world)
    if (wrong) return wrong
    // At rest everybody knows everything: what is done now is what stays, whatever its clock says.
    const d = world.devices[world.chance(world.devices.length)] as Device
    for (const tipo of ['NOTA', 'CHIAVE', 'RICERCA', 'MODELLO', 'IMPOSTAZIONE'] as const)
      world.write(d, tipo, 1, world.chance(2) === 0 ? null : `fine${seed}`)
    const wanted = JSON.stringify(d.shelf.contents())
    await world.settle()
    const other = world.devices.find((o) => JSON.stringify(o.shelf.contents()) !== wanted)
    if (other) return `${other.name} shows ${JSON.stringify(other.shelf.contents())}, not ${wanted}`
    return await wrongWithClocks(world)
  } catch (error) {
    return String(error instanceof Error ? error.stack : error)
  }
}
