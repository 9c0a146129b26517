import { type CellObject, type DenseWorkSheet, read, SSF, type WorkBook } from '@e965/xlsx'
import type { ImportedImage } from '#contract/domanda'
import { checkArchive } from '../archive.ts'
import { groupBy } from '../group-by.ts'
import { append } from '../long-lists.ts'
import { Refusal } from '../refusal.ts'
import { decodeEntities } from '../text/entities.ts'
import { shiftText } from '../text/raised.ts'
import { warn } from '../warnings.ts'
import type { FileContent, Format } from './format.ts'
import { hasStream, isCompound, isZip, listZipNames } from './peek.ts'
import { chooseSheets, fillMerged, layOut, sayHidden, tellHidden } from './sheets.ts'
import type { Table } from './table.ts'
import { type Hidden, readHidden } from './xlsx-hidden.ts'
import { readMarks, type SheetMarks } from './xlsx-marks.ts'
import { openParts } from './xlsx-parts.ts'
import { type Pictures, placePictures, readPictures } from './xlsx-pictures.ts'

/** Date formats that a sheet shows by the reader's country; the library has the American ones. */
const BY_COUNTRY: Readonly<Record<string, string>> = { 'm/d/yy': 'dd/mm/yyyy', 'm/d/yy h:mm': 'dd/mm/yyyy hh:mm' }
const LONG = /^\[\$-F800\]/
const NAMED = /m{3,}|d{3,}/i
const WORDS = /\p{L}{3,}/gu

const MONTHS = 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
  ' ',
)
const DAYS = 'domenica lunedì martedì mercoledì giovedì venerdì sabato'.split(' ')
const ENGLISH = [
  ['January February March April May June July August September October November December'.split(' '), MONTHS],
  ['Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '), DAYS],
] as const
const NAMES = new Map(
  ENGLISH.flatMap(([names, italian]) =>
    names.flatMap((name, i): [string, string][] => [
      [name.slice(0, 3), (italian[i] ?? '').slice(0, 3)],
      [name, italian[i] ?? ''],
    ]),
  ),
)

/** Returns a date as an Italian sheet shows it, day first and with Italian names. Any other cell returns null. */
function showDate({ t, v, w, z }: CellObject, date1904: boolean): string | null {
  if (t !== 'n' || typeof z !== 'string') return null
  const format = LONG.test(z) ? 'dddd d mmmm yyyy' : (BY_COUNTRY[z] ?? dotted(z))
  try {
    const shown = format === null ? w : SSF.format(format, v, { date1904 })
    if (shown === undefined || (format === null && !(NAMED.test(z) && SSF.is_date(z)))) return null
    return shown.replace(WORDS, (name: string) => NAMES.get(name) ?? name)
  } catch {
    return null
  }
}

/** Quotes a date's format with dots (`gg.mm.aaaa`), which the library rejects otherwise. */
const dotted = (z: string): string | null =>
  /^[dmy.]+(?:;@)?$/i.test(z) && z.includes('.') ? z.replace(/;@$/, '').replace(/\./g, '\\.') : null

// Cast: `open` asks for dense sheets, which the package's types do not follow.
const denseSheet = (libro: WorkBook, name: string) => libro.Sheets[name] as unknown as DenseWorkSheet

/**
 * Returns the sheets of a workbook as rows of texts. Merged cells are filled, numbers and formulas are as shown, and
 * pictures are named in their rows.
 */
async function readSheets(
  byte: Uint8Array,
  foglio?: string | number,
): Promise<{ tables: Table[]; images: ImportedImage[] }> {
  if (byte[0] !== 0x50 && hasStream(byte, 'EncryptedPackage')) throw new Refusal('workbook_encrypted', {})
  const rich = byte[0] === 0x50 && (await checkParts(byte))
  const libro = open(byte, rich)
  const sheets = libro.SheetNames.map((name, i) => ({
    name,
    hidden: Boolean(libro.Workbook?.Sheets?.[i]?.Hidden),
    rows: (denseSheet(libro, name)['!data'] ?? []).filter((row) => row?.some((c) => c)).length,
  }))
  const { chosen: nomi, hidden } = chooseSheets(sheets, foglio)
  const marks: SheetMarks = byte[0] === 0x50 ? await readMarks(byte).catch(() => new Map()) : new Map()
  const date1904 = libro.Workbook?.WBProps?.date1904 ?? false
  const none: Pictures = { bySheet: new Map(), inCells: new Map(), images: [] }
  const pictures = byte[0] === 0x50 ? await readPictures(byte).catch(() => none) : none
  const unseen = byte[0] === 0x50 ? await readHidden(byte).catch(() => new Map<string, Hidden>()) : new Map()
  const tables = nomi.map((nome) => {
    const sheet = denseSheet(libro, nome)
    const table = readFoglio(nome, sheet, marks.get(nome), pictures.inCells.get(nome) ?? [], date1904)
    append(table.warnings, tellHidden(table, unseen.get(nome)))
    return table
  })
  for (const { name, rows } of tables) placePictures(rows, pictures.bySheet.get(name ?? '') ?? [])
  return { tables: sayHidden(tables, hidden), images: pictures.images }
}

/** Longest head of a part, before its first element, where a part may define entities. */
const MAX_HEAD = 65_536

function open(byte: Uint8Array, cellHTML: boolean): WorkBook {
  try {
    return read(byte, { type: 'array', dense: true, cellHTML, cellText: true, cellNF: true, cellFormula: true })
  } catch (error) {
    throw new Refusal(/password|encrypt/i.test(String(error)) ? 'workbook_encrypted' : 'workbook_broken', {})
  }
}

/**
 * Rejects a bomb, a password, and parts that define entities, which the library would lose. Returns true when texts
 * have exponents.
 */
