import type { RecordEntry } from '../formats/format.ts'
import type { Row } from '../formats/table.ts'
import { append, greatest } from '../long-lists.ts'
import { Refusal } from '../refusal.ts'
import { type Columns, noColumns } from './header.ts'
import { findAnswerPlace, findRole, normalizeName, type Role } from './names.ts'

/** Operator's mapping: each field and the name of its column, or the path of its JSON field. */
export type Mapping = ReadonlyMap<string, string>

const HEADER_ROWS = 30
const LIST = /^(risposte|opzioni)$/
const RIGHT = /^(esatta in parole|giusta)$/
const WRONG = /^(errate|errata|sbagliate)$/

/** Returns the role of an operator's word for a field; null for any other word. */
const fieldRole = (field: string): Role | null => findRole(field)?.role ?? null

/** Returns true when a field of the mapping is one that the import supports. */
export const isField = (field: string): boolean =>
  LIST.test(field) ||
  RIGHT.test(field) ||
  WRONG.test(field) ||
  findAnswerPlace(field) !== null ||
  fieldRole(field) !== null

/**
 * Returns the columns that the operator names (by name, or by number from 1). A column that the table lacks is refused.
 */
export function applyMapping(rows: readonly Row[], mapping: Mapping): { columns: Columns; index: number } {
  const wanted = [...mapping.values()].flatMap((value) => value.split('+'))
  const find = (row: Row, name: string): number => {
    const exact = row.cells.findIndex((c) => normalizeName(c) === normalizeName(name) && c.trim() !== '')
    return exact
  }
  const scores = rows.slice(0, HEADER_ROWS).map((row) => wanted.filter((name) => find(row, name) >= 0).length)
  const index = scores.indexOf(greatest(scores, 0))
  const header = rows[index]
  const seen = (header?.cells ?? []).filter((c) => c.trim() !== '').join(', ')
  const columnOf = (name: string): number => {
    const found = header ? find(header, name) : -1
    if (found < 0) throw new Refusal('mapping_unknown', { missing: name, seen })
    return found
  }
  const columns = noColumns()
  for (const [field, name] of mapping) {
    const place = findAnswerPlace(field)
    if (RIGHT.test(field)) columns.right = columnOf(name)
    else if (WRONG.test(field)) append(columns.wrong, name.split('+').map(columnOf))
    else if (LIST.test(field)) {
      for (const [posto, one] of name.split('+').entries())
        columns.answers.push({ column: columnOf(one), posto, lettera: null })
    } else if (place !== null)
      columns.answers.push({ column: columnOf(name), posto: place, lettera: field.toUpperCase().at(-1) ?? null })
    else {
      const role = fieldRole(field)
      if (!role) throw new Refusal('mapping_unknown', { missing: field, seen })
      columns.roles[role] = columnOf(name)
    }
  }
  columns.answers.sort((a, b) => a.posto - b.posto)
  if (columns.roles.testo === undefined) throw new Refusal('mapping_unknown', { missing: 'domanda', seen })
  return { columns, index }
}

const MAX_DEPTH = 12
/** Canonical names for the fields of a rewritten record. */
const CANONICAL: Partial<Record<Role, string>> = { testo: 'domanda', chiave: 'corretta', efficacia: 'efficacia' }

/**
 * Rewrites the records in which the operator's paths lead to a question, with canonical names. Refused when none does.
 */
export function mapRecords(records: readonly RecordEntry[], mapping: Mapping): RecordEntry[] {
  for (const field of mapping.keys())
    if (!isField(field)) throw new Refusal('mapping_unknown', { missing: field, seen: '' })
  const text = [...mapping].find(([field]) => fieldRole(field) === 'testo')?.[1]
  if (text === undefined) throw new Refusal('mapping_unknown', { missing: 'domanda', seen: '' })
  let found = 0
  const walk = (value: unknown, depth: number): unknown => {
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((one) => walk(one, depth + 1))
    if (typeof follow(value, text) === 'string') {
      found++
      return rewrite(value, mapping)
    }
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, depth + 1)]))
  }
  const mapped = records.map(({ value, line }) => ({ value: walk(value, 0), line }))
  if (found === 0) throw new Refusal('mapping_unknown', { missing: text, seen: '' })
  return mapped
}

/** Returns the value at a path of names (`info.tema`). */
function follow(value: unknown, path: string): unknown {
  let at: unknown = value
  for (const name of path.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined
  return at
}

function rewrite(record: object, mapping: Mapping): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [field, path] of mapping) {
    const place = findAnswerPlace(field)
    const role = fieldRole(field)
    if (LIST.test(field))
      fields.risposte = path.includes('+') ? path.split('+').map((one) => follow(record, one)) : follow(record, path)
    else if (WRONG.test(field)) fields.risposte_errate = path.split('+').flatMap((one) => follow(record, one))
    else if (RIGHT.test(field)) fields.risposta_corretta = follow(record, path)
    else if (place !== null) fields[`risposta ${'abcdefgh'[place]}`] = follow(record, path)
    else if (role) fields[CANONICAL[role] ?? role] = follow(record, path)
  }
  return fields
}
