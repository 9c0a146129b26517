import type { RawQuestion, Reading } from '../raw-question.ts'
import { findRole } from './names.ts'

/** Name of the field and a number, either or both: `DOMANDA: …`, `12) …`, `Quesito n. 12 - …`, `[12] …`. */
const LABEL =
  /^\s*(?:([\p{L}.]{1,12}(?: [\p{L}.]{1,10}){0,2}?)\s*)??(?:(?:n[.°]?|nr\.?|num\.?|numero|#)\s*)?[([]?(\d{1,5})?[)\]]?\s*(?:[.):\]–—-]+\s*|(?<=[)\]\n])\s*|\n\s*)(?=\S)/iu
/** Words for a numbered question, beside the names of its field. */
const CALLED = /^(?:d|q|dom|quiz|item|test|esercizio|es|domanda|quesito|question|n|nr|num)\.?$/i
/**
 * Share of the texts that must begin so. Numbers that are years or figures are farther from each other than questions
 * are.
 */
const NEARLY = 0.95
const MIN_QUESTIONS = 3
const MAX_GAP = 20

/**
 * Returns the name and the number with which a text begins, and the start of the rest. Null when it begins with
 * neither.
 */
function readLabel(text: string): { name: string; number: number | null; from: number; sure: boolean } | null {
  const [whole, name = '', number] = LABEL.exec(text) ?? []
  if (whole === undefined || (name === '' && number === undefined)) return null
  const known = name === '' || CALLED.test(name) || findRole(name)?.role === 'testo'
  if (!known || (name === '' && !/[.)\]:–—-]/.test(whole))) return null
  return {
    name: name.toLowerCase(),
    number: number === undefined ? null : Number(number),
    from: whole.length,
    sure: /[.)\]]/.test(whole),
  }
}

/** Removes the name and the number with which all texts begin; numbers that grow are the official ones. */
export function takeLabels(reading: Reading): Reading {
  const { questions } = reading
  const labels = questions.map(({ testo }) => readLabel(testo))
  const found = labels.filter((label) => label !== null)
  const names = new Set(found.map(({ name }) => name))
  const numbered = found.filter(({ number }) => number !== null)
  const mixed = numbered.length > 0 && numbered.length < found.length
  if (found.length < MIN_QUESTIONS || found.length < questions.length * NEARLY || names.size > 1 || mixed)
    return reading
  const numbers = numbered.map(({ number }) => number ?? 0)
  const grow = numbers.every((n, i) => i === 0 || n > (numbers[i - 1] ?? 0))
  const restart = numbers.every((n, i) => i === 0 || n > (numbers[i - 1] ?? 0) || n === 1)
  const [least, most] = numbers.reduce(([low, high], n) => [Math.min(low, n), Math.max(high, n)], [Number.MAX_VALUE, 0])
  const dense = most - least < numbers.length * MAX_GAP
  const whole = dense && new Set(numbers).size === numbers.length
  // Read `1861 - Chi …` as a possible year; a dot or a bracket makes it a number.
  const counts = dense || !names.has('') || found.every(({ sure }) => sure)
  if (numbers.length > 0 && !((grow || restart || whole) && counts)) return reading
  return { ...reading, questions: questions.map((question, i) => without(question, labels[i] ?? null)) }
}

function without(question: RawQuestion, label: ReturnType<typeof readLabel>): RawQuestion {
  if (!label) return question
  const numero = question.numero ?? (label.number === null ? null : String(label.number))
  return { ...question, numero, testo: question.testo.slice(label.from) }
}
