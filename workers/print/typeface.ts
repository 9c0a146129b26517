import type { jsPDF } from 'jspdf'

/** A stretch of a line in one typeface. `width`: points at the size that it was measured for. */
export type Run = { text: string; signs: boolean; width: number }
export type Line = { runs: readonly Run[]; width: number }

/** Points of text, and whether it is bold. */
export type Style = { size: number; bold?: boolean }

const SIGNS = 'Signs'
/** Signs of Helvetica, which every reader of PDF has: Windows' Latin set. */
const PLAIN = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/
const PLAIN_CHAR = /[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/
/** Spaces and hyphens that Helvetica lacks and that look like one it has; signs without a shape are left out. */
const LIKE: readonly [RegExp, string][] = [
  [/[\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\u2010\u2011]/g, '-'],
  [/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\p{Variation_Selector}/gu, ''],
]

export const isPlain = (text: string): boolean => PLAIN.test(text)
export const settleSigns = (text: string): string =>
  isPlain(text) ? text : LIKE.reduce((t, [what, as]) => t.replace(what, as), text.normalize('NFC'))

type Measured = { width: number; taken: number; measure: (piece: string) => number }

/** A word wider than the column, cut where it has to be. */
function cutWord(word: string, { width, measure }: Measured): string[] {
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const char of word) {
    const w = measure(char)
    if (piece !== '' && used + w > width) {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += char
    used += w
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}

/**
 * Lines of a text in a column `width` points wide; a line break of the text is one of the page. `taken`: points of the first line
 * that something else has.
 */
function wrapText(text: string, how: Measured): string[] {
  const { width, taken, measure } = how
  const space = measure(' ')
  return text.split('\n').flatMap((paragraph, n) => {
    const lines: string[] = []
    let line = ''
    let used = n === 0 ? taken : 0
    const words = paragraph.split(' ').flatMap((w) => (measure(w) > width ? cutWord(w, how) : [w]))
    for (const word of words) {
      const w = measure(word)
      if (used > 0 && used + (line === '' ? 0 : space) + w > width) {
        lines.push(line)
        line = ''
        used = 0
      }
      used += line === '' ? w : space + w
      line = line === '' ? word : `${line} ${word}`
    }
    lines.push(line)
    return lines
  })
}

/** Widths and lines of the two typefaces of a document: Helvetica, and one of signs for what it lacks. */
export function createTypeface(doc: jsPDF) {
  const widths = { plain: new Map<string, number>(), bold: new Map<string, number>(), signs: new Map<string, number>() }
  let withSigns = false

  const choose = (signs: boolean, bold: boolean) =>
    signs ? doc.setFont(SIGNS, 'normal') : doc.setFont('helvetica', bold ? 'bold' : 'normal')

  function charWidth(char: string, signs: boolean, bold: boolean): number {
    const known = widths[signs ? 'signs' : bold ? 'bold' : 'plain']
    let width = known.get(char)
    if (width === undefined) {
      choose(signs, bold)
      width = doc.getStringUnitWidth(char)
      known.set(char, width)
    }
    return width
  }

  /** Runs of a text that has no line break. */
  function toRuns(text: string, { size, bold = false }: Style): Run[] {
    const runs: Run[] = []
    for (const char of text) {
      const signs = withSigns && !PLAIN_CHAR.test(char)
      const shown = signs || PLAIN_CHAR.test(char) ? char : '?'
      const width = charWidth(shown, signs, bold) * size
      const last = runs.at(-1)
      if (last && last.signs === signs) {
        last.text += shown
        last.width += width
      } else runs.push({ text: shown, signs, width })
    }
    return runs
  }

  const measure = (text: string, { size, bold = false }: Style): number => {
    let width = 0
    for (const char of text) width += charWidth(char, withSigns && !PLAIN_CHAR.test(char), bold)
    return width * size
  }

  const toLine = (text: string, style: Style): Line => {
    const runs = toRuns(text, style)
    return { runs, width: runs.reduce((sum, r) => sum + r.width, 0) }
  }

  const wrap = (text: string, width: number, style: Style, taken = 0): Line[] =>
    wrapText(text, { width, taken, measure: (piece) => measure(piece, style) }).map((line) => toLine(line, style))

  /** Draws a line with its base at `y`. */
  function draw(line: Line, x: number, y: number, { size, bold = false }: Style): void {
    doc.setFontSize(size)
    let at = x
    for (const { text, signs, width } of line.runs) {
      choose(signs, bold)
      doc.text(text, at, y)
      at += width
    }
  }

  /** From here on what Helvetica lacks is drawn with this typeface (TrueType); before, it is a question mark. */
  function addSigns(file: Uint8Array): void {
    let binary = ''
    for (let i = 0; i < file.length; i += 8192) binary += String.fromCharCode(...file.subarray(i, i + 8192))
    doc.addFileToVFS('signs.ttf', binary)
    doc.addFont('signs.ttf', SIGNS, 'normal')
    withSigns = true
  }

  return { wrap, draw, measure, addSigns, hasSigns: () => withSigns }
}
export type Typeface = ReturnType<typeof createTypeface>
