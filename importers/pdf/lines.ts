import { greatest } from '../long-lists.ts'
import { shiftSign } from '../text/raised.ts'
import type { DrawnPage, Look, Shown } from './page.ts'

/** Look of the letters from one place of a text on. */
export type Span = { from: number; look: Look }

/** Text at its place on a page. */
export type PlacedText = { page: number; x0: number; x1: number; y: number; size: number; text: string; spans: Span[] }

/** Stretch of text on one baseline without wide gaps. */
export type Segment = PlacedText & {
  /** Spaces between words: the letter after, its start, and the end of the letter before. */
  gaps: { at: number; x0: number; x1: number }[]
  /** Number of glyphs that lie on others: the text may be two texts. */
  overlaps: number
}

/** Segments on one baseline of a page, from left to right. */
export type PageRow = { page: number; y: number; size: number; segments: Segment[] }

/** Distances in parts of the letters' size. */
const SAME_BASELINE = 0.3
const SPACE = 0.17
const GAP = 0.6
const OVERLAP = 0.35
const TWICE = 0.12
/** Factor above the page's letters at which letters are a watermark or a cover. */
const HUGE = 3

const LIGATURES: Record<string, string> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}
/** Returns true for spaces; some programs write U+0BD7 for a narrow space that their font lacks. */
const isSpace = (text: string): boolean => /^[\s\u00a0\u200b\u0bd7]*$/.test(text)

/** Returns the size of most letters of a page. */
function commonSize(glyphs: readonly Shown[]): number {
  const counts = new Map<number, number>()
  for (const { look } of glyphs) {
    const size = Math.round(look.size * 4) / 4
    counts.set(size, (counts.get(size) ?? 0) + 1)
  }
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [10, 0])[0]
}

/** Returns the rows of a page, top to bottom, of visible glyphs or of glyphs behind a scan. */
export function makeRows(page: DrawnPage, glyphs: readonly Shown[] = page.glyphs): PageRow[] {
  const common = commonSize(glyphs)
  const drawn = glyphs.filter((g) => g.look.size < common * HUGE)
  return groupByBaseline(drawn, common)
    .map((row) => toRow(row, page.number))
    .filter((row) => row.segments.length > 0)
}

/** Rise of a small sign, in parts of the line's size, that makes an exponent or an index. */
const RAISED = 0.18
const LOWERED = 0.08

function shiftGlyph(glyph: Shown, rise: number): Shown {
  const where = rise > RAISED ? 'superscript' : rise < -LOWERED ? 'subscript' : null
  return where === null ? glyph : { ...glyph, text: shiftSign(glyph.text, where) }
}

/**
 * Groups glyphs into rows by baseline. Small letters above or below it (exponents, indexes) belong to the row that they
 * touch.
 */
function groupByBaseline(glyphs: readonly Shown[], common: number): Shown[][] {
  const visible = glyphs.filter((g) => !isSpace(g.text))
  const small = visible.filter((g) => g.look.size < common * 0.8)
  const plain = visible.filter((g) => g.look.size >= common * 0.8).sort((a, b) => a.y - b.y)
  const rows: { y: number; size: number; glyphs: Shown[] }[] = []
  const put = (glyph: Shown) => {
    const last = rows.at(-1)
    if (last && Math.abs(glyph.y - last.y) <= SAME_BASELINE * Math.min(last.size, glyph.look.size))
      last.glyphs.push(glyph)
    else rows.push({ y: glyph.y, size: glyph.look.size, glyphs: [glyph] })
  }
  for (const glyph of plain) put(glyph)
  const large = rows.length
  const alone: Shown[] = []
  for (const glyph of small) {
    const touching = rows.slice(0, large).filter((row) => {
      const rise = (row.y - glyph.y) / row.size
      return rise < 0.65 && rise > -0.35 && row.glyphs.some((g) => Math.abs(g.x1 - glyph.x0) < row.size * 2)
    })
    const host = touching.sort((a, b) => Math.abs(a.y - glyph.y) - Math.abs(b.y - glyph.y))[0]
    if (host) host.glyphs.push(shiftGlyph(glyph, (host.y - glyph.y) / host.size))
    else alone.push(glyph)
  }
  for (const glyph of alone.sort((a, b) => a.y - b.y)) put(glyph)
  // Keep a drawn space, even where letters stand close.
  const spaces = glyphs.filter((g) => isSpace(g.text))
  const sorted = rows.sort((a, b) => a.y - b.y)
  for (const space of spaces) {
    const row = nearest(sorted, space.y)
    if (row && Math.abs(row.y - space.y) <= SAME_BASELINE * row.size) row.glyphs.push(space)
  }
  return sorted.map((row) => row.glyphs)
}

