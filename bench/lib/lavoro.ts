import { formatIso } from '#rules/dates'
import { MATERIE } from './corpus.ts'

// The workload of the store benchmark (docs/PERFORMANCE.md), the same for every method.

/** Milliseconds of each repetition, and numbers that every method must agree on. */
export type Prova = { ms: number[]; conti: number[] }

/** What is measured, in the order in which it runs; each leaves the store ready for the next. */
export const OPERAZIONI = [
  'ids_all',
  'range_subjects',
  'order_alphabetical',
  'order_random',
  'page50',
  'completion',
  'answer',
  'unsynced',
  'mark_synced',
  'search_all',
  'search_any',
] as const
export type Operazione = (typeof OPERAZIONI)[number]

/** One way to keep the same data: ours, a peer. `giro` is the round, from 0; the first is a rehearsal. */
export type Metodo = Record<Operazione, (giro: number) => Promise<Prova>> & {
  /** From the bytes of the package to the first page of questions. What was there before is deleted first, unmeasured. */
  bank_ready(giro: number): Promise<Prova>
  /** What a long use leaves: half of the bank answered and sent. After the last `bank_ready`, unmeasured. */
  history(): Promise<void>
  /** A long practice without a network: one question in twenty answered and not sent. Before `unsynced`, unmeasured. */
  practice(): Promise<void>
  close(): Promise<void>
  /** From nothing to the first row, and closed again. */
  cold_open(): Promise<Prova>
  /** The same of our store, left open. */
  open?(): Promise<Prova>
}

/** Everything that a method needs to know beside its store. */
export type Compito = {
  n: number
  ricerche: string[]
  /** Where the package is. */
  url: string
  /** Samples in one round: repetitions of a quick operation, answers, searches of ours and of who reads every row. */
  ripetizioni: number
  risposte: number
  ricerche_giro: number
  ricerche_righe: number
}

export const ID = 1
export const SCELTE = [2, 5, 9]
export const PAGINA = 50
/** Selections of what waits in a round: the first ones after a rest are not like the others, whatever the engine. */
export const SCELTE_DA_INVIARE = 15

/** The middle half of the bank, in official positions. */
export const halfOf = (n: number) => ({
  ix_start: Math.floor(n / 4) + 1,
  ix_end: Math.floor(n / 4) + Math.floor(n / 2),
})

/** Subject of a question, as the corpus deals them. */
export const materiaOf = (id_domanda: number): number => ((id_domanda - 1) % MATERIE) + 1

const STEP = 7919

/** Fifty questions scattered over the bank: a page of a shuffled list. */
export const pageIds = (n: number, giro: number): number[] =>
  Array.from({ length: Math.min(PAGINA, n) }, (_, i) => (((giro * PAGINA + i) * STEP) % n) + 1)

/** The question of the i-th answer of a round. */
export const answeredId = ({ n, risposte }: Pick<Compito, 'n' | 'risposte'>, giro: number, i: number): number =>
  (((giro * risposte + i) * STEP + 13) % n) + 1

/** One question in twenty waits to be sent: a long practice without network, in the official order. */
export const waitingIds = (n: number): number[] =>
  Array.from({ length: Math.floor(n / 20) }, (_, i) => Math.floor(n / 3) + i + 1)

/** Answered and sent long ago. */
export const isKnown = (id_domanda: number): boolean => id_domanda % 2 === 0

const FIRST = Date.parse('2026-10-01T08:00:00.000+02:00')
/** Date of everything sent long ago. */
export const LONG_AGO = formatIso(FIRST, 120)
/** Clock of the workload: instants that only grow, a millisecond apart. */
export function clock(): () => string {
  let tick = 0
  return () => formatIso(FIRST + 86_400_000 + ++tick, 120)
}

/** A number that two lists share only when they are equal, order included. */
export function digest(ids: Iterable<number>): number {
  let h = 17
  for (const id of ids) h = (Math.imul(h, 31) + id) | 0
  return h
}

/** The same for lists whose order means nothing. */
export function sum(ids: Iterable<number>): number {
  let total = 0
  for (const id of ids) total += id
  return total
}

/** Repeats `work`, keeps the times and what `count` sees in each result. */
export async function repeat<T>(
  times: number,
  work: (i: number) => T | Promise<T>,
  count: (result: T) => number,
): Promise<Prova> {
  const prova: Prova = { ms: [], conti: [] }
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    const result = await work(i)
    prova.ms.push(performance.now() - start)
    prova.conti.push(count(result))
  }
  return prova
}

/** The searches of a round: each round has its own. */
export const ricercheOf = ({ ricerche, ricerche_giro }: Compito, giro: number): string[] =>
  Array.from({ length: ricerche_giro }, (_, i) => ricerche[(giro * ricerche_giro + i) % ricerche.length] ?? 'ban')
