import { append } from '../long-lists.ts'
import { type AnswerBlock, type Block, newBlock } from './blocks.ts'
import type { FieldLine } from './fields.ts'
import type { Line } from './layout.ts'
import type { Mark, Marked } from './marks.ts'

/** Writing of a document's marks. `numberKind` null: questions have no numbers. */
export type Scheme = { answerKind: string; numberKind: string | null }

/** Distance in points between marks of one kind at the same indent. */
const SAME_INDENT = 9
/** Share of marks in one place above which the others are doubtful. */
const STEADY = 0.85
/** Most lines that are looked at ahead. */
const AHEAD = 120
/** Most numbers that may be missing between two questions. */
const MAX_GAP = 60

type Style = { indents: Set<number>; font: string | null }

/** Cuts lines into questions by marks that count on in their places: a number, then A, B, C. */
export class Parser {
  readonly blocks: Block[] = []
  /** Lines above the first question. */
  readonly cover: Line[] = []
  private readonly marked: readonly Marked[]
  private readonly scheme: Scheme
  private readonly fieldOf: (text: string) => FieldLine | null
  private readonly nextAnswer: (number | null)[]
  private readonly numberStyle: Style | null
  private readonly answerStyle: Style | null
  private readonly pending = new Map<string, string>()
  /** Labels that stand above their question. */
  private readonly leading = new Set<string>()
  private readonly pitch: number
  private current: Block | null = null

  constructor(marked: readonly Marked[], scheme: Scheme, fieldOf: (text: string) => FieldLine | null) {
    this.marked = marked
    this.scheme = scheme
    this.fieldOf = fieldOf
    this.nextAnswer = this.lookAhead()
    this.numberStyle = this.findStyle((m) => this.numberOf(m))
    this.answerStyle = this.findStyle((m) => this.answerOf(m))
    this.pitch = findPitch(marked.map(({ line }) => line))
  }

  parse(): Block[] {
    for (const [i, m] of this.marked.entries()) this.step(m, i)
    return this.blocks
  }

  private answerOf({ answers }: Marked): Mark | null {
    return answers.find(({ kind }) => kind === this.scheme.answerKind) ?? null
  }

  private numberOf({ numbers }: Marked): Mark | null {
    return numbers.find(({ kind }) => kind === this.scheme.numberKind) ?? null
  }

  /** Returns, for each line, the place of the next answer's mark from it on. */
  private lookAhead(): (number | null)[] {
    const next: (number | null)[] = Array.from({ length: this.marked.length }, () => null)
    let value: number | null = null
    for (let i = this.marked.length - 1; i >= 0; i--) {
      value = this.answerOf(this.marked[i] as Marked)?.value ?? value
      next[i] = value
    }
    return next
  }

