import type { Row } from '../formats/table.ts'
import { greatest, lowest } from '../long-lists.ts'
import { Refusal } from '../refusal.ts'
import { ASKS, areVerdicts, imageKey, isAddress, isGrouped, SAMPLE, weighKey } from './evidence.ts'
import { type Columns, noColumns, readHeader } from './header.ts'
import { comparable, truthOf } from './marks.ts'
import { findAnswerPlace, findLooseRole, findRole, isGivenName, isWrongName } from './names.ts'
import type { Context } from './refine.ts'
import { isSaid } from './verdicts.ts'

/** Share of the rows that must be a whole question. */
const COMPLETE = 0.9
/** Longest average of the answers' columns against the shortest, beyond which they do not resemble each other. */
const RESEMBLANCE = 2.5
const MAX_ANSWERS = 6
/** Fewest rows that distinguish a number of the row from a figure. */
const MIN_COUNTED = 4
/** Share of the texts that must end as a question does when no column holds their keys. */
const ASKED = 0.5
/** Yes and no in words, because a digit or a letter alone may be many things. */
const SAID_WORD = /^\p{L}{2,}$/u
/** Content of a table of figures. */
const FIGURE = /^[€$]?[\d.,\s]+[%€$]?$/

/** Look of one column's cells; shares are of its filled cells. */
type Profile = {
  column: number
  full: number
  integers: number
  letters: number
  truth: number
  images: number
  addresses: number
  distinct: number
  length: number
  words: number
}

export type Guess = { columns: Columns; names: string[]; start: number }

/**
 * Guesses the columns of a table without a known header by the look of its cells. The question is the first column of
 * sentences, after the number and before the answers. Null when nothing looks like questions. Refused when the proof is
 * too weak.
 */
export function guessColumns(rows: readonly Row[], context: Context): Guess | null {
  const filled = rows.filter(({ cells }) => cells.some((c) => c.trim() !== ''))
  if (isAcross(filled)) throw new Refusal('table_across', {})
  const first = filled.findIndex(({ cells }) => cells.filter((c) => c.trim() !== '').length >= 2)
  if (first < 0) return null
  const named = isTopRow(filled[first], filled.slice(first + 1, first + 6))
  const top = filled[first]
  const body = named ? filled.slice(first + 1) : filled
  const columns = lookAt(body, context)
  if (!columns) return null
  const names = named ? (top?.cells ?? []) : []
  // Reject a candidate's answers, or false ones, as the key; without a key true and false mean nothing.
  if (columns.answers.length === 0 && isGivenName(names[columns.roles.chiave ?? -1] ?? '')) return null
  prove(columns, body, top)
  const start = named && top ? rows.indexOf(top) + 1 : 0
  return { columns, names, start }
}

/** Most rows of a table that may stand on its side, and fewest cells that prove it. */
const MAX_ACROSS = 20
const MIN_ACROSS = 4

/**
 * Returns true when each column is a question. Names of columns stand one under the other, or a row holds only counting
 * numbers, letters or questions.
 */
function isAcross(rows: readonly Row[]): boolean {
  if (rows.length > MAX_ACROSS) return false
  const names = rows.map(({ cells }) => (cells[0] ?? '').trim())
  if (rows.length >= MIN_ACROSS && readHeader(names) !== null) return true
  return rows.some(({ cells }) => {
    const own = cells.map((c) => c.trim()).filter((c) => c !== '')
    const counts = own.every((c, i) => /^\d+$/.test(c) && Number(c) === Number(own[0]) + i)
    return (
      own.length >= MIN_ACROSS && (counts || own.every((c) => /^[A-H]$/.test(c)) || own.every((c) => c.endsWith('?')))
    )
  })
}

/** Returns true for names of columns and no question: short cells without an end, unlike the cells below. */
function isTopRow(row: Row | undefined, below: readonly Row[]): boolean {
  if (!row || below.length < 2) return false
  const cells = row.cells.map((c) => c.trim()).filter((c) => c !== '')
  if (cells.some((c) => c.length > 40 || /[?.:;!]$/.test(c.replace(/^n\.$/i, '')) || /^\d+$/.test(c))) return false
  if (new Set(cells).size < cells.length) return false
  const known = cells.filter(
    (c) => findRole(c) ?? findLooseRole(c) ?? (isWrongName(c) || findAnswerPlace(c) !== null ? c : null),
  )
  const numbered = below.every((r) => /^\d+[.)]?$/.test((r.cells[0] ?? '').trim())) && !/\d/.test(row.cells[0] ?? '')
  return known.length >= 2 || numbered || (known.length > 0 && cells.some(isGivenName))
}

