import type { Row } from '../formats/table.ts'
import { append, greatest } from '../long-lists.ts'
import { isSentences, SAMPLE, shareOf, weighWords } from './evidence.ts'
import { findHeader, isHeader } from './header.ts'
import { comparable, letterPlace, numberOf } from './marks.ts'
import { isGivenName, isKeyName } from './names.ts'
import { filledIn, rearrange } from './rearrange.ts'
import { isSaid, isYes } from './verdicts.ts'

/** Share of the questions that must have several rows, and pass the tests of all. */
const NEARLY = 0.9
/** Most rows of one question. */
const MAX_ROWS = 8

type Group = { row: Row; rows: Row[] }
/** Columns of the question, its answers and other facts, and the function that returns the right answer. */
type Found = { text: number; answer: number; others: number[]; right: (group: Group) => string }

const cellOf = (row: Row | undefined, column: number): string => (row?.cells[column] ?? '').trim()

/** Folds a table with one row for each answer into one row for each question. Any other table returns null. */
export function foldAnswerRows(table: readonly Row[]): Row[] | null {
  const header = findHeader(table)
  if (header && (header.columns.answers.length > 1 || header.columns.wrong.length > 0)) return null
  const first = table.findIndex((row) => filledIn(row) >= 2)
  // Try a first row of unknown names both as a header and as a row like the others.
  for (const head of header ? [header.index] : [-1, first]) {
    const split = splitQuestions(table, head)
    const rows = split?.rows ?? table
    const named = split?.text ?? header?.columns.roles.testo
    const names = rows[head]?.cells ?? []
    const body = rows.slice(head + 1).filter((row) => filledIn(row) >= 2 && !(header && isHeader(row.cells, names)))
    const columns = Array.from({ length: rows.reduce((n, { cells }) => Math.max(n, cells.length), 0) }, (_, c) => c)
    if (body.length < MIN_BODY) return null
    for (const text of named === undefined ? columns.filter((c) => isAsked(c, body)) : [named]) {
      const groups = findGroups(text, body)
      const found = groups && findParts(text, groups, columns, names)
      if (!found) continue
      const most = greatest(groups.map((group) => group.rows.length))
      return [
        ...rows.slice(0, head + 1).map((row, i) => writeHead(row, found, most, i === head)),
        ...groups.map((group) => writeGroup(group, found, most)),
      ]
    }
  }
  return null
}

/** Fewest rows that show that a question has several. */
const MIN_BODY = 4

/**
 * Splits rows of questions from the rows of their answers below, in the same column. The question moves to a column of
 * its own beside each answer. A question is a row without a verdict where all answers have one. Where no answer has a
 * number, it is a row with one.
 */
function splitQuestions(rows: readonly Row[], head: number): { rows: Row[]; text: number } | null {
  const body = rows.slice(head + 1, head + 1 + SAMPLE).filter((row) => filledIn(row) > 0)
  const width = rows.reduce((n, { cells }) => Math.max(n, cells.length), 0)
  const columns = Array.from({ length: width }, (_, c) => c)
  const text = columns.find((c) => shareOf(c, body, (v) => v !== '') === 1 && weighWords(c, body) >= 1.5)
  if (text === undefined || body.length < MIN_BODY) return null
  const numbers = columns.filter((c) => c < text).map((c) => (row: Row) => /^\d+[.)]?$/.test(cellOf(row, c)))
  const blanks = columns.filter((c) => c > text).map((c) => (row: Row) => cellOf(row, c) === '')
  const opens = [...numbers, ...blanks].find((isQuestion) => {
    const groups: Row[][] = []
    for (const row of body) {
      if (isQuestion(row)) groups.push([])
      else if (groups.length === 0) return false
      else groups.at(-1)?.push(row)
    }
    const judged = columns.filter(
      (c) => c > text && body.every((row) => (isQuestion(row) ? cellOf(row, c) === '' : isSaid(cellOf(row, c)))),
    )
    const one = (c: number) =>
      groups.every(
        (own) => own.length > 1 && own.length <= MAX_ROWS && own.filter((r) => isYes(cellOf(r, c))).length < 2,
      )
    return groups.length > 1 && judged.some((c) => one(c) && groups.some((own) => own.some((r) => isYes(cellOf(r, c)))))
  })
  if (!opens) return null
  let asked: Row | null = null
  const split = rows.flatMap((row, i): Row[] => {
    const own = row.cells
    const padded = (last: string, cells = own) => [...columns.map((c) => cells[c] ?? ''), last]
    if (i <= head || filledIn(row) === 0) return [{ ...row, cells: padded(i === head ? 'Domanda' : '') }]
    if (opens(row)) {
      asked = row
      return []
    }
    const around = columns.map((c) => (c !== text && cellOf(row, c) === '' ? cellOf(asked ?? row, c) : (own[c] ?? '')))
    const number = columns.map((c) => (c < text ? cellOf(asked ?? row, c) : (around[c] ?? '')))
    return [{ ...row, line: asked?.line ?? row.line, cells: padded(cellOf(asked ?? row, text), number) }]
  })
  return { rows: split, text: width }
}

/** Returns true for sentences in nearly every row, or in the first row of each question alone. */
const isAsked = (column: number, rows: readonly Row[]): boolean =>
  isSentences(column, rows) || (weighWords(column, rows) >= 2.5 && shareOf(column, rows, (v) => v !== '') <= 0.5)

