import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { toCsv } from '../csv.ts'
import type { Db, Deps } from '../deps.ts'
import { readEventi } from '../giornale/store.ts'

/** Columns that are no data of the person: hashes of secrets, and technical fields. */
const RISERVATE = new Set([
  'password_hash',
  'token_hash',
  'token_precedente_hash',
  'hash',
  'legame_hash',
  'stato_hash',
  'carico',
  'impaccato_fino',
  'scelta_prima',
  'segreto_cifrato',
  // The holder of these writes to a browser.
  'impronta',
  'chiave_pubblica',
  'sfida',
  'indirizzo',
  'p256dh',
  'auth',
  // Holder among the operator's people.
  'presa_da',
])
/** Tables whose only personal rows are links under way, or parts of others: packed events, choices still to count. */
const SENZA_DATI = new Set(['gettone', 'uscita', 'eventi_impaccati', 'impronte_eventi', 'scelte_da_contare'])
const GIORNALE = 'evento_utente'
const ANY_PACK = 'select 1 from eventi_impaccati where id_utente = $1 limit 1'

/** A table with its columns, and those of its primary key with their types. */
type Table = { tabella: string; colonne: string[]; chiave: { nome: string; tipo: string }[] }

/** Lists every table with rows of a person, from the catalogue: a table added later is exported too. */
export async function personalTables(db: Db): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select table_name as tabella, array_agg(column_name::text order by ordinal_position) as colonne,
       (select json_agg(json_build_object('nome', a.attname, 'tipo', format_type(a.atttypid, null))
          order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indisprimary and i.indrelid = format('%I', table_name)::regclass) as chiave
     from information_schema.columns
     where table_schema = current_schema() group by table_name having bool_or(column_name = 'id_utente') order by table_name`,
  )
  return rows
}

type Row = Record<string, unknown>

/** Rows of one read: other calls run between two pages. */
const PAGE = 100

/**
 * Reads the rows of a person in a table, without secrets, page by page in the order of its key. Names come from the
 * catalogue alone.
 */
async function* pagesOf(db: Db, { tabella, colonne, chiave }: Table, id_utente: number): AsyncGenerator<Row[]> {
  const chosen = colonne.filter((c) => !RISERVATE.has(c)).map((c) => `"${c}"`)
  const key = chiave.map(({ nome }) => `"${nome}"`)
  const below = chiave.map(({ tipo }, i) => `$${i + 2}::text::${tipo}`)
  for (let after: string[] = []; ; ) {
    const { rows } = await db.query<Row & { _posto: string[] }>(
      `select ${chosen.join(', ')}, array[${key.map((k) => `${k}::text`).join(', ')}] as "_posto" from "${tabella}"
       where id_utente = $1 ${after.length > 0 ? `and (${key.join(', ')}) > (${below.join(', ')})` : ''}
       order by ${key.join(', ')} limit ${PAGE}`,
      [id_utente, ...after],
    )
    if (rows.length > 0) yield rows.map(({ _posto, ...row }) => row)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last._posto
  }
}

/** Reads the events of a person in their order, packed or not, as rows of their table. */
async function* pagesOfEvents(db: Db, { colonne }: Table, id_utente: number): AsyncGenerator<Row[]> {
  for (let cursore = 0; ; ) {
    const events = await readEventi(db, { id_utente, cursore, aperte: true })
    const last = events.at(-1)
    if (!last) return
    yield events.map((event) => {
      const values: Row = { ...event, id_utente }
      return Object.fromEntries(colonne.map((name) => [name, values[name]]))
    })
    cursore = last.seq_utente
  }
}

const RICEVUTE = 'risposta_ricevuta'

/** Reads the operator's replies to a person: the text, without who wrote it. */
async function* pagesOfReplies(db: Db, _: Table, id_utente: number): AsyncGenerator<Row[]> {
  const { rows } = await db.query<Row>(
    `select a.id_utente, r.id_risposta, r.quando, r.testo from ${RICEVUTE} a join risposta_coda r using (id_risposta)
     where a.id_utente = $1 order by r.id_risposta`,
    [id_utente],
  )
  if (rows.length > 0) yield rows
}

/** Tables that are read otherwise than column by column. */
const READERS: Record<string, typeof pagesOf> = { [GIORNALE]: pagesOfEvents, [RICEVUTE]: pagesOfReplies }

const LEGGIMI = `I tuoi dati di Idoneo

dati.json contiene tutto ciò che il tuo account ha; i file .csv contengono le stesse righe, una tabella per file.
Le date sono in formato ISO 8601. Password e token non ci sono: nemmeno Idoneo li conosce.
`

/** Writes a table as CSV (RFC 4180), with its header. */
async function* writeCsv(pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let columns: string[] | null = null
  for await (const rows of pages) {
    const header = columns === null
    columns ??= Object.keys(rows[0] ?? {})
    const names = columns
    yield toCsv([...(header ? [names] : []), ...rows.map((row) => names.map((c) => row[c]))])
  }
}

async function* writeJson(
  at: Date,
  tables: readonly Table[],
  read: (table: Table) => AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  yield `{"generato":${JSON.stringify(at.toISOString())},"tabelle":{`
  for (const [i, table] of tables.entries()) {
    yield `${i > 0 ? ',' : ''}\n${JSON.stringify(table.tabella)}:[`
    let between = '\n'
    for await (const rows of read(table)) {
      yield between + rows.map((row) => JSON.stringify(row)).join(',\n')
      between = ',\n'
    }
    yield ']'
  }
  yield '}}'
}

/**
 * Opens the zip of all data of an account, without secrets (D14): `dati.json`, and each table with rows as CSV. The
 * rows are read while they are sent: years of answers fill no memory and delay no other call.
 */
export async function openDataExport({ db, now }: Pick<Deps, 'db' | 'now'>, id_utente: number): Promise<Readable> {
  const tables = (await personalTables(db)).filter(({ tabella }) => !SENZA_DATI.has(tabella))
  const filled: Table[] = []
  for (const table of tables) {
    const { count } = await db.query(`select 1 from "${table.tabella}" where id_utente = $1 limit 1`, [id_utente])
    const packed = table.tabella === GIORNALE && (await db.query(ANY_PACK, [id_utente])).count > 0
    if (count > 0 || packed) filled.push(table)
  }
  const read = (table: Table) => (READERS[table.tabella] ?? pagesOf)(db, table, id_utente)
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const breakOff = (error: Error) => void out.destroy(error)
  zip.on('error', breakOff)
  // The sender handles the error; an earlier one must not end the process.
  out.on('error', () => {})
  const add = (name: string, pieces: AsyncIterable<string>): Readable => {
    const source = Readable.from(pieces).on('error', breakOff)
    zip.addReadStream(source, name)
    return source
  }
  zip.addBuffer(Buffer.from(LEGGIMI), 'leggimi.txt')
  const sources = [
    add('dati.json', writeJson(now(), tables, read)),
    ...filled.map((table) => add(`${table.tabella}.csv`, writeCsv(read(table)))),
  ]
  // A client that leaves early ends the reading too.
  out.once('close', () => {
    for (const source of sources) source.destroy()
  })
  zip.end()
  return out
}
