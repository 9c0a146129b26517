import type { Row, Table } from '../formats/table.ts'
import { append } from '../long-lists.ts'
import {
  emptyQuestion,
  type Mapped,
  makeAnswer,
  type RawAnswer,
  type RawQuestion,
  type Reading,
  trueFalseAnswers,
} from '../raw-question.ts'
import { Refusal } from '../refusal.ts'
import { type Warning, type WarningFigures, type WarningKind, warn } from '../warnings.ts'
import { foldAnswerRows } from './answer-rows.ts'
import { partOptions } from './cell-options.ts'
import { joinContinued } from './continued.ts'
import { isAddress } from './evidence.ts'
import { type Columns, findHeader, isHeader } from './header.ts'
import { guessColumns } from './headerless.ts'
import { NO_KEY } from './keys.ts'
import { applyMapping, type Mapping } from './mapping.ts'
import { comparable, letterPlace, numberOf } from './marks.ts'
import { normalizeName, type Role } from './names.ts'
import { type Context, findRivalKey, refineColumns, usedColumns } from './refine.ts'
import { isVoid, readDifficulty, readKeySource, readPoints, readPointsList, readState } from './values.ts'
import { foldVerdicts } from './verdict-columns.ts'
import { readTruth } from './verdicts.ts'

/** Footer of a page or note, as a row of its own. */
const NOTE =
  /^(pag(ina|\.)?\s*\d|page\s*\d|\d+\s*(di|of|\/)\s*\d+$|©|\(c\)|copyright|fonte\b|nota\b|note\b|total[ei]?\b|aggiornat)/i
/** Longest title of a section. */
const MAX_TITLE = 90

type Layout = { rows: readonly Row[]; columns: Columns; names: string[]; start: number; header: boolean }

/**
 * Reads the questions of one table, by its header or, without one, by the look of its cells. Null when it is no bank.
 */
export function readTable(
  table: Table,
  sheet: string | null,
  context: Context & { mapping?: Mapping },
): Reading | null {
  const layout = chooseLayout(table, context)
  if (!layout) return null
  const { columns, names, start, header } = layout
  const fieldNames = names.map(normalizeName)
  const warnings: Warning[] = table.warnings.map((warning) => ({ ...warning, sheet }))
  const note = <K extends WarningKind>(kind: K, row: Row, figures: WarningFigures[K]) =>
    warnings.push(warn(kind, row.line, figures, sheet))
  const rows = joinContinued(trimEnd(layout.rows.slice(start)), columns, {
    told: (row, above) => note('row_continued', row, { row: above.line }),
    isFurniture: (row) => isNote(row) || isTotal(row) || (header && isHeader(row.cells, names)),
  })
  const alone = countAlone(rows)
  const used = usedColumns(columns)
  const unused = names.map((_, column) => column).filter((column) => !used.has(column))
  const questions: RawQuestion[] = []
  let candidates = 0
  let section: string | null = null
  for (const row of rows) {
    const filled = row.cells.filter((c) => c.trim() !== '')
    if (filled.length === 0) note('empty_row', row, {})
    else if (header && isHeader(row.cells, names)) note('header_repeated', row, {})
    else if (filled.length === 1 && (columns.answers.length > 0 || columns.right !== null)) {
      const title = (filled[0] ?? '').trim()
      const fresh = columns.roles.materia === undefined && isTitle(title, alone) && !isPart(row, columns)
      if (fresh) section = title
      const how = row.merged ? 'merged_title' : 'single_cell'
      if (!fresh && isSentence(title)) note('passage_row', row, { title: cut(title) })
      else note(`${how}_${fresh ? 'as_materia' : 'skipped'}`, row, { title: cut(title) })
      if (!fresh) candidates += header ? 0 : 1
    } else {
      const discard = findDiscard(row, columns, header ? names.length : 0)
      if (!discard || !isAside(filled)) candidates++
      if (discard) {
        warnings.push({ ...discard, sheet })
        continue
      }
      const numeric = columns.answers.filter((r) => row.numeric.includes(r.column))
      if (numeric.length > 0) note('numeric_cells', row, { places: numeric.map((r) => 'ABCDEFGH'[r.posto]).join(', ') })
      const question = readRow(row, columns, fieldNames, { sheet, section, unused })
      const rival = findRivalKey(row, columns)
      if (rival) note('keys_differ', row, rival)
      questions.push(rival ? { ...question, chiave: NO_KEY } : question)
    }
  }
  append(warnings, [...listUnused(columns, names, rows, sheet), ...tellPassages(questions)])
  const key = columns.keyGuessed ? names[columns.roles.chiave ?? -1]?.trim() : undefined
  if (key !== undefined) warnings.push(warn('key_guessed', null, { name: key }, sheet))
  const declaredAnswers = header ? countAnswers(columns) : null
  return { questions, candidates, declaredAnswers, warnings, mapping: describe(columns, names) }
}

