import { append } from '../long-lists.ts'
import {
  explanationOf,
  headOf,
  hidesOption,
  isKeyLike,
  keyOf,
  type ListLine,
  optionOf,
  splitOptions,
  subjectOf,
  type TextLook,
} from './lines.ts'

type BlockOption = { letter: string; text: string; marked: boolean; look: TextLook }
/** Question as its lines give it. `doubtful` when some line could belong elsewhere, and its key to another question. */
export type ListBlock = {
  line: number
  number: number | null
  materia: string | null
  stem: string[]
  options: BlockOption[]
  keys: string[]
  explanation: string[]
  images: string[]
  doubtful: boolean
  /** Every line of the question's text is struck out. */
  struck: boolean
}

/** Longest title between two questions. */
const MAX_TITLE = 90
const CAPITALS = /^[^\p{Ll}]*\p{Lu}{4}[^\p{Ll}]*$/u

/**
 * Reads lines one after the other. A head begins a question, and letters in order are its answers. Every other line
 * must have one place.
 */
export class BlockReader {
  readonly blocks: ListBlock[] = []
  private block: ListBlock | null = null
  private materia: string | null = null
  private last = 0
  private stray = false
  /** True when keys stand before their questions, or before nothing, so that no key has a certain place. */
  private astray = false
  private readonly numbered: boolean

  constructor(lines: readonly ListLine[]) {
    const all = splitOptions(lines)
    const heads = all.filter((line, i) => headOf(line.text) && opensOptions(all, i)).length
    const firsts = all.filter(({ text }) => optionOf(text)?.place === 0).length
    this.numbered = heads >= firsts * 0.7
    for (const line of all) {
      this.take(line)
      if (line.lost && this.block) this.block.doubtful = true
    }
    this.end()
    if (this.astray) for (const block of this.blocks) block.doubtful = true
  }

  private take(line: ListLine): void {
    const { block } = this
    const option = optionOf(line.text)
    const head = option ? null : headOf(line.text)
    const key = keyOf(line.text)
    if (line.table) {
      if (block) block.doubtful = true
    } else if (line.text.trim() === '' && block && block.options.length > 0) {
      // Mark the question as doubtful: a picture alone between two questions may belong to either.
      block.doubtful = true
      this.stray = true
    } else if (key !== null) this.takeKey(key)
    else if (option && this.takeOption(line, option)) return
    else if (head && this.numbered && this.takeHead(line, head.number, head.from)) return
    else this.takeText(line)
  }

  private takeKey(key: string): void {
    const { block } = this
    // Distrust a key above its answers, or above every question: nothing shows the question that it belongs to.
    if (!block || (block.options.length === 0 && block.number === null)) this.astray = true
    else if (block.options.length === 0) this.stray = true
    else if (block.keys.push(key) > 1 || key === '') block.doubtful = true
  }

  private takeOption(line: ListLine, option: NonNullable<ReturnType<typeof optionOf>>): boolean {
    const { block } = this
    if (!block || (block.options.length === 0 && option.place > 0)) return false
    if (option.place !== block.options.length) {
      if (option.place === 0 || block.options.length >= 2) block.doubtful = true
      return false
    }
    if (block.keys.length > 0 || block.explanation.length > 0) block.doubtful = true
    block.options.push({
      letter: option.letter.toUpperCase(),
      text: option.text,
      marked: option.marked,
      look: line.look(option.from),
    })
    append(block.images, line.images)
    return true
  }

  /** Returns true when the number begins a question, false when it belongs to a list inside the text. */
  private takeHead(line: ListLine, number: number, from: number): boolean {
    const { block } = this
    if (block && block.options.length === 0 && block.number !== null && number <= block.number) return false
    const restarts = number === 1 && (block === null || block.options.length > 1)
    const grows = number > this.last
    const cut = block !== null && block.options.length < 2
    if (block && !grows && !restarts) block.doubtful = true
    this.end()
    // Restart the count: a second test in the same file counts from one.
    if (restarts) this.last = 0
    this.begin(line, number, line.text.slice(from))
    if (this.block && (cut || (!grows && !restarts))) this.block.doubtful = true
    return true
  }

  private takeText(line: ListLine): void {
    const { block } = this
    const subject = subjectOf(line.text)
    if (subject !== null && (line.blank || block === null) && (block === null || block.options.length > 1)) {
      this.end()
      this.materia = subject
      return
    }
    const explanation = explanationOf(line.text)
    if (block && block.options.length > 1 && isKeyLike(line.text)) block.doubtful = true
    else if (block && block.options.length > 1 && explanation !== null) block.explanation.push(explanation)
    else if (block && block.explanation.length > 0 && !line.blank) block.explanation.push(line.text.trim())
    else if (block && block.options.length === 0) {
      block.stem.push(line.text.trim())
      if (!isStruck(line, 0)) block.struck = false
      append(block.images, line.images)
    } else if (block && !line.blank && block.keys.length === 0 && !CAPITALS.test(line.text)) this.goOn(block, line)
    else if (this.numbered) this.takeTitle(line)
    else {
      this.end()
      this.begin(line, null, line.text)
    }
  }

  /** Appends a broken line to the answer. A line that could be an answer out of place leaves a doubt. */
  private goOn(block: ListBlock, line: ListLine): void {
    const option = block.options.at(-1)
    if (!option) return
    if (optionOf(line.text) || headOf(line.text)) block.doubtful = true
    option.text = `${option.text} ${line.text.trim()}`.trim()
    append(block.images, line.images)
  }

  /**
   * Reads a text alone between two questions. A short one is the subject of the questions below; another makes the one
   * above doubtful.
   */
  private takeTitle(line: ListLine): void {
    const title = line.text.trim()
    const apart = line.blank || CAPITALS.test(title)
    const named = title.length <= MAX_TITLE && /^\p{L}/u.test(title) && !/[.;:,?]$/.test(title)
    if (this.block && !(apart && named)) this.block.doubtful = true
    else if (this.block || this.blocks.length > 0) {
      this.end()
      this.materia = named ? title : null
    } else this.materia = named ? title : null
  }

  private begin(line: ListLine, number: number | null, text: string): void {
    this.block = {
      line: line.line,
      number,
      materia: this.materia,
      stem: text.trim() === '' ? [] : [text.trim()],
      options: [],
      keys: [],
      explanation: [],
      images: [...line.images],
      doubtful: this.stray,
      struck: text.trim() !== '' && isStruck(line, line.text.length - text.length),
    }
    this.stray = false
  }

  private end(): void {
    const { block } = this
    if (!block) return
    if (block.options.some(({ text }) => hidesOption(text, block.options.length))) block.doubtful = true
    if (block.options.length < 2 || block.stem.length === 0 || this.stray) block.doubtful = true
    // Drop a text without answers where questions have no numbers: it is a title or a note.
    if (block.number !== null || block.options.length > 0) this.blocks.push(block)
    if (block.number !== null && block.options.length > 1) this.last = block.number
    this.block = null
  }
}

const isStruck = (line: ListLine, from: number): boolean => /strike/.test(line.look(from).colour)

/** Returns true when a first answer stands before the next numbered line. */
function opensOptions(lines: readonly ListLine[], at: number): boolean {
  for (let i = at + 1; i < lines.length; i++) {
    const text = lines[i]?.text ?? ''
    const option = optionOf(text)
    if (option) return option.place === 0
    if (headOf(text)) return false
  }
  return false
}
