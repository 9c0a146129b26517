import { type CellObject, type DenseWorkSheet, type Range, read, type WorkBook } from '@e965/xlsx'
import { checkArchive } from '../archive.ts'
import { Refusal } from '../refusal.ts'
import { type Warning, warn } from '../warnings.ts'
import type { Content, Format } from './format.ts'
import { hasStream, isCompound, isZip, listZipNames } from './peek.ts'
import type { Row, Table } from './table.ts'
import { readMarks, type SheetMarks } from './xlsx-marks.ts'

/** Cells of one sheet that are looked at: a bank of 100,000 questions with 20 columns. */
const MAX_CELLE = 2_000_000

/** The sheets of a workbook as rows of texts: merged cells filled, numbers and formulas as they are shown. */
export async function readSheets(byte: Uint8Array, foglio?: string | number): Promise<Table[]> {
  if (byte[0] === 0x50) await checkArchive(byte)
  const libro = open(byte)
  const hidden = new Set(libro.SheetNames.filter((_, i) => libro.Workbook?.Sheets?.[i]?.Hidden))
  const visible = libro.SheetNames.some((name) => !hidden.has(name))
  const nomi = libro.SheetNames.filter((nome, i) =>
    foglio === undefined ? !visible || !hidden.has(nome) : String(foglio) === nome || foglio === i + 1,
  )
  if (nomi.length === 0) throw new Refusal('sheet_missing', { sheet: String(foglio) })
  const marks: SheetMarks = byte[0] === 0x50 ? await readMarks(byte).catch(() => new Map()) : new Map()
  const tables = nomi.map((nome) => readFoglio(nome, libro.Sheets[nome] as unknown as DenseWorkSheet, marks.get(nome)))
  const [first] = tables
  for (const sheet of hidden) if (!nomi.includes(sheet)) first?.warnings.push(warn('sheet_hidden', null, { sheet }))
  return tables
}

function open(byte: Uint8Array): WorkBook {
  try {
    return read(byte, { type: 'array', dense: true, cellHTML: false, cellText: true, cellFormula: true })
  } catch {
    throw new Refusal('workbook_broken', {})
  }
}

function readFoglio(nome: string, foglio: DenseWorkSheet, marks: ReturnType<SheetMarks['get']>): Table {
  const dati = foglio['!data'] ?? []
  const larghezza = dati.reduce((n, riga) => Math.max(n, riga?.length ?? 0), 0)
  if (dati.length * larghezza > MAX_CELLE) throw new Refusal('sheet_too_large', { sheet: nome })
  const righe: Row[] = []
  for (let r = 0; r < dati.length; r++) {
    const riga: Row = { line: r + 1, cells: [], numeric: [], merged: false }
    for (let c = 0; c < larghezza; c++) {
      const cella = dati[r]?.[c]
      riga.cells.push(textOf(cella))
      if (cella && (cella.t === 'n' || cella.t === 'e' || cella.f)) riga.numeric.push(c)
    }
    const written = marks?.get(r)
    righe.push(written ? { ...riga, marks: written } : riga)
  }
  return { name: nome, rows: righe, warnings: fillUnite(righe, foglio['!merges'] ?? []) }
}

/** A formula is what the author typed (`=10+2`), not its result; a number is what the sheet shows. */
function textOf(cella: CellObject | undefined): string {
  if (!cella || cella.t === 'z') return ''
  // Arithmetic that was typed is the text; a formula over other cells or with functions shows its result.
  if (cella.f && !/[A-Z]+\$?\d|[A-Z]{2,}\(/i.test(cella.f)) return `=${cella.f}`
  if (cella.t === 'b') return cella.v ? 'Vero' : 'Falso'
  if (cella.t === 's') return String(cella.v ?? '')
  const shown = cella.w ?? String(cella.v ?? '')
  return cella.t === 'n' && /^-?[\d.,]+\s?[%€]?$/.test(shown)
    ? shown.replace(/[.,]/g, (c) => (c === '.' ? ',' : '.'))
    : shown
}

/** Cells merged downwards hold for every row; a row that is one cell merged across is marked. */
function fillUnite(righe: Row[], unite: readonly Range[]): Warning[] {
  const avvisi: Warning[] = []
  for (const { s, e } of unite) {
    const prima = righe[s.r]
    const valore = prima?.cells[s.c] ?? ''
    if (e.c > s.c && prima && valore !== '' && prima.cells.filter((c) => c.trim() !== '').length === 1) {
      prima.merged = true
      continue
    }
    if (e.r === s.r || valore === '') continue
    for (let r = s.r + 1; r <= e.r && r < righe.length; r++) {
      const riga = righe[r]
      if (riga) riga.cells[s.c] = valore
    }
    avvisi.push(warn('merged_cell', s.r + 1, { from: s.r + 1, to: e.r + 1 }))
  }
  return avvisi
}

/** Workbooks: XLSX and its binary kin, ODS, and the older XLS. */
export const workbook: Format = {
  id: 'workbook',
  sniff(bytes) {
    if (isCompound(bytes))
      return { strength: hasStream(bytes, 'Workbook') || hasStream(bytes, 'Book') ? 1 : 0.5, reason: 'compound' }
    if (!isZip(bytes)) return null
    const names = listZipNames(bytes)
    if (names.length === 0) return { strength: 0.7, reason: 'zip_without_directory' }
    const sheets = names.some((name) => /^xl\/workbook\.(xml|bin)$/.test(name))
    const ods = names.includes('content.xml') && names.includes('mimetype')
    return sheets || ods ? { strength: 1, reason: 'workbook' } : null
  },
  async read({ bytes, options }): Promise<Content> {
    return { shape: 'tables', tables: await readSheets(bytes, options.sheet) }
  },
}
