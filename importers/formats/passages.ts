import type { RawQuestion } from '../raw-question.ts'
import { type Warning, warn } from '../warnings.ts'

/** Longest piece of a text that the report shows. */
const MAX_SHOWN = 60

/** Texts that a file has between its questions: each stands above those that follow it, up to the next text or the next subject. */
export class Passages {
  private current: { line: number; text: string; materia: string | null; questions: number } | null = null
  private readonly all: NonNullable<Passages['current']>[] = []

  add(line: number, text: string, materia: string | null): void {
    if (text.trim() === '') return
    this.current = { line, text, materia, questions: 0 }
    this.all.push(this.current)
  }

  /** A question with the text that it follows. */
  give(question: RawQuestion): RawQuestion {
    if (this.current?.materia !== question.materia) this.current = null
    if (!this.current) return question
    this.current.questions++
    return { ...question, brano: this.current.text }
  }

  /** Says of each text how many questions it stands above. */
  tell(): Warning[] {
    return this.all.map(({ line, text, questions }) => {
      const bare = text
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
      return warn('text_between', line, {
        text: bare.length > MAX_SHOWN ? `${bare.slice(0, MAX_SHOWN - 1)}…` : bare,
        questions,
      })
    })
  }
}
