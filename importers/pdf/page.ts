import { greatest, lowest } from '../long-lists.ts'
import type { Library } from './library.ts'
import { apply, IDENTITY, type Matrix, multiply } from './matrix.ts'

/** Look of a glyph. */
export type Look = { font: string; bold: boolean; colour: string; size: number }

/** Glyph in points from the top left corner; `y` is its baseline. */
export type Shown = { x0: number; x1: number; y: number; text: string; look: Look; order: number }

/** Straight rule or filled box: underlines, tables, highlights. */
export type Stroke = { x0: number; y0: number; x1: number; y1: number; filled: boolean; colour: string }

/** Place of an image, and its name on the page. */
export type Picture = { x0: number; y0: number; x1: number; y1: number; id: string | null }

/** Drawing of one page. `hidden` are invisible glyphs: the text behind a scan, white on white. */
export type DrawnPage = {
  number: number
  width: number
  height: number
  glyphs: Shown[]
  hidden: Shown[]
  /** Number of glyphs that do not stand upright, left out: watermarks, titles along the margin. */
  slanted: number
  strokes: Stroke[]
  pictures: Picture[]
  /** Number of glyphs whose character the font does not define. */
  unknown: number
}

export type Font = { name?: string; bold?: boolean; black?: boolean; fontMatrix?: number[]; vertical?: boolean }
type Glyph = { unicode?: string; width?: number; isSpace?: boolean; fontChar?: string }

/** Bounds of a picture's size: smaller pictures are signs, larger ones the page itself. */
const MIN_SIDE = 14
const WHOLE_PAGE = 0.8
/** Most operators of one page, many times the operators of a bank's page. */
const MAX_OPERATORS = 400_000
const MAX_GLYPHS = 60_000

type State = {
  ctm: Matrix
  fill: string
  font: Font
  fontName: string
  size: number
  direction: 1 | -1
  charSpacing: number
  wordSpacing: number
  scale: number
  rise: number
  leading: number
  mode: number
}

const INITIAL: Omit<State, 'ctm'> = {
  fill: '#000000',
  font: {},
  fontName: '',
  size: 0,
  direction: 1,
  charSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  rise: 0,
  leading: 0,
  mode: 0,
}

/** Error of a page that draws more than any bank does. */
export class TooMuch extends Error {}

/** Follows the operators of a page and keeps its drawing. */
export class PageReader {
  readonly page: DrawnPage
  private readonly ops: Library['OPS']
  private readonly fontOf: (id: string) => Font
  private state: State
  private readonly stack: State[] = []
  private text: Matrix = IDENTITY
  private place = { x: 0, y: 0, lineX: 0, lineY: 0 }
  private shown = 0
  private readonly looks = new Map<string, Look>()

  constructor(ops: Library['OPS'], page: DrawnPage, view: Matrix, fontOf: (id: string) => Font) {
    this.ops = ops
    this.page = page
    this.fontOf = fontOf
    this.state = { ...INITIAL, ctm: view }
  }

  read(functions: readonly number[], args: readonly unknown[]): void {
    if (functions.length > MAX_OPERATORS) throw new TooMuch()
    functions.forEach((fn, i) => {
      const list = args[i]
      this.step(fn, Array.isArray(list) ? list : [])
    })
  }

  private step(fn: number, args: unknown[]): void {
    const { ops, state } = this
    const number = (i: number) => Number(args[i] ?? 0)
    switch (fn) {
      case ops.save:
      case ops.beginGroup:
        if (this.stack.length < 1000) this.stack.push({ ...state })
        return
      case ops.restore:
      case ops.endGroup:
      case ops.paintFormXObjectEnd:
        this.state = this.stack.pop() ?? state
        return
      case ops.transform:
        state.ctm = multiply(state.ctm, args as number[])
        return
      case ops.paintFormXObjectBegin:
        if (this.stack.length < 1000) this.stack.push({ ...state })
        if (args[0]) state.ctm = multiply(state.ctm, args[0] as number[])
        return
      case ops.setFillRGBColor:
        state.fill = String(args[0] ?? '#000000')
        return
      case ops.setFillTransparent:
        state.fill = '#ffffff'
        return
      case ops.constructPath:
        this.readPath(number(0), args[2])
        return
      case ops.paintImageXObject:
      case ops.paintImageMaskXObject:
        this.addPicture(fn === ops.paintImageXObject ? String(args[0]) : null)
        return
      case ops.paintInlineImageXObject:
        this.addPicture(null)
        return
      default:
        this.stepText(fn, args, number)
    }
  }

  private stepText(fn: number, args: unknown[], number: (i: number) => number): void {
    const { ops, state, place } = this
    switch (fn) {
      case ops.beginText:
        this.text = IDENTITY
        this.place = { x: 0, y: 0, lineX: 0, lineY: 0 }
        return
      case ops.setHScale:
        state.scale = number(0) / 100
        return
      case ops.setLeading:
        state.leading = -number(0)
        return
      case ops.setFont:
        state.fontName = String(args[0])
        state.font = this.fontOf(state.fontName)
        state.direction = number(1) < 0 ? -1 : 1
        state.size = Math.abs(number(1))
        return
      case ops.setTextMatrix:
        this.text = multiply(IDENTITY, (args.length === 6 ? args : (args[0] ?? IDENTITY)) as ArrayLike<number>)
        this.place = { x: 0, y: 0, lineX: 0, lineY: 0 }
        return
      case ops.setLeadingMoveText:
        state.leading = number(1)
        this.move(number(0), number(1))
        return
      case ops.moveText:
        this.move(number(0), number(1))
        return
      case ops.nextLine:
        this.move(0, state.leading)
        return
      case ops.showText:
        this.show((args[0] ?? []) as (Glyph | number | null)[], place)
        return
      default:
        this.setNumber(fn, number(0))
    }
  }

