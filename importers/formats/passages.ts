import type { RawQuestion } from '../raw-question.ts'
import { type Warning, warn } from '../warnings.ts'

/** Longest piece of a text that the report shows. */
const MAX_SHOWN = 60

/** Collects texts between a file's questions. Each is above the following ones, up to the next text or subject. */
export class Passages {
  private current: { line: number; text: string; materia: string | null; questions: number } | null = null
  private readonly all: NonNullable<Passages['current']>[] = []

  add(line: number, text: string, materia: string | null): void {
    if (text.trim() === '') return
    this.current = { line, text, materia, questions: 0 }
    this.all.push(this.current)
  }

  /** Returns a question with the text that it follows. */
  give(question: RawQuestion): RawQuestion {
    if (this.current?.materia !== question.materia) this.current = null
    if (!this.current) return question
    this.current.questions++
    return { ...question, brano: this.current.text }
  }

  /** Reports how many questions each text is above. */
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
