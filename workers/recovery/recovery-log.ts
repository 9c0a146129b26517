import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { RecoveryCause } from '#contract/store-care'
import { PAGE_BYTES } from '../backends/idb-log.ts'
import { isNoMemory } from '../backends/log-driver.ts'
import type { EventoScritto } from '../core/events.ts'
import type { Connection, FileStore, Platform, SqlValue } from '../core/platform.ts'
import type { LogContents, LoggedStatement, LogRecovery } from '../core/recovery-sources.ts'
import { markBankList } from './bank-list.ts'
import { listDamaged, setAside } from './quarantine.ts'
import { toEvento } from './raw-events.ts'
import type { Repaired } from './rebuild.ts'
import { type RebuildSources, rebuild } from './rebuild.ts'

type LogSite = { platform: Platform; files: FileStore }

/**
 * Rebuilds the closed store of a rung over a log: the snapshot with its log up to the first lost transaction, or the
 * undamaged pages of the snapshot. Later transactions add their events, and their changes of sittings, trials, notes,
 * templates and the like (`replayBeyondGap`). A pull restores their other changes: the cursors are emptied.
 * Snapshot and log are quarantined first (decision 0021).
 */
export async function repairLog(
  { platform, files }: LogSite,
  logRecovery: LogRecovery,
  cause: RecoveryCause,
): Promise<Repaired> {
  const remains = await logRecovery.readRemains()
  await keepRemains(files, remains)
  const { beyond, ...image } = imageOf(logRecovery, remains)
  const sources = {
    ...image,
    log: null,
    backup: null,
    mirrored: { head: null, events: [...remains.transactions, ...remains.beyond].flatMap(eventsOf), sedute: [] },
    beyond: (db: Connection) => replayBeyondGap(db, beyond),
    newDevice: () => platform.newDevice(),
  }
  const { bytes, ...outcome } = rebuild(logRecovery, sources)
  await logRecovery.replace(askAllAgain(logRecovery, bytes))
  return { causa: cause, utente: true, ...outcome, dallo_specchio: 0, banche: [], mirrored: false }
}

/** Writes the remains durably before any deletion; they are kept like a damaged file (`DAMAGED`). */
async function keepRemains(files: FileStore, { snapshot, transactions, beyond }: LogContents): Promise<void> {
  const plain = (_: string, v: unknown) =>
    v instanceof Uint8Array ? { byte: bytesToHex(v) } : typeof v === 'bigint' ? { intero: String(v) } : v
  const log = utf8ToBytes(
    JSON.stringify({ transazioni: transactions, oltre: beyond }, plain),
  ) as Uint8Array<ArrayBuffer>
  await setAside(files, { db: snapshot ?? new Uint8Array(0), log })
  const number = (await listDamaged(files)).at(-1)?.numero
  // Read each file back, so that a failed write throws here.
  for (const name of [`guasto-${number}.db`, `guasto-${number}.db-log`])
    if (!(await files.blob(name))) throw new Error(`${name} not kept`)
}

type LogImage = Pick<RebuildSources, 'db' | 'checksums'> & { beyond: LoggedStatement[][] }

/**
 * Returns the database as far as the log can be replayed, or an incomplete snapshot as found, with the other
 * transactions.
 */
function imageOf(
  logRecovery: LogRecovery,
  { snapshot, checksums, whole, transactions, beyond }: LogContents,
): LogImage {
  const asItLies = {
    db: snapshot,
    checksums: checksums && { generation: 0, page: PAGE_BYTES, sums: checksums },
    beyond: [...transactions, ...beyond],
  }
  if (!whole) return asItLies
  const { db, bytes } = logRecovery.scratch(snapshot ?? undefined)
  let run = 0
  try {
    db.exec(`PRAGMA page_size=${PAGE_BYTES}; PRAGMA foreign_keys=ON`)
    try {
      for (; run < transactions.length; run++) logRecovery.replay(db, transactions[run] as LoggedStatement[])
    } catch (error) {
      if (isNoMemory(error)) throw error
      // Treat it like a lost one.
    }
    return { db: bytes(), checksums: null, beyond: [...transactions.slice(run), ...beyond] }
  } catch (error) {
    if (isNoMemory(error)) throw error
    return asItLies
  } finally {
    db.close()
  }
}

/**
 * Empties the cursors: the next pull returns all that the server has, and bank files on the device complete the list.
 */
function askAllAgain(logRecovery: LogRecovery, from: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { db, bytes } = logRecovery.scratch(from)
  try {
    db.exec('DELETE FROM cursori')
    markBankList(db)
    return bytes()
  } finally {
    db.close()
  }
}

const INSERT = /^\s*INSERT INTO eventi\s*\(([^)]*)\)/
/** Columns of a row of `eventi`, as `toEvento` takes them. */
const COLUMNS =
  'dispositivo seq id id_concorso id_domanda _ tipo dati ts_client versione_banca catena _ controllo'.split(' ')

/** Returns the events that a transaction wrote, each checked against its own sum. */
function eventsOf(transaction: readonly LoggedStatement[]): EventoScritto[] {
  return transaction.flatMap(({ sql, valori: values }) => {
    const names = INSERT.exec(sql)?.[1]
      ?.split(',')
      .map((name) => name.trim())
    if (!names) return []
    const row = new Map(names.map((name, i): [string, SqlValue] => [name, values[i] ?? null]))
    const evento = toEvento(COLUMNS.map((name) => row.get(name) ?? null))
    return evento ? [evento] : []
  })
}

/**
 * Tables that a person writes, arranges or begins. Each statement over them writes whole rows or sets absolute values,
 * and never increments. Records, counters and banks are left out: events, a pull and the files restore them.
 */
const OWN_TABLES: ReadonlySet<string> = new Set([
  'sedute',
  'sedute_domande',
  'sedute_segni',
  'prove',
  'prove_voci',
  'modelli_prova',
  'note',
  'filtri_salvati',
  'chiavi_utente',
  'impostazioni',
])

const WRITES_INTO = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+(\w+)/i

/**
 * Replays the changes of transactions beyond a gap of the log to these tables, in their order. A statement that needs a
 * lost row changes nothing.
 */
function replayBeyondGap(db: Connection, transactions: readonly (readonly LoggedStatement[])[]): void {
  for (const { sql, valori: values } of transactions.flat()) {
    if (!OWN_TABLES.has(WRITES_INTO.exec(sql)?.[1]?.toLowerCase() ?? '')) continue
    try {
      db.run(sql, ...values)
    } catch {
      // Skip a row that the schema refuses without an earlier one.
    }
  }
}
