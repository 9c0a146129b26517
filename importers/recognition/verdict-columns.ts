import type { Row } from '../formats/table.ts'
import { lowest } from '../long-lists.ts'
import { holdOptions } from './cell-options.ts'
import { ASKS, isSentences, SAMPLE, shareOf } from './evidence.ts'
import { findHeader, isHeader } from './header.ts'
import { truthOf } from './marks.ts'
import { findAnswerPlaces, findRole, type Role } from './names.ts'
import { filledIn, rearrange } from './rearrange.ts'
import { isSaid, isYes } from './verdicts.ts'

/** Share of a column's cells that are yes or no, and of rows with yes for one answer. */
const SAID = 0.95
const ONE = 0.9
/** Most columns from one verdict to the next: its answer, and other contents beside it. */
const MAX_STEP = 4
/** Most answers of a question, and some more. */
const MAX_FLAGS = 8

/**
 * Answers and their columns of verdicts, side by side. `answers` is empty where the names of the columns are the
 * answers.
 */
type Judged = { text: number; answers: number[]; flags: number[]; names: readonly string[]; head: number }

const cellOf = (row: Row, column: number): string => (row.cells[column] ?? '').trim()

/**
 * Folds a table in which a column of verdicts stands beside each answer. Verdicts are V and F, sì and no, 1 and 0, or a
 * cross. One column of keys replaces them. A verdict is recognised by its place, whatever its name. Null when no answer
 * has one.
 */
export function foldVerdicts(rows: readonly Row[]): Row[] | null {
  const width = rows.reduce((n, { cells }) => Math.max(n, cells.length), 0)
  const header = findHeader(rows)
  const names = rows[header?.index ?? -1]?.cells ?? []
  const first = header ? header.index + 1 : findFirst(rows)
  const body = rows
    .slice(Math.max(0, first), first + SAMPLE * 2)
    .filter((row) => filledIn(row) >= 2 && !(header && isHeader(row.cells, names)))
  const sample = body.slice(0, SAMPLE)
  if (first < 0 || sample.length < 2) return null
  const head = header?.index ?? (isTop(rows[first - 1]) ? first - 1 : -1)
  const about = { sample, width, head, names: rows[head]?.cells ?? [], text: header?.columns.roles.testo ?? null }
  const known = header?.columns.answers.map(({ column }) => column) ?? []
  const named = header && findNamed(header.columns.flags, header.columns.answers, about)
  const sure = named ?? findTruths(about)
  const beside = sure ? null : findBeside(about, known)
  // Reject columns that only stand as verdicts do where one cell has all the answers.
  const judged = sure ?? (beside && !holdOptions(rows) ? beside : null)
  return judged && rows.map((row, i) => fold(row, i, judged, width))
}

const saidIn = ({ cells }: Row): number => cells.filter((c) => c.trim() !== '' && isSaid(c)).length

/** Returns the first row with verdicts; where each row has one alone, the first with it. */
function findFirst(rows: readonly Row[]): number {
  const several = rows.findIndex((row) => saidIn(row) >= 2)
  return several >= 0 ? several : rows.findIndex((row) => saidIn(row) > 0)
}

/** Returns true for a row that may hold names of columns. */
const isTop = (row: Row | undefined): boolean =>
  row !== undefined && filledIn(row) >= 2 && row.cells.every((c) => c.length <= 60 && !ASKS.test(c.trim()))

type About = {
  sample: readonly Row[]
  width: number
  head: number
  names: readonly string[]
  /** Column of questions by its name. */
  text: number | null
}

const areSaid = (columns: readonly number[], rows: readonly Row[]): boolean =>
  columns.every((c) => shareOf(c, rows, isSaid) >= SAID) &&
  rows.some((row) => columns.some((c) => cellOf(row, c) !== ''))

/** Finds verdicts under names of their answers: `A corretta`, or the answers named twice. */
function findNamed(
  flags: ReadonlyMap<number, number>,
  answers: readonly { column: number; posto: number }[],
  { sample, ...about }: About,
): Judged | null {
  const own = answers.map(({ column }) => column)
  const second = answers.map(({ posto }) => flags.get(posto) ?? -1)
  if (own.length < 2 || flags.size !== own.length || second.includes(-1) || about.text === null) return null
  const turned = areSaid(own, sample) && !areSaid(second, sample)
  if (!turned && !areSaid(second, sample)) return null
  return { ...about, text: about.text, answers: turned ? second : own, flags: turned ? own : second }
}

/** Finds a cross under `Vero` or under `Falso`. */
function findTruths({ sample, names, ...about }: About): Judged | null {
  const flags = names.flatMap((name, c) => (truthOf(name) === null ? [] : [c]))
  const [one = -1, other = -1] = flags
  const opposite = flags.length === 2 && truthOf(names[one] ?? '') !== truthOf(names[other] ?? '')
  if (!opposite || about.text === null || !areSaid(flags, sample) || countOnes(flags, sample) < ONE) return null
  return { ...about, names, text: about.text, answers: [], flags }
}

const yesOf = (row: Row, flags: readonly number[]): number[] =>
  flags.flatMap((c, i) => (isYes(cellOf(row, c)) ? [i] : []))

const countOnes = (flags: readonly number[], rows: readonly Row[]): number =>
  rows.filter((row) => yesOf(row, flags).length === 1).length / rows.length

