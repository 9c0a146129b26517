import type { Row } from '../formats/table.ts'
import { greatest } from '../long-lists.ts'
import { comparable, letterPlace, numberOf } from './marks.ts'
import { findLooseRole, findRole, isKeyName, normalizeName } from './names.ts'

/** Text before the answers of a cell, the answers, and the writing of their marks. */
type Parsed = { stem: string; options: string[]; signs: string[]; style: string; number?: string; key?: string }

const MARK = /(?<=^|[\s;|])([([]?)([A-Ha-h]|[1-8])\s?([)\]]|[.:–-](?=\s))/g
/** Key that stands in the cell too, after the answers. */
const SAID =
  /(?<!\p{L})(?:risposta|risp\.|soluzione|chiave|esatta|corretta|answer)(?:\s+(?:esatta|corretta|giusta))?\s*[:=]/iu
const BREAK = /\s*<br\s*\/?>\s*/gi
/** Bullet before every line of a list. */
const BULLET = /^[-–•·]\s+/
/** Share of a column's cells that must open alike, and fewest rows that prove it. */
const ALIKE = 0.95
const MIN_ROWS = 3
const MAX_PIECES = 6
const LIST = /\b(risposte|opzioni|alternative|scelte|answers|options|choices)\b/

type Mark = { at: number; from: number; sign: string; style: string }

/** Parses the answers under marks in order in one text, each once; null when anything is ambiguous. */
function parseOptions(cell: string): Parsed | null {
  const text = cell.replace(BREAK, '\n')
  const byStyle = new Map<string, Mark[]>()
  for (const found of text.matchAll(MARK)) {
    const [whole, open = '', sign = '', close = ''] = found
    const style = `${open}${/\d/.test(sign) ? '1' : sign === sign.toUpperCase() ? 'A' : 'a'}${close}`
    const mark = { at: found.index, from: found.index + whole.length, sign, style }
    const alike = byStyle.get(style)
    if (alike) alike.push(mark)
    else byStyle.set(style, [mark])
  }
  const sound = [...byStyle.values()].filter(inOrder)
  const [marks, ...others] = sound
  if (!marks || others.length > 0) return null
  const pieces = marks.map(({ from }, i) => text.slice(from, marks[i + 1]?.at ?? text.length).trim())
  const parted = pieces.slice(0, -1).every((piece) => /[;|]$/.test(piece))
  const options = pieces.map((piece) => (parted ? piece.replace(/\s*[;|]$/, '') : piece))
  if (options.some((option) => option === '' || SAID.test(option))) return null
  const stem = text.slice(0, marks[0]?.at ?? 0).trim()
  return { stem, options, signs: marks.map(({ sign }) => sign), style: marks[0]?.style ?? '' }
}

/** Returns true for signs from the first on, none twice and none left out. */
const inOrder = (marks: readonly Mark[]): boolean =>
  marks.length >= 2 &&
  marks.every(({ sign }, i) => sign.toLowerCase() === (/\d/.test(sign) ? String(i + 1) : 'abcdefgh'[i]))

/**
 * Column in which every cell holds all the answers of its question. `cells` are the rows' contents, null where one does
 * not open like the others.
 */
type Found = { column: number; cells: (Parsed | null)[]; width: number; signs: string[]; stem: boolean }

function makeFound(column: number, cells: (Parsed | null)[]): Found {
  const read = cells.filter((cell) => cell !== null)
  const signs = read.reduce<string[]>((most, cell) => (cell.signs.length > most.length ? cell.signs : most), [])
  return { column, cells, width: signs.length, signs, stem: read[0]?.stem !== '' }
}

/**
 * Splits answers that share a cell into a column each. Returns the name of such a column when nothing separates them
 * with certainty.
 */
export function partOptions(rows: readonly Row[]): { rows: Row[] } | { unclear: string } | null {
  const found = findMarked(rows) ?? findParted(rows)
  if (found && 'unclear' in found) return found
  if (!found) return null
  const header = headerAt(rows, found.cells)
  return { rows: rows.map((row, i) => widen(row, found, i, header)) }
}

/** Returns true when the cells of one column hold all the answers of their questions, and nothing else. */
export function holdOptions(rows: readonly Row[]): boolean {
  const found = findMarked(rows) ?? findParted(rows)
  return found !== null && !('unclear' in found) && !found.stem
}

/** Number before the question, and key after the last answer, in a line of a list: `12. Chi decide? A) … B) … [B]`. */
const NUMBER = /^(\d{1,5})\s*[.)]\s+(?=\S)/
const KEY = /\s*[([]\s*([A-H])\s*[)\]]\s*\.?$/

/** Separates the number of every question and the key after its answers, where the cells have them. */
function partEnds(cells: readonly (Parsed | null)[]): (Parsed | null)[] {
  const read = cells.filter((cell) => cell !== null)
  const numbered = read.every(({ stem }) => NUMBER.test(stem))
  const keys = read.map(({ options }) => KEY.exec(options.at(-1) ?? '')?.[1])
  const found = keys.filter((key, i) => key && key.charCodeAt(0) - 65 < (read[i]?.options.length ?? 0))
  const keyed = new Set(found).size > 1 && found.length >= read.length * ALIKE
  return cells.map((cell) => {
    if (!cell) return null
    const { stem, options } = cell
    const last = options.at(-1) ?? ''
    return {
      ...cell,
      ...(numbered && { number: NUMBER.exec(stem)?.[1] ?? '', stem: stem.replace(NUMBER, '') }),
      ...(keyed && { key: KEY.exec(last)?.[1] ?? '', options: [...options.slice(0, -1), last.replace(KEY, '')] }),
    }
  })
}

