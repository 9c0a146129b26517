import type { CleanQuestion } from '../cleaning.ts'
import type { RawAnswer } from '../raw-question.ts'
import type { KeyResult } from './key-result.ts'

/** Share of the questions with one answer written unlike the others. */
const SHOWN = 0.9
type Way = 'bold' | 'colour'

/**
 * Finds keys shown by bold or by a colour. Nearly every question has exactly one answer unlike the others, and no key
 * is written.
 */
export function findShown(questions: readonly CleanQuestion[]): { keys: (KeyResult | null)[]; ways: Way[] } | null {
  if (questions.some((q) => q.chiave !== null || q.risposte.some((r) => r.right !== null || r.punti !== null)))
    return null
  const found = findLooks(questions)
  const [first, second] = found
  if (!first) return null
  const keys = first.lone.map((i, n) => {
    const other = second?.lone[n] ?? i
    return i === null || other !== i ? null : { indice: i }
  })
  return { keys, ways: found.map(({ way }) => way) }
}

/**
 * Finds questions whose key is not the answer with another look, or not their written one. Nearly all the others agree.
 */
export function findContradicted(
  questions: readonly CleanQuestion[],
  results: readonly KeyResult[],
  written: readonly (number | null)[],
): Map<number, { key: string; other: string }> {
  const against = new Map<number, { key: string; other: string }>()
  const letterOf = (i: number, index: number) => 'ABCDEFGH'[questions[i]?.risposte[index]?.place ?? index] ?? ''
  for (const lone of [...findLooks(questions).map((look) => look.lone), written]) {
    const both = lone.flatMap((shown, i) => {
      const result = results[i]
      return shown !== null && result && 'indice' in result ? [{ i, shown, read: result.indice }] : []
    })
    const other = both.filter(({ shown, read }) => shown !== read)
    if (other.length > both.length / 4) continue
    for (const { i, shown, read } of other) against.set(i, { key: letterOf(i, read), other: letterOf(i, shown) })
  }
  return against
}

/** Returns, for each look that shows one answer in nearly every question, that answer. */
function findLooks(questions: readonly CleanQuestion[]): { way: Way; lone: (number | null)[] }[] {
  const looks = { bold: (r: RawAnswer) => (r.bold ? 'bold' : ''), colour: (r: RawAnswer) => r.colour ?? '' }
  return (['bold', 'colour'] as const).flatMap((way) => {
    const lone = questions.map(({ risposte }) => findLone(risposte.map(looks[way])))
    const shown = lone.filter((i) => i !== null)
    // Reject the same place everywhere: it is the look of a column, not a key.
    const varied = new Set(shown).size > 1
    return varied && shown.length >= questions.length * SHOWN ? [{ way, lone }] : []
  })
}

/** Returns the index of the only look unlike all the others, which are alike. */
function findLone(looks: readonly string[]): number | null {
  if (looks.length < 2) return null
  const odd = looks.flatMap((look, i) => (looks.filter((other) => other === look).length === 1 ? [i] : []))
  if (looks.length === 2) return findOfTwo(looks[0] ?? '', looks[1] ?? '')
  // Reject a struck-out answer: it is left out, not chosen.
  const one = odd.length === 1 && new Set(looks).size === 2 ? odd[0] : undefined
  return one === undefined || /strike/.test(looks[one] ?? '') ? null : one
}

/** Returns, of two answers, the one with a look, or the one that is not struck out. */
function findOfTwo(first: string, second: string): number | null {
  if ((first === '') === (second === '')) return null
  return (first !== '') === /strike/.test(first + second) ? 1 : 0
}
