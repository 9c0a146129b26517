import { type ListLine, optionOf, PLAIN, splitOptions } from '../lists/lines.ts'
import { readList } from '../lists/questions.ts'
import { warn } from '../warnings.ts'
import type { FileContent, Format } from './format.ts'
import { peekText } from './peek.ts'
import { checkLines, readText } from './text-source.ts'

/** Share of the lines that are answers, and share of the answers that follow one another. */
const ANSWERS = 0.25
const IN_ORDER = 0.8
const MIN_LINES = 3

/** Splits a text into lines of a list. */
function linesOf(text: string): ListLine[] {
  let blank = true
  return text.split(/\r\n|\r|\n|\f/).flatMap((line, i): ListLine[] => {
    const empty = line.trim() === ''
    const above = blank
    blank = empty
    return empty
      ? []
      : [
          {
            line: i + 1,
            text: line,
            blank: above,
            table: false,
            lost: false,
            images: [],
            look: () => PLAIN,
          },
        ]
  })
}

/** Reads questions in a text: `1. …`, `a) …`, `b) …`, with the key by a sign, a line or a grid at the end. */
export const textList: Format = {
  id: 'text-list',
  sniff(bytes) {
    const lines = splitOptions(linesOf(peekText(bytes)))
    const places = lines.flatMap(({ text }) => optionOf(text)?.place ?? [])
    const inOrder = places.filter((place, i) => places[i + 1] === place + 1 || places[i - 1] === place - 1).length
    return lines.length >= MIN_LINES && places.length >= lines.length * ANSWERS && inOrder >= places.length * IN_ORDER
      ? { strength: 0.8, reason: 'lettered_lines' }
      : null
  },
  async read(source): Promise<FileContent> {
    const { testo, wrongLines, warnings } = await readText(source)
    const lines = linesOf(testo)
    checkLines(lines.map(({ text }) => text))
    const reading = readList(lines)
    const wrong = wrongLines.map((line) => warn('encoding_of_line', line, { line }))
    return { shape: 'questions', reading, warnings: [...warnings, ...wrong] }
  },
}
