import type { Row } from '../formats/table.ts'
import {
  findAnswerPlace,
  findLooseRole,
  findPointsPlace,
  findRole,
  isWrongName,
  letterOf,
  normalizeName,
  type Role,
} from './names.ts'

export type AnswerColumn = { column: number; posto: number; lettera: string | null }
/** Where each thing is in a table, by column from 0. */
export type Columns = {
  roles: Partial<Record<Role, number>>
  answers: AnswerColumn[]
  /** Columns of answers that are wrong by their name. */
  wrong: number[]
  /** Column of the right answer in words, beside those of the wrong ones. */
  right: number | null
  /** Column of the points of each answer, by its place. */
  points: Map<number, number>
}

/** Rows from the top in which a header is looked for, below titles and notes. */
const HEADER_ROWS = 30

/** The header of a table and its row's index; null when no row names a question with answers or a key. */
export function findHeader(rows: readonly Row[]): { columns: Columns; index: number } | null {
  for (let index = 0; index < Math.min(rows.length, HEADER_ROWS); index++) {
    const columns = readHeader(rows[index]?.cells ?? [])
    if (columns) return { columns, index }
  }
  return null
}

type Named = { column: number; weight: number }

/** Columns by their names, or null when the cells are not names of columns. */
export function readHeader(cells: readonly string[]): Columns | null {
  const answers = findAnswers(cells)
  const taken = new Set(answers.map(({ column }) => column))
  const wrong = cells.flatMap((cell, column) => (!taken.has(column) && isWrongName(cell) ? [column] : []))
  for (const column of wrong) taken.add(column)
  const points = new Map<number, number>()
  const chosen = new Map<Role, Named>()
  cells.forEach((cell, column) => {
    if (taken.has(column) || cell.length > 60 || cell.trim() === '') return
    const place = findPointsPlace(cell)
    if (place !== null) points.set(place, column)
    const found = place === null ? (findRole(cell) ?? findLooseRole(cell)) : null
    if (!found) return
    const other = chosen.get(found.role)
    if (!other || found.weight < other.weight) chosen.set(found.role, { column, weight: found.weight })
  })
  const roles = Object.fromEntries([...chosen].map(([role, { column }]) => [role, column])) as Columns['roles']
  if (roles.testo === undefined || (answers.length < 2 && wrong.length === 0 && roles.chiave === undefined)) return null
  return { roles, answers, wrong, right: null, points }
}

/** Answer columns. A lone `A` or `1` is not one: it may be the key (`q, a`) or a number. */
function findAnswers(cells: readonly string[]): AnswerColumn[] {
  const places = new Map<number, AnswerColumn>()
  cells.forEach((cell, column) => {
    const posto = cell.length > 40 ? null : findAnswerPlace(cell)
    if (posto !== null && !places.has(posto)) places.set(posto, { column, posto, lettera: letterOf(cell) })
  })
  return places.size < 2 ? [] : [...places.values()].sort((a, b) => a.posto - b.posto)
}

/** True when a row repeats the header, as at the top of every printed page. */
export const isHeader = (cells: readonly string[], header: readonly string[]): boolean =>
  header.some((c) => c.trim() !== '') &&
  header.every((name, i) => normalizeName(name) === normalizeName(cells[i] ?? ''))
