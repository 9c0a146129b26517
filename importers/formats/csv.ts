import { CsvError, type Options, parse } from 'csv-parse/browser/esm/sync'
import { MAX_LINES, MAX_ROW } from '../limits.ts'
import { readHeader } from '../recognition/header.ts'
import { truthOf } from '../recognition/marks.ts'
import { Refusal } from '../refusal.ts'
import { warn } from '../warnings.ts'
import type { FileContent, Format } from './format.ts'
import { peekText } from './peek.ts'
import type { Row, Table } from './table.ts'
import { readText } from './text-source.ts'

const SEPARATORI = [';', ',', '\t', '|', '^', '~']
/** Characters of the file that are enough to find its separator. */
const ASSAGGIO = 100_000
/** Share of rows of equal width for quotes to be read as plain characters. */
const STESSA_LARGHEZZA = 0.95

type Letto = { record: string[]; info: { lines: number } }

const opzioni = (separatore: string, virgolette: boolean) => ({
  delimiter: separatore,
  quote: virgolette ? '"' : (false as const),
  bom: true,
  relax_quotes: true,
  relax_column_count: true,
  max_record_size: MAX_ROW,
})

// Cast: the package's types do not follow `info`, which wraps each row with its line.
const parseRows = (testo: string, options: Options): Letto[] =>
  parse(testo, { ...options, info: true }) as unknown as Letto[]

const parseCon = (testo: string, separatore: string, virgolette: boolean): Letto[] => {
  const lines = testo.split('\n', MAX_LINES + 1)
  if (lines.length > MAX_LINES) throw new Refusal('too_many_lines', { max: MAX_LINES })
  const long = lines.findIndex((line) => line.length > MAX_ROW)
  if (long >= 0) throw new Refusal('line_too_long', { max: MAX_ROW }, long + 1)
  return parseRows(testo, opzioni(separatore, virgolette))
}

/** Returns the most frequent width and how many of the rows have it. */
function largest(records: readonly { record: string[] }[]): { larghezza: number; quota: number } {
  const conti = new Map<number, number>()
  const piene = records.filter(({ record }) => record.some((c) => c.trim() !== ''))
  for (const { record } of piene) conti.set(record.length, (conti.get(record.length) ?? 0) + 1)
  const [larghezza, quante] = [...conti].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])
  return { larghezza, quota: piene.length === 0 ? 0 : quante / piene.length }
}

/** A whole cell in quotes, in which no character separates. */
const QUOTED = /(?<=^|[;,\t|^~\n])"(?:[^"]|"")*"(?=[;,\t|^~\r\n]|$)/g

/**
 * Returns the separator that cuts a sample into the widest rows of the same width. A separator that leaves the first
 * row whole is inside cells (`a|b|c|d`). Such a one yields to one that cuts every row alike.
 */
function findSeparator(testo: string): string {
  const fine = testo.lastIndexOf('\n', ASSAGGIO)
  const assaggio = testo.length <= ASSAGGIO || fine <= 0 ? testo : testo.slice(0, fine)
  const bare = assaggio.replace(QUOTED, '')
  const outside = SEPARATORI.filter((separatore) => bare.includes(separatore))
  const candidates = (outside.length > 0 ? outside : SEPARATORI.filter((s) => assaggio.includes(s))).map(
    (separatore) => {
      const righe = sample(assaggio, separatore)
      const { larghezza, quota } = largest(righe)
      const width =
        larghezza === 2 && (isPair(righe) || readHeader(righe[0]?.record ?? [])) ? 2 : larghezza < 3 ? 0 : larghezza
      return {
        separatore,
        voto: quota * quota * Math.min(width, 12),
        first: righe[0]?.record.length ?? 0,
        quota,
        width,
      }
    },
  )
  const best = candidates.reduce((a, b) => (b.voto > a.voto ? b : a), {
    separatore: ',',
    voto: 0,
    first: 0,
    quota: 0,
    width: 0,
  })
  const alike =
    best.first === 1 ? candidates.find((c) => c.quota === 1 && c.width >= 3 && c.first === c.width) : undefined
  return (alike ?? best).separatore
}

/** Two columns are enough for a question and its true or false. */
const isPair = (records: readonly { record: string[] }[]): boolean => {
  const second = records.map(({ record }) => record[1] ?? '').filter((value) => value.trim() !== '')
  const said = second.filter((value) => truthOf(value) !== null).length
  return said >= 2 && said >= second.length - 1
}

/** Returns the records before a quote that never closes, if any: enough to find the separator. */
function sample(testo: string, separatore: string): { record: string[] }[] {
  const letti: { record: string[] }[] = []
  try {
    parse(testo, {
      ...opzioni(separatore, true),
      on_record: (record: string[]) => {
        letti.push({ record })
        return null
      },
    })
  } catch {
    if (letti.length < 2) return parseCon(testo, separatore, false)
  }
  return letti
}

/**
 * Reads rows of a CSV with any separator. An unclosed quote counts as a plain character when the rows then fit.
 * Otherwise the file is cut short. `errate` are physical lines with another encoding, which return as rows.
 */
