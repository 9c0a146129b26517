import { groupBy } from '../group-by.ts'
import { greatest } from '../long-lists.ts'
import { type Block, confidenceOf, looksOf, mainLook, type Piece, pieceText } from './blocks.ts'
import type { Line } from './layout.ts'
import { findPitch } from './parse.ts'

/** Step from line to line, in usual steps, beyond which two texts are separate. */
const LOOSE = 1.9
const LARGER = 1.12
/** Lines of the longest question. */
const MAX_LINES = 80
/** Room on a line although the next word fits, in letters' sizes. */
const ROOM = 4
/** Share of questions with one count of answers above which the other counts are doubtful. */
const MOST = 0.8
const MAX_HEADING = 160

const sizeOf = (piece: Piece): number =>
  greatest(
    looksOf(piece).map(({ look }) => look.size),
    0,
  )
const isBold = (piece: Piece): boolean => mainLook([piece], (look) => (look.bold ? 'b' : '')).name === 'b'
const isCapitals = (piece: Piece): boolean => {
  const letters = pieceText(piece).match(/\p{L}/gu) ?? []
  return letters.length >= 4 && letters.every((c) => c === c.toUpperCase())
}

/** Removes titles and loose text after the last answers, and marks doubtful questions. */
export function finishBlocks(blocks: readonly Block[], cover: readonly Line[]): void {
  const lines = blocks.flatMap((b) => [...b.stem, ...b.answers.flatMap((a) => a.pieces)].map((p) => p.line))
  const pitch = findPitch(lines)
  const edges = rightEdges(lines)
  blocks.forEach((block, i) => {
    const next = blocks[i + 1]
    if (hasHardBreak(block.answers.at(-1)?.pieces ?? [], edges)) block.doubts.add('hard_break')
    const titles = cutTitles(block)
    const loose = cutLoose(block, pitch)
    const all = [...loose, ...titles].map(pieceText)
    if (next && all.length > 0) next.heading = all
    if (loose.length > 0 && !(loose.length <= 2 && loose.every(isCapitals))) block.doubts.add('loose_text')
    if (next && all.join(' ').length > MAX_HEADING) next.doubts.add('loose_text')
  })
  const [first] = blocks
  const headed = blocks.some(({ heading }) => heading.length > 0)
  if (first && headed) first.heading = titleAbove(first, cover)
  markCounts(blocks)
  for (const block of blocks) markTexts(block)
}

/** Returns the larger line right above the first question, where later questions have their titles too. */
function titleAbove({ stem, page }: Block, cover: readonly Line[]): string[] {
  const line = cover.at(-1)
  const size = stem[0] ? sizeOf(stem[0]) : 0
  return line && line.page === page && line.size > size * LARGER ? [line.text] : []
}

/** Cuts the last answer's final lines that are larger, or bold or in capitals where it is not. */
function cutTitles(block: Block): Piece[] {
  const pieces = block.answers.at(-1)?.pieces ?? []
  const [first] = pieces
  if (!first) return []
  const [size, bold, capitals] = [sizeOf(first), isBold(first), isCapitals(first)]
  let end = pieces.length
  while (end > 1) {
    const piece = pieces[end - 1] as Piece
    const shouted = isCapitals(piece) && !capitals
    const apart = Math.abs(piece.line.indent - first.line.indent) > sizeOf(piece) * 2
    const other = sizeOf(piece) > size * LARGER || (isBold(piece) && !bold) || (shouted && apart)
    if (shouted && !other) block.doubts.add('loose_text')
    if (!other) break
    end--
  }
  return pieces.splice(end)
}

/** Cuts the lines after the last answer and a gap, which belong to another text. */
function cutLoose(block: Block, pitch: number): Piece[] {
  const pieces = block.answers.at(-1)?.pieces ?? []
  const at = pieces.findIndex((piece, i) => {
    const before = pieces[i - 1]?.line
    const { line } = piece
    return before && before.page === line.page && before.column === line.column && line.y - before.y > pitch * LOOSE
  })
  return at < 1 ? [] : pieces.splice(at)
}

/** Returns the place where most lines of each column end. */
function rightEdges(lines: readonly Line[]): Map<number, number> {
  const ends = groupBy(lines, (line) => line.column)
  return new Map(
    [...ends].map(([column, list]) => {
      const sorted = list.map(({ x1 }) => x1).sort((a, b) => a - b)
      return [column, sorted[Math.floor(sorted.length * 0.9)] ?? 0]
    }),
  )
}

/** Returns true when a line ends although the next word fits on it. The next text may be another. */
function hasHardBreak(pieces: readonly Piece[], edges: ReadonlyMap<number, number>): boolean {
  return pieces.some((piece, i) => {
    const before = pieces[i - 1]?.line
    if (!before || before.text.length === 0) return false
    const word = /^\s*\S+/.exec(pieceText(piece))?.[0] ?? ''
    const letter = (before.x1 - before.x0) / before.text.length
    return before.x1 + letter * (word.length + 1) < (edges.get(before.column) ?? 0) - before.size * ROOM
  })
}

function markCounts(blocks: readonly Block[]): void {
  const counts = new Map<number, number>()
  for (const { answers } of blocks) counts.set(answers.length, (counts.get(answers.length) ?? 0) + 1)
  const [usual, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])
  if (most < blocks.length * MOST) return
  for (const block of blocks) if (block.answers.length !== usual) block.doubts.add('answers_count')
}

function markTexts(block: Block): void {
  const texts = [block.stem, ...block.answers.map((a) => a.pieces)].map((pieces) => pieces.map(pieceText).join(' '))
  if (texts.some((text) => /[\ufffd\ue000-\uf8ff]/.test(text))) block.doubts.add('unknown_characters')
  if (texts.some((text) => /\S\t\S/.test(text))) block.doubts.add('wide_gap')
  const lines = [...block.stem, ...block.answers.flatMap((a) => a.pieces)].map(({ line }) => line)
  if (lines.some(({ overlaps }) => overlaps > 1)) block.doubts.add('overlap')
  if (lines.some(({ crossing }) => crossing)) block.doubts.add('crossing')
  if (
    [block.stem, ...block.answers.map((a) => a.pieces)].some((pieces) => pieces.slice(1).some((p) => isAside(p, lines)))
  )
    block.doubts.add('aside')
  const answers = texts.slice(1).map((text) => text.length)
  const last = answers.at(-1) ?? 0
  const others = greatest(answers.slice(0, -1), 1)
  if (answers.length > 1 && last > 220 && last > others * 3) block.doubts.add('long_last')
}

/** Returns true for a line that stands beside all others of its question, above or below none. */
function isAside({ line }: Piece, lines: readonly Line[]): boolean {
  // Stop: no question is as long, and comparing all its lines would take minutes.
  if (lines.length > MAX_LINES) return true
  const others = lines.filter((l) => l !== line && l.page === line.page && l.column === line.column)
  return others.length >= 2 && others.every((l) => l.x1 <= line.x0 || l.x0 >= line.x1)
}

/** Scores a reading by its sound questions; the better of two readings scores more. */
export function scoreBlocks(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => {
    const sound = !block.broken && block.answers.length >= 2 && block.stem.length > 0
    return sum + (sound ? confidenceOf(block.doubts) / 100 : -1)
  }, 0)
}