const filledIn = (row: Row | undefined): number => (row?.cells ?? []).filter((c) => c.trim() !== '').length

/** Returns the row above the first row with answers, when it has names. */
function headerAt(rows: readonly Row[], cells: readonly (Parsed | null)[]): number {
  const first = cells.findIndex((cell) => cell !== null)
  return filledIn(rows[first - 1]) >= 2 ? first - 1 : -1
}

function findMarked(rows: readonly Row[]): Found | null {
  const width = greatest(
    rows.map(({ cells }) => cells.length),
    0,
  )
  const found = Array.from({ length: width }, (_, column) => column).flatMap((column): Found[] => {
    const cells = rows.map((row) => parseOptions((row.cells[column] ?? '').trim()))
    const first = cells.find((cell) => cell !== null)
    if (!first) return []
    const alike = cells.map((cell) =>
      cell && cell.style === first.style && (cell.stem === '') === (first.stem === '') ? cell : null,
    )
    const from = alike.findIndex((cell) => cell !== null)
    const body = rows.slice(from).filter((row) => filledIn(row) >= 2).length
    const read = alike.filter((cell) => cell !== null)
    if (from > 30 || read.length < MIN_ROWS || read.length < body * ALIKE) return []
    return [makeFound(column, partEnds(alike))]
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * Splits a column without marks. It must be named as answers, its cells separated alike, and the keys among their
 * pieces.
 */
function findParted(rows: readonly Row[]): Found | { unclear: string } | null {
  const index = rows.slice(0, 30).findIndex(({ cells }) => cells.some(isListName) && cells.some(isTextName))
  const names = rows[index]?.cells ?? []
  const column = names.findIndex(isListName)
  if (column < 0) return null
  const unclear = { unclear: (names[column] ?? '').trim() }
  const key = names.findIndex((name, i) => i !== column && isKeyName(name))
  const body = rows.slice(index + 1)
  for (const separator of ['|', '\n', ';']) {
    const cells = rows.map((row, i) => (i > index ? part(row.cells[column] ?? '', separator) : null))
    const read = cells.filter((cell) => cell !== null)
    const counts = new Set(read.map(({ options }) => options.length))
    const all = read.length >= MIN_ROWS && read.length === body.filter((row) => filledIn(row) >= 2).length
    if (!all || (separator !== '|' && counts.size > 1)) continue
    const keyed = rows.every((row, i) => {
      const options = cells[i]?.options
      return !options || isKeyOf((row.cells[key] ?? '').trim(), options)
    })
    return key >= 0 && keyed ? makeFound(column, cells) : unclear
  }
  return unclear
}

const isListName = (name: string): boolean => name.length <= 60 && LIST.test(normalizeName(name)) && !isKeyName(name)
const isTextName = (name: string): boolean => (findRole(name) ?? findLooseRole(name))?.role === 'testo'

function part(cell: string, separator: string): Parsed | null {
  const options = cell
    .replace(BREAK, '\n')
    .trim()
    .replace(separator === ';' ? /;$/ : /$^/, '')
    .split(separator)
    .map((piece) => piece.trim())
  if (options.length < 2 || options.length > MAX_PIECES || options.includes('')) return null
  const bare = options.every((option) => BULLET.test(option)) ? options.map((o) => o.replace(BULLET, '')) : options
  return { stem: '', options: bare, signs: options.map((_, i) => 'ABCDEFGH'[i] ?? ''), style: separator }
}

function isKeyOf(key: string, options: readonly string[]): boolean {
  const place = letterPlace(key)
  const number = numberOf(key)
  const inside = (place !== null && place < options.length) || (number !== null && number <= options.length)
  return inside || options.some((option) => comparable(option) === comparable(key))
}

/** Replaces the cell of all answers with one cell each, after the text before them in it. */
function widen(row: Row, { column, cells, width, signs, stem }: Found, at: number, header: number): Row {
  const parsed = cells[at] ?? null
  const names = at === header ? signs.map((sign) => `Risposta ${sign}`) : []
  const texts = parsed?.options ?? names
  const numbered = cells.some((cell) => cell?.number !== undefined)
  const keyed = cells.some((cell) => cell?.key !== undefined)
  const own = [...(numbered ? [parsed?.number ?? ''] : []), ...(stem ? [parsed?.stem ?? row.cells[column] ?? ''] : [])]
  const inner = [
    ...own,
    ...Array.from({ length: width }, (_, i) => texts[i] ?? ''),
    ...(keyed ? [parsed?.key ?? (at === header ? 'Corretta' : '')] : []),
  ]
  const moved = (c: number): number => (c > column ? c + inner.length - 1 : c)
  const padded = [...row.cells, ...new Array<string>(Math.max(0, column + 1 - row.cells.length)).fill('')]
  const { marks, images, ...rest } = row
  const move = <T>(map: ReadonlyMap<number, T>): Map<number, T> =>
    new Map([...map].filter(([c]) => stem || c !== column).map(([c, value]) => [moved(c), value]))
  return {
    ...rest,
    cells: [...padded.slice(0, column), ...inner, ...padded.slice(column + 1)],
    numeric: row.numeric.filter((c) => c !== column).map(moved),
    ...(marks ? { marks: move(marks) } : {}),
    ...(images ? { images: move(images) } : {}),
  }
}
