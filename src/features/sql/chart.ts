import type { SqlCell } from '#contract/sql'
import { cellText, numberOf } from './cells.ts'

/** Most bars that a chart shows. */
export const MAX_BARS = 25
/** Most points of a line. */
const MAX_POINTS = 2000

type ChartPoint = { name: string; value: number }
/** `barre` has a label and a number, `linea` a day and a number, by day. `columns` names the labels, then the numbers. */
export type ChartData = {
  tipo: 'barre' | 'linea'
  columns: readonly [string, string]
  points: ChartPoint[]
  more: boolean
}

const DAY = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text))

/**
 * Returns a truthful chart for a result of exactly two columns, or null. Every value must be a number from zero up. Numbers may
 * stand before their labels.
 */
export function chartOf(columns: readonly string[], rows: readonly SqlCell[][]): ChartData | null {
  const [first, second] = columns
  if (first === undefined || second === undefined || columns.length > 2 || rows.length < 2) return null
  const straight = draw([first, second], rows)
  // Swap the columns only when the second holds only text, because numbers are no labels.
  if (straight || !rows.every(([, b]) => typeof b === 'string')) return straight
  return draw(
    [second, first],
    rows.map(([a = null, b = null]) => [b, a]),
  )
}

function draw(columns: readonly [string, string], rows: readonly SqlCell[][]): ChartData | null {
  const points: ChartPoint[] = []
  for (const [name = null, cell = null] of rows) {
    const value = numberOf(cell)
    if (value === null || !Number.isFinite(value) || value < 0) return null
    if (name !== null && typeof name === 'object' && 'byte' in name) return null
    points.push({ name: cellText(name), value })
  }
  if (new Set(points.map(({ name }) => name)).size < points.length) return null
  if (points.every(({ name }) => isDay(name)))
    return {
      tipo: 'linea',
      columns,
      points: [...points].sort((a, b) => Date.parse(a.name) - Date.parse(b.name)).slice(0, MAX_POINTS),
      more: points.length > MAX_POINTS,
    }
  return { tipo: 'barre', columns, points: points.slice(0, MAX_BARS), more: points.length > MAX_BARS }
}
