import type { ImportedImage } from '#contract/domanda'
import { openPackage } from '../archive.ts'
import { Refusal } from '../refusal.ts'
import { type Shift, shiftText } from '../text/raised.ts'
import type { FileContent, Format } from './format.ts'
import { isZip, openDocumentKind } from './peek.ts'
import { type CellRange, chooseSheets, fillMerged, layOut, MAX_CELLS, sayHidden, tellHidden } from './sheets.ts'
import type { CellMark, Row, Table } from './table.ts'
import { childOf, elementsOf, findAll, parseXml, textIn, type XmlNode } from './xml.ts'

/** Elements beside a cell's text: notes, drawings, readings above other letters. */
const ASIDE = new Set(['office:annotation', 'office:annotation-end', 'text:note', 'text:ruby-text', 'text:bookmark'])
const ROWS = ['table:table-row-group', 'table:table-rows', 'table:table-header-rows']
const CELLS = ['table:table-cell', 'table:covered-table-cell']

/** Reads OpenDocument spreadsheets. */
export const ods: Format = {
  id: 'ods',
  sniff(bytes) {
    const kind = isZip(bytes) ? openDocumentKind(bytes) : null
    if (kind === 'spreadsheet') return { strength: 1, reason: 'mimetype' }
    return kind === '' ? { strength: 0.9, reason: 'content' } : null
  },
  async read({ bytes, options }): Promise<FileContent> {
    const files = await openPackage(bytes)
    if (/<manifest:encryption-data\b/.test(new TextDecoder().decode(files.get('META-INF/manifest.xml'))))
      throw new Refusal('workbook_encrypted', {})
    const content = files.get('content.xml')
    if (!content) throw new Refusal('workbook_broken', {})
    const root = parseXml(new TextDecoder().decode(content))
    const styles = readStyles(root)
    const tables = findAll(root, 'table:table').map((node) => ({
      node,
      name: node.attributes['table:name'] ?? '',
      hidden: styles.hidden.has(node.attributes['table:style-name'] ?? ''),
      rows: listRows(node).filter((row) => textIn(row).trim() !== '').length,
    }))
    if (tables.length === 0) throw new Refusal('workbook_broken', {})
    const { chosen, hidden } = chooseSheets(tables, options.sheet)
    const read = tables
      .filter(({ name }) => chosen.includes(name))
      .map(({ node, name }) => readSheet(node, name, styles))
    const images = [...files].flatMap(([nome, byte]): ImportedImage[] =>
      nome.startsWith('Pictures/') ? [{ nome, byte }] : [],
    )
    return { shape: 'tables', tables: sayHidden(read, hidden), images }
  },
}

type Styles = {
  hidden: ReadonlySet<string>
  marks: ReadonlyMap<string, CellMark>
  /** Styles that write above or below the line. */
  shifted: ReadonlyMap<string, Shift>
}

/** Reads styles that hide a sheet, and those that write a cell unlike the others. */
function readStyles(root: XmlNode): Styles {
  const hidden = new Set<string>()
  const marks = new Map<string, CellMark>()
  const shifted = new Map<string, Shift>()
  for (const style of findAll(root, 'style:style')) {
    const name = style.attributes['style:name'] ?? ''
    if (childOf(style, 'style:table-properties')?.attributes['table:display'] === 'false') hidden.add(name)
    const text = childOf(style, 'style:text-properties')?.attributes ?? {}
    const fill = childOf(style, 'style:table-cell-properties')?.attributes['fo:background-color'] ?? ''
    const position = /^(super|sub|-?\d)/.exec(text['style:text-position'] ?? '')?.[1]
    if (position && position !== '0') shifted.set(name, /^(?:sub|-)/.test(position) ? 'subscript' : 'superscript')
    const strike = /^(?!none)./.test(
      text['style:text-line-through-style'] ?? text['style:text-line-through-type'] ?? 'none',
    )
    const bold = text['fo:font-weight'] === 'bold'
    const colours = [fill, text['fo:color'] ?? ''].map((c) => (c === 'transparent' || c === '#000000' ? '' : c))
    const colour = `${colours.every((c) => c === '') ? '' : colours.join('/')}${strike ? ' strike' : ''}`
    if (bold || colour !== '') marks.set(name, { bold, colour })
  }
  return { hidden, marks, shifted }
}

/** Returns the repetitions of a row or a cell. Programs write a huge number for "to the end of the sheet". */
const repeat = (node: XmlNode, name: string): number => Math.max(1, Math.trunc(Number(node.attributes[name] ?? 1)) || 1)

function readSheet(table: XmlNode, name: string, styles: Styles): Table {
  const filled: Omit<Row, 'merged'>[] = []
  const ranges: CellRange[] = []
  const columns = listColumns(table)
  const unseen = { rows: new Set<number>(), columns: listHidden(table) }
  let line = 1
  let cells = 0
  for (const node of listRows(table)) {
    const times = repeat(node, 'table:number-rows-repeated')
    const row = readRow(node, line, styles, columns, ranges)
    if (row.cells.length > 0) {
      cells += row.cells.length * times
      if (cells > MAX_CELLS) throw new Refusal('sheet_too_large', { sheet: name })
      for (let i = 0; i < times; i++) filled.push({ ...row, cells: [...row.cells], line: line + i })
      if (isHidden(node)) for (let i = 0; i < times; i++) unseen.rows.add(line + i)
    }
    line += times
  }
  const rows = layOut(filled, name)
  return {
    name,
    rows,
    warnings: [...tellHidden({ name, rows, warnings: [] }, unseen), ...fillMerged(rows, ranges, name)],
  }
}