function lookAt(rows: readonly Row[], context: Context): Columns | null {
  const full = rows.filter(({ cells }) => cells.filter((c) => c.trim() !== '').length >= 2).slice(0, SAMPLE)
  const width = greatest(
    full.map(({ cells }) => cells.length),
    0,
  )
  const profiles = Array.from({ length: width }, (_, column) => profile(full, column, context))
  const text = profiles.find(
    (p) => p.words >= 2.5 && p.distinct >= 0.4 && p.full >= 0.9 && p.addresses < 0.5 && p.images < 0.5,
  )
  if (!text) return null
  const rivals = findRivals(profiles, text.column, full)
  const key = rivals.length > 0 ? null : findKey(profiles, text.column, full)
  const roles: Columns['roles'] = { testo: text.column }
  if (key !== null) roles.chiave = key
  const image = profiles.find((p) => p.images >= 0.9 && p.full > 0)
  if (image) roles.immagine = image.column
  const number = profiles.find((p) => p.column !== key && p.integers >= 0.95 && p.distinct >= 0.9 && p.full >= 0.7)
  if (number && (number.column < text.column || counts(number.column, full))) roles.numero = number.column
  const taken = new Set([...Object.values(roles), ...rivals])
  const answers = findBlock(profiles, text.column, taken, full)
  const truth = key !== null && ((profiles[key]?.truth ?? 0) >= 0.95 || areVerdicts(key, full))
  if (answers.length < 2 && !truth) return null
  const used = new Set([...taken, ...answers])
  const materia = profiles.find(
    (p) => !used.has(p.column) && p.full >= 0.5 && p.integers < 0.5 && p.distinct <= 0.5 && p.addresses === 0,
  )
  if (materia) roles.materia = materia.column
  const list = answers.length < 2 ? [] : answers.map((column, posto) => ({ column, posto, lettera: null }))
  return { ...noColumns(), roles, answers: list }
}

/** Requires strong proof or refuses: numbers, a column of keys or answers alike, and nearly every row whole. */
function prove({ roles, answers }: Columns, rows: readonly Row[], top: Row | undefined): void {
  const seen = (top?.cells ?? [])
    .filter((c) => c.trim() !== '')
    .map((c) => (c.length > 30 ? `${c.slice(0, 29)}…` : c))
    .join(', ')
  const has = (row: Row, column: number | undefined) => column !== undefined && (row.cells[column] ?? '').trim() !== ''
  const whole = rows.filter(
    (row) => has(row, roles.testo) && (answers.length === 0 || answers.filter((a) => has(row, a.column)).length >= 2),
  )
  const candidates = rows.filter(
    (row) => row.cells.filter((c) => c.trim() !== '').length >= 1 && !isPiece(row, roles.numero),
  )
  if (whole.length < candidates.length * COMPLETE) throw new Refusal('weak_table', { seen })
  const lengths = answers.map(({ column }) => {
    const texts = whole.map((row) => (row.cells[column] ?? '').trim()).filter((t) => t !== '')
    return texts.reduce((sum, t) => sum + t.length, 0) / Math.max(1, texts.length)
  })
  const used = lengths.filter((n) => n > 0)
  const alike = used.length >= 2 && greatest(used) <= lowest(used) * RESEMBLANCE
  if (roles.numero === undefined && roles.chiave === undefined && !alike) throw new Refusal('weak_table', { seen })
  const asked = whole.filter((row) => ASKS.test((row.cells[roles.testo ?? -1] ?? '').trim()))
  const texts = whole
    .flatMap((row) => answers.map(({ column }) => (row.cells[column] ?? '').trim()))
    .filter((c) => c !== '')
  const figures = texts.length > 0 && texts.every((c) => FIGURE.test(c))
  // Require varied marks: one mark in nearly every row may as well be a category.
  const marks = whole.map((row) => (row.cells[roles.chiave ?? -1] ?? '').trim())
  const proven = roles.chiave !== undefined && marks.filter((mark) => mark !== marks.at(-1)).length > marks.length / 10
  if (!proven && (figures || asked.length < whole.length * ASKED)) throw new Refusal('weak_table', { seen })
}

/** Returns true for a title, or the rest of a cut row, without the number of the others. */
const isPiece = (row: Row, number: number | undefined): boolean =>
  number !== undefined && (row.cells[number] ?? '').trim() === ''

