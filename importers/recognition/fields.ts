import type { Mapped, RawQuestion } from '../raw-question.ts'
import { type Warning, warn } from '../warnings.ts'
import { isPicture } from './evidence.ts'
import type { JsonObject } from './json-object.ts'
import { findAnswerPlaces, findPointsPlace } from './names.ts'
import { chosenFields, flatten } from './record.ts'
import { isAnswerList } from './record-answers.ts'

/** Share of a field's texts that must name pictures. */
const PICTURES = 0.9
/** Longest example of a field's value. */
const MAX_EXAMPLE = 60

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** Counts the uses of the records' fields, and the fields with values that were not used. */
export class FieldCount {
  private readonly unused = new Map<string, { values: number; example: string }>()
  /** Texts of fields without a role, with the questions beside them. */
  private readonly texts = new Map<string, { question: RawQuestion; text: string }[]>()
  private readonly used = new Map<string, string>()

  /** Counts the fields of one record that became a question. */
  note(source: JsonObject, question: RawQuestion): void {
    const record = flatten(source)
    const chosen = chosenFields(record)
    for (const [name, role] of chosen) if (!this.used.has(role)) this.used.set(role, name)
    const places = findAnswerPlaces(Object.keys(record))
    for (const [i, [name, value]] of Object.entries(record).entries()) {
      const nested = typeof value === 'object' && value !== null
      if (nested && isAnswerList(name)) this.used.set('risposte', name)
      else if (!chosen.has(name) && !isEmpty(value) && (places[i] ?? null) === null && findPointsPlace(name) === null)
        this.count(name, value)
      const [text] = Array.isArray(value) ? value : [value]
      if (!chosen.has(name) && typeof text === 'string' && text.trim() !== '') this.keep(name, text, question)
    }
  }

  private keep(name: string, text: string, question: RawQuestion): void {
    const known = this.texts.get(name)
    if (known) known.push({ question, text })
    else this.texts.set(name, [{ question, text }])
  }

  /**
   * Makes a field whose texts name pictures the field of the pictures, where there is no other. The pictures are given
   * ones, or recognised by their endings.
   */
  givePictures(images: ReadonlySet<string>): void {
    if (this.used.has('immagine')) return
    for (const [name, list] of this.texts) {
      if (list.filter(({ text }) => isPicture(text, images)).length < list.length * PICTURES) continue
      for (const { question, text } of list) question.immagini = [text.trim()]
      this.unused.delete(name)
      this.used.set('immagine', name)
      return
    }
  }

  /** Notes the name of keys that stand apart. */
  noteKeys(name: string): void {
    this.used.set('chiave', name)
  }

  /** Counts the short texts of a container that names no subject. */
  noteTexts(container: JsonObject, longest: number): void {
    for (const [name, value] of Object.entries(container))
      if (typeof value === 'string' && value.trim() !== '' && value.length <= longest) this.count(name, value)
  }

  private count(name: string, value: unknown): void {
    const known = this.unused.get(name)
    if (known) known.values++
    else {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      this.unused.set(name, {
        values: 1,
        example: text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE - 1)}…` : text,
      })
    }
  }

  listUnused(): Warning[] {
    return [...this.unused].map(([name, figures]) => warn('column_unused', null, { name, ...figures }))
  }

  describe(): Mapped[] {
    return [...this.used].map(([role, name]) => ({ role, name }))
  }
}