/** Chooses the columns of a table, each answer in one cell and the right one in one column. */
function chooseLayout(table: Table, context: Context & { mapping?: Mapping }): Layout | null {
  const named = findHeader(table.rows)?.columns
  if (context.mapping) return findLayout(table, context)
  const folded = foldAnswerRows(table.rows) ?? foldVerdicts(table.rows)
  if (folded) return findLayout({ ...table, rows: folded }, context)
  if (named && (named.answers.length > 1 || named.wrong.length > 0)) return findLayout(table, context)
  const split = partOptions(table.rows)
  if (split === null) return findLayout(table, context)
  const layout = 'rows' in split ? findLayout({ ...table, rows: split.rows }, context) : findLayout(table, context)
  if (!layout && 'unclear' in split) throw new Refusal('options_in_cell', { name: split.unclear })
  return layout ?? findLayout(table, context)
}

function findLayout(table: Table, context: Context & { mapping?: Mapping }): Layout | null {
  const mapped = context.mapping ? applyMapping(table.rows, context.mapping) : null
  const found = mapped ?? findHeader(table.rows)
  if (found) {
    const names = table.rows[found.index]?.cells ?? []
    const body = table.rows.slice(found.index + 1)
    const columns = mapped ? mapped.columns : refineColumns(found.columns, names, body, context)
    if (!mapped && columns && isDoubled(columns, names)) throw new Refusal('tables_beside', {})
    return columns && { rows: table.rows, columns, names, start: found.index + 1, header: true }
  }
  const guessed = guessColumns(table.rows, context)
  return guessed && { ...guessed, rows: table.rows, header: guessed.names.some((name) => name !== '') }
}

/** Returns true when the question's and every answer's names stand twice: two tables, side by side. */
function isDoubled({ roles, answers }: Columns, names: readonly string[]): boolean {
  const words = names.map(normalizeName)
  const twice = (column: number | undefined) =>
    column !== undefined && words.filter((name) => name !== '' && name === words[column]).length > 1
  return twice(roles.testo) && answers.length > 1 && answers.every(({ column }) => twice(column))
}

const countAnswers = ({ answers, wrong, right }: Columns): number =>
  right === null ? answers.length : 1 + wrong.length + answers.length

const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Drops empty rows at the end, which are no defect. */
function trimEnd(rows: Row[]): Row[] {
  let end = rows.length
  while (end > 0 && rows[end - 1]?.cells.every((c) => c.trim() === '')) end--
  return rows.slice(0, end)
}

/** Counts how often each text stands alone in its row: titles stand once, footers at every page. */
function countAlone(rows: readonly Row[]): Map<string, number> {
  const alone = new Map<string, number>()
  for (const { cells } of rows) {
    const filled = cells.filter((c) => c.trim() !== '')
    const text = (filled[0] ?? '').replace(/\d+/g, '0').trim()
    if (filled.length === 1) alone.set(text, (alone.get(text) ?? 0) + 1)
  }
  return alone
}

/** Fewest words that make a text with its full stop a sentence. */
const MIN_WORDS = 6
/** Returns true for a text that may introduce the questions below, and is no title. */
const isSentence = (text: string): boolean =>
  !NOTE.test(text) && text.split(/\s+/).length >= MIN_WORDS && (text.length > MAX_TITLE || /[.!…»”]$/.test(text))

/** Warns of passages on one row alone; the rows below have an empty cell and may share them. */
function tellPassages(questions: readonly RawQuestion[]): Warning[] {
  const ends = questions.filter(({ brano }, i) => brano !== null && questions[i + 1]?.brano === null)
  const [first] = ends
  if (!first) return []
  const without = questions.slice(questions.indexOf(first)).filter(({ brano }) => brano === null).length
  return [warn('passage_alone', first.riga, { passages: ends.length, questions: without }, first.sheet)]
}

const isTitle = (title: string, alone: ReadonlyMap<string, number>): boolean =>
  /\p{L}{3}/u.test(title) &&
  title.length <= MAX_TITLE &&
  !isSentence(title) &&
  !NOTE.test(title) &&
  !isAddress(title) &&
  alone.get(title.replace(/\d+/g, '0').trim()) === 1

