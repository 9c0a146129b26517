import type { FileContent, RecordEntry } from '../formats/format.ts'
import type { Table } from '../formats/table.ts'
import { MAX_COLUMNS, MAX_QUESTIONS } from '../limits.ts'
import type { Reading } from '../raw-question.ts'
import { Refusal } from '../refusal.ts'
import { type Warning, warn } from '../warnings.ts'
import { foldAnswerRows } from './answer-rows.ts'
import { type Columns, findHeader, isNameRow, readHeader } from './header.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { type Mapping, mapRecords } from './mapping.ts'
import { listFields, readRecords } from './records.ts'
import type { Context } from './refine.ts'
import { readTable } from './rows.ts'
import { takeShownSigns, takeShownWords } from './shown-signs.ts'
import { takeLabels } from './text-labels.ts'
import { foldVerdicts } from './verdict-columns.ts'

/**
 * Splits a sheet into its tables, one under the other. A table ends where names of columns stand in other places than
 * its own. The same names in the same places are the header of a page, and split nothing.
 */
function splitBlocks(table: Table): Table[] {
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

/** Returns the role of each column, by its place. */
const listPlaces = ({ roles, answers, wrong }: Columns): Map<string, number> =>
  new Map([
    ...Object.entries(roles),
    ...answers.map(({ posto, column }): [string, number] => [`answer ${posto}`, column]),
    ...wrong.map((column, i): [string, number] => [`wrong ${i}`, column]),
  ])

/** Returns true when roles that both name stand in the same columns, and no column has two roles. */
function isSamePlace(a: Columns, b: Columns): boolean {
  const [one, other] = [listPlaces(a), listPlaces(b)]
  const taken = new Set(other.values())
  return [...one].every(([name, column]) => (other.has(name) ? other.get(name) === column : !taken.has(column)))
}

/** Default name of a sheet. */
const UNNAMED = /^(?:foglio|sheet|tabella|table|tabelle|feuille|hoja)\s*\d*$/i
/** Longest list of names that a refusal shows. */
const MAX_SEEN = 12

/** Returns the questions in a format's content. Refused, with the seen names, when nothing in it is a question. */
export function recognise(content: FileContent, context: Context & { mapping?: Mapping }): Reading {
  if (content.shape === 'questions') return takeLabels(takeShownWords(bound(content.reading)))
  if (content.shape === 'tables') checkTables(content.tables)
  return takeLabels(takeShownSigns(bound(readShape(content, context))))
}

function bound(reading: Reading): Reading {
  if (reading.questions.length > MAX_QUESTIONS) throw new Refusal('too_many_questions', { max: MAX_QUESTIONS })
  return reading
}

/**
 * Rejects a table of more columns than any bank has, or of more rows. Empty columns at its end do not count, and are
 * removed.
 */
function checkTables(tables: readonly Table[]): void {
  for (const { rows } of tables) {
    let width = 0
    let full = 0
    for (const { cells } of rows) {
      const last = cells.findLastIndex((cell) => cell.trim() !== '')
      width = Math.max(width, last + 1)
      if (last > 0) full++
    }
    if (width > MAX_COLUMNS) throw new Refusal('too_many_columns', { columns: width, max: MAX_COLUMNS })
    if (full > MAX_QUESTIONS * 2) throw new Refusal('too_many_questions', { max: MAX_QUESTIONS })
    for (const row of rows) if (row.cells.length > MAX_COLUMNS) row.cells.length = MAX_COLUMNS
  }
}

function readShape(
  content: Exclude<FileContent, { shape: 'questions' }>,
  context: Context & { mapping?: Mapping },
): Reading {
  if (content.shape === 'tables') return readTables(content.tables, context)
  const rows = asRows(content.records) ?? (context.mapping ? null : asJudged(content.records))
  if (rows) return readTables([{ name: null, rows, warnings: [] }], context)
  const records = context.mapping ? mapRecords(content.records, context.mapping) : content.records
  const reading = readRecords(records, content.candidates, context.images)
  if (!reading) throw new Refusal('no_questions', { seen: listFields(content.records.map((r) => r.value)).join(', ') })
  return reading
}

/** Reads a list of lists of plain values as a table. */
function asRows(records: readonly RecordEntry[]): Table['rows'] | null {
  const [only] = records
  const lists = records.length === 1 && Array.isArray(only?.value) ? only.value : records.map((r) => r.value)
  const isRow = (value: unknown) =>
    Array.isArray(value) && value.every((cell) => typeof cell !== 'object' || cell === null)
  if (lists.length < 2 || !lists.every(isRow)) return null
  return (lists as unknown[][]).map((cells, i) => ({
    line: i + 1,
    cells: cells.map((cell) => (cell === null || cell === undefined ? '' : String(cell))),
    numeric: [],
    merged: false,
  }))
}

/** Reads flat records as a table when each is an answer, or has a verdict beside each answer. */
function asJudged(records: readonly RecordEntry[]): Table['rows'] | null {
  const [only] = records
  const list = only && records.length === 1 && only.line === null ? findList(only.value) : records.map((r) => r.value)
  const flat = list?.map((value) => flattenRecord(value)) ?? []
  if (flat.length < 2 || flat.some((record) => record === null)) return null
  const names = [...new Set(flat.flatMap((record) => Object.keys(record ?? {})))]
  const rows = [names, ...flat.map((record) => names.map((name) => String(record?.[name] ?? '')))].map((cells, i) => ({
    line: i === 0 ? 0 : (records[i - 1]?.line ?? i),
    cells,
    numeric: [],
    merged: false,
  }))
  return foldAnswerRows(rows) ?? foldVerdicts(rows)
}

/** Returns the only list of objects that a value holds. */
function findList(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  const inner = isObject(value) ? Object.values(value).filter((v) => typeof v === 'object' && v !== null) : []
  return inner.length === 1 ? findList(inner[0]) : null
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Flattens a record of plain values, with those of a child object as its own. Null for a record that holds lists. */
function flattenRecord(value: unknown): JsonObject | null {
  if (!isObject(value)) return null
  const children = Object.values(value).filter(isObject)
  const plain = Object.entries(value).every(([, v]) => isPlain(v) || (isObject(v) && Object.values(v).every(isPlain)))
  if (!plain || children.length > 2) return null
  return Object.assign({}, ...children, Object.fromEntries(Object.entries(value).filter(([, v]) => isPlain(v))))
}

/** Joins the sheets that are banks. Without a subject column the sheet's name is the subject. */
function readTables(tables: readonly Table[], context: Context & { mapping?: Mapping }): Reading {
  const several = tables.length > 1
  const skipped: Warning[] = []
  let why: Refusal | null = null
  let lost = 0
  const readings = tables.flatMap((table) => {
    const blocks = context.mapping ? [table] : splitBlocks(table)
    const found = blocks.flatMap((block) => {
      const reading = attempt(block, several ? table.name : null)
      if (reading && reading.questions.length > 0) return [{ reading, name: table.name }]
      // Count rows under other, unreadable names as questions that would be lost.
      if (blocks.length > 1) lost += Math.max(0, block.rows.length - 1)
      return []
    })
    if (found.length === 0 && several && table.name !== null)
      skipped.push(warn('sheet_skipped', null, { sheet: table.name }))
    return found
  })
  function attempt(table: Table, sheet: string | null): Reading | null {
    try {
      return readTable(table, sheet, context)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      why ??= error
      return null
    }
  }
  const [first] = readings
  if (!first) throw why ?? new Refusal('no_questions', { seen: seenIn(tables) })
  if (new Set(readings.map(({ name }) => name)).size > 1)
    for (const { reading, name } of readings)
      for (const question of reading.questions) question.materia ??= UNNAMED.test(name ?? '') ? null : name
  return {
    questions: readings.flatMap(({ reading }) => reading.questions),
    candidates: readings.reduce((n, { reading }) => n + reading.candidates, lost),
    declaredAnswers: first.reading.declaredAnswers,
    warnings: [...skipped, ...readings.flatMap(({ reading }) => reading.warnings)],
    mapping: first.reading.mapping,
  }
}

/** Returns the cells of the first row that has two, which may be names of columns. */
function seenIn(tables: readonly Table[]): string {
  const rows = tables.flatMap((table) => table.rows)
  const row = rows.find(({ cells }) => cells.filter((c) => c.trim() !== '').length >= 2)
  const names = (row?.cells ?? []).map((c) => c.trim()).filter((c) => c !== '')
  return names
    .slice(0, MAX_SEEN)
    .map((c) => (c.length > 30 ? `${c.slice(0, 29)}…` : c))
    .join(', ')
}
