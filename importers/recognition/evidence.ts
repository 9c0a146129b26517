import type { Row } from '../formats/table.ts'
import { comparable, letterPlace, numberOf, splitMark, truthOf } from './marks.ts'
import { isSaid, isYes } from './verdicts.ts'

/** Rows that are enough to recognise a column by its content. */
export const SAMPLE = 400
const IMAGE_NAME = /^[^\n]{1,200}\.(png|jpe?g|gif|svg|webp|bmp)$/i
const ADDRESS = /^(https?:\/\/|www\.|[\w.+-]+@[\w-]+\.\w+)\S*$/i

/** Kind of keys that a column can be for answers in other columns; `share` is of filled cells. */
export type KeyEvidence = { kind: 'letters' | 'numbers' | 'texts' | null; share: number; filled: number }

const cell = (row: Row, column: number): string => (row.cells[column] ?? '').trim()

/** Weighs the values of a column as letters, numbers or texts of the answers beside them. */
export function weighKey(column: number, answers: readonly number[], rows: readonly Row[]): KeyEvidence {
  const counts = { letters: 0, numbers: 0, texts: 0 }
  let filled = 0
  for (const row of rows) {
    const value = cell(row, column)
    if (value === '') continue
    filled++
    const place = letterPlace(value)
    const number = numberOf(value)
    const text = comparable(value)
    if (place !== null && place < answers.length) counts.letters++
    if (number !== null && number <= answers.length) counts.numbers++
    // Compare also the mark of an answer with its text: `b) il consiglio`.
    const marked = splitMark(value)
    const bare = marked ? comparable(marked.rest) : null
    if (
      answers.some(
        (a, i) => comparable(cell(row, a)) === text || (i === marked?.place && comparable(cell(row, a)) === bare),
      )
    )
      counts.texts++
  }
  const [kind, n] = (Object.entries(counts) as [KeyEvidence['kind'], number][]).reduce((a, b) => (b[1] > a[1] ? b : a))
  const any = rows.filter((row) => {
    const value = cell(row, column)
    const place = letterPlace(value)
    return (
      value !== '' &&
      ((place !== null && place < answers.length) ||
        answers.some((a) => comparable(cell(row, a)) === comparable(value)))
    )
  }).length
  const best = Math.max(n, any)
  return filled === 0 ? { kind: null, share: 0, filled } : { kind, share: best / filled, filled: filled / rows.length }
}

const values = (column: number, rows: readonly Row[]): string[] =>
  rows.map((row) => cell(row, column)).filter((value) => value !== '')

/** Ending of a question. */
export const ASKS = /[?:…_]["'»”)]*$|\.\.\.$/

/** Returns the share of a column's cells, empty ones too, that pass a test. */
export const shareOf = (column: number, rows: readonly Row[], test: (value: string) => boolean): number =>
  rows.filter((row) => test(cell(row, column))).length / Math.max(1, rows.length)

/** Returns true for a column of sentences, which may be the questions. */
export const isSentences = (column: number, rows: readonly Row[]): boolean =>
  weighWords(column, rows) >= MIN_SENTENCE && shareOf(column, rows, (value) => value !== '') >= 0.9
const MIN_SENTENCE = 2.5

const share = (column: number, rows: readonly Row[], test: (value: string) => boolean): number => {
  const all = values(column, rows)
  return all.length === 0 ? 0 : all.filter(test).length / all.length
}

/** Returns the share of a column's filled cells that are true or false. */
export const weighTruth = (column: number, rows: readonly Row[]): number =>
  share(column, rows, (value) => truthOf(value) !== null)

/** Returns true for a column of yes and no alone, both of them: sì/no, 1/0, giusto/sbagliato. */
export function areVerdicts(column: number, rows: readonly Row[]): boolean {
  const said = values(column, rows)
  const yes = said.filter(isYes).length
  return yes > 0 && yes < said.length && said.filter(isSaid).length >= said.length * NEARLY_ALL
}
const NEARLY_ALL = 0.95

/** Returns the share of a column's filled cells that name images: given ones, or by their extension. */
export const weighImages = (column: number, rows: readonly Row[], given: ReadonlySet<string>): number =>
  share(column, rows, (value) => isPicture(value, given))

/** Returns true for the name of a picture: a given one, or by its ending. */
export const isPicture = (value: string, given: ReadonlySet<string>): boolean =>
  IMAGE_NAME.test(value.trim()) || given.has(imageKey(value.trim()))

/** Returns the name of an image without folders, extension, case or Unicode form. */
export const imageKey = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.(png|jpe?g|gif|svg|webp|bmp)$/, '')

export const isAddress = (value: string): boolean => ADDRESS.test(value.trim())

/** Returns the average number of words of a column's filled cells. */
export function weighWords(column: number, rows: readonly Row[]): number {
  const all = values(column, rows)
  return all.reduce((sum, value) => sum + value.split(/\s+/).length, 0) / Math.max(1, all.length)
}

/** Fewest rows whose letters' order is evidence. */
const MIN_GROUPED = 8

/** Returns true for marks that never go back: they count groups of rows, as no key does. */
export function isGrouped(column: number, rows: readonly Row[]): boolean {
  const marks = values(column, rows).map((value) => value.toLowerCase())
  return (
    marks.length >= MIN_GROUPED &&
    new Set(marks).size > 1 &&
    marks.every((mark, i) => i === 0 || mark >= (marks[i - 1] ?? ''))
  )
}
