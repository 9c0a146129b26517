import type { Row } from '../formats/table.ts'
import { comparable, letterPlace, numberOf, splitMark, truthOf } from './marks.ts'
import { isSaid, isYes } from './verdicts.ts'

/** Rows that are enough to know a column by its content. */
export const SAMPLE = 400
const IMAGE_NAME = /^[^\n]{1,200}\.(png|jpe?g|gif|svg|webp|bmp)$/i
const ADDRESS = /^(https?:\/\/|www\.|[\w.+-]+@[\w-]+\.\w+)\S*$/i

/** How a column's filled cells can be keys of the answers in some other columns; `share` is of the filled cells. */
export type KeyEvidence = { kind: 'letters' | 'numbers' | 'texts' | null; share: number; filled: number }

const cell = (row: Row, column: number): string => (row.cells[column] ?? '').trim()

/** Whether the values of a column are letters, numbers or texts of the answers beside them. */
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
    // `b) il consiglio`: the mark of the answer and its text.
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

/** How a question ends. */
export const ASKS = /[?:…_]["'»”)]*$|\.\.\.$/

/** Share of a column's cells, empty ones too, that pass a test. */
export const shareOf = (column: number, rows: readonly Row[], test: (value: string) => boolean): number =>
  rows.filter((row) => test(cell(row, column))).length / Math.max(1, rows.length)

/** A column of sentences, which may be the questions. */
export const isSentences = (column: number, rows: readonly Row[]): boolean =>
  weighWords(column, rows) >= MIN_SENTENCE && shareOf(column, rows, (value) => value !== '') >= 0.9
const MIN_SENTENCE = 2.5

const share = (column: number, rows: readonly Row[], test: (value: string) => boolean): number => {
  const all = values(column, rows)
  return all.length === 0 ? 0 : all.filter(test).length / all.length
}

/** Share of a column's filled cells that say true or false. */
export const weighTruth = (column: number, rows: readonly Row[]): number =>
  share(column, rows, (value) => truthOf(value) !== null)

/** Nothing but yes and no in a column, both of them: sì and no, 1 and 0, giusto and sbagliato. */
export function areVerdicts(column: number, rows: readonly Row[]): boolean {
  const said = values(column, rows)
  const yes = said.filter(isYes).length
  return yes > 0 && yes < said.length && said.filter(isSaid).length >= said.length * NEARLY_ALL
}
const NEARLY_ALL = 0.95

/** Share of a column's filled cells that name images: given ones, or by their extension. */
export const weighImages = (column: number, rows: readonly Row[], given: ReadonlySet<string>): number =>
  share(column, rows, (value) => isPicture(value, given))

/** True for the name of a picture: a given one, or by its ending. */
export const isPicture = (value: string, given: ReadonlySet<string>): boolean =>
  IMAGE_NAME.test(value.trim()) || given.has(imageKey(value.trim()))

/** Name of an image without folders, extension, case or Unicode form. */
export const imageKey = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.(png|jpe?g|gif|svg|webp|bmp)$/, '')

export const isAddress = (value: string): boolean => ADDRESS.test(value.trim())

/** Average number of words of a column's filled cells. */
export function weighWords(column: number, rows: readonly Row[]): number {
  const all = values(column, rows)
  return all.reduce((sum, value) => sum + value.split(/\s+/).length, 0) / Math.max(1, all.length)
}

/** Rows enough for the order of their letters to say something. */
const MIN_GROUPED = 8

/** True for marks that never go back: they count groups of rows, as no key does. */
export function isGrouped(column: number, rows: readonly Row[]): boolean {
  const marks = values(column, rows).map((value) => value.toLowerCase())
  return (
    marks.length >= MIN_GROUPED &&
    new Set(marks).size > 1 &&
    marks.every((mark, i) => i === 0 || mark >= (marks[i - 1] ?? ''))
  )
}
