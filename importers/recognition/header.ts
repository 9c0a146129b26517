import type { Row } from '../formats/table.ts'
import { findAnswerPlace, findPointsPlace, findRole, letterOf, normalizeName, type Role } from './names.ts'

/** Where each thing is in a table, by column from 0. */
export type Columns = {
  roles: Partial<Record<Role, number>>
  answers: { column: number; posto: number; lettera: string | null }[]
  /** Column of the points of each answer, by its place. */
  points: Map<number, number>
}

/** Rows from the top in which a header is looked for, below titles and notes. */
const RIGHE_INTESTAZIONE = 30

/** The header of a table and its row's index; null when no row names a question with answers or a key. */
export function findHeader(righe: readonly Row[]): { columns: Columns; index: number } | null {
  for (let index = 0; index < Math.min(righe.length, RIGHE_INTESTAZIONE); index++) {
    const columns = readHeader(righe[index]?.cells ?? [])
    if (columns) return { columns, index }
  }
  return null
}

/** Columns by their names, or null when the cells are not names of columns. */
export function readHeader(celle: readonly string[]): Columns | null {
  const answers = findRisposte(celle)
  const prese = new Set(answers.map(({ column: colonna }) => colonna))
  const points = new Map<number, number>()
  const scelte = new Map<Role, { column: number; peso: number }>()
  celle.forEach((cella, column) => {
    if (prese.has(column) || cella.length > 60) return
    const posto = findPointsPlace(cella)
    if (posto !== null) points.set(posto, column)
    const trovato = posto === null ? findRole(cella) : null
    if (!trovato) return
    const scelta = scelte.get(trovato.role)
    if (!scelta || trovato.weight < scelta.peso) scelte.set(trovato.role, { column, peso: trovato.weight })
  })
  const roles = Object.fromEntries(
    [...scelte].map(([campo, { column: colonna }]) => [campo, colonna]),
  ) as Columns['roles']
  if (roles.testo === undefined || (answers.length < 2 && roles.chiave === undefined)) return null
  return { roles, answers, points }
}

/** Answer columns. A lone `A` or `1` is not one: it may be the key (`q, a`) or a number. */
function findRisposte(celle: readonly string[]): Columns['answers'] {
  const trovate = celle.flatMap((cella, column) => {
    const posto = cella.length > 40 ? null : findAnswerPlace(cella)
    return posto === null ? [] : [{ column, posto, lettera: letterOf(cella) }]
  })
  const posti = new Map<number, (typeof trovate)[number]>()
  for (const risposta of trovate) if (!posti.has(risposta.posto)) posti.set(risposta.posto, risposta)
  return posti.size < 2 ? [] : [...posti.values()].sort((a, b) => a.posto - b.posto)
}

/** True when a row repeats the header, as at the top of every printed page. */
export const isHeader = (celle: readonly string[], intestazione: readonly string[]): boolean =>
  intestazione.some((c) => c.trim() !== '') &&
  intestazione.every((nome, i) => normalizeName(nome) === normalizeName(celle[i] ?? ''))