/** Finds verdicts as far from each other as their answers are, or all after them. */
function findBeside(about: About, known: readonly number[]): Judged | null {
  const { sample, width } = about
  const columns = Array.from({ length: width }, (_, c) => c)
  const blank = new Set(columns.filter((c) => sample.every((row) => cellOf(row, c) === '')))
  const said = new Set(columns.filter((c) => !blank.has(c) && areSaid([c], sample)))
  if (said.size < 2) return null
  const found = columns.slice(1, MAX_STEP + 1).flatMap((step) =>
    [...said].flatMap((start) => {
      const flags = [start]
      for (let c = start + step; said.has(c) || blank.has(c); c += step) flags.push(c)
      while (blank.has(flags.at(-1) ?? -1)) flags.pop()
      if (flags.length < 2 || flags.length > MAX_FLAGS || said.has(start - step)) return []
      const offsets = step === 1 ? [-flags.length, flags.length] : columns.slice(1, step).flatMap((d) => [-d, d])
      const places = offsets.map((d) => flags.map((c) => c + d))
      if (step === 1 && known.length === flags.length) places.push([...known])
      return places.flatMap((answers) => weigh({ answers, flags, step }, { ...about, known, said }))
    }),
  )
  const [best] = found.sort((a, b) => b.score - a.score)
  return best ? best.judged : null
}

/** Roles that an answer or its verdict may have by its name: `Testo`, `Risposta`, `V/F`, `Punteggi`. */
const OWN: ReadonlySet<Role | null> = new Set<Role | null>([null, 'testo', 'chiave', 'efficacia'])

/** Returns true for a column of other contents by its name, such as a subject, a number or a state. */
const isOther = (name = ''): boolean => !OWN.has(findRole(name)?.role ?? null)

/** Scores a run of verdicts beside answers; empty when it is none. */
function weigh(
  { answers, flags, step }: { answers: number[]; flags: number[]; step: number },
  { sample, width, said, known, ...about }: About & { known: readonly number[]; said: ReadonlySet<number> },
): { judged: Judged; score: number }[] {
  const constant = (c: number) => new Set(sample.map((row) => cellOf(row, c))).size === 1
  // Reject `Vero` and `Falso` in every row, which are answers in their own columns.
  if (answers.some((c) => c < 0 || c >= width || flags.includes(c) || (said.has(c) && !constant(c)))) return []
  // Reject a subject, a number or a state that stands where an answer or a verdict would.
  const strange = flags.filter((c) => isOther(about.names[c])).length
  if (answers.some((c) => isOther(about.names[c])) || (strange > 0 && strange < flags.length)) return []
  if (answers.slice(0, 2).some((c) => shareOf(c, sample, (v) => v === '') > 1 - ONE)) return []
  const named = known.length > 1 && known.every((c) => answers.includes(c))
  if (known.some((c) => flags.includes(c)) || (known.length > 1 && !named)) return []
  const yes = sample.map((row) => yesOf(row, flags))
  const varied = new Set(yes.flat()).size > 1
  const ones = countOnes(flags, sample)
  // Reject `Vero` in one column and `Falso` in another as verdicts: they are answers, whatever stands between them.
  const truths = flags.every((c) => constant(c) && /^\p{L}{4}/u.test(cellOf(sample[0] as Row, c)))
  if ((!varied && (step === 1 || truths)) || (ones < ONE && step === 1)) return []
  const others = Array.from({ length: lowest([...flags, ...answers]) }, (_, c) => c)
  const asked = others.filter((c) => isSentences(c, sample)).sort((a, b) => askedIn(b, sample) - askedIn(a, sample))
  const text = about.text ?? asked[0]
  if (text === undefined || answers.includes(text) || flags.includes(text)) return []
  if (ones < ONE && about.text === null && askedIn(text, sample) < 0.5) return []
  const between = others.filter((c) => c > text && isSentences(c, sample)).length
  const length = answers.reduce((n, c) => n + sample.reduce((sum, row) => sum + cellOf(row, c).length, 0), 0)
  const after = answers.every((c, i) => c < (flags[i] ?? 0))
  const score = (askedIn(text, sample) >= 0.5 ? 8 : 0) + (between === 0 ? 4 : 0) + (after ? 2 : 0) + flags.length
  return [{ judged: { ...about, text, answers, flags }, score: score + length / (length + 1) }]
}

const askedIn = (column: number, rows: readonly Row[]): number => shareOf(column, rows, (v) => ASKS.test(v))

/** Returns a row without its verdicts, and after it the letters of the right answers. */
function fold(row: Row, at: number, { text, answers, flags, names, head }: Judged, width: number): Row {
  const letters = yesOf(row, flags).map((i) => (answers.length > 0 ? 'ABCDEFGH'[i] : (names[flags[i] ?? -1] ?? '')))
  const own = findAnswerPlaces(answers.map((c) => names[c] ?? ''))
  const kept = own.every((place, i) => place === i)
  const isHead = at === head
  // Drop several letters without a name, because the column of keys is then recognised by its letters alone.
  const unsure = head < 0 && letters.length > 1
  const title = (i: number) => (isHead && !kept ? `Risposta ${i + 1}` : null)
  const others = Array.from({ length: width }, (_, c) => c).filter((c) => ![text, ...answers, ...flags].includes(c))
  const order = [...others, text, ...answers]
  const folded = rearrange(row, order, isHead ? 'Risposta esatta' : at < head || unsure ? '' : letters.join(', '))
  const from = order.length - answers.length
  return { ...folded, cells: folded.cells.map((c, i) => (i < from || i === order.length ? c : (title(i - from) ?? c))) }
}
