import type { ImportedDomanda } from '#contract/domanda'
import type { Table } from './formats/table.ts'
import { emptyQuestion, makeAnswer, type RawQuestion } from './raw-question.ts'
import { Refusal } from './refusal.ts'
import type { Warning } from './warnings.ts'

const LETTERS = ['A', 'B', 'C', 'D', 'E']
const HEADER = ['posto', 'numero', 'pagina', 'fiducia', 'domanda', ...LETTERS, 'corretta']

/** Returns a cell that a spreadsheet neither cuts nor reads as a formula. */
function writeCell(text: string): string {
  const safe = /^[=+@\t-]/.test(text) ? ` ${text}` : text
  return /[;"\n\r]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Writes the doubtful questions as a CSV to correct and import again. Questions left out have empty texts to fill in.
 */
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

/**
 * Puts the questions of a corrected review in their places; returns them and the corrected places. A row without text
 * removes its question.
 */
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
    // Reject a review of another file or reading, whose texts would land in the wrong places.
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
