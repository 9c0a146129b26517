import type { jsPDF } from 'jspdf'
import type { PrintedDomanda, PrintJob } from '#contract/print'
import { type Flow, SHEET, SIZES } from './flow.ts'
import type { Typeface } from './typeface.ts'

const LETTERS = 'ABCDE'
const ROW = 18
const WIDTH = SHEET.width - 2 * SHEET.side
const TABLE_TOP = 250
const ROWS_FIRST = Math.floor((SHEET.height - SHEET.bottom - TABLE_TOP) / ROW)
const ROWS_LATER = Math.floor((SHEET.height - SHEET.bottom - SHEET.top - ROW) / ROW)

/** Counts the pages of the title and the table of subjects. */
export const contentsPages = (rows: number): number => 1 + Math.max(0, Math.ceil((rows - ROWS_FIRST) / ROWS_LATER))

const withoutMateria = 'Senza materia'
export const materiaName = (materia: string | null): string => materia ?? withoutMateria

/**
 * Draws the first pages: the title, and where each subject begins. `pages`: by place in `job.materie`; null for a
 * subject without questions.
 */
export function drawContents(doc: jsPDF, type: Typeface, job: PrintJob, pages: readonly (number | null)[]): void {
  doc.setPage(1)
  let y = 96
  for (const line of type.wrap(job.title, WIDTH, { size: 24, bold: true }).slice(0, 3)) {
    type.draw(line, SHEET.side, y, { size: 24, bold: true })
    y += 29
  }
  for (const text of job.lines)
    for (const line of type.wrap(text, WIDTH, { size: 11 })) {
      if (y > TABLE_TOP - 36) break
      type.draw(line, SHEET.side, y, { size: 11 })
      y += 15
    }
  let row = TABLE_TOP
  let page = 1
  for (const [i, { materia, n }] of job.materie.entries()) {
    if (row + ROW > SHEET.height - SHEET.bottom) {
      doc.setPage(++page)
      row = SHEET.top + ROW
    }
    const first = pages[i] ?? null
    drawRow(doc, type, row, materiaName(materia), `${n.toLocaleString('it-IT', { useGrouping: 'always' })}`, first)
    row += ROW
  }
}

function drawRow(doc: jsPDF, type: Typeface, y: number, name: string, count: string, page: number | null): void {
  const style = { size: 11 }
  const lines = type.wrap(name, WIDTH - 130, style)
  const line = lines[0]
  if (line) type.draw(line, SHEET.side, y, style)
  const right = (text: string, x: number) => {
    const cell = type.wrap(text, 120, style)[0]
    if (cell) type.draw(cell, x - cell.width, y, style)
  }
  right(count, SHEET.side + WIDTH - 60)
  if (page !== null) {
    right(String(page), SHEET.side + WIDTH)
    doc.link(SHEET.side, y - 12, WIDTH, ROW, { pageNumber: page })
  }
  doc.setDrawColor(210)
  doc.line(SHEET.side, y + 5, SHEET.side + WIDTH, y + 5)
}

/** Draws number, title and owner of the copy at the foot of every page. */
export function drawFeet(doc: jsPDF, type: Typeface, job: PrintJob): void {
  const style = { size: 8 }
  const all = doc.getNumberOfPages()
  doc.setTextColor(90, 90, 90)
  const left = type.wrap(job.mark, WIDTH - 90, style)[0]
  const y = SHEET.height - 26
  for (let page = 1; page <= all; page++) {
    doc.setPage(page)
    if (left) type.draw(left, SHEET.side, y, style)
    const number = type.wrap(`${page} di ${all}`, 90, style)[0]
    if (number) type.draw(number, SHEET.side + WIDTH - number.width, y, style)
  }
  doc.setTextColor(0, 0, 0)
}

export type KeyEntry = Pick<PrintedDomanda, 'number' | 'materia' | 'right'>

/** Draws the key on the last pages, subject by subject, as many questions in a line as fit. */
export function drawKey(type: Typeface, flow: Flow, job: PrintJob, key: readonly KeyEntry[]): void {
  const s = SIZES[job.size]
  const text = { size: s.text }
  const bold = { size: s.text, bold: true }
  const heading = { size: s.heading, bold: true }
  const height = s.text * s.leading
  const wide = Math.max(...key.map((k) => type.measure(`${k.number}. `, text)), 0) + s.text * 2.2
  const cells = Math.max(1, Math.floor(flow.width / wide))
  const step = flow.width / cells
  flow.breakPage()
  const title = (what: string, style: { size: number; bold: boolean }) => {
    const lines = type.wrap(what, flow.width, style)
    flow.reserve(style.size * 1.4 * lines.length + height * 2)
    for (const line of lines) type.draw(line, flow.x(), flow.take(style.size * 1.4) + style.size, style)
  }
  title('Risposte corrette', heading)
  for (const [i, { materia }] of job.materie.entries()) {
    const own = key.filter((k) => k.materia === i)
    if (own.length === 0) continue
    title(materiaName(materia), bold)
    for (let from = 0; from < own.length; from += cells) {
      const base = flow.take(height) + text.size * 0.95
      for (const [c, k] of own.slice(from, from + cells).entries()) {
        const number = type.wrap(`${k.number}.`, step, text)[0]
        const letter = type.wrap(k.right === null ? '–' : (LETTERS[k.right] as string), step, bold)[0]
        if (number) type.draw(number, flow.x() + c * step, base, text)
        if (number && letter) type.draw(letter, flow.x() + c * step + number.width + s.text * 0.4, base, bold)
      }
    }
    flow.skip(s.after)
  }
}
