import type { ImportedImage } from '#contract/domanda'
import { groupBy } from '../group-by.ts'
import { imageKey } from '../recognition/evidence.ts'
import type { Row } from './table.ts'
import { attribute, columnOf, listSheets, openParts, readRelations, type WorkbookParts } from './xlsx-parts.ts'

const RICH = 'xl/richData/rdrichvalue.xml'
const RELATIONS = 'xl/richData/richValueRel.xml'

/** Returns the elements of one name with their contents, in their order. */
const blocks = (xml: string, name: string): string[] =>
  xml.match(
    new RegExp(`<(?:\\w+:)?${name}\\b[^>]*/>|<(?:\\w+:)?${name}\\b[^>]*>[\\s\\S]*?</(?:\\w+:)?${name}>`, 'g'),
  ) ?? []

/**
 * Returns the picture of each value of the workbook's metadata, by the cells' number (`vm`, from 1). A picture is a
 * path in the package; any other value is null.
 */
async function listRichPictures(parts: WorkbookParts): Promise<(string | null)[]> {
  const metadata = await parts.text('xl/metadata.xml')
  if (!metadata.includes('XLRICHVALUE')) return []
  const [future = ''] = blocks(metadata, 'futureMetadata').filter((x) => x.includes('name="XLRICHVALUE"'))
  const rich = blocks(future, 'bk').map((bk) => Number(/<(?:\w+:)?rvb\b[^>]*\si="(\d+)"/.exec(bk)?.[1] ?? Number.NaN))
  const values = blocks(await parts.text(RICH), 'rv')
  const related = blocks(await parts.text(RELATIONS), 'rel').map((rel) => attribute(rel, 'r:id'))
  const targets = await readRelations(parts, RELATIONS)
  const [cells = ''] = blocks(metadata, 'valueMetadata')
  return blocks(cells, 'bk').map((bk) => {
    const value = values[rich[Number(/\sv="(\d+)"/.exec(bk)?.[1] ?? Number.NaN)] ?? Number.NaN] ?? ''
    const at = Number(/<v>(\d+)<\/v>/.exec(value)?.[1] ?? Number.NaN)
    const media = targets.get(related[at] ?? '') ?? ''
    return /^xl\/media\//.test(media) ? media : null
  })
}

/** Picture over the cells of a sheet: rows and columns from 0. `lastRow` is the last covered row. */
export type SheetPicture = { row: number; lastRow: number; column: number; name: string }
/** Pictures of a workbook; `inCells` are the values of cells, as `Place in cell` leaves them. */
export type Pictures = {
  bySheet: Map<string, SheetPicture[]>
  inCells: Map<string, CellPicture[]>
  images: ImportedImage[]
}
/** Images by their path in the package, with the keys of their names. */
class KeptMedia extends Map<string, ImportedImage> {
  readonly stems = new Set<string>()
}

type CellPicture = { row: number; column: number; name: string }

/** Largest reach of a picture into a row that it does not cover: 0.1 inch in drawing units. */
const REACH = 91_440
const MAX_COLUMN = 16_384

/** Returns the pictures that stand over the sheets of an XLSX, and their bytes. */
export async function readPictures(bytes: Uint8Array): Promise<Pictures> {
  const parts = await openParts(bytes)
  const bySheet: Pictures['bySheet'] = new Map()
  const inCells: Pictures['inCells'] = new Map()
  const rich = await listRichPictures(parts)
  const images = new KeptMedia()
  for (const { name, part } of await listSheets(parts)) {
    const drawings = [...(await readRelations(parts, part)).values()].filter((p) =>
      /^xl\/drawings\/[^/]+\.xml$/.test(p),
    )
    for (const drawing of drawings) bySheet.set(name, await readDrawing(parts, drawing, images))
    if (rich.length > 0) inCells.set(name, await readCells(parts, part, rich, images))
  }
  return { bySheet, inCells, images: [...images.values()] }
}

