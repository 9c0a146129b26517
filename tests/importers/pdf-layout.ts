import { type Drawing, widthOf, wrap, writePdf } from './pdf-writer.ts'
import type { Asked } from './random-bank.ts'

/** How a bank is laid out on its pages. */
export type Layout = {
  columns: number
  size: number
  /** `1.`, `1)`, `N. 1` …: the number stands where the 1 is. */
  number: string
  /** `A)`, `a.`, `(A)` …: the letter stands where the A is. */
  answer: string
  boldStem: boolean
  hanging: number
  gap: number
  header: string | null
  footer: ((page: number, pages: number) => string) | null
  watermark: 'none' | 'slanted' | 'huge'
  key: 'none' | 'bold' | 'colour' | 'underline' | 'highlight' | 'sign' | 'field' | 'grid' | 'rows'
  subjects: boolean
  inline: boolean
  code: boolean
}

export const PLAIN: Layout = {
  columns: 1,
  size: 10,
  number: '1.',
  answer: 'A)',
  boldStem: true,
  hanging: 0,
  gap: 6,
  header: null,
  footer: null,
  watermark: 'none',
  key: 'none',
  subjects: false,
  inline: false,
  code: false,
}

const WIDTH = 595
const HEIGHT = 842
const MARGIN = 40
const GUTTER = 20

type Written = {
  text: string
  x: number
  bold?: boolean
  colour?: string
  underline?: boolean
  box?: boolean
  size?: number
}

const letterOf = (place: number, style: string): string =>
  style.includes('a') ? ('abcde'[place] ?? '') : ('ABCDE'[place] ?? '')

/** The lines of one question, each with its place in the column. */
function linesOf(q: Asked, layout: Layout, width: number): Written[][] {
  const { size, hanging, key } = layout
  const lines: Written[][] = []
  const mark = layout.number.replace('1', q.numero)
  const indent = hanging > 0 ? Math.max(hanging, widthOf(`${mark} `, size) + 4) : 0
  const stem = wrap(hanging > 0 ? q.testo : `${mark} ${q.testo}`, width - indent, size)
  stem.forEach((text, i) => {
    const line: Written[] = [{ text, x: indent, bold: layout.boldStem }]
    if (hanging > 0 && i === 0) line.unshift({ text: mark, x: 0, bold: layout.boldStem })
    lines.push(line)
  })
  const shown = (i: number) => i === q.corretta - 1
  if (layout.inline) {
    const all = q.risposte.map((r, i) => `${layout.answer.replace(/a/i, letterOf(i, layout.answer))} ${r}`).join('   ')
    for (const text of wrap(all, width - indent, size)) lines.push([{ text, x: indent }])
  } else
    q.risposte.forEach((answer, i) => {
      const letter = layout.answer.replace(/a/i, letterOf(i, layout.answer))
      const sign = key === 'sign' && shown(i) ? '* ' : ''
      for (const text of wrap(`${sign}${letter} ${answer}`, width - indent, size)) {
        const style: Partial<Written> = !shown(i)
          ? {}
          : key === 'bold'
            ? { bold: true }
            : key === 'colour'
              ? { colour: '#c00000' }
              : key === 'underline'
                ? { underline: true }
                : key === 'highlight'
                  ? { box: true }
                  : {}
        lines.push([{ text, x: indent, ...style }])
      }
    })
  if (key === 'field') lines.push([{ text: `Risposta esatta: ${'ABCDE'[q.corretta - 1]}`, x: indent }])
  if (layout.code) lines.push([{ text: `ID: ${7000 + Number(q.numero)}`, x: indent }])
  return lines
}

/** The keys after the questions, pair by pair or as a row of numbers above a row of letters. */
function gridLines(questions: readonly Asked[], rows: boolean): Written[][] {
  const lines: Written[][] = [[{ text: 'Griglia delle risposte esatte', x: 0, bold: true }]]
  for (let i = 0; i < questions.length; i += 5) {
    const part = questions.slice(i, i + 5)
    if (rows) {
      lines.push(part.map((q, k) => ({ text: q.numero, x: k * 40 })))
      lines.push(part.map((q, k) => ({ text: 'ABCDE'[q.corretta - 1] ?? '', x: k * 40 })))
    } else lines.push(part.map((q, k) => ({ text: `${q.numero} ${'ABCDE'[q.corretta - 1]}`, x: k * 45 })))
  }
  return lines
}

/** A bank laid out on pages: columns, breaks anywhere, headers, footers and watermark. */
export function layBank(questions: readonly Asked[], layout: Layout): Uint8Array {
  const { columns, size, gap } = layout
  const width = (WIDTH - 2 * MARGIN - (columns - 1) * GUTTER) / columns
  const step = size * 1.25
  const pages: Drawing[][] = []
  let column = columns
  let y = HEIGHT
  const bottom = HEIGHT - 70
  const place = (line: readonly Written[]) => {
    if (y + step > bottom) {
      column++
      y = 80
      if (column >= columns) {
        pages.push([])
        column = 0
      }
    }
    y += step
    const left = MARGIN + column * (width + GUTTER)
    for (const { text, x, bold, colour, underline, box, size: own } of line) {
      const page = pages.at(-1) as Drawing[]
      const long = widthOf(text, own ?? size)
      if (box)
        page.push({ kind: 'box', x: left + x - 1, y: y - size, width: long + 2, height: size * 1.3, colour: '#ffff00' })
      page.push({
        kind: 'text',
        x: left + x,
        y,
        text,
        size: own ?? size,
        bold: bold ?? false,
        colour: colour ?? '#000000',
      })
      if (underline) page.push({ kind: 'box', x: left + x, y: y + 1.2, width: long, height: 0.6 })
    }
  }
  let subject: string | null = null
  for (const q of questions) {
    if (layout.subjects && q.materia !== null && q.materia !== subject) {
      subject = q.materia
      y += gap
      place([{ text: subject.toUpperCase(), x: width / 4, bold: true, size: size * 1.4 }])
    }
    y += gap
    for (const line of linesOf(q, layout, width)) place(line)
  }
  if (layout.key === 'grid' || layout.key === 'rows') {
    y += 30
    for (const line of gridLines(questions, layout.key === 'rows')) place(line)
  }
  pages.forEach((page, i) => {
    if (layout.header) page.unshift({ kind: 'text', x: MARGIN, y: 40, text: layout.header, size: 8 })
    if (layout.footer)
      page.push({ kind: 'text', x: WIDTH / 2, y: HEIGHT - 30, text: layout.footer(i + 1, pages.length), size: 8 })
    if (layout.watermark === 'slanted')
      page.unshift({ kind: 'text', x: 120, y: 600, text: 'BANCA DATI', size: 90, angle: 50, colour: '#dddddd' })
    if (layout.watermark === 'huge')
      page.unshift({ kind: 'text', x: 60, y: 420, text: 'BOZZA', size: 120, colour: '#dddddd' })
  })
  return writePdf(pages)
}