const isHidden = ({ attributes }: XmlNode): boolean => /^(collapse|filter)$/.test(attributes['table:visibility'] ?? '')

/** Lists hidden columns, only as far as a bank reaches. */
function listHidden(table: XmlNode): Set<number> {
  const hidden = new Set<number>()
  let column = 0
  for (const node of findAll(table, 'table:table-column')) {
    const times = Math.min(repeat(node, 'table:number-columns-repeated'), 256)
    if (isHidden(node)) for (let i = 0; i < times; i++) hidden.add(column + i)
    column += times
  }
  return hidden
}

const listRows = (node: XmlNode): XmlNode[] =>
  elementsOf(node).flatMap((child) =>
    child.name === 'table:table-row' ? [child] : ROWS.includes(child.name) ? listRows(child) : [],
  )

/** Lists the default style of each column's cells, only as far as a bank reaches. */
function listColumns(table: XmlNode): string[] {
  const styles: string[] = []
  for (const column of findAll(table, 'table:table-column')) {
    const times = Math.min(repeat(column, 'table:number-columns-repeated'), 256)
    for (let i = 0; i < times; i++) styles.push(column.attributes['table:default-cell-style-name'] ?? '')
  }
  return styles
}

function readRow(
  node: XmlNode,
  line: number,
  styles: Styles,
  columns: readonly string[],
  ranges: CellRange[],
): Omit<Row, 'merged'> {
  const cells: string[] = []
  const numeric: number[] = []
  const marks = new Map<number, CellMark>()
  const images = new Map<number, string[]>()
  let column = 0
  for (const cell of elementsOf(node).filter((child) => CELLS.includes(child.name))) {
    const times = repeat(cell, 'table:number-columns-repeated')
    const text = cell.name === 'table:table-cell' ? textOfCell(cell, styles.shifted) : ''
    const found = listImages(cell)
    const mark = styles.marks.get(cell.attributes['table:style-name'] ?? columns[column] ?? '')
    if (text !== '' || found.length > 0) {
      if (column + times > MAX_CELLS) throw new Refusal('sheet_too_large', { sheet: '' })
      for (let c = column; c < column + times; c++) {
        while (cells.length < c) cells.push('')
        cells.push(text)
        if (isNumber(cell)) numeric.push(c)
        if (mark) marks.set(c, mark)
        if (found.length > 0) images.set(c, found)
      }
    }
    const across = repeat(cell, 'table:number-columns-spanned')
    const down = repeat(cell, 'table:number-rows-spanned')
    if (across > 1 || down > 1)
      ranges.push({ s: { r: line - 1, c: column }, e: { r: line + down - 2, c: column + across - 1 } })
    column += times
  }
  return {
    line,
    cells,
    numeric,
    ...(marks.size > 0 ? { marks } : {}),
    ...(images.size > 0 ? { images } : {}),
  }
}

const isNumber = ({ attributes }: XmlNode): boolean =>
  attributes['table:formula'] !== undefined ||
  /^(float|percentage|currency|date|time)$/.test(attributes['office:value-type'] ?? '')

/**
 * Returns a cell's text as the sheet shows it. Typed arithmetic is the text; a formula over other cells shows its
 * result.
 */
function textOfCell(cell: XmlNode, shifted: Styles['shifted']): string {
  const formula = cell.attributes['table:formula']?.replace(/^\w+:/, '')
  if (formula?.startsWith('=') && !/[A-Z]+\$?\d|[A-Z]{2,}\(/i.test(formula)) return formula
  const truth = cell.attributes['office:boolean-value']
  if (truth !== undefined) return truth === 'true' ? 'Vero' : 'Falso'
  const paragraphs = elementsOf(cell).flatMap((child) =>
    /^text:(p|h)$/.test(child.name) ? [shown(child, shifted)] : [],
  )
  const lists = elementsOf(cell, 'text:list').flatMap((list) => findAll(list, 'text:p').map((p) => shown(p, shifted)))
  const text = [...paragraphs, ...lists].join('\n')
  if (text.trim() !== '') return text
  const value = cell.attributes['office:value'] ?? cell.attributes['office:string-value'] ?? ''
  return isNumber(cell) ? value.replace('.', ',') : value
}

/** Returns the shown text of a paragraph. Spaces, tabs and line breaks are elements; notes and the like are skipped. */
function shown(node: XmlNode, shifted: Styles['shifted']): string {
  return node.children
    .map((child) => {
      if (typeof child === 'string') return child.replace(/\s+/g, ' ')
      if (child.name === 'text:s') return ' '.repeat(Math.min(repeat(child, 'text:c'), 100))
      if (child.name === 'text:tab') return '\t'
      if (child.name === 'text:line-break') return '\n'
      return ASIDE.has(child.name) || child.name.startsWith('draw:')
        ? ''
        : shiftText(shown(child, shifted), shifted.get(child.attributes['text:style-name'] ?? ''))
    })
    .join('')
}

/** Pictures of the package that lie in a cell. */
const listImages = (cell: XmlNode): string[] =>
  findAll(cell, 'draw:image').flatMap(({ attributes }) => {
    const name = attributes['xlink:href'] ?? ''
    return name.startsWith('Pictures/') ? [name] : []
  })