const isNote = ({ cells }: Row): boolean => {
  const filled = cells.filter((c) => c.trim() !== '')
  return filled.length === 1 && NOTE.test((filled[0] ?? '').trim())
}

const KIND =
  /^(?:int(?:eger)?|testo|text|string|stringa|(?:n?var)?char(?:\(\d+\))?|numer[oi]c?|number|bool(?:ean)?|data|date)$/i
/** Most cells of a page's footer or of a total. */
const MAX_ASIDE = 4

/** Returns true for rules, kinds of columns, totals and footers over several cells, which are no dropped question. */
function isAside(filled: readonly string[]): boolean {
  const cells = filled.map((c) => c.trim())
  const [first = '', ...others] = cells
  const counted = others.every((c) => /^(?:(?:di|of|\/)?[\d.,\s]*|\p{L}+:?)$/u.test(c) || NOTE.test(c))
  return (
    cells.every((c) => KIND.test(c)) ||
    !cells.some((c) => /[\p{L}\p{N}]/u.test(c)) ||
    (cells.length <= MAX_ASIDE && NOTE.test(first) && counted)
  )
}

/** Returns true for a total or a footer over several cells. */
const isTotal = ({ cells }: Row): boolean => {
  const filled = cells.filter((c) => c.trim() !== '')
  return filled.length > 0 && isAside(filled)
}

/** Returns true for a piece of a question: a lone cell in lower case, under answers or keys. */
function isPart({ cells, merged }: Row, columns: Columns): boolean {
  const at = cells.findIndex((c) => c.trim() !== '')
  const under = answerColumns(columns).includes(at) || columns.roles.chiave === at
  return !merged && (under || /^\s*\p{Ll}/u.test(cells[at] ?? ''))
}

/** Returns the reason why a row cannot be a question, or null. */
function findDiscard({ cells, line, numeric }: Row, columns: Columns, width: number): Warning | null {
  if (width > 0 && cells.slice(width).some((c) => c.trim() !== ''))
    return warn('row_too_wide', line, { cells: cells.length, header: width })
  const text = (cells[columns.roles.testo ?? -1] ?? '').trim()
  if (text === '' && columns.roles.immagine === undefined) return warn('row_without_text', line, {})
  const answers = answerColumns(columns).flatMap((column) => (cells[column] ?? '').trim() || [])
  if (answerColumns(columns).length > 0 && answers.length < 2) return warn('row_without_answers', line, {})
  // Reject rules under a header (`---`), and the kinds of its columns (`testo`, `testo`, `testo`).
  if (answers.length > 0 && ![text, ...answers].some((cell) => /[\p{L}\p{N}]/u.test(cell)))
    return warn('row_without_text', line, {})
  if (answers.length > 2 && new Set(answers).size === 1) return warn('row_without_answers', line, {})
  // Report an error only for a cell that is one: an answer may well be about an error.
  const texts = [columns.roles.testo ?? -1, ...answerColumns(columns)].filter((column) => numeric.includes(column))
  const error = texts.map((column) => (cells[column] ?? '').trim()).find((cell) => ERROR.test(cell))
  if (error !== undefined) return warn('row_with_error', line, { error })
  return isShifted(cells, columns, answers) ? warn('row_shifted', line, {}) : null
}

/** Display of a formula without a result. */
const ERROR = /^#(?:N\/[AD]|REF!|RIF!|VALUE!|VALORE!|NAME\?|NOME\?|DIV\/0!|NUM!|NULL!|NULLO!|SPILL!|ESPANSIONE!|CALC!)$/
const LONE_LETTER = /^[([]?[A-H][)\].]?$/

/**
 * Returns true when the row lacks a cell. Its last answer is a letter, unlike the others, and its value under the keys
 * is none.
 */
function isShifted(cells: readonly string[], { roles }: Columns, answers: readonly string[]): boolean {
  const key = (cells[roles.chiave ?? -1] ?? '').trim()
  const last = answers.at(-1) ?? ''
  if (roles.chiave === undefined || !LONE_LETTER.test(last) || answers.slice(0, -1).some((a) => a.length < 3))
    return false
  return (
    letterPlace(key) === null &&
    numberOf(key) === null &&
    !answers.slice(0, -1).some((a) => comparable(a) === comparable(key))
  )
}