/**
 * Groups consecutive rows with the same question, or with none after the first. Null when most questions have one row.
 */
function findGroups(text: number, rows: readonly Row[]): Group[] | null {
  const near: Group[] = []
  for (const row of rows) {
    const last = near.at(-1)
    const said = cellOf(row, text)
    if (last && (said === '' || said === cellOf(last.row, text))) last.rows.push(row)
    else near.push({ row, rows: [row] })
  }
  const apart = new Map<string, Group>()
  for (const { row, rows: own } of near) {
    const known = apart.get(cellOf(row, text))
    if (known) append(known.rows, own)
    else apart.set(cellOf(row, text), { row, rows: [...own] })
  }
  const isWhole = (groups: readonly Group[]) =>
    groups.length > 1 &&
    groups.filter(({ rows: own }) => own.length > 1 && own.length <= MAX_ROWS).length >= groups.length * NEARLY
  return [near, [...apart.values()]].find(isWhole) ?? null
}

function findParts(
  text: number,
  groups: readonly Group[],
  columns: readonly number[],
  names: readonly string[],
): Found | null {
  const all = groups.flatMap((group) => group.rows)
  const inNearly = (test: (group: Group) => boolean) => groups.filter(test).length >= groups.length * NEARLY
  const differ = (c: number) =>
    inNearly(({ rows }) => new Set(rows.map((row) => cellOf(row, c))).size === rows.length) &&
    shareOf(c, all, (value) => value !== '') >= NEARLY
  const others = columns.filter((c) => c !== text)
  const letter = others.find((c) => differ(c) && shareOf(c, all, (v) => letterPlace(v) !== null) >= NEARLY) ?? null
  const counts = (c: number) =>
    shareOf(c, all, (v) => /^\d+$/.test(v)) === 1 && new Set(all.map((r) => cellOf(r, c))).size === all.length
  const texts = others.filter((c) => c !== letter && differ(c) && !counts(c) && !isGivenName(names[c] ?? ''))
  const [answer] = texts.sort((a, b) => lengthOf(b, all) - lengthOf(a, all))
  if (answer === undefined) return null
  const free = others.filter((c) => c !== answer && c !== letter && !isGivenName(names[c] ?? ''))
  const one = (c: number) => inNearly(({ rows }) => rows.filter((row) => isYes(cellOf(row, c))).length === 1)
  const said = free.filter(
    (c) => all.every((row) => isSaid(cellOf(row, c))) && all.some((row) => isYes(cellOf(row, c))),
  )
  const ones = said.filter(one)
  // Leave no key to a question with several right answers, and never make a question of each row.
  const judged = ones.length > 0 ? ones : said.filter((c) => isKeyName(names[c] ?? '') || said.length === 1)
  const place = (group: Group, c: number) =>
    group.rows.flatMap((row, i) => (isYes(cellOf(row, c)) ? ['ABCDEFGH'[i]] : [])).join(', ')
  const [flag] = judged
  if (flag !== undefined) {
    const agree = (group: Group) => judged.every((c) => place(group, c) === place(group, flag))
    const rest = free.filter((c) => !judged.includes(c))
    return { text, answer, others: rest, right: (group) => (agree(group) ? place(group, flag) : '') }
  }
  const keyOf = (group: Group, c: number) => {
    const said = [...new Set(group.rows.map((row) => cellOf(row, c)).filter((value) => value !== ''))]
    const [key = '', ...rest] = said
    if (rest.length > 0) return ''
    const own = group.rows.findIndex(
      (row) =>
        comparable(cellOf(row, answer)) === comparable(key) ||
        (letter !== null && comparable(cellOf(row, letter)) === comparable(key)),
    )
    const at = own >= 0 ? own : (letterPlace(key) ?? (numberOf(key) ?? 0) - 1)
    return at >= 0 && at < group.rows.length ? ('ABCDEFGH'[at] ?? '') : ''
  }
  const key = free.find((c) => isKeyName(names[c] ?? '') && inNearly((group) => keyOf(group, c) !== ''))
  if (key === undefined) return null
  return { text, answer, others: free.filter((c) => c !== key), right: (group) => keyOf(group, key) }
}

const lengthOf = (column: number, rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + cellOf(row, column).length, 0)

function writeHead(row: Row, { text, others }: Found, most: number, isHead: boolean): Row {
  const names = Array.from({ length: most }, (_, i) => (isHead ? `Risposta ${i + 1}` : ''))
  const { cells, ...rest } = rearrange(row, [...others, text], isHead ? 'Risposta esatta' : '')
  return { ...rest, cells: [...cells.slice(0, -1), ...names, cells.at(-1) ?? ''] }
}

/**
 * Writes the first row of a question with all its answers and the extras of its other rows. Numbers that count rows are
 * left out.
 */
function writeGroup(group: Group, { text, answer, others, right }: Found, most: number): Row {
  const own = [...others, text].map((c) => {
    const said = [...new Set(group.rows.map((row) => cellOf(row, c)).filter((value) => value !== ''))]
    return said.length > 1 && said.every((value) => /^\d+$/.test(value)) ? '' : said.join(' ')
  })
  const answers = Array.from({ length: most }, (_, i) => cellOf(group.rows[i], answer))
  const { cells: _, ...rest } = rearrange(group.row, [...others, text], '')
  return { ...rest, cells: [...own, ...answers, right(group)] }
}