  private setNumber(fn: number, value: number): void {
    const { ops, state } = this
    if (fn === ops.setCharSpacing) state.charSpacing = value
    else if (fn === ops.setWordSpacing) state.wordSpacing = value
    else if (fn === ops.setTextRise) state.rise = value
    else if (fn === ops.setTextRenderingMode) state.mode = value
  }

  private move(x: number, y: number): void {
    this.place.lineX += x
    this.place.lineY += y
    this.place.x = this.place.lineX
    this.place.y = this.place.lineY
  }

  private show(glyphs: readonly (Glyph | number | null)[], place: { x: number; y: number }): void {
    const { state } = this
    const unit = state.size * (state.font.fontMatrix?.[0] ?? 0.001)
    const map = multiply(state.ctm, this.text)
    const stretch = Math.hypot(map[0], map[1])
    const size = state.size * Math.hypot(map[2], map[3])
    const upright = map[0] * state.direction > 0 && Math.abs(map[1]) < Math.abs(map[0]) * 0.02
    let pieces: { x0: number; x1: number; text: string }[] = []
    let x = 0
    for (const glyph of glyphs) {
      if (glyph === null) continue
      if (typeof glyph === 'number') {
        x -= (glyph * state.size) / 1000
        continue
      }
      if (++this.shown > MAX_GLYPHS) throw new TooMuch()
      const width = (glyph.width ?? 0) * unit
      const text = this.characterOf(glyph)
      pieces.push({ x0: x, x1: x + width, text })
      x += width + (state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0)) * state.direction
    }
    const start = apply(map, place.x, place.y + state.rise)
    place.x += x * state.scale
    if (!upright || state.font.vertical) {
      this.page.slanted += pieces.length
      return
    }
    const toPage = (value: number) => start.x + value * state.scale * stretch
    pieces = pieces.map((piece) => ({ ...piece, x0: toPage(piece.x0), x1: toPage(piece.x1) }))
    this.keep(pieces, start.y, size)
  }

  private characterOf(glyph: Glyph): string {
    const text = glyph.unicode ?? ''
    if (text === '' || text === '\ufffd' || /[\ue000-\uf8ff]/.test(text)) this.page.unknown++
    return text === '' ? '\ufffd' : text
  }

  private keep(pieces: readonly { x0: number; x1: number; text: string }[], y: number, size: number): void {
    const { state } = this
    const name = state.font.name ?? state.fontName
    const bold = Boolean(state.font.bold || state.font.black) || /bold|black|heavy|semibold|demi/i.test(name)
    const look = this.lookOf({ font: name, bold: bold || state.mode === 2, colour: state.fill, size })
    const target = state.mode === 3 || state.mode === 7 || isWhite(state.fill) ? this.page.hidden : this.page.glyphs
    for (const piece of pieces) target.push({ ...piece, y, look, order: this.page.glyphs.length })
  }

  /** Returns one object for all letters of one look. */
  private lookOf(look: Look): Look {
    const key = `${look.font} ${look.bold} ${look.colour} ${look.size}`
    const known = this.looks.get(key)
    if (!known) this.looks.set(key, look)
    return known ?? look
  }

  private addPicture(id: string | null): void {
    const corners = [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ].map(([x = 0, y = 0]) => apply(this.state.ctm, x, y))
    this.page.pictures.push({ ...boxOf(corners), id })
  }

  private readPath(operation: number, extent: unknown): void {
    const { ops, state } = this
    const box = extent as ArrayLike<number> | null
    if (!box || box.length < 4 || !Number.isFinite(box[0])) return
    const filled = operation === ops.fill || operation === ops.eoFill || operation === ops.fillStroke
    if (!filled && operation !== ops.stroke && operation !== ops.closeStroke) return
    const corners = [apply(state.ctm, box[0] ?? 0, box[1] ?? 0), apply(state.ctm, box[2] ?? 0, box[3] ?? 0)]
    this.page.strokes.push({ ...boxOf(corners), filled, colour: filled ? state.fill : '' })
  }
}

const boxOf = (points: readonly { x: number; y: number }[]) => ({
  x0: lowest(points.map((p) => p.x)),
  y0: lowest(points.map((p) => p.y)),
  x1: greatest(points.map((p) => p.x)),
  y1: greatest(points.map((p) => p.y)),
})

/** Returns true for a colour that is invisible on paper. */
const isWhite = (colour: string): boolean => /^#f[a-f]f[a-f]f[a-f]$/i.test(colour)

/** Returns true for a picture worth keeping: neither a sign nor the page's background. */
export function isFigure({ x0, y0, x1, y1 }: Picture, page: { width: number; height: number }): boolean {
  const [width, height] = [x1 - x0, y1 - y0]
  if (width < MIN_SIDE || height < MIN_SIDE) return false
  return width < page.width * WHOLE_PAGE || height < page.height * WHOLE_PAGE
}
