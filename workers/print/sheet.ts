import type { jsPDF } from 'jspdf'
import { SHEET } from './flow.ts'
import type { Typeface } from './typeface.ts'

const LETTERS = 'ABCDE'
const WIDTH = SHEET.width - 2 * SHEET.side
const COLUMNS = 4
const COLUMN = WIDTH / COLUMNS
/** Height of a line, place of its first circle, radius and distance of circles, in points. */
const LINE = { height: 18.5, first: 34, radius: 6.6, step: 17.5 }
const TOP = { title: 62, fields: 92, lines: 124 }
const ROWS = Math.floor((SHEET.height - SHEET.bottom - TOP.lines) / LINE.height)
/** Rows of a block: a gap after each keeps the eye in its line. */
const BLOCK = 5

export type SheetEntry = { number: string; answers: number }

/** Draws the answer sheet on pages of its own: a line for each question, with a circle for each of its answers. */
export function drawSheet(doc: jsPDF, type: Typeface, entries: readonly SheetEntry[]): void {
  const rows = ROWS - Math.floor(ROWS / BLOCK / 3)
  for (let from = 0; from < entries.length; from += rows * COLUMNS) {
    doc.addPage()
    drawHead(doc, type)
    for (const [i, entry] of entries.slice(from, from + rows * COLUMNS).entries()) {
      const row = i % rows
      const y = TOP.lines + row * LINE.height + Math.floor(row / BLOCK) * (LINE.height / 3)
      drawLine(doc, type, SHEET.side + Math.floor(i / rows) * COLUMN, y, entry)
    }
  }
}

function drawHead(doc: jsPDF, type: Typeface): void {
  write(type, 'Foglio risposte', SHEET.side, TOP.title, { size: 16, bold: true })
  doc.setDrawColor(150)
  for (const [i, name] of ['Data', 'Inizio', 'Fine', 'Punteggio'].entries()) {
    const x = SHEET.side + i * COLUMN
    write(type, name, x, TOP.fields, { size: 9 })
    const begin = x + type.measure(name, { size: 9 }) + 5
    doc.line(begin, TOP.fields + 2, x + COLUMN - 12, TOP.fields + 2)
  }
}

function drawLine(doc: jsPDF, type: Typeface, x: number, y: number, { number, answers }: SheetEntry): void {
  const style = { size: 9 }
  // A long official code stands in as much room as there is before the circles.
  const size = Math.min(style.size, (style.size * (LINE.first - 8)) / type.measure(number, style))
  const wide = type.measure(number, { size })
  write(type, number, x + LINE.first - LINE.radius - 4 - wide, y + 3, { size })
  doc.setDrawColor(90)
  for (const [i, letter] of [...LETTERS.slice(0, answers)].entries()) {
    const center = x + LINE.first + LINE.radius + i * LINE.step
    doc.circle(center, y, LINE.radius, 'S')
    const small = { size: 7 }
    write(type, letter, center - type.measure(letter, small) / 2, y + 2.5, small)
  }
}

function write(type: Typeface, text: string, x: number, y: number, style: { size: number; bold?: boolean }): void {
  const [line] = type.wrap(text, WIDTH, style)
  if (line) type.draw(line, x, y, style)
}