/** Returns the columns whose cells are answers, in the order of a question's answers. */
const answerColumns = ({ answers, wrong, right }: Columns): number[] =>
  right === null ? answers.map((a) => a.column) : [right, ...answers.map((a) => a.column), ...wrong]

/** Place of a row, and the columns without a role, which may annul its question. */
type Around = { sheet: string | null; section: string | null; unused: readonly number[] }

function readRow(
  row: Row,
  columns: Columns,
  names: readonly string[],
  { sheet, section, unused }: Around,
): RawQuestion {
  const cell = (role: Role): string | null => {
    const column = columns.roles[role]
    return column === undefined ? null : (row.cells[column] ?? '').trim() || null
  }
  const trueFalse = answerColumns(columns).length === 0
  const image = cell('immagine')
  const inside = [...(row.images?.values() ?? [])].flat()
  const struck = /strike/.test(row.marks?.get(columns.roles.testo ?? -1)?.colour ?? '')
  return {
    ...emptyQuestion(row.line, sheet),
    ...(struck && { struck }),
    numero: cell('numero') ?? cell('id'),
    id_origine: columns.roles.numero === undefined ? null : cell('id'),
    materia: cell('materia') ?? section,
    testo: row.cells[columns.roles.testo ?? -1] ?? '',
    brano: cell('brano'),
    risposte: trueFalse ? trueFalseAnswers() : readAnswers(row, columns, names, cell('efficacia')),
    trueFalse,
    chiave: trueFalse ? readTruth(cell('chiave')) : cell('chiave'),
    immagini: [...(image ? image.split(/\s*[;|]\s*/).filter((s) => s !== '') : []), ...inside],
    alt: cell('alt'),
    spiegazione: cell('spiegazione'),
    fonte: cell('fonte'),
    difficolta: readDifficulty(cell('difficolta')),
    provenienza: readKeySource(cell('provenienza')),
    stato: unused.some((c) => isVoid((row.cells[c] ?? '').trim()))
      ? 'annullata'
      : readState(cell('stato'), names[columns.roles.stato ?? -1]),
  }
}

function readAnswers(row: Row, columns: Columns, names: readonly string[], grades: string | null): RawAnswer[] {
  const { cells } = row
  const list = grades === null ? [] : readPointsList(grades.split(/[;|/]|,\s/))
  const make = (column: number, place: number, rest: Partial<RawAnswer>) =>
    makeAnswer(cells[column] ?? '', place, { ...rest, ...markOf(row, column) })
  const answers =
    columns.right === null
      ? columns.answers.map(({ column, posto, lettera }) => {
          const points = columns.points.get(posto)
          const value = points === undefined ? (list[posto] ?? null) : readPoints(cells[points] ?? '')
          return make(column, posto, { lettera, punti: value, name: names[column] ?? '' })
        })
      : answerColumns(columns).map((column, place) => make(column, place, { right: place === 0 }))
  return answers.filter((answer) => answer.testo.trim() !== '')
}

/** Returns the look of a cell, when it is not plain. */
function markOf({ marks }: Row, column: number): Partial<RawAnswer> {
  const mark = marks?.get(column)
  return mark ? { bold: mark.bold ?? false, colour: mark.colour ?? null } : {}
}

/** Warns of columns with values and no role, which are never dropped in silence. */
function listUnused(columns: Columns, names: readonly string[], rows: readonly Row[], sheet: string | null): Warning[] {
  const used = usedColumns(columns)
  const width = rows.reduce((n, row) => Math.max(n, row.cells.length), 0)
  return Array.from({ length: width }, (_, column) => column).flatMap((column) => {
    if (used.has(column)) return []
    const values = rows.map((row) => (row.cells[column] ?? '').trim()).filter((value) => value !== '')
    if (values.length === 0 || (names.length > 0 && column >= names.length)) return []
    const name = names[column]?.trim() || `${column + 1}`
    return [warn('column_unused', null, { name, values: values.length, example: cut(values[0] ?? '') }, sheet)]
  })
}

/** Returns the column from which each role was read, for the operator to check. */
function describe(columns: Columns, names: readonly string[]): Mapped[] {
  const name = (column: number) => names[column]?.trim() || `colonna ${column + 1}`
  const answers = answerColumns(columns).map((column, i) => ({ role: 'ABCDEFGH'[i] ?? '?', name: name(column) }))
  const roles = Object.entries(columns.roles).map(([role, column]) => ({ role, name: name(column) }))
  return [...roles, ...answers, ...(columns.right === null ? [] : [{ role: 'esatta', name: name(columns.right) }])]
}