  /** Returns the place and the look of the marks, when nearly all agree. */
  private findStyle(markOf: (m: Marked) => Mark | null): Style | null {
    const indents = new Map<number, number>()
    const fonts = new Map<string, number>()
    let total = 0
    for (const m of this.marked) {
      if (!markOf(m)) continue
      total++
      const indent = Math.round(m.line.indent / 3)
      indents.set(indent, (indents.get(indent) ?? 0) + 1)
      const font = fontOf(m.line)
      fonts.set(font, (fonts.get(font) ?? 0) + 1)
    }
    if (total < 5) return null
    const often = [...indents].filter(([, n]) => n >= Math.max(2, total * 0.02)).map(([x]) => x * 3)
    const covered = [...indents]
      .filter(([x]) => often.some((o) => Math.abs(o - x * 3) <= 3))
      .reduce((a, [, n]) => a + n, 0)
    const [font, most] = [...fonts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
    return { indents: new Set(covered >= total * STEADY ? often : []), font: most >= total * STEADY ? font : null }
  }

  private fits(style: Style | null, line: Line): boolean {
    if (!style) return true
    const placed = style.indents.size === 0 || [...style.indents].some((x) => Math.abs(x - line.indent) <= SAME_INDENT)
    return placed && (style.font === null || style.font === fontOf(line))
  }

  private step(m: Marked, i: number): void {
    const number = this.numberOf(m)
    const answer = this.answerOf(m)
    const field = answer ? null : this.fieldOf(m.line.text)
    const numbered = number && !(answer && this.expects(answer)) && this.startsQuestion(number, m, i)
    if (numbered) this.begin(number, m)
    else if (this.scheme.numberKind === null && this.beginsUnnumbered(m, i)) this.begin(null, m)
    else if (field) this.keepField(field, m)
    else if (!this.current) this.cover.push(m.line)
    else if (answer) this.meetAnswer(this.current, answer, m, i)
    else {
      if (number) this.meetNumber(this.current, number)
      this.continue(m.line, 0)
    }
  }

  /**
   * Doubts the question when the next number begins a line and was rejected, or its own number returns. The text above
   * may belong to another question.
   */
  private meetNumber(current: Block, { value }: Mark): void {
    const own = Number(current.number)
    const again = value === own && current.answers.length === 0
    if (value === own + 1 || again) current.doubts.add('number_inside')
    if (again) this.blocks.at(-2)?.doubts.add('number_inside')
  }

  private expects(answer: Mark): boolean {
    return this.current !== null && answer.value === this.current.answers.length && answer.value > 0
  }

  private startsQuestion(mark: Mark, m: Marked, i: number): boolean {
    const { current } = this
    // Require that the first answer follows a question's beginning, before any other answer.
    if (this.nextAnswer[i] !== 0) return false
    const styled = this.fits(this.numberStyle, m.line)
    if (!current) return styled || mark.value === 1
    const last = Number(this.blocks.at(-1)?.number ?? 0)
    const next = mark.kind === 'code' || mark.value === last + 1
    if (current.answers.length === 0) {
      // Look further: a list inside the question counts too, and the true next number stands after the answers.
      if (this.blocks.length === 1 && (mark.value === 1 || !this.numberComesLater(last, i)))
        return styled && mark.value <= last + 1
      return next && styled && !this.numberComesLater(mark.value, i)
    }
    if (current.answers.length === 1) return false
    if (next) return styled || !this.numberComesLater(mark.value, i)
    return (
      styled &&
      (mark.value === 1 || (mark.value > last && mark.value - last <= MAX_GAP && !this.numberComesLater(last + 1, i)))
    )
  }

  /** Returns true when the same number begins a line again, after answers and within `AHEAD` lines. */
  private numberComesLater(value: number, i: number): boolean {
    let answers = false
    for (let k = i + 1; k < Math.min(this.marked.length, i + AHEAD); k++) {
      const m = this.marked[k] as Marked
      if (this.answerOf(m)) answers = true
      const number = this.numberOf(m)
      if (answers && number?.value === value && this.nextAnswer[k] === 0 && this.fits(this.numberStyle, m.line))
        return true
      if (answers && number?.value === value + 1 && this.nextAnswer[k] === 0 && this.fits(this.numberStyle, m.line))
        return false
    }
    return false
  }

  private begin(mark: Mark | null, { line }: Marked): void {
    const before = this.blocks.at(-1)
    const block = newBlock(mark && (mark.code || String(mark.value)), line.page)
    if (before && before.answers.length === 0 && this.blocks.length === 1) this.blocks.pop()
    const last = Number(before?.number ?? Number.NaN)
    if (
      mark &&
      mark.kind !== 'code' &&
      before &&
      before.answers.length > 0 &&
      mark.value !== last + 1 &&
      mark.value !== 1
    )
      block.doubts.add(mark.value > last ? 'number_gap' : 'number_order')
    if (mark && !this.fits(this.numberStyle, line)) block.doubts.add('number_style')
    for (const [name, value] of this.pending) block.fields.set(name, value)
    this.pending.clear()
    this.blocks.push(block)
    this.current = block
    this.continue(line, mark?.length ?? 0)
  }

  private meetAnswer(current: Block, answer: Mark, m: Marked, i: number): void {
    const expected = current.answers.length
    const placed = this.fits(this.answerStyle, m.line)
    const twin = !placed && this.answerComesLater(answer.value, i)
    if (answer.value === expected && !twin) {
      if (!placed) current.doubts.add('answer_place')
      this.beginAnswer(current, answer, m.line)
    } else if (answer.value === 0 && expected > 0) this.restart(current, answer, m)
    else if (answer.value > expected && placed) {
      current.doubts.add('letter_skipped')
      this.beginAnswer(current, answer, m.line)
    } else {
      if (placed && answer.value < expected) current.doubts.add('letter_repeated')
      this.continue(m.line, 0)
    }
  }

  /** Returns true when the same letter begins a line in its place, before the question ends. */
  private answerComesLater(value: number, i: number): boolean {
    for (let k = i + 1; k < Math.min(this.marked.length, i + AHEAD); k++) {
      const m = this.marked[k] as Marked
      const answer = this.answerOf(m)
      if (answer?.value === value && this.fits(this.answerStyle, m.line)) return true
      if (answer?.value === 0) return false
    }
    return false
  }

  /**
   * Handles a second first answer. The lines before were a list of the question, or another question's number was not
   * seen.
   */
  private restart(current: Block, answer: Mark, { line }: Marked): void {
    current.doubts.add('restarted')
    if (current.answers.length === 1) {
      append(
        current.stem,
        current.answers.flatMap(({ pieces }) => pieces),
      )
      current.answers = []
    } else {
      current.broken = true
      const block = newBlock(null, line.page)
      block.broken = true
      this.blocks.push(block)
      // Keep the previous number, from which the count continues, because this block's number is unread.
      block.number = current.number
      this.current = block
    }
    this.beginAnswer(this.current as Block, answer, line)
  }

  private beginAnswer(current: Block, mark: Mark, line: Line): void {
    const letter = this.scheme.answerKind.startsWith('digit')
      ? String(mark.value + 1)
      : ('ABCDEFGH'[mark.value] ?? null)
    const made: AnswerBlock = { place: mark.value, letter, pieces: [], flagged: mark.flagged }
    current.answers.push(made)
    this.continue(line, mark.length)
  }

  private continue(line: Line, from: number): void {
    const { current } = this
    if (!current) return
    const part = current.answers.at(-1)?.pieces ?? current.stem
    part.push({ line, from, to: line.text.length })
  }

  /** Keeps a field, which stands below its question. Its kind stands above when the first one does. */
  private keepField(field: FieldLine, m: Marked): void {
    const { current } = this
    const name = field.role === 'altro' ? field.label : field.role
    const ended = current !== null && current.answers.length >= 2
    if (!current) this.leading.add(name)
    if (!current || (ended && this.leading.has(name))) this.pending.set(name, field.value)
    else if (ended) current.fields.set(name, field.value)
    else this.continue(m.line, 0)
  }

  /** Returns true where a question without number begins: after a wider gap, or where the look changes back. */
  private beginsUnnumbered(m: Marked, i: number): boolean {
    const { current } = this
    if (this.nextAnswer[i] !== 0 || this.answerOf(m)) return false
    if (!current) return true
    if (current.answers.length < 2) return false
    const before = this.marked[i - 1]?.line
    const near = before && before.page === m.line.page && before.column === m.line.column
    if (near && m.line.y - before.y > this.pitch * 1.35) return true
    const answer = current.answers[0]?.pieces[0]?.line
    const stem = current.stem[0]?.line
    return Boolean(answer && stem && fontOf(stem) !== fontOf(answer) && fontOf(m.line) === fontOf(stem))
  }
}

/** Returns the usual step from one line to the next. */
export function findPitch(lines: readonly Line[]): number {
  const steps: number[] = []
  lines.forEach((line, i) => {
    const before = lines[i - 1]
    if (before && before.page === line.page && before.column === line.column && line.y > before.y)
      steps.push(line.y - before.y)
  })
  steps.sort((a, b) => a - b)
  return steps[Math.floor(steps.length * 0.4)] ?? 12
}

const fontOf = ({ spans }: Line): string => {
  const look = spans[0]?.look
  return look ? `${look.font} ${look.bold}` : ''
}