async function readCells(
  parts: WorkbookParts,
  part: string,
  rich: readonly (string | null)[],
  images: KeptMedia,
): Promise<CellPicture[]> {
  const found: CellPicture[] = []
  for (const [tag] of (await parts.text(part)).matchAll(/<c\b[^>]*\svm="\d+"[^>]*>/g)) {
    const media = rich[Number(attribute(tag, 'vm')) - 1]
    const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(attribute(tag, 'r')) ?? []
    const image = media ? (images.get(media) ?? (await readMedia(parts, media, images))) : null
    if (image && digits !== '') found.push({ row: Number(digits) - 1, column: columnOf(letters), name: image.nome })
  }
  return found
}

async function readDrawing(parts: WorkbookParts, drawing: string, images: KeptMedia) {
  const targets = await readRelations(parts, drawing)
  const pictures: SheetPicture[] = []
  const anchors = (await parts.text(drawing)).match(/<(?:\w+:)?(twoCellAnchor|oneCellAnchor)\b[\s\S]*?<\/(?:\w+:)?\1>/g)
  for (const anchor of anchors ?? []) {
    const media = targets.get(/\sr:embed="([^"]+)"/.exec(anchor)?.[1] ?? '')
    const from = readCell(anchor, 'from')
    if (!media || !from || from.column > MAX_COLUMN) continue
    const image = images.get(media) ?? (await readMedia(parts, media, images))
    if (!image) continue
    const to = readCell(anchor, 'to')
    const lastRow = to ? (to.offset > REACH ? to.row : to.row - 1) : from.row
    pictures.push({ row: from.row, column: from.column, lastRow: Math.max(from.row, lastRow), name: image.nome })
  }
  return pictures
}

/** Returns an image under a unique name, whatever its extension, because names are matched without extensions. */
async function readMedia(parts: WorkbookParts, media: string, images: KeptMedia): Promise<ImportedImage | null> {
  const byte = await parts.bytes(media)
  if (!byte) return null
  const [, stem = 'figura', extension = ''] = /([^/]*?)(\.\w+)?$/.exec(media) ?? []
  const taken = images.stems.has(imageKey(stem))
  const image = { nome: `${taken ? `${stem}-${images.size + 1}` : stem}${extension}`, byte }
  images.set(media, image)
  images.stems.add(imageKey(image.nome))
  return image
}

function readCell(anchor: string, which: 'from' | 'to') {
  const xml = new RegExp(`<(?:\\w+:)?${which}>([\\s\\S]*?)</(?:\\w+:)?${which}>`).exec(anchor)?.[1]
  const number = (name: string) => Number(new RegExp(`<(?:\\w+:)?${name}>(\\d+)<`).exec(xml ?? '')?.[1] ?? Number.NaN)
  const found = { column: number('col'), row: number('row'), offset: number('rowOff') }
  return xml && Number.isInteger(found.column) && Number.isInteger(found.row) ? found : null
}

/**
 * Names each picture in a cell of its row. The cell is its own where that column is empty, otherwise a new column's. A
 * picture over the texts of several rows, or beside another on one row, has no certain owner. It stays unused, and the
 * report lists it.
 */
export function placePictures(rows: readonly Row[], pictures: readonly SheetPicture[]): void {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const header = rows[0]
  const full = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')).map(({ line }) => line)
  const fullLines = new Set(full)
  const filled = (line: number): boolean => fullLines.has(line)
  // Map each filled row to the next one below: a picture may cover a whole sheet.
  const below = new Map(full.map((line, i) => [line, full[i + 1] ?? Number.POSITIVE_INFINITY]))
  const onRow = groupBy(pictures, ({ row }) => row)
  const alone = ({ row, lastRow }: SheetPicture): boolean =>
    (below.get(row + 1) ?? 0) > lastRow + 1 && onRow.get(row)?.length === 1
  const sure = pictures.filter((p) => filled(p.row + 1) && byLine.get(p.row + 1) !== header && alone(p))
  if (sure.length === 0 || !header) return
  const width = header.cells.length
  const [first] = sure
  const inPlace =
    first !== undefined &&
    sure.every((p) => p.column === first.column && (byLine.get(p.row + 1)?.cells[p.column] ?? '').trim() === '')
  const column = inPlace && first.column < width ? first.column : width
  for (const row of rows) while (row.cells.length <= column) row.cells.push('')
  if ((header.cells[column] ?? '').trim() === '') header.cells[column] = 'Immagine'
  for (const p of sure) {
    const row = byLine.get(p.row + 1)
    if (row) row.cells[column] = p.name
  }
}
