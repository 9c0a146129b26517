import type { Row } from '../formats/table.ts'
import { MAX_TEXT } from '../limits.ts'
import type { Columns } from './header.ts'

/** Share of rows with a number above which a row without one continues the row above. */
const NUMBERED = 0.8
const ENDED = /[.?!:;…»”")\]]\s*$/

type Told = {
  /** Receives each row that continues another. */
  told: (row: Row, above: Row) => void
  /** Returns true for a row that a page prints again between the two halves: its header, its number. */
  isFurniture: (row: Row) => boolean
}

/** Joins rows that a page break cut in two to the row above. */
export function joinContinued(rows: readonly Row[], columns: Columns, { told, isFurniture }: Told): Row[] {
  const joined: Row[] = []
  const numbered = isNumbered(rows, columns)
  let last = -1
  for (const row of rows) {
    const above = joined[last]
    const furniture = isFurniture(row)
    if (above && !furniture && continues(row, above, columns, numbered)) {
      told(row, above)
      joined[last] = merge(above, row)
      continue
    }
    if (!furniture) last = joined.length
    joined.push(row)
  }
  return joined
}

const cell = (row: Row, column: number | undefined): string =>
  column === undefined ? '' : (row.cells[column] ?? '').trim()

function isNumbered(rows: readonly Row[], { roles }: Columns): boolean {
  const column = roles.numero ?? roles.id
  const full = rows.filter((row) => row.cells.filter((c) => c.trim() !== '').length >= 3)
  return column !== undefined && full.filter((row) => cell(row, column) !== '').length >= full.length * NUMBERED
}

/** Returns true when only cells of texts are filled. The row has no number, and alone is no question. */
function continues(row: Row, above: Row, { roles, answers, wrong, right }: Columns, numbered: boolean): boolean {
  // Stop at a text that is already too long: joining more would cost its length at every row.
  if (row.merged || above.cells.some((c) => c.length > MAX_TEXT)) return false
  const texts = [roles.testo, roles.brano, roles.spiegazione].filter((c) => c !== undefined)
  const options = [...answers.map((a) => a.column), ...wrong, ...(right === null ? [] : [right])]
  const filled = row.cells.flatMap((c, i) => (c.trim() === '' ? [] : [i]))
  const aboveFilled = above.cells.filter((c) => c.trim() !== '').length
  // Accept a key or a subject on the second half as the first half's own, which has none.
  const { numero, id, ...others } = roles
  const rest = Object.values(others).filter((c) => cell(above, c) === '')
  const fits = (c: number) => texts.includes(c) || options.includes(c) || rest.includes(c)
  if (filled.length === 0 || aboveFilled < 2 || !filled.every(fits)) return false
  const inOptions = filled.filter((c) => options.includes(c))
  if (inOptions.length === options.length && cell(row, roles.testo) !== '') return false
  if (numbered) return inOptions.length > 0 || isRest(row, above, roles.testo)
  if (inOptions.length === 0)
    return filled.length === 1 && /^\p{Ll}/u.test(cell(row, filled[0])) && !ENDED.test(cell(above, filled[0]))
  return cell(row, roles.testo) === '' && inOptions.length < options.length
}

/** Returns true when the text continues: in lower case, or after one that had not ended. */
const isRest = (row: Row, above: Row, text: number | undefined): boolean =>
  /^\p{Ll}/u.test(cell(row, text)) || !ENDED.test(cell(above, text))

function merge(above: Row, row: Row): Row {
  const cells = above.cells.map((text, i) => {
    const rest = (row.cells[i] ?? '').trim()
    return rest === '' ? text : text.trim() === '' ? rest : `${text.trimEnd()} ${rest}`
  })
  return { ...above, cells }
}