function profile(rows: readonly Row[], column: number, { images }: Context): Profile {
  const cells = rows.map(({ cells }) => (cells[column] ?? '').trim()).filter((c) => c !== '')
  const share = (test: (cell: string) => boolean) => cells.filter(test).length / Math.max(1, cells.length)
  const average = (measure: (cell: string) => number) =>
    cells.reduce((sum, c) => sum + measure(c), 0) / Math.max(1, cells.length)
  return {
    column,
    full: cells.length / Math.max(1, rows.length),
    integers: share((c) => /^\d{1,6}[.)]?$/.test(c)),
    letters: share((c) => /^[([]?[A-Ha-h][.)\]]?$/.test(c)),
    truth: share((c) => truthOf(c) !== null || (SAID_WORD.test(c) && isSaid(c))),
    images: share((c) => /\.(png|jpe?g|gif|svg|webp|bmp)$/i.test(c) || images.has(imageKey(c))),
    addresses: share(isAddress),
    distinct: new Set(cells).size / Math.max(1, cells.length),
    length: average((c) => c.length),
    words: average((c) => c.split(/\s+/).length),
  }
}

/** Returns the last column of letters, true/false, small numbers or the text of another cell of the row. */
function findKey(profiles: readonly Profile[], text: number, rows: readonly Row[]): number | null {
  const others = profiles.filter((p) => p.column !== text && p.full >= 0.5).reverse()
  const after = others.filter((p) => p.column > text)
  const letters = others.find(
    (p) => p.letters >= 0.9 && p.distinct < 0.9 + 1 / rows.length && !isGrouped(p.column, rows),
  )
  const sure = letters ?? after.filter((p) => p.truth >= 0.9).at(after.length > 2 ? 0 : -1)
  if (sure) return sure.column
  const [only] = after
  if (only && after.length === 1 && areVerdicts(only.column, rows)) return only.column
  const copied = after.find((p) => isCopied(p.column, text, rows))
  if (copied) return copied.column
  const digit = after.find((p) => p.integers >= 0.95 && isIndex(p.column, rows))
  return digit && after.length > 2 ? digit.column : null
}

/**
 * Returns two columns of letters, or of small numbers, that differ. One may be a group or a difficulty, and nothing
 * shows which.
 */
function findRivals(profiles: readonly Profile[], text: number, rows: readonly Row[]): number[] {
  const full = profiles.filter((p) => p.column !== text && p.full >= 0.5)
  const letters = full.filter((p) => p.letters >= 0.9 && !isGrouped(p.column, rows)).map((p) => p.column)
  const after = full.filter((p) => p.column > text)
  const digits = after.filter((p) => p.integers >= 0.95 && isIndex(p.column, rows) && p.distinct < 1)
  const atEnd = digits.length === 2 && digits[0] === after.at(-2) && digits[1] === after.at(-1)
  const marks = letters.length === 0 && after.length > 3 && atEnd ? digits.map((p) => p.column) : letters
  const [one, other] = marks
  const differ = rows.some(({ cells }) => comparable(cells[one ?? -1] ?? '') !== comparable(cells[other ?? -1] ?? ''))
  return marks.length === 2 && differ ? marks : []
}

/** Returns true for numbers that grow by one from row to row, as no column of answers does. */
const counts = (column: number, rows: readonly Row[]): boolean => {
  const found = rows.map(({ cells }) => Number.parseInt(cells[column] ?? '', 10))
  return found.length >= MIN_COUNTED && found.every((n, i) => i === 0 || n === (found[i - 1] ?? Number.NaN) + 1)
}

const isIndex = (column: number, rows: readonly Row[]): boolean =>
  rows.every(({ cells }) => /^[0-5]?$/.test((cells[column] ?? '').trim()))

/** Most columns after the question that may be answers. */
const MAX_BEFORE = 16

/**
 * Returns true for the right answer written once more. After the answers it is their copy, so the last of the two is
 * the key.
 */
function isCopied(column: number, text: number, rows: readonly Row[]): boolean {
  const before = Array.from({ length: Math.min(column - text - 1, MAX_BEFORE) }, (_, i) => text + 1 + i)
  if (before.length < 2) return false
  const { kind, share } = weighKey(column, before, rows)
  return kind === 'texts' && share >= 0.8
}

/** Returns the run of filled columns after the question. */
function findBlock(
  profiles: readonly Profile[],
  text: number,
  taken: ReadonlySet<number>,
  rows: readonly Row[],
): number[] {
  const block: number[] = []
  // Find a subject: the same few words in every row, without «nessuna delle precedenti».
  const isLabel = (column: number) =>
    rows.length >= 10 &&
    (profiles[column]?.distinct ?? 1) <= 0.2 &&
    !rows.some(({ cells }) => /\b(nessun|tutt|altr|none|all\b)/i.test(cells[column] ?? ''))
  for (const { column, full, addresses } of profiles.slice(text + 1)) {
    if (taken.has(column) || full === 0 || addresses > 0.5 || block.length === MAX_ANSWERS - 1) {
      if (block.length > 0) break
      continue
    }
    if (block.length >= 2 && (full < 0.02 || isLabel(column))) break
    block.push(column)
  }
  return block
}
