import type { jsPDF } from 'jspdf'
import type { PrintedDomanda, PrintJob, PrintSize } from '#contract/print'
import { type Flow, SIZES } from './flow.ts'
import type { Line, Style, Typeface } from './typeface.ts'

const LETTERS = 'ABCDE'
/** Tallest image, in points; its width is at most the column's. */
const MAX_IMAGE_HEIGHT = 190
const PIXEL = 0.75
/** Placeholder for an image that the document has already, found by its alias. */
const KNOWN = new Uint8Array(1)
const GREY: [number, number, number] = [90, 90, 90]

type Part = {
  lines: readonly Line[]
  style: Style
  indent: number
  grey?: boolean
  /** Draws a bar beside the right answer. */
  bar?: boolean
  /** Bold text before the first line, which begins `lead` points further in. */
  mark?: string
  lead?: number
}
export type ImageInfo = { alias: string; format: 'PNG' | 'JPEG'; width: number; height: number }
/** Returns alias and pixels of a given image; null when it cannot be drawn. */
export type FindImage = (nome: string) => ImageInfo | null

function fitImage(info: ImageInfo, width: number): { width: number; height: number } {
  const scale = Math.min(PIXEL, width / info.width, MAX_IMAGE_HEIGHT / info.height)
  return { width: info.width * scale, height: info.height * scale }
}

/** Draws questions one after the other. A question stays whole in a column whenever a column can hold it. */
export function createDomande(doc: jsPDF, type: Typeface, flow: Flow, findImage: FindImage, job: PrintJob) {
  const s = SIZES[job.size as PrintSize]
  const height = s.text * s.leading
  const text: Style = { size: s.text }
  const bold: Style = { size: s.text, bold: true }
  const small: Style = { size: s.text * 0.9 }
  const partHeight = (p: Part) => p.lines.length * (p.style === small ? height * 0.92 : height)

  function toParts(d: PrintedDomanda): Part[] {
    const inner = flow.width - s.indent
    const head = d.note === null ? `${d.number}.` : `${d.number}. (${d.note})`
    const lead = type.measure(`${head} `, bold) + 1
    const parts: Part[] = [
      { lines: type.wrap(d.testo, flow.width, text, lead), style: text, indent: 0, mark: head, lead },
    ]
    if (d.missing !== null)
      parts.push({ lines: type.wrap(d.missing, flow.width, small), style: small, indent: 0, grey: true })
    const shown = job.keyPlace === 'domanda' ? d.right : null
    for (const [i, risposta] of d.risposte.entries()) {
      const style = i === shown ? bold : text
      parts.push({
        lines: type.wrap(risposta, inner, style),
        style,
        indent: s.indent,
        mark: LETTERS[i] as string,
        bar: i === shown,
      })
    }
    if (d.spiegazione !== null)
      parts.push({ lines: type.wrap(d.spiegazione, inner, small), style: small, indent: s.indent, grey: true })
    return parts
  }

  function drawPart(p: Part): void {
    const step = p.style === small ? height * 0.92 : height
    if (p.grey) doc.setTextColor(...GREY)
    for (const [i, line] of p.lines.entries()) {
      const top = flow.take(step)
      const base = top + p.style.size * 0.95
      if (p.bar) {
        doc.setFillColor(0, 0, 0)
        // Draw a single bar beside all its lines.
        const gap = i === 0 ? 1 : 0
        doc.rect(flow.x() - 4, top + gap, 1.6, step - gap, 'F')
      }
      if (i === 0 && p.mark !== undefined) {
        const [mark] = type.wrap(p.mark, flow.width, bold)
        if (mark) type.draw(mark, flow.x(), base, bold)
      }
      type.draw(line, flow.x() + p.indent + (i === 0 ? (p.lead ?? 0) : 0), base, p.style)
    }
    if (p.grey) doc.setTextColor(0, 0, 0)
  }

  return (d: PrintedDomanda): void => {
    const parts = toParts(d)
    const found = d.immagine === null ? null : findImage(d.immagine)
    const image = found && { ...fitImage(found, flow.width), alias: found.alias, format: found.format }
    const tall = parts.reduce((sum, p) => sum + partHeight(p), 0) + (image ? image.height + 6 : 0)
    if (tall <= flow.tallest) flow.reserve(tall)
    for (const [i, part] of parts.entries()) {
      drawPart(part)
      // The image stands under the question's text and above its answers.
      if (i === 0 && image) {
        const top = flow.take(image.height + 6)
        doc.addImage(KNOWN, image.format, flow.x(), top + 3, image.width, image.height, image.alias)
      }
    }
    flow.skip(s.after)
  }
}
