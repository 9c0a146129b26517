import type { Table } from '../formats/table.ts'
import { type Columns, findHeader, isNameRow, readHeader } from './header.ts'

/**
 * The tables that stand one under the other on a sheet: one ends where names of columns stand in other places than its own. The same
 * names in the same places are the header of a page, and part nothing.
 */
export function splitBlocks(table: Table): Table[] {
  const first = findHeader(table.rows)
  if (!first) return [table]
  let own = first.columns
  const starts = [0]
  for (let i = first.index + 1; i < table.rows.length; i++) {
    const cells = table.rows[i]?.cells ?? []
    const columns = isNameRow(cells) ? readHeader(cells) : null
    if (!columns || isSamePlace(own, columns)) continue
    own = columns
    starts.push(i)
  }
  if (starts.length === 1) return [table]
  return starts.map((from, i) => ({
    ...table,
    rows: table.rows.slice(from, starts[i + 1] ?? table.rows.length),
    warnings: i === 0 ? table.warnings : [],
  }))
}

/** What each column is, by its place. */
const listPlaces = ({ roles, answers, wrong }: Columns): Map<string, number> =>
  new Map([
    ...Object.entries(roles),
    ...answers.map(({ posto, column }): [string, number] => [`answer ${posto}`, column]),
    ...wrong.map((column, i): [string, number] => [`wrong ${i}`, column]),
  ])

/** What both name is in the same column, and no column is one thing here and another there. */
function isSamePlace(a: Columns, b: Columns): boolean {
  const [one, other] = [listPlaces(a), listPlaces(b)]
  const taken = new Set(other.values())
  return [...one].every(([name, column]) => (other.has(name) ? other.get(name) === column : !taken.has(column)))
}
