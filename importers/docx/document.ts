import type { CellMark, Row, Table } from '../formats/table.ts'
import { childOf, elementsOf, type XmlNode } from '../formats/xml.ts'
import type { ListLine } from '../lists/lines.ts'
import { Labels, readNumbering } from './numbering.ts'
import { listLooks, lookBetween, readRuns, type ShownRuns } from './runs.ts'
import { commonLook, listOf, readStyles, type Styles } from './styles.ts'

export type Parts = {
  styles: XmlNode | null
  numbering: XmlNode | null
  imageOf(id: string): string | null
}
/** Document in both of its readings: lines of a list, with tables' rows among them, and its tables. */
export type DocumentContent = { lines: ListLine[]; tables: Table[]; inTables: number; outside: number }

const WRAPPERS = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo'])

/** Reads paragraphs and tables of a Word document, passed one by one. */
export class DocumentReader {
  private readonly styles: Styles
  private readonly labels: Labels
  private readonly parts: Parts
  readonly content: DocumentContent = { lines: [], tables: [], inTables: 0, outside: 0 }
  private blank = true
  private line = 0

  constructor(parts: Parts) {
    this.parts = parts
    this.styles = readStyles(parts.styles)
    this.labels = new Labels(readNumbering(parts.numbering))
  }

  /** Reads one element of the document's body; the caller passes the elements in their order. */
  take(node: XmlNode): true {
    if (node.name === 'w:p') this.paragraph(node)
    else if (node.name === 'w:tbl') this.table(node)
    else if (WRAPPERS.has(node.name)) for (const child of elementsOf(node)) this.take(child)
    return true
  }

  /** Returns the shown text of a paragraph, with the label of its list before it. */
  private show(node: XmlNode): { shown: ShownRuns; label: string; title: boolean } {
    const properties = childOf(node, 'w:pPr')
    const style = this.styles(childOf(properties, 'w:pStyle')?.attributes['w:val'])
    const list = listOf(properties) ?? style.list
    const shown = readRuns(node, this.styles, this.parts.imageOf)
    const empty = shown.text.trim() === '' && shown.images.length === 0
    const label = list && list.id !== '0' && !empty ? this.labels.next(list.id, list.level) : ''
    return { shown, label, title: style.title }
  }

  private paragraph(node: XmlNode): void {
    this.line++
    const { shown, label, title } = this.show(node)
    if (shown.text.trim() === '' && shown.images.length === 0 && !shown.lost) {
      this.blank = true
      return
    }
    this.content.outside += shown.text.length
    // Split at a line break inside a paragraph as at its end.
    let from = 0
    for (const [i, part] of shown.text.split('\n').entries()) {
      const prefix = i === 0 && label !== '' ? `${label} ` : ''
      const start = from
      const text = prefix + part
      from += part.length + 1
      if (text.trim() === '' && i > 0) continue
      this.content.lines.push({
        line: this.line,
        text: shown.lost && i === 0 ? `${text} […]` : text,
        blank: i === 0 && (this.blank || title),
        table: false,
        lost: shown.lost,
        images: i === 0 ? shown.images : [],
        look: (at) => lookBetween(shown, start + Math.max(0, at - prefix.length), start + part.length),
      })
      this.blank = false
    }
    if (title) this.blank = true
  }

  private table(node: XmlNode): void {
    const rows: Row[] = []
    for (const row of elementsOf(node, 'w:tr')) {
      this.line++
      const read = this.row(row, rows.at(-1))
      rows.push(read)
      const text = read.cells.join('\t')
      this.content.inTables += text.length
      if (text.trim() === '') continue
      this.content.lines.push({
        line: this.line,
        text: read.cells.filter((cell) => cell.trim() !== '').join('\t'),
        blank: true,
        table: true,
        lost: false,
        images: [],
        look: () => ({ bold: false, colour: '' }),
      })
    }
    if (rows.length > 0) this.content.tables.push({ name: null, rows, warnings: [] })
    this.blank = true
  }

  private row(node: XmlNode, above: Row | undefined): Row {
    const cells: string[] = []
    const marks = new Map<number, CellMark>()
    const images = new Map<number, string[]>()
    for (const cell of elementsOf(node, 'w:tc')) {
      const properties = childOf(cell, 'w:tcPr')
      const merged = childOf(properties, 'w:vMerge')
      const paragraphs = elementsOf(cell, 'w:p').map((p) => this.show(p))
      const text = paragraphs
        .map(({ shown, label }) => (label === '' ? '' : `${label} `) + shown.text)
        .join('\n')
        .trim()
      const goesOn = merged !== undefined && merged.attributes['w:val'] !== 'restart'
      const column = cells.length
      cells.push(goesOn ? (above?.cells[column] ?? '') : text)
      const look = commonLook(paragraphs.flatMap(({ shown }) => listLooks(shown, 0, shown.text.length)))
      const fill = childOf(properties, 'w:shd')?.attributes['w:fill'] ?? 'auto'
      const colour = `${look.colour}${/^(auto|FFFFFF)$/i.test(fill) ? '' : ` ${fill}`}`.trim()
      if (look.bold || colour !== '') marks.set(column, { bold: look.bold, colour })
      const pictures = paragraphs.flatMap(({ shown }) => shown.images)
      if (pictures.length > 0) images.set(column, pictures)
      const span = Math.min(Number(childOf(properties, 'w:gridSpan')?.attributes['w:val'] ?? 1) || 1, 64)
      for (let i = 1; i < span; i++) cells.push('')
    }
    const filled = cells.filter((cell) => cell.trim() !== '').length
    return {
      line: this.line,
      cells,
      numeric: [],
      merged: filled === 1 && elementsOf(node, 'w:tc').length === 1 && cells.length > 1,
      ...(marks.size > 0 ? { marks } : {}),
      ...(images.size > 0 ? { images } : {}),
    }
  }
}
