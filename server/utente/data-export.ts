import { deflateRawSync } from 'node:zlib'
import { writeZip } from '#importers/package/zip'
import type { Db, Deps } from '../deps.ts'

/** Columns that are no data of the person: hashes of secrets, and what belongs to the machinery. */
const RISERVATE = new Set([
  'password_hash',
  'token_hash',
  'token_precedente_hash',
  'hash',
  'legame_hash',
  'stato_hash',
  'carico',
])
/** Tables that hold nothing of the person but links under way. */
const SENZA_DATI = new Set(['gettone', 'uscita'])

type Table = { tabella: string; colonne: string[] }

/** Every table that has rows of a person, from the catalogue: one that is added later is exported too. */
export async function personalTables(db: Db): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select table_name as tabella, array_agg(column_name::text order by ordinal_position) as colonne from information_schema.columns
     where table_schema = current_schema() group by table_name having bool_or(column_name = 'id_utente') order by table_name`,
  )
  return rows
}

type Value = unknown
export type DataExport = { generato: string; tabelle: Record<string, Record<string, Value>[]> }

/** Everything about an account, table by table, without secrets (D14). */
export async function readEverything({ db, now }: Pick<Deps, 'db' | 'now'>, id_utente: number): Promise<DataExport> {
  const tabelle: DataExport['tabelle'] = {}
  for (const { tabella, colonne } of await personalTables(db)) {
    if (SENZA_DATI.has(tabella)) continue
    const chosen = colonne.filter((c) => !RISERVATE.has(c)).map((c) => `"${c}"`)
    // Names come from the catalogue, never from a request.
    const { rows } = await db.query(`select ${chosen.join(', ')} from "${tabella}" where id_utente = $1`, [id_utente])
    tabelle[tabella] = rows
  }
  return { generato: now().toISOString(), tabelle }
}

const cell = (value: Value): string => {
  const text =
    value === null || value === undefined
      ? ''
      : value instanceof Date
        ? value.toISOString()
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value)
  // A spreadsheet runs what begins like a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One table as CSV (RFC 4180), with its header. */
export function toCsv(rows: readonly Record<string, Value>[]): string {
  const columns = Object.keys(rows[0] ?? {})
  return [columns.map(cell), ...rows.map((row) => columns.map((c) => cell(row[c])))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')
}

const LEGGIMI = `I tuoi dati di Idoneo

dati.json contiene tutto ciò che il tuo account ha; i file .csv contengono le stesse righe, una tabella per file.
Le date sono in formato ISO 8601. Password e token non ci sono: nemmeno Idoneo li conosce.
`

/** The zip of an account's data: `dati.json`, and each table as CSV. */
export function toZip(data: DataExport): Uint8Array {
  const encode = new TextEncoder()
  const files: [string, string][] = [
    ['leggimi.txt', LEGGIMI],
    ['dati.json', JSON.stringify(data, null, 1)],
    ...Object.entries(data.tabelle).flatMap(([name, rows]): [string, string][] =>
      rows.length > 0 ? [[`${name}.csv`, toCsv(rows)]] : [],
    ),
  ]
  return writeZip(
    files.map(([nome, text]) => {
      const byte = encode.encode(text)
      return { nome, byte, compressi: deflateRawSync(byte) }
    }),
  )
}
