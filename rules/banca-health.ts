import { normalizeText } from './text.ts'
import { type Compared, findVicini, type TipoVicino } from './vicini.ts'

/** Fields on which the health of a bank is measured. */
export type MeasuredDomanda = Compared & { id_ufficiale: string | null }

/** Two questions of a bank by their indexes. */
export type Pair = [number, number]
export type BancaHealth = {
  domande: number
  without_key: number
  /** Question asked twice [VC1]. */
  twins: Pair[]
  /** Nearly the same stem and another right answer [VC2]. */
  traps: Pair[]
  /** Questions with two equal answers. */
  equal_answers: number[]
  /**
   * Questions whose answers differ in length: number whose right answer is the only longest, and number expected by chance.
   */
  longest: { right: number; of: number; chance: number }
  /** Count of right answers at each printed position. */
  positions: number[]
  repeated_numbers: number[]
  missing_numbers: number[]
  /** Characters of question and answers together. */
  length: { median: number; p95: number; longest: number }
}

/** Least share of the numbers from first to last that makes a sequence. */
const SEQUENCE = 0.8

const plain = (text: string): string =>
  normalizeText(text.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

/** Measures a bank from its questions alone. */
export function measureBanca(domande: readonly MeasuredDomanda[]): BancaHealth {
  const vicini = findVicini(domande)
  const pairs = (wanted: TipoVicino) =>
    vicini.flatMap(({ di, vicina, tipo }): Pair[] => (tipo === wanted && di < vicina ? [[di, vicina]] : []))
  const lengths = domande.map((d) => [d.testo, ...d.risposte].join('').length).sort((a, b) => a - b)
  const at = (share: number) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0
  const { repeated, missing } = checkNumbers(domande)
  return {
    domande: domande.length,
    without_key: domande.filter((d) => d.corretta === null).length,
    twins: pairs('gemella'),
    traps: pairs('trappola'),
    equal_answers: domande.flatMap((d, i) => (new Set(d.risposte.map(plain)).size < d.risposte.length ? [i] : [])),
    longest: countLongest(domande),
    positions: [1, 2, 3, 4, 5].map((p) => domande.filter((d) => d.corretta === p).length),
    repeated_numbers: repeated,
    missing_numbers: missing,
    length: { median: at(0.5), p95: at(0.95), longest: at(1) },
  }
}

function countLongest(domande: readonly MeasuredDomanda[]): BancaHealth['longest'] {
  let [right, of, chance] = [0, 0, 0]
  for (const { risposte, corretta } of domande) {
    const longest = Math.max(...risposte.map((r) => r.length))
    if (corretta === null || risposte.filter((r) => r.length === longest).length > 1) continue
    of++
    chance += 1 / risposte.length
    if (risposte[corretta - 1]?.length === longest) right++
  }
  return { right, of, chance: Math.round(chance) }
}

function checkNumbers(domande: readonly MeasuredDomanda[]): { repeated: number[]; missing: number[] } {
  const numbers = domande.flatMap((d) => (/^\d{1,7}$/.test(d.id_ufficiale ?? '') ? [Number(d.id_ufficiale)] : []))
  const there = new Set(numbers)
  const repeated = [...new Set(numbers.filter((n, i) => numbers.indexOf(n) !== i))]
  const [first, last] = [Math.min(...there), Math.max(...there)]
  if (there.size < 2 || there.size < (last - first + 1) * SEQUENCE) return { repeated: [], missing: [] }
  const missing = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((n) => !there.has(n))
  return { repeated, missing }
}
