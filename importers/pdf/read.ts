import { findGrid, type KeyGrid } from '../keys/grid.ts'
import type { Block } from './blocks.ts'
import { findFields } from './fields.ts'
import { finishBlocks, scoreBlocks } from './finish.ts'
import { splitInline } from './inline.ts'
import { type Line, proposeColumns, readLines } from './layout.ts'
import type { PageRow } from './lines.ts'
import { markLines, rankAnswerKinds, rankNumberKinds } from './marks.ts'
import { Parser } from './parse.ts'

/** Reading of a document: its questions, the keys printed apart, and its score of sound questions. */
export type Attempt = {
  blocks: Block[]
  grid: KeyGrid | null
  lines: Line[]
  score: number
  /** Number of first answers, which is the number of questions. */
  starts: number
  /** Layout of the reading: columns, marks of answers and numbers. */
  how: { columns: number; answers: string; numbers: string | null }
}

/** Marks of each kind that are tried. */
const TRIED = 2
/** Share of numbered lines, of the questions, above which questions have numbers. */
const NUMBERED = 0.3
/** Share of sound questions above which no other reading is tried. */
const SOUND = 0.97

/**
 * Reads the rows in every layout and writing of marks that they allow. Returns the reading with most sound questions.
 */
export function readBlocks(pages: readonly PageRow[][]): Attempt | null {
  let best: Attempt | null = null
  for (const gutters of proposeColumns(pages)) {
    const all = readLines(pages, gutters)
    const grid = findGrid(all.map(({ text }) => text))
    const lines = grid ? all.filter((_, i) => !grid.lines.has(i)) : all
    for (const attempt of tryMarks(lines, grid, gutters.length + 1)) {
      if (attempt.score > (best?.score ?? 0)) best = attempt
      if (attempt.score >= Math.max(attempt.starts * SOUND, 3)) return attempt
    }
  }
  return best
}

function* tryMarks(lines: readonly Line[], grid: KeyGrid | null, columns: number): Generator<Attempt> {
  for (const everywhere of [false, true]) {
    const letters = new Set(rankAnswerKinds(markLines(everywhere ? splitAll(lines) : lines)).slice(0, TRIED))
    for (const answerKind of letters) {
      const split = splitInline(lines, answerKind, everywhere)
      const marked = markLines(split)
      const numbers = rankNumberKinds(marked, answerKind).slice(0, TRIED)
      const starts = marked.filter((m) => m.answers.some((a) => a.kind === answerKind && a.value === 0)).length
      const numbered = marked.filter((m) => m.numbers.some((n) => n.kind === numbers[0])).length
      // Never read numbered questions as if they had no numbers.
      const kinds = numbered > starts * NUMBERED ? numbers : [...numbers, null]
      for (const numberKind of kinds) {
        const parser = new Parser(marked, { answerKind, numberKind }, findFields(marked, starts))
        const blocks = parser.parse()
        if (everywhere) for (const block of blocks) block.doubts.add('inline')
        finishBlocks(blocks, parser.cover)
        const how = { columns, answers: answerKind, numbers: numberKind }
        // Lower the score of a reading without numbers, which has to be the better one by far.
        const score = scoreBlocks(blocks) * (numberKind === null ? 0.8 : numberKind === 'bare' ? 0.98 : 1)
        yield { blocks, grid, lines: split, score, how, starts }
      }
    }
  }
}

const SIGNS = /(?<=\s)(?=[[(]?[A-Ha-h]\s?[)\].:]\s)/gu
/** Cuts lines at every place where an answer's mark might stand, to see which marks follow one another. */
const splitAll = (lines: readonly Line[]): Line[] =>
  lines.flatMap((line) => line.text.split(SIGNS).map((text) => ({ ...line, text })))
