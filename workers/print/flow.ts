import type { jsPDF } from 'jspdf'
import type { PrintSize } from '#contract/print'

/** An A4 sheet, its margins, and the gap between two columns, in points. */
export const SHEET = { width: 595.28, height: 841.89, side: 42, top: 46, bottom: 52, between: 20 }

/** Text sizes in points by the requested size. */
export const SIZES = {
  piccolo: { columns: 2, text: 8.5, heading: 12, leading: 1.28, indent: 13, after: 7 },
  grande: { columns: 1, text: 12, heading: 16, leading: 1.35, indent: 19, after: 12 },
} as const satisfies Record<PrintSize, object>

/** Tracks the next free place of a document: down a column, then to the next one, then to a new page. */
export function createFlow(doc: jsPDF, size: PrintSize) {
  const { columns } = SIZES[size]
  const width = (SHEET.width - 2 * SHEET.side - (columns - 1) * SHEET.between) / columns
  const bottom = SHEET.height - SHEET.bottom
  let column = 0
  let y: number = SHEET.top

  const next = () => {
    if (column + 1 < columns) column++
    else {
      doc.addPage()
      column = 0
    }
    y = SHEET.top
  }

  return {
    width,
    /** The tallest that one column can hold. */
    tallest: bottom - SHEET.top,
    x: () => SHEET.side + column * (width + SHEET.between),
    page: () => doc.getNumberOfPages(),
    isAtTop: () => y === SHEET.top,
    /** Takes `height` points, in the next column when this one has less; returns where they begin. */
    take: (height: number): number => {
      if (y > SHEET.top && y + height > bottom) next()
      const at = y
      y += height
      return at
    },
    /** Moves to the next column when this one has less than `height` points left. */
    reserve: (height: number): void => {
      if (y > SHEET.top && y + height > bottom) next()
    },
    /** Skips room, which is lost at the end of a column. */
    skip: (height: number): void => {
      if (y > SHEET.top) y = Math.min(y + height, bottom)
    },
    /** Continues at the top of the next column, or stays at the top of this one. */
    breakColumn: (): void => {
      if (y > SHEET.top) next()
    },
    breakPage: (): void => {
      doc.addPage()
      column = 0
      y = SHEET.top
    },
  }
}
export type Flow = ReturnType<typeof createFlow>
