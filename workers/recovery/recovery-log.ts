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
import { replayBeyondGap } from './replay-beyond-gap.ts'

type LogSite = { platform: Platform; files: FileStore }

/**
 * Rebuilds the closed store of a rung over a log: the snapshot with its log up to the first transaction that is gone, or what
 * undamaged pages of the snapshot hold; of the transactions that cannot be run every event, and what they did to sittings, trials,
 * notes, templates and the like (recupero/oltre). What else those changed comes back with a pull: the cursors are emptied. Snapshot and log are put aside first (decision 0021).
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

/** Durable before anything of it is deleted; kept as a damaged file is (`listGuasti`). */
async function keepRemains(files: FileStore, { snapshot, transactions, beyond }: LogContents): Promise<void> {
  const plain = (_: string, v: unknown) =>
    v instanceof Uint8Array ? { byte: bytesToHex(v) } : typeof v === 'bigint' ? { intero: String(v) } : v
  const log = utf8ToBytes(
    JSON.stringify({ transazioni: transactions, oltre: beyond }, plain),
  ) as Uint8Array<ArrayBuffer>
  await setAside(files, { db: snapshot ?? new Uint8Array(0), log })
  const number = (await listDamaged(files)).at(-1)?.numero
  // A file is read when it is written, or its failure is told.
  for (const name of [`guasto-${number}.db`, `guasto-${number}.db-log`])
    if (!(await files.blob(name))) throw new Error(`${name} not kept`)
}

type LogImage = Pick<RebuildSources, 'db' | 'checksums'> & { beyond: LoggedStatement[][] }

/**
 * The database as far as the log can be run, the snapshot as it lies where it is not whole; and the transactions that are not in
 * it.
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
      // Like one that is gone.
    }
    return { db: bytes(), checksums: null, beyond: [...transactions.slice(run), ...beyond] }
  } catch (error) {
    if (isNoMemory(error)) throw error
    return asItLies
  } finally {
    db.close()
  }
}

/** The next pull brings all that the server has, and banks are known by the files that are here. */
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

/** The events that a transaction wrote, each held to its own sum. */
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
