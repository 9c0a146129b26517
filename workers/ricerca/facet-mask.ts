import { difficoltaOf, IMAGE_FLAG } from '#contract/package'
import { CHIAVI, STATI } from '#rules/domanda'
import { type FilterConditions, STATI_RISPOSTA } from '#rules/filtro'
import { LIVELLI } from '#rules/livello'
import type { LoadedBank, RecordState } from '../core/loaded-bank.ts'
import type { StateReads } from './record-state.ts'

/** Bits of the filters that have live counts: set where a question fails it. */
export const FAILS = {
  materie: 1,
  livelli: 2,
  soloPreferiti: 4,
  conImmagine: 8,
  conRisposta: 16,
  risposte: 32,
  chiavi: 64,
  stati: 128,
  concorsi: 256,
  difficolta: 512,
  argomenti: 1024,
} as const

/** An absent or empty list filters nothing. */
const some = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0

/** Returns the parts of the questions that a filter reads. */
export const readsOf = (f: FilterConditions): StateReads => {
  const chiavi = f.conRisposta !== undefined || some(f.risposte) || some(f.chiavi) || some(f.stati) || some(f.argomenti)
  return { chiavi, record: chiavi || some(f.livelli) || f.soloPreferiti === true }
}

/** Returns whether a filter has nothing but words and range. */
export const isOpen = (f: FilterConditions): boolean =>
  !readsOf(f).record && !some(f.materie) && !some(f.difficolta) && f.conImmagine === undefined

/** Returns the bit of each value: none for the chosen ones; none at all when nothing is chosen. */
function missing<T>(bit: number, values: readonly T[], chosen: readonly T[] | undefined): Uint16Array {
  return Uint16Array.from(values, (value) => (some(chosen) && !chosen.includes(value) ? bit : 0))
}

const onOff = (bit: number, wanted: boolean | undefined) =>
  missing(bit, [false, true], wanted === undefined ? [] : [wanted])

/** Returns, for each position, the bits of the filters that its question fails. */
export function compile(f: FilterConditions, bank: LoadedBank, s: RecordState): (posizione: number) => number {
  const { materia, flags } = bank
  const materie = missing(FAILS.materie, [0, ...bank.materie.map((m) => m.id_materia)], f.materie)
  const livelli = missing(FAILS.livelli, LIVELLI, f.livelli)
  const preferiti = onOff(FAILS.soloPreferiti, f.soloPreferiti || undefined)
  const immagini = onOff(FAILS.conImmagine, f.conImmagine)
  const haChiave = onOff(FAILS.conRisposta, f.conRisposta)
  const risposte = missing(FAILS.risposte, STATI_RISPOSTA, f.risposte)
  const chiavi = missing(FAILS.chiavi, CHIAVI, f.chiavi)
  const stati = missing(FAILS.stati, STATI, f.stati)
  const difficolta = missing(FAILS.difficolta, [0, 1, 2, 3], f.difficolta)
  const topics = failTopics(bank, f.argomenti)
  const at = (bits: Uint16Array, value: number | undefined) => bits[value as number] as number
  return (p) =>
    at(materie, materia[p]) |
    at(livelli, s.livello[p]) |
    at(preferiti, s.preferito[p]) |
    at(immagini, (flags[p] as number) & IMAGE_FLAG) |
    at(haChiave, s.haChiave[p]) |
    at(risposte, s.risposta[p]) |
    at(chiavi, s.provenienza[p]) |
    at(stati, s.stato[p]) |
    at(difficolta, difficoltaOf(flags[p] as number)) |
    topics(p)
}

/** Fails a question without a link to a chosen node or to one below it. */
function failTopics({ chiavi }: LoadedBank, chosen: readonly number[] | undefined): (posizione: number) => number {
  if (!some(chosen)) return () => 0
  return (p) => (chiavi?.topics.get(p)?.some((way) => way.some((n) => chosen.includes(n))) ? 0 : FAILS.argomenti)
}

/** Returns the part of an ascending list of positions inside the range; the list itself when there is no range. */
export function cutRange(posizioni: Int32Array, { ix_start, ix_end }: FilterConditions): Int32Array {
  const from = ix_start === undefined ? 0 : firstFrom(posizioni, ix_start)
  const to = ix_end === undefined ? posizioni.length : firstFrom(posizioni, Math.floor(ix_end) + 1)
  return from === 0 && to === posizioni.length ? posizioni : posizioni.subarray(from, Math.max(from, to))
}

/** Returns the place of the first position that is not before `limit`. */
function firstFrom(posizioni: Int32Array, limit: number): number {
  let low = 0
  let high = posizioni.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((posizioni[middle] as number) < limit) low = middle + 1
    else high = middle
  }
  return low
}
