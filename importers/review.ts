import type { ImportedDomanda } from '#contract/domanda'
import type { Table } from './formats/table.ts'
import { emptyQuestion, makeAnswer, type RawQuestion } from './raw-question.ts'
import { Refusal } from './refusal.ts'
import type { Warning } from './warnings.ts'

const LETTERS = ['A', 'B', 'C', 'D', 'E']
const HEADER = ['posto', 'numero', 'pagina', 'fiducia', 'domanda', ...LETTERS, 'corretta']

/** A cell that a spreadsheet neither cuts nor takes for a formula. */
function writeCell(text: string): string {
  const safe = /^[=+@\t-]/.test(text) ? ` ${text}` : text
  return /[;"\n\r]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The doubtful questions as a CSV to correct and import over; questions left out have empty texts to fill in. */
export function writeReview(domande: readonly ImportedDomanda[], warnings: readonly Warning[]): string {
  const by = new Map(domande.map((d) => [d.riga, d]))
  const rows = warnings.flatMap((w): string[][] => {
    if (w.kind !== 'doubtful_question' && w.kind !== 'pdf_question_broken') return []
    const domanda = by.get(w.riga ?? 0)
    const confidence = w.kind === 'doubtful_question' ? w.figures.confidence : 0
    const answers = LETTERS.map((_, i) => domanda?.risposte[i] ?? '')
    const key = domanda?.corretta ? (LETTERS[domanda.corretta - 1] ?? '') : ''
    const number = domanda?.id_ufficiale ?? w.figures.number
    return [[`${w.riga ?? ''}`, number, `${w.figures.page}`, `${confidence}`, domanda?.testo ?? '', ...answers, key]]
  })
  return `\ufeff${[HEADER, ...rows].map((cells) => cells.map(writeCell).join(';')).join('\r\n')}\r\n`
}

/** Questions with those of a corrected review in their places, and the places that it corrects. A row without text takes its question out. */
export function applyReview(
  questions: readonly RawQuestion[],
  tables: readonly Table[],
): { questions: RawQuestion[]; corrected: Set<number> } {
  const [header, ...rows] = tables[0]?.rows ?? []
  const names = (header?.cells ?? []).map((cell) => cell.trim())
  const at = (name: string): number => names.indexOf(name)
  if (!['posto', 'domanda', 'A', 'B', 'corretta'].every((name) => at(name) >= 0))
    throw new Refusal('review_broken', { line: 1 })
  const by = new Map(questions.map((q) => [q.riga, q]))
  const corrected = new Set<number>()
  for (const { cells, line } of rows) {
    const cell = (name: string): string => (cells[at(name)] ?? '').trim()
    if (cells.every((c) => c.trim() === '')) continue
    const place = Number(cell('posto'))
    const question = by.get(place)
    // A review of another file, or of another reading of it, would put its texts in the wrong places.
    const same = (question?.numero ?? '') === cell('numero') || question === undefined
    if (!Number.isInteger(place) || place < 1 || !same || corrected.has(place))
      throw new Refusal('review_broken', { line })
    corrected.add(place)
    if (cell('domanda') === '') by.delete(place)
    else by.set(place, correct(question ?? { ...emptyQuestion(place), numero: cell('numero') || null }, cell))
  }
  return { questions: [...by.values()].sort((a, b) => a.riga - b.riga), corrected }
}

function correct(question: RawQuestion, cell: (name: string) => string): RawQuestion {
  const risposte = LETTERS.flatMap((letter, place) => {
    const testo = cell(letter)
    return testo === '' ? [] : [makeAnswer(testo, place, { lettera: letter })]
  })
  return { ...question, testo: cell('domanda'), risposte, chiave: cell('corretta') || null }
}
