import type { Doubt } from '../warnings.ts'
import type { Line } from './layout.ts'
import type { Look } from './page.ts'

/** Part of a line's text. */
export type Piece = { line: Line; from: number; to: number }

/** Points that each doubt takes from the confidence of 100. */
const DOUBTS: Record<Doubt, number> = {
  number_gap: 5,
  number_order: 25,
  number_style: 10,
  number_inside: 40,
  answer_place: 10,
  answers_count: 25,
  letter_skipped: 60,
  letter_repeated: 40,
  restarted: 40,
  inline: 5,
  overlap: 40,
  crossing: 30,
  hard_break: 25,
  wide_gap: 35,
  aside: 35,
  loose_text: 40,
  long_last: 25,
  unknown_characters: 40,
  hyphen: 21,
  image_unbound: 30,
  drawing: 30,
  behind_scan: 60,
  key_conflict: 50,
}

export type AnswerBlock = { place: number; letter: string | null; pieces: Piece[]; flagged: boolean }

/** Question as its lines give it. */
export type Block = {
  number: string | null
  stem: Piece[]
  answers: AnswerBlock[]
  fields: Map<string, string>
  /** Titles that stand between the previous question and this one. */
  heading: string[]
  doubts: Set<Doubt>
  /** True for two inseparable questions, or answers out of order: left out, with a warning. */
  broken: boolean
  page: number
}

export const newBlock = (number: string | null, page: number): Block => ({
  number,
  stem: [],
  answers: [],
  fields: new Map(),
  heading: [],
  doubts: new Set(),
  broken: false,
  page,
})

export const confidenceOf = (doubts: ReadonlySet<Doubt>): number =>
  Math.max(5, 100 - [...doubts].reduce((sum, doubt) => sum + DOUBTS[doubt], 0))

/** Returns the letters of a piece by their look, without spaces and marks. */
export function looksOf({ line, from, to }: Piece): { look: Look; letters: number }[] {
  return line.spans.flatMap(({ from: start, look }, i) => {
    const end = Math.min(to, line.spans[i + 1]?.from ?? line.text.length)
    const letters = line.text.slice(Math.max(from, start), Math.max(from, start, end)).replace(/[\s\p{P}]/gu, '').length
    return letters > 0 ? [{ look, letters }] : []
  })
}

/** Returns the look of most letters of some pieces, and their share. */
export function mainLook(pieces: readonly Piece[], nameOf: (look: Look) => string): { name: string; share: number } {
  const counts = new Map<string, number>()
  for (const { look, letters } of pieces.flatMap(looksOf))
    counts.set(nameOf(look), (counts.get(nameOf(look)) ?? 0) + letters)
  const total = [...counts.values()].reduce((a, b) => a + b, 0)
  const [name, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
  return { name, share: total === 0 ? 1 : most / total }
}

export const pieceText = ({ line, from, to }: Piece): string => line.text.slice(from, to)

/**
 * Joins pieces into one text. A word cut at a line's end is joined as the document has it elsewhere. `hyphen` is true
 * when one was cut.
 */
export function joinPieces(pieces: readonly Piece[], words: ReadonlySet<string>): { text: string; hyphen: boolean } {
  let text = ''
  let hyphen = false
  for (const piece of pieces) {
    const next = pieceText(piece).replace(/\s+/g, ' ').trim()
    if (next === '') continue
    const cut = /(\p{L}+)(-|\u00ad)$/u.exec(text)
    const start = /^\p{Ll}+/u.exec(next)?.[0]
    if (!cut || !start) {
      text += (text === '' ? '' : ' ') + next
      continue
    }
    hyphen = true
    const whole = cut[2] === '\u00ad' || words.has(`${cut[1]}${start}`.toLowerCase())
    const kept = words.has(`${cut[1]}-${start}`.toLowerCase())
    text = (whole && !kept ? text.slice(0, -1) : text + (kept ? '' : ' ')) + next
  }
  return { text, hyphen }
}

/** Returns the words of the document that no line's end cuts. */
export function collectWords(lines: readonly Line[]): Set<string> {
  const words = new Set<string>()
  for (const { text } of lines)
    for (const word of text.replace(/\S+-$/, '').match(/\p{L}+(?:-\p{L}+)*/gu) ?? []) words.add(word.toLowerCase())
  return words
}
