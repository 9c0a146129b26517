import type { Row } from '../formats/table.ts'
import {
  findAnswerPlace,
  findAnswerPlaces,
  findFlagPlace,
  findLooseRole,
  findPointsPlace,
  findRole,
  isWrongName,
  letterOf,
  normalizeName,
  type Role,
} from './names.ts'

export type AnswerColumn = { column: number; posto: number; lettera: string | null }
/** Places of a table's contents, by column from 0. */
export type Columns = {
  roles: Partial<Record<Role, number>>
  answers: AnswerColumn[]
  /** Columns of answers that are wrong by their name. */
  wrong: number[]
  /** Column of the right answer in words, beside the columns of the wrong ones. */
  right: number | null
  /** Column of the points of each answer, by its place. */
  points: Map<number, number>
  /** Column that marks each answer, by its place, as right or wrong. */
  flags: Map<number, number>
  /** Rival columns of keys, which must agree with the chosen one; `base` is the first of their numbers. */
  rivals: { column: number; base: 0 | 1 }[]
  /** True when the column of keys is recognised by its content, not by its name. */
  keyGuessed: boolean
}

/** Returns the columns before any is recognised. */
export const noColumns = (): Columns => ({
  roles: {},
  answers: [],
  wrong: [],
  right: null,
  points: new Map(),
  flags: new Map(),
  rivals: [],
  keyGuessed: false,
})

/** Rows from the top in which a header is searched, below titles and notes. */
const HEADER_ROWS = 30

/** Returns the header of a table and its row's index. Null when no row names a question with answers or a key. */
export function findHeader(rows: readonly Row[]): { columns: Columns; index: number } | null {
  for (let index = 0; index < Math.min(rows.length, HEADER_ROWS); index++) {
    const columns = readHeader(rows[index]?.cells ?? [])
    if (columns) return { columns, index }
  }
  return null
}

type Named = { column: number; weight: number }

/** Returns the columns by their names, or null when the cells are not names of columns. */
export function readHeader(cells: readonly string[]): Columns | null {
  const answers = findAnswers(cells)
  const taken = new Set(answers.map(({ column }) => column))
  const wrong = cells.flatMap((cell, column) => (!taken.has(column) && isWrongName(cell) ? [column] : []))
  for (const column of wrong) taken.add(column)
  const points = new Map<number, number>()
  const flags = findSecond(cells, answers) ?? findFlags(cells, taken)
  for (const column of flags.values()) taken.add(column)
  const chosen = new Map<Role, Named>()
  cells.forEach((cell, column) => {
    if (taken.has(column) || cell.trim() === '') return
    const place = findPointsPlace(cell)
    if (place !== null) points.set(place, column)
    const found = place === null ? (findRole(cell) ?? findLooseRole(cell)) : null
    if (!found) return
    const other = chosen.get(found.role)
    if (!other || found.weight < other.weight) chosen.set(found.role, { column, weight: found.weight })
  })
  const roles = Object.fromEntries([...chosen].map(([role, { column }]) => [role, column])) as Columns['roles']
  if (roles.testo === undefined || (answers.length < 2 && wrong.length === 0 && roles.chiave === undefined)) return null
  return { ...noColumns(), roles, answers, wrong, points, flags }
}

/** Returns the columns of the same answers named once more, all of them. One of the two sets may mark the right one. */
function findSecond(cells: readonly string[], answers: readonly AnswerColumn[]): Map<number, number> | null {
  const second = new Map<number, number>()
  findAnswerPlaces(cells).forEach((place, column) => {
    const known = answers.some((a) => a.column === column)
    if (place !== null && !known && !second.has(place)) second.set(place, column)
  })
  return answers.length > 1 && answers.every(({ posto }) => second.has(posto)) ? second : null
}

/** Returns the columns that mark each answer as right or wrong; a lone one is something else. */
function findFlags(cells: readonly string[], taken: ReadonlySet<number>): Map<number, number> {
  const found = cells.flatMap((cell, column): [number, number][] => {
    const place = taken.has(column) ? null : findFlagPlace(cell)
    return place === null ? [] : [[place, column]]
  })
  return new Map(found.length < 2 ? [] : found)
}

/** Returns the answer columns. A lone `A` or `1` is none: it may be the key (`q, a`) or a number. */
function findAnswers(cells: readonly string[]): AnswerColumn[] {
  const places = new Map<number, AnswerColumn>()
  const found = findAnswerPlaces(cells)
  cells.forEach((cell, column) => {
    const posto = found[column] ?? null
    if (posto !== null && !places.has(posto)) places.set(posto, { column, posto, lettera: letterOf(cell) })
  })
  return places.size < 2 ? [] : [...places.values()].sort((a, b) => a.posto - b.posto)
}

/** Longest name of a column. */
const MAX_NAME = 60
/** Fewest cells of a header that is written once more. */
const MIN_REPEATED = 3

/**
 * Returns true when a row repeats the header, as at the top of every printed page. Its words are the same, a part of
 * them, or others.
 */
export function isHeader(cells: readonly string[], header: readonly string[]): boolean {
  const filled = cells.flatMap((cell, i) => (cell.trim() === '' ? [] : [{ cell, name: header[i] ?? '' }]))
  const same = filled.every(
    ({ cell, name }) => name === cell || (cell.length <= MAX_NAME && normalizeName(name) === normalizeName(cell)),
  )
  const whole = filled.length >= header.filter((c) => c.trim() !== '').length
  if (filled.length > 0 && same && (whole || filled.length >= MIN_REPEATED)) return true
  return isNameRow(cells) && readHeader(cells) !== null
}

/** Returns true for nothing but names of columns, enough of them to be no question. */
export function isNameRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > MIN_REPEATED && filled.every(isName)
}

const isName = (cell: string): boolean =>
  cell.length <= MAX_NAME &&
  (findRole(cell) !== null || findLooseRole(cell) !== null || findAnswerPlace(cell) !== null || isWrongName(cell))