export function readCsv(testo: string, errate: readonly number[] = [], richiesto?: string): Table {
  const sep = /^sep=(.)\r?\n/i.exec(testo)
  const corpo = sep ? testo.slice(sep[0].length) : testo
  const single = findSingle(corpo)
  const separatore = richiesto ?? sep?.[1] ?? single ?? findSeparator(corpo)
  const records = bareFormulas(single === separatore ? parseSingle(corpo, single) : parseTutto(corpo, separatore))
  const tabella: Table = { name: null, rows: [], warnings: [] }
  const primo = sep ? 1 : 0
  let prossima = 0
  records.forEach(({ record, info }, i) => {
    const riga: Row = { line: i + 1 + primo, cells: record, numeric: [], merged: false }
    tabella.rows.push(riga)
    if (prossima < errate.length && (errate[prossima] ?? 0) <= info.lines + primo) {
      const linea = errate[prossima]
      while (prossima < errate.length && (errate[prossima] ?? 0) <= info.lines + primo) prossima++
      tabella.warnings.push(warn('encoding_of_line', riga.line, { line: linea ?? 0 }))
    }
  })
  return tabella
}

/** A text that a sheet keeps unconverted: `="012"`. */
const FORCED = /^="((?:[^"]|"")*)"$/
/** Share of forced cells in a column from which the form is no text of theirs. */
const ALL_FORCED = 0.5

/** Unwraps the columns whose texts are forced. */
function bareFormulas(records: Letto[]): Letto[] {
  const count = new Map<number, { filled: number; forced: number }>()
  for (const { record } of records)
    for (const [column, cell] of record.entries()) {
      if (cell === '') continue
      const of = count.get(column) ?? { filled: 0, forced: 0 }
      count.set(column, { filled: of.filled + 1, forced: of.forced + (FORCED.test(cell) ? 1 : 0) })
    }
  const isForced = (column: number) => {
    const of = count.get(column)
    return of !== undefined && of.forced > 0 && of.forced >= of.filled * ALL_FORCED
  }
  if (![...count.keys()].some(isForced)) return records
  const bare = (cell: string) => FORCED.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell
  return records.map(({ record, info }) => ({ info, record: record.map((c, i) => (isForced(i) ? bare(c) : c)) }))
}

/** Least lines with all cells in single quotes. */
const MIN_SINGLE = 3

/** Returns the separator of a file whose cells are all in single quotes; null for any other. */
function findSingle(corpo: string): string | null {
  const lines = corpo.slice(0, ASSAGGIO).split(/\r?\n/).slice(0, -1)
  const filled = lines.filter((line) => line.trim() !== '')
  const quoted = filled.filter((line) => /^'.*'\s*$/.test(line))
  if (quoted.length < MIN_SINGLE || quoted.length < filled.length) return null
  return SEPARATORI.find((s) => quoted.every((line) => line.includes(`'${s}'`))) ?? null
}

function parseSingle(corpo: string, separatore: string): Letto[] {
  try {
    return parseRows(corpo, { ...opzioni(separatore, true), quote: "'", escape: "'" })
  } catch {
    return parseTutto(corpo, separatore)
  }
}

function parseTutto(corpo: string, separatore: string): Letto[] {
  try {
    return parseCon(corpo, separatore, true)
  } catch (errore) {
    if (errore instanceof Refusal) throw errore
    const riga = errore instanceof CsvError && typeof errore.lines === 'number' ? errore.lines : null
    const senza = parsePlain(corpo, separatore)
    const { larghezza, quota } = largest(senza)
    if (larghezza >= 3 && quota >= STESSA_LARGHEZZA) return senza
    throw new Refusal('csv_open_quote', {}, riga)
  }
}

/** Reads quotes as plain characters; a row that is still too long is no row of a table. */
function parsePlain(corpo: string, separatore: string): Letto[] {
  try {
    return parseCon(corpo, separatore, false)
  } catch (errore) {
    const riga = errore instanceof CsvError && typeof errore.lines === 'number' ? errore.lines : null
    throw new Refusal('line_too_long', { max: MAX_ROW }, riga)
  }
}

/** Reads text in rows and columns, with any separator, where no stronger format matches. */
export const csv: Format = {
  id: 'csv',
  sniff(bytes) {
    const first = /^[^\n]*\n/.exec(peekText(bytes).trimStart())?.[0].trim() ?? ''
    const names = SEPARATORI.map((separator) => first.split(separator).map((c) => c.replace(/^\s*"|"\s*$/g, '')))
    // Read cells over several lines as cells where names of columns are above; they look like a list.
    const header = names.some((cells) => cells.length > 1 && cells.every((c) => c.length <= 40) && readHeader(cells))
    return header ? { strength: 0.85, reason: 'header' } : { strength: 0.1, reason: 'text' }
  },
  async read(source): Promise<FileContent> {
    const { testo, wrongLines, warnings } = await readText(source)
    return { shape: 'tables', tables: [readCsv(testo, wrongLines, source.options.separator)], warnings }
  },
}
