import type { EsitoSimulazione, RispostaSimulazione } from '#contract/simulazioni'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import type { Queryable } from '../deps.ts'
import { ESITO_COLUMNS, type EsitoRow, toEsito } from './esito.ts'
import { gather, type Mark } from './marks.ts'
import { endOf, endsOf, usedOf } from './pause.ts'

/** Milliseconds after the end in which arriving answers still count: the network is not the candidate's fault. */
export const TOLERANCE_MS = 60_000

/** A sitting that the server began. */
export type Partecipazione = {
  gettone: string
  id_simulazione: number
  iniziata: Date
  fine: Date
  in_pausa: Date | null
  tempo_aggiuntivo: number
  estrazione: number[]
  regole: WrittenRegolamento
  sezioni: number[] | null
  difficolta: number[] | null
  sfida: string | null
  risposte: Record<string, Mark>
  in_ritardo: boolean
  /** The furthest place that each session has reported, where the rules only go forward. */
  raggiunti: Record<string, number>
}

/**
 * SQL condition that `partecipazione p` can continue at an instant: its time runs or is paused, and it has no outcome.
 */
export const RUNNING = (now: string): string =>
  `(p.fine > ${now} or p.in_pausa is not null)
   and not exists (select 1 from esito_simulazione e where e.id_utente = p.id_utente and e.gettone = p.gettone)`

/**
 * Locks a sitting of the account until the transaction ends, so that changes of one account's outcomes happen in order.
 * Undefined when there is none.
 */
export async function lockPartecipazione(
  q: Queryable,
  id_utente: number,
  gettone: string,
): Promise<Partecipazione | undefined> {
  await q.query('select 1 from utente where id_utente = $1 for update', [id_utente], 'blocca_utente')
  const { rows } = await q.query<Partecipazione>(
    `select gettone, id_simulazione, iniziata, fine, in_pausa, tempo_aggiuntivo, estrazione, regole, sezioni, difficolta, sfida,
       risposte, in_ritardo, raggiunti
     from partecipazione where id_utente = $1 and gettone = $2 for update`,
    [id_utente, gettone],
    'partecipazione',
  )
  return rows[0]
}

/**
 * Returns the ticket of the last sitting of a simulation that the account began, for a call of the specification, which
 * names none.
 */
export async function lastTicket(q: Queryable, id_utente: number, id_simulazione: number): Promise<string | undefined> {
  const { rows } = await q.query<{ gettone: string }>(
    'select gettone from partecipazione where id_utente = $1 and id_simulazione = $2 order by iniziata desc limit 1',
    [id_utente, id_simulazione],
    'ultimo_gettone',
  )
  return rows[0]?.gettone
}

/** Returns the ticket of the account's only open sitting; undefined where there is none, or more than one. */
export async function onlyOpenTicket(q: Queryable, id_utente: number): Promise<string | undefined> {
  const { rows } = await q.query<{ gettone: string }>(
    'select gettone from partecipazione left join esito_simulazione e using (id_utente, gettone) where id_utente = $1 and e.gettone is null limit 2',
    [id_utente],
    'gettone_aperto',
  )
  return rows.length === 1 ? rows[0]?.gettone : undefined
}

export async function findEsito(
  q: Queryable,
  id_utente: number,
  gettone: string,
): Promise<EsitoSimulazione | undefined> {
  const { rows } = await q.query<EsitoRow>(
    `select ${ESITO_COLUMNS} from esito_simulazione where id_utente = $1 and gettone = $2`,
    [id_utente, gettone],
    'esito_per_gettone',
  )
  return rows[0] && toEsito(rows[0])
}

/** Merges answers from a session of the account over the sitting's, as far as its rules and questions allow. */
export async function gatherRisposte(
  q: Queryable,
  p: Partecipazione,
  id_sessione: number,
  risposte: readonly RispostaSimulazione[],
): Promise<Map<number, Mark>> {
  const { rows } = await q.query<{ id_domanda: number; quante: number }>(
    'select id_domanda, cardinality(risposte) as quante from domanda where id_domanda = any($1::bigint[])',
    [p.estrazione],
    'opzioni_estratte',
  )
  const options = new Map(rows.map((r) => [r.id_domanda, r.quante]))
  return gather({ ...p, opzioni: options, raggiunto: p.raggiunti[id_sessione] ?? 0 }, risposte)
}

/**
 * Returns the furthest places after a session reported its place and its marks. A device sends the state of one
 * instant, and never goes back: a later mark behind its place was out of turn. Another device may still bring marks
 * made offline, so each session has its own place (decision 0031).
 */
export function reachSlot(
  p: Partecipazione,
  marks: ReadonlyMap<number, Mark>,
  { id_sessione, indice = 0 }: { id_sessione: number; indice?: number | undefined },
): Partecipazione['raggiunti'] {
  if (p.regole.navigazione !== 'solo_avanti') return p.raggiunti
  const marked = p.estrazione.flatMap((id, slot) => (hasChanged(p, marks, id) ? [slot] : []))
  const said = Math.min(indice, p.estrazione.length - 1)
  return { ...p.raggiunti, [id_sessione]: Math.max(p.raggiunti[id_sessione] ?? 0, said, ...marked) }
}

const hasChanged = (p: Partecipazione, marks: ReadonlyMap<number, Mark>, id: number): boolean =>
  (marks.get(id)?.r ?? null) !== (p.risposte[String(id)]?.r ?? null)

/** Returns whether an arrival at `now` is after the end and the grace of the network. */
export const isExpired = (p: Pick<Partecipazione, 'fine' | 'in_pausa'>, now: Date): boolean =>
  now.getTime() > endOf(p, now).getTime() + TOLERANCE_MS

/** Returns whether any mark has arrived. */
export const hasRisposte = ({ risposte }: Pick<Partecipazione, 'risposte'>): boolean =>
  Object.values(risposte).some((s) => s.r !== null)

/** Returns whether any mark differs from the stored one. */
export const isChanged = (p: Partecipazione, marks: ReadonlyMap<number, Mark>): boolean =>
  p.estrazione.some((id) => hasChanged(p, marks, id))

/**
 * Returns whether an answer of a section with its own timer arrives after that section's end. Its instant cannot be
 * proved: it counts, and the sitting is late (decision 0025).
 */
export function isLate(p: Partecipazione, marks: ReadonlyMap<number, Mark>, receivedAt: Date): boolean {
  const { estrazione, sezioni } = p
  const ends = sezioni && endsOf(p, sezioni)
  if (!ends) return false
  const used = usedOf(p, receivedAt) - TOLERANCE_MS
  return estrazione.some((id, i) => hasChanged(p, marks, id) && used > (ends[sezioni[i] ?? 0] ?? 0))
}
