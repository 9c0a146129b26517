import type { RawQuestion, Reading } from '../raw-question.ts'
import { type Warning, warn } from '../warnings.ts'
import type { FileContent } from './format.ts'

/** Question of a format that names its kinds. It is read, or is of another kind, reported and left out. */
export type Taken = { question: RawQuestion } | { line: number; other: string }

const EMPTY_ANSWER = 'con una risposta vuota'
/** Returns true for an empty answer, possibly a formula or a sound that no text can show. */
const hasEmpty = ({ risposte }: RawQuestion): boolean =>
  risposte.some(({ testo }) => !/<img\b/i.test(testo) && testo.replace(/<[^>]*>|&nbsp;|&#160;|\s/g, '') === '')

/**
 * Returns questions whose keys the file itself marks, and reports other kinds. Other kinds prove no wrong reading,
 * unless there is nothing else.
 */
export function toContent(all: readonly Taken[]): FileContent {
  const taken = all.map(
    (t): Taken => ('question' in t && hasEmpty(t.question) ? { line: t.question.riga, other: EMPTY_ANSWER } : t),
  )
  const questions = taken.flatMap((t) => ('question' in t ? [t.question] : []))
  const warnings = taken.flatMap((t): Warning[] =>
    'question' in t ? [] : [warn('question_of_other_kind', t.line, { type: t.other })],
  )
  const candidates = questions.length > 0 ? questions.length : taken.length
  const reading: Reading = { questions, candidates, declaredAnswers: null, warnings, mapping: [] }
  return { shape: 'questions', reading }
}
