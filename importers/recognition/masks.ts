import type { CleanQuestion } from '../cleaning.ts'
import { greatest } from '../long-lists.ts'

const SIGN: Readonly<Record<string, boolean>> = { '1': true, '0': false, v: true, f: false, true: true, false: false }
const PARTED = /^[[(]?\s*(?:[01vf]|true|false)(?:\s*[,;|/\s-]\s*(?:[01vf]|true|false))+\s*[\])]?$/i
/** Digits too long for an answer's number. */
const LONG = /^[01]{3,}$/

/** Reads a key with a verdict on each answer in its order (`1, 0, 0, 0`, `0100`). Null for any other key. */
function readMask(key: string): boolean[] | null {
  const signs = PARTED.test(key) ? (key.match(/[01]|true|false|v|f/gi) ?? []) : /^[01]+$/.test(key) ? [...key] : null
  return signs?.map((sign) => SIGN[sign.toLowerCase()] ?? false) ?? null
}

/**
 * Reads keys that are verdicts on every answer. All keys of the bank must be so, each for as many answers as its
 * question has. Digits that stand together may have lost the zeros before them, as sheets remove them.
 */
export function takeMasks(questions: readonly CleanQuestion[]): readonly CleanQuestion[] {
  const written = questions.map(({ chiave }) =>
    typeof chiave === 'boolean' || chiave === null ? '' : String(chiave).trim(),
  )
  const filled = written.filter((key) => key !== '')
  const masks = written.map((key) => readMask(key))
  const long = filled.some((key) => PARTED.test(key) || LONG.test(key))
  if (!long || filled.length === 0 || masks.some((mask, i) => mask === null && written[i] !== '')) return questions
  const widths = questions.map(({ risposte }) =>
    greatest(
      risposte.map((r) => r.place + 1),
      0,
    ),
  )
  const padded = masks.map((mask, i) => {
    const missing = PARTED.test(written[i] ?? '') ? 0 : (widths[i] ?? 0) - (mask?.length ?? 0)
    return mask && missing > 0 ? [...new Array<boolean>(missing).fill(false), ...mask] : mask
  })
  if (padded.some((mask, i) => mask !== null && mask.length !== widths[i])) return questions
  return questions.map((question, i): CleanQuestion => {
    const mask = padded[i]
    if (!mask) return question
    const risposte = question.risposte.map((r) => ({ ...r, right: mask[r.place] ?? false }))
    return { ...question, risposte, chiave: null }
  })
}
