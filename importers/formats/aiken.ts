import { emptyQuestion, makeAnswer, type RawQuestion, type Reading } from '../raw-question.ts'
import { warn } from '../warnings.ts'
import type { FileContent, Format } from './format.ts'
import { peekText } from './peek.ts'
import { readText, splitLines } from './text-source.ts'

const OPTION = /^\s*([A-Z])[.)]\s+(\S.*)$/
const ANSWER = /^\s*ANSWER\s*:\s*([A-Z])\s*$/i
/** A line in the form of a key, valid or not. */
const ANSWER_LIKE = /^\s*"?ANSWER\s*:/i
/** A line in the form of an answer, with any letter. */
const OPTION_LIKE = /^\s*\(?[A-Za-z][.)]\s+\S/

type Block = { line: number; stem: string[]; options: string[]; answer: string | null; doubtful: boolean }

const newBlock = (line: number): Block => ({ line, stem: [], options: [], answer: null, doubtful: false })

/** Reads Aiken: a question, its answers by letter one to a line, and `ANSWER: A`. */
export const aiken: Format = {
  id: 'aiken',
  sniff: (bytes) =>
    /(?:^|\n)\s*[A-H][).][^\r\n]*(?:\r?\n\s*[A-H][).][^\r\n]*)+\r?\n\s*ANSWER\s*:\s*[A-H]\b/.test(peekText(bytes))
      ? { strength: 0.95, reason: 'answer_lines' }
      : null,
  async read(source): Promise<FileContent> {
    const { testo, wrongLines, warnings } = await readText(source)
    const blocks = readBlocks(splitLines(testo))
    const questions = blocks.filter(({ doubtful }) => !doubtful).map(toQuestion)
    const reading: Reading = {
      questions,
      candidates: blocks.length,
      declaredAnswers: null,
      warnings: [],
      mapping: [],
    }
    const wrong = wrongLines.map((line) => warn('encoding_of_line', line, { line }))
    const doubtful = blocks.filter((block) => block.doubtful).map(({ line }) => warn('not_a_question', line, {}))
    return { shape: 'questions', reading, warnings: [...warnings, ...wrong, ...doubtful] }
  },
}

/**
 * Splits lines into blocks. A question without `ANSWER` ends where a blank line and another text follow its answers. A
 * block is doubtful when its letters are not consecutive, or its key is not one letter once. Such a key could be
 * another question's.
 */
function readBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let block = newBlock(1)
  let blank = false
  const end = (line: number) => {
    if (block.stem.length > 0 || block.options.length > 0) blocks.push(block)
    block = newBlock(line)
  }
  lines.forEach((line, i) => {
    if (line.trim() === '') {
      blank = true
      return
    }
    const key = ANSWER.exec(line)?.[1]
    const option = OPTION.exec(line)
    if (key && block.options.length > 0) {
      block.answer = key.toUpperCase()
      end(i + 2)
    } else if (ANSWER_LIKE.test(line)) {
      const asked = block.stem.length > 0 ? block : (blocks.at(-1) ?? block)
      asked.doubtful = true
      end(i + 2)
    } else if (option?.[1] === letterAt(block.options.length) && block.stem.length > 0) {
      block.options.push((option[2] ?? '').trim())
    } else if (block.options.length > 0 && !blank) {
      // Append a broken line to its answer, unless the line is itself an answer out of its place.
      if (OPTION_LIKE.test(line)) block.doubtful = true
      block.options.push(`${block.options.pop()} ${line.trim()}`)
    } else {
      if (block.options.length > 0) end(i + 1)
      if (block.stem.length === 0) block.line = i + 1
      block.stem.push(line.trim())
    }
    blank = false
  })
  end(lines.length)
  return blocks
}

const letterAt = (place: number): string => String.fromCharCode(65 + place)

function toQuestion({ line, stem, options, answer }: Block): RawQuestion {
  const right = answer === null ? -1 : answer.charCodeAt(0) - 65
  const known = right >= 0 && right < options.length
  return {
    ...emptyQuestion(line),
    testo: stem.join('\n'),
    risposte: options.map((testo, place) =>
      makeAnswer(testo, place, { lettera: letterAt(place), right: known ? place === right : null }),
    ),
    chiave: known ? null : answer,
  }
}
