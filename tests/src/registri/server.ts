import type { Risposta } from '#contract/schemas'
import { halvesOf, mergeRisposta } from '#rules/merge'
import type { RispostaRecord } from '#rules/statistica'
import type { SendRisposte } from '#src/sync/push'

/** Bugs planted on purpose, each of which the oracle must find. */
export type Bug =
  | 'a record is merged whole'
  | 'arrival order'
  | 'a reset deletes'
  | 'a reset forgets what it has not seen'
  | 'cursor skips'
  | 'a request counts twice'
  | 'a clock is believed'
  | 'marks by id alone'
  | 'marks before it is sent'
  | 'clearing loses the unsent'
  | 'an undone level stays here'

type Row = { record: RispostaRecord; seq: number; contatore: number }

const at = (date: string | null | undefined): number => (date ? Date.parse(date) : Number.NEGATIVE_INFINITY)

/** The server of the records as its statement and its reset say them (server/reportistica, server/utente/statistics-reset). */
export class Server {
  readonly rows = new Map<number, Row>()
  late: Row[] = []
  seq = 0
  resetAt: number | null = null
  readonly now: () => number
  readonly bug: Bug | null
  readonly chance: (n: number) => number
  constructor(now: () => number, bug: Bug | null, chance: (n: number) => number) {
    this.now = now
    this.bug = bug
    this.chance = chance
  }

  put({ query, corpo }: Parameters<SendRisposte>[0]): void {
    const held = this.bug === 'cursor skips' && this.chance(4) === 0
    const ready = this.late
    this.late = []
    for (const sent of corpo) {
      const old = this.rows.get(sent.id_domanda)
      const came = this.#covered(sent)
      const record = old ? this.#merge(old.record, came) : came
      const newer = at(halvesOf(came).livello) > at(old ? halvesOf(old.record).livello : null)
      const again = this.bug === 'a request counts twice' && halvesOf(came).livello !== null
      const counts = query.incrementa_contatore === 'true' && (newer || again)
      if (old && !counts && JSON.stringify(old.record) === JSON.stringify(record)) continue
      const row = { record, seq: ++this.seq, contatore: (old?.contatore ?? 0) + (counts ? 1 : 0) }
      if (held) this.late.push(row)
      else this.rows.set(sent.id_domanda, row)
    }
    for (const row of ready) this.rows.set(row.record.id_domanda, row)
  }

  #merge(old: RispostaRecord, next: RispostaRecord): RispostaRecord {
    if (this.bug === 'arrival order') return next
    if (this.bug === 'a record is merged whole') return at(next.data_eseguita) > at(old.data_eseguita) ? next : old
    return mergeRisposta(old, next)
  }

  /** A record of before a reset is reset too, half by half. */
  #covered(record: RispostaRecord): RispostaRecord {
    const deaf = this.bug === 'a reset forgets what it has not seen' || this.bug === 'a reset deletes'
    return this.resetAt === null || deaf ? record : mergeRisposta(record, emptied(record, this.resetAt, record))
  }

  reset(): void {
    this.resetAt = this.now()
    if (this.bug === 'a reset deletes') this.rows.clear()
    for (const [q, { record, contatore }] of this.rows)
      this.rows.set(q, { record: emptied(record, this.resetAt), seq: ++this.seq, contatore })
  }

  page(cursore: number): { risposte: Risposta[]; cursore: number } {
    const after = [...this.rows.values()].filter(({ seq }) => seq > cursore).sort((a, b) => a.seq - b.seq)
    const page = after.slice(0, 2)
    return { risposte: page.map(({ record }) => record as Risposta), cursore: page.at(-1)?.seq ?? cursore }
  }

  contatore = (q: number): number => this.rows.get(q)?.contatore ?? 0
}

/** As never answered, from an instant on; `untouched`: halves that were never changed stay so. */
function emptied(record: RispostaRecord, ms: number, untouched?: RispostaRecord): RispostaRecord {
  const date = new Date(ms).toISOString()
  const halves = untouched ? halvesOf(untouched) : { livello: date, preferiti: date }
  return {
    ...record,
    livello_conoscenza: -99,
    risposta_gettonata: null,
    modalita: [],
    preferiti: false,
    data_eseguita: date,
    data_livello: halves.livello === null ? null : date,
    data_preferiti: halves.preferiti === null ? null : date,
  }
}
