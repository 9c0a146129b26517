import type { Way } from '../warnings.ts'
import { type AnswerBlock, type Block, mainLook, type Piece } from './blocks.ts'
import type { ReadPage } from './document.ts'
import type { Stroke } from './page.ts'

/** Ways in which a document may show a right answer among the others. */
const WAYS: readonly Way[] = ['sign', 'bold', 'colour', 'underline', 'highlight', 'font']

/** Keys by question: `keys[i]` is the index of the answer that question i shows as right, or null. */
export type ShownKeys = { keys: (number | null)[]; ways: Way[]; conflicts: Set<number>; partial: Way | null }

/** Share of questions that must show exactly one answer for a look to be the key. */
const ENOUGH = 0.9
/** Share that is too large for chance and too small for keys, and gives a warning. */
const SUSPECT = 0.3
/** Share of an answer's letters that must look alike. */
const WHOLE = 0.9

/**
 * Finds keys shown by a sign, by bold, colour, underline, highlight or font. Nearly every question has exactly one
 * answer unlike the others.
 */
export function findShownKeys(blocks: readonly Block[], pages: readonly ReadPage[]): ShownKeys {
  const strokes = new Map(pages.map((page) => [page.number, page.strokes]))
  const found: { way: Way; keys: (number | null)[] }[] = []
  let partial: Way | null = null
  for (const way of WAYS) {
    const keys = blocks.map(({ answers }) => findLone(answers.map((answer) => lookOf(answer, way, strokes))))
    const share = keys.filter((key) => key !== null).length / Math.max(1, blocks.length)
    if (share >= ENOUGH) found.push({ way, keys })
    else if (share >= SUSPECT && (way !== 'font' || found.length === 0)) partial ??= way
  }
  const conflicts = new Set<number>()
  const keys = blocks.map((_, i) => {
    const said = new Set(found.flatMap(({ keys: list }) => list[i] ?? []))
    if (said.size > 1) conflicts.add(i)
    return said.size === 1 ? ([...said][0] ?? null) : null
  })
  return { keys, ways: found.map(({ way }) => way), conflicts, partial: found.length > 0 ? null : partial }
}

/** Returns the index of the only look unlike all the others, which are alike. Of two answers it is the marked one. */
function findLone(looks: readonly (string | null)[]): number | null {
  if (looks.length < 2 || looks.includes(null)) return null
  const kinds = new Set(looks)
  if (kinds.size !== 2) return null
  if (looks.length === 2) {
    const plain = looks.indexOf('')
    return plain < 0 ? null : 1 - plain
  }
  const lone = looks.findIndex((look) => looks.filter((other) => other === look).length === 1)
  return lone < 0 ? null : lone
}

type Strokes = ReadonlyMap<number, readonly Stroke[]>

/** Returns the look of an answer in one respect; null when it has two looks. */
function lookOf({ pieces, flagged }: AnswerBlock, way: Way, strokes: Strokes): string | null {
  if (way === 'sign') return flagged ? 'sign' : ''
  if (way === 'underline' || way === 'highlight') {
    const shares = pieces.map((piece) => coverOf(piece, way, strokes.get(piece.line.page) ?? []))
    if (shares.every((share) => share < 0.2)) return ''
    return shares.every((share) => share > 0.6) ? way : null
  }
  const { name, share } = mainLook(pieces, (look) =>
    way === 'bold'
      ? look.bold
        ? 'bold'
        : ''
      : way === 'colour'
        ? isBlack(look.colour)
          ? ''
          : look.colour
        : look.font,
  )
  return share >= WHOLE ? name : null
}

/** Returns true for near black, which print shops write in many ways. */
const isBlack = (colour: string): boolean => /^#(?:[0-3][0-9a-f]){3}$/i.test(colour)

/** Returns the share of a piece's width that rules underline, or that a coloured box lies behind. */
function coverOf({ line, from, to }: Piece, way: 'underline' | 'highlight', strokes: readonly Stroke[]): number {
  const scale = (line.x1 - line.x0) / Math.max(1, line.text.length)
  const [x0, x1] = [line.x0 + from * scale, line.x0 + to * scale]
  const covered = strokes
    .filter((s) => {
      const flat = s.y1 - s.y0 < line.size * 0.2
      if (way === 'underline') return flat && s.y0 > line.y - line.size * 0.1 && s.y1 < line.y + line.size * 0.4
      const behind = s.filled && !flat && s.y0 < line.y - line.size * 0.4 && s.y1 > line.y - line.size * 0.1
      return behind && s.y1 - s.y0 < line.size * 3 && !/^#f[a-f0-9]f[a-f0-9]f[a-f0-9]$/i.test(s.colour)
    })
    // Ignore a rule over the whole page, which separates questions and underlines no answer.
    .filter((s) => s.x1 - s.x0 < (x1 - x0) * 1.6 + line.size * 4)
    .reduce((sum, s) => sum + Math.max(0, Math.min(s.x1, x1) - Math.max(s.x0, x0)), 0)
  return covered / Math.max(1, x1 - x0)
}
