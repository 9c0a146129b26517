import type { RawQuestion, Reading } from '../raw-question.ts'
import { type Warning, warn } from '../warnings.ts'
import type { Content } from './format.ts'

/** One question of a format that names its kinds: read, or of another kind, which is said and left out. */
export type Taken = { question: RawQuestion } | { line: number; other: string }

/**
 * Questions whose keys the file itself marks. Those of other kinds are said; they are no sign that the file is read in the wrong way,
 * unless there is nothing else.
 */
export function toContent(taken: readonly Taken[]): Content {
  const questions = taken.flatMap((t) => ('question' in t ? [t.question] : []))
  const warnings = taken.flatMap((t): Warning[] =>
    'question' in t ? [] : [warn('question_of_other_kind', t.line, { type: t.other })],
  )
  const candidates = questions.length > 0 ? questions.length : taken.length
  const reading: Reading = { questions, candidates, declaredAnswers: null, warnings, mapping: [] }
  return { shape: 'questions', reading }
}