function nearest<T extends { y: number }>(rows: readonly T[], y: number): T | null {
  let [low, high] = [0, rows.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.y ?? 0) < y) low = middle + 1
    else high = middle
  }
  const [after, before] = [rows[low], rows[low - 1]]
  if (!after || !before) return after ?? before ?? null
  return Math.abs(before.y - y) < Math.abs(after.y - y) ? before : after
}

function toRow(glyphs: Shown[], page: number): PageRow {
  const sorted = glyphs.sort((a, b) => a.x0 - b.x0 || a.order - b.order)
  const segments: Segment[] = []
  let current: Segment | null = null
  let previous: Shown | null = null
  let spaced = false
  for (const glyph of sorted) {
    if (isSpace(glyph.text)) {
      // Skip a space drawn over letters, which ends another run and is no gap here.
      if (!previous || glyph.x1 > previous.x1 + 0.01) spaced = true
      continue
    }
    const size = Math.max(glyph.look.size, previous?.look.size ?? 0)
    const gap = previous ? glyph.x0 - previous.x1 : 0
    // Skip a letter drawn twice, a hair apart, which is how some programs make bold.
    if (previous && previous.text === glyph.text && Math.abs(glyph.x0 - previous.x0) < TWICE * size) continue
    if (!current || gap > GAP * size) {
      current = startSegment(glyph, page)
      segments.push(current)
    } else {
      if (spaced || gap > SPACE * size) {
        current.text += ' '
        current.gaps.push({ at: current.text.length, x0: current.x1, x1: glyph.x0 })
      }
      if (gap < -OVERLAP * glyph.look.size) current.overlaps++
      append(current, glyph)
    }
    previous = previous && previous.x1 > glyph.x1 ? { ...glyph, x1: previous.x1 } : glyph
    spaced = false
  }
  const sizes = sorted.filter((g) => !isSpace(g.text)).map((g) => g.look.size)
  const size = greatest(sizes, 0)
  const base = sorted.find((g) => g.look.size === size)
  return { page, y: base?.y ?? 0, size, segments }
}

const startSegment = (glyph: Shown, page: number): Segment => {
  const segment: Segment = {
    page,
    x0: glyph.x0,
    x1: glyph.x1,
    y: glyph.y,
    size: glyph.look.size,
    text: '',
    spans: [],
    gaps: [],
    overlaps: 0,
  }
  append(segment, glyph)
  return segment
}

function append(segment: Segment, glyph: Shown): void {
  const last = segment.spans.at(-1)?.look
  const { look } = glyph
  if (!last || last.font !== look.font || last.bold !== look.bold || last.colour !== look.colour)
    segment.spans.push({ from: segment.text.length, look })
  segment.text += LIGATURES[glyph.text] ?? glyph.text
  segment.x1 = Math.max(segment.x1, glyph.x1)
  segment.size = Math.max(segment.size, look.size)
}

/** Cuts a segment before one of its letters. */
export function cutSegment(segment: Segment, at: number): [Segment, Segment] {
  const gap = segment.gaps.find((g) => g.at === at)
  const [end, start] = [gap?.x0 ?? segment.x1, gap?.x1 ?? segment.x0]
  const part = (from: number, to: number): Pick<Segment, 'text' | 'spans' | 'gaps'> => ({
    text: segment.text.slice(from, to).trimEnd(),
    spans: segment.spans
      .filter((span, i) => span.from < to && (segment.spans[i + 1]?.from ?? segment.text.length) > from)
      .map((span) => ({ ...span, from: Math.max(0, span.from - from) })),
    gaps: segment.gaps.filter((g) => g.at > from && g.at < to).map((g) => ({ ...g, at: g.at - from })),
  })
  return [
    { ...segment, ...part(0, at), x1: end },
    { ...segment, ...part(at, segment.text.length), x0: start },
  ]
}