async function checkParts(byte: Uint8Array): Promise<boolean> {
  await checkArchive(byte)
  const parts = await openParts(byte).catch(() => null)
  let rich = false
  for (const name of parts?.names ?? []) {
    if (!/^xl\/(?:sharedStrings|worksheets\/[^/]+)\.xml$/.test(name)) continue
    const text = (await parts?.text(name).catch(() => '')) ?? ''
    if (/<!ENTITY\b/i.test(text.slice(0, MAX_HEAD))) throw new Refusal('xml_entities', {})
    rich ||= text.includes('vertAlign')
  }
  return rich
}

/** Returns true for `=IMAGE("https://…")`, a picture that is not in the file. */
const isRemote = (cell: CellObject | undefined): boolean => /^(?:_xlfn\.)?IMAGE\(/i.test(cell?.f ?? '')

function readFoglio(
  nome: string,
  foglio: DenseWorkSheet,
  marks: ReturnType<SheetMarks['get']>,
  pictures: readonly { row: number; column: number; name: string }[],
  date1904: boolean,
): Table {
  const dati = foglio['!data'] ?? []
  const remote = dati.reduce((n, cells) => n + (cells?.filter(isRemote).length ?? 0), 0)
  const placed = groupBy(pictures, ({ row }) => row)
  const filled = dati.flatMap((cells, r) => {
    const mine = placed.get(r) ?? []
    const texts =
      cells?.map((cell, c) =>
        isRemote(cell) || mine.some(({ column }) => column === c) ? '' : textOf(cell, date1904),
      ) ?? []
    while (texts.at(-1) === '') texts.pop()
    // Free the row, which is read, so that a large sheet is never in memory twice.
    dati[r] = []
    const numeric = texts.flatMap((_, c) => {
      const cell = cells?.[c]
      return cell && (cell.t === 'n' || cell.t === 'e' || cell.f) ? [c] : []
    })
    const images = mine.length > 0 ? { images: new Map(mine.map(({ column, name }) => [column, [name]])) } : {}
    return texts.length === 0
      ? []
      : [{ line: r + 1, cells: Array.from(texts, (text) => text ?? ''), numeric, ...images }]
  })
  const righe = layOut(filled, nome).map((row) => {
    const written = marks?.get(row.line - 1)
    return written ? { ...row, marks: written } : row
  })
  const said = remote > 0 ? [warn('pictures_remote', null, { pictures: remote })] : []
  return { name: nome, rows: righe, warnings: [...said, ...fillMerged(righe, foglio['!merges'] ?? [], nome)] }
}

/** Returns a formula as the author typed it (`=10+2`), and a number as the sheet shows it. */
function textOf(cella: CellObject | undefined, date1904: boolean): string {
  if (!cella || cella.t === 'z') return ''
  // Keep typed arithmetic as the text; a formula over other cells or with functions shows its result.
  if (cella.f && !/[A-Z]+\$?\d|[A-Z]{2,}\(/i.test(cella.f)) return `=${cella.f}`
  if (cella.t === 'b') return cella.v ? 'Vero' : 'Falso'
  if (cella.t === 's') return /<su[pb]>/.test(cella.h ?? '') ? richText(cella.h ?? '') : String(cella.v ?? '')
  const date = showDate(cella, date1904)
  if (date !== null) return date
  const shown = cella.w ?? String(cella.v ?? '')
  return cella.t === 'n' ? shown.replace(/\d[\d.,]*/g, (n) => (isValue(n, Number(cella.v)) ? toItalian(n) : n)) : shown
}

/** Returns the text of a cell with several looks, its exponents and indexes as such. */
const richText = (html: string): string =>
  decodeEntities(
    html
      .replace(/<br\s*\/?>/g, '\n')
      .replace(/<(sup|sub)>((?:(?!<\/\1>)[\s\S])*)<\/\1>/g, (_, tag: string, inside: string) =>
        shiftText(inside.replace(/<[^>]*>/g, ''), tag === 'sup' ? 'superscript' : 'subscript'),
      )
      .replace(/<[^>]*>/g, ''),
  )

const toItalian = (number: string): string => number.replace(/[.,]/g, (c) => (c === '.' ? ',' : '.'))

/** Returns true when a shown number is the cell's value, rounded or in hundredths. A piece of a date is not. */
function isValue(shown: string, value: number): boolean {
  const decimals = shown.split('.')[1]?.length ?? 0
  const read = Number(shown.replace(/,/g, ''))
  const mantissa = value === 0 ? 0 : Math.abs(value) / 10 ** Math.floor(Math.log10(Math.abs(value)))
  return (
    [1, 100].some((times) => Math.abs(Math.abs(value) * times - read) <= 0.51 * 10 ** -decimals) ||
    Math.abs(mantissa - read) <= 0.51 * 10 ** -decimals
  )
}

/** Reader of workbooks: XLSX and its binary kin, and the older XLS. */
export const workbook: Format = {
  id: 'workbook',
  sniff(bytes) {
    if (isCompound(bytes))
      return { strength: hasStream(bytes, 'Workbook') || hasStream(bytes, 'Book') ? 1 : 0.5, reason: 'compound' }
    if (!isZip(bytes)) return null
    const names = listZipNames(bytes)
    if (names.length === 0) return { strength: 0.7, reason: 'zip_without_directory' }
    const sheets = names.some((name) => /^xl\/workbook\.(xml|bin)$/.test(name))
    return sheets ? { strength: 1, reason: 'workbook' } : null
  },
  async read({ bytes, options }): Promise<FileContent> {
    return { shape: 'tables', ...(await readSheets(bytes, options.sheet)) }
  },
}
