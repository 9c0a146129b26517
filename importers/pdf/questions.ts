import { emptyQuestion, makeAnswer, type RawQuestion } from '../raw-question.ts'
import { NO_KEY } from '../recognition/keys.ts'
import { type Warning, warn } from '../warnings.ts'
import { type Block, collectWords, confidenceOf, joinPieces, type Piece } from './blocks.ts'
import type { ReadPage } from './document.ts'
import type { Attempt } from './read.ts'
import { findShownKeys } from './shown-keys.ts'

/** Shortest and longest title that is the subject of the questions below it. */
const TITLE = { min: 4, max: 90 }
/** Confidence below which a question has no key, and below which it is reported. */
const SHAKY = 72
const DOUBTFUL = 80

/** Keys from `--esatta`, and pictures of the questions. */
export type KeysGiven = { rightLetter: string | null; pictures: ReadonlyMap<Block, readonly string[]> }

/** Turns a reading into questions with their keys and warnings. `riga` is the question's place in the document. */
export function toQuestions(
  attempt: Attempt,
  pages: readonly ReadPage[],
  given: KeysGiven,
): { questions: RawQuestion[]; warnings: Warning[] } {
  const { blocks, lines } = attempt
  const warnings: Warning[] = []
  const words = collectWords(lines)
  const shown = findShownKeys(blocks, pages)
  if (shown.ways.length > 0) warnings.push(warn('key_shown', null, { ways: shown.ways.join(', ') }))
  if (shown.partial) warnings.push(warn('key_shown_partly', null, { way: shown.partial }))
  let subject: string | null = null
  const questions = blocks.flatMap((block, i): RawQuestion[] => {
    subject = titleOf(block) ?? subject
    const riga = i + 1
    if (block.broken || block.answers.length < 2) {
      warnings.push(warn('pdf_question_broken', riga, { page: block.page, number: block.number ?? '' }))
      return []
    }
    const shownKey = shown.keys[i]
    const keys = [
      shownKey === null || shownKey === undefined ? null : (block.answers[shownKey]?.letter ?? null),
      block.fields.get('chiave') ?? null,
    ]
    const conflict = shown.conflicts.has(i)
    const question = makeQuestion(block, riga, subject, words, resolveKey(block, keys, conflict, given))
    // Drop the key where parts of two questions may have met: it could belong to either.
    if (confidenceOf(block.doubts) < SHAKY) question.chiave = NO_KEY
    return [{ ...question, immagini: [...(given.pictures.get(block) ?? [])] }]
  })
  for (const [i, block] of blocks.entries()) {
    const confidence = confidenceOf(block.doubts)
    if (!block.broken && confidence < DOUBTFUL)
      warnings.push(
        warn('doubtful_question', i + 1, {
          confidence,
          page: block.page,
          number: block.number ?? '',
          reasons: [...block.doubts].join(', '),
        }),
      )
  }
  return { questions, warnings }
}

function titleOf({ heading, doubts }: Block): string | null {
  const title = heading.join(' ').replace(/\s+/g, ' ').trim()
  const fits = title.length >= TITLE.min && title.length <= TITLE.max && /\p{L}{3}/u.test(title) && !/[?]$/.test(title)
  return fits && !doubts.has('loose_text') ? title : null
}

/** Resolves the keys of several places, which must agree; otherwise the question has none. */
function resolveKey(
  block: Block,
  keys: readonly (string | null)[],
  conflict: boolean,
  { rightLetter }: KeysGiven,
): string | null {
  const said = keys.filter((key): key is string => key !== null && key.trim() !== '')
  const letters = new Set(said.map((key) => /^[\s("'[]*([A-Ha-h])(?![\p{L}\d])/u.exec(key)?.[1]?.toUpperCase() ?? key))
  const ruled = rightLetter !== null && said.length > 0 && !letters.has(rightLetter.toUpperCase())
  if (conflict || letters.size > 1 || ruled) {
    block.doubts.add('key_conflict')
    return NO_KEY
  }
  return said[0] ?? null
}

function makeQuestion(
  block: Block,
  riga: number,
  subject: string | null,
  words: ReadonlySet<string>,
  key: string | null,
): RawQuestion {
  const textOf = (pieces: readonly Piece[]): string => {
    const { text, hyphen } = joinPieces(pieces, words)
    if (hyphen) block.doubts.add('hyphen')
    return text
  }
  const code = block.fields.get('codice') ?? null
  return {
    ...emptyQuestion(riga),
    numero: code ?? block.number,
    id_origine: code === null ? null : block.number,
    materia: block.fields.get('materia') ?? subject,
    testo: textOf(block.stem),
    risposte: block.answers.map(({ place, letter, pieces }) => makeAnswer(textOf(pieces), place, { lettera: letter })),
    chiave: key,
    spiegazione: block.fields.get('spiegazione') ?? null,
    fonte: block.fields.get('fonte') ?? null,
  }
}
