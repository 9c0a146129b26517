import { lockName, type Rung } from '#contract/database'
import type { RecoveryReport } from '#contract/store-care'
import type { StoreContext } from '../core/context.ts'
import { EmptyStore } from '../core/corruption.ts'
import { type Chain, readChain } from '../core/events.ts'
import { faultOf, StoreFault } from '../core/guard.ts'
import { isBlank, migrate, refuseNewer } from '../core/migrate.ts'
import type { Connection, Driver, DriverRequest, Platform } from '../core/platform.ts'
import { type BegunDelivery, endDeliveries } from '../prove/finish-deliveries.ts'
import {
  afterRecovery,
  alignFiles,
  checkEnd,
  checkpoint,
  finishReplace,
  hadStore,
  isBehind,
  LOG_LEFT_BYTES,
  LONG_SLICE,
  type LogTail,
  logEnd,
  newMirrorState,
  newUpkeep,
  noteLostBank,
  type OpeningSite,
  type Repaired,
  readTail,
  repairFailed,
  replayTail,
} from '../recovery/index.ts'

/** Way to take the store. `wait` waits for it, `steal` takes it from an owner that no longer replies. */
export type Mode = { wait: boolean; steal: boolean; rung?: Rung | undefined }

/** Changes of a store's ownership outside of a call. */
export type OwnershipEvents = {
  /** The lock is held; the store is about to open. */
  onTaken?: (id_utente: number) => void
  /** Another tab took the store from here: it is closed, and writes nothing more. */
  onLost?: (id_utente: number) => void
}

/** `openingBytes`: bytes of the log before the first write. */
type OpenedStore = { db: Connection; version: number; chain: Chain; openingBytes: number }
/** `begun`: deliveries that began and did not end. `lost`: banks whose file is gone. */
type FoundStore = OpenedStore & { begun: BegunDelivery[]; lost: RecoveryReport['banche']; recovery?: Repaired }

/**
 * Opens the account's store as its only owner, by the steps below in their order. ARCHIVIO_OCCUPATO when another tab
 * owns it. With `wait` it waits for the lock, until `signal` aborts. `onLost` is called once when the open store was
 * stolen.
 */
export async function openStore(
  platform: Platform,
  id_utente: number,
  mode: Mode,
  signal: AbortSignal,
  events: { onTaken?: ((id_utente: number) => void) | undefined; onLost: (ctx: StoreContext) => void },
): Promise<StoreContext> {
  const lease = { stolen: false, serves: null as StoreContext | null }
  const release = await platform.lock(lockName(id_utente), mode.wait, signal, {
    steal: mode.steal,
    onLost: () => {
      lease.stolen = true
      lease.serves?.onLost()
    },
  })
  if (!release) throw new StoreFault('ARCHIVIO_OCCUPATO')
  events.onTaken?.(id_utente)
  let driver: Driver | undefined
  let found: FoundStore | undefined
  try {
    driver = await openRung(platform, id_utente, mode, () => lease.stolen || signal.aborted)
    const site = { platform, driver, files: await platform.openFiles(id_utente), id_utente }
    found = await withRoom(driver, () => openWhole(site, mode.rung !== undefined))
    const ctx = contextOf(site, found, { release, onLost: events.onLost })
    await reconcile(ctx, found)
    await driver.settle()
    if (lease.stolen) throw new StoreFault('ARCHIVIO_OCCUPATO', 'another tab took the store')
    lease.serves = ctx
    return ctx
  } catch (error) {
    try {
      found?.db.close()
      await driver?.release()
    } catch (later) {
      console.warn('store close', later)
    }
    release()
    throw error
  }
}

const RETRY_MS = 50
const RETRIES = 40
/** A handle that another worker has, and a file read while another worker writes it. */
const HELD: ReadonlySet<string> = new Set(['NoModificationAllowedError', 'NotReadableError'])

/**
 * Opens the rung that holds the account's data. A handle that a closing tab still holds is tried again, without a bound
 * only with `wait` or `steal`. Its holder is the only writer, which may have lost the lock without notice.
 */
async function openRung(
  platform: Platform,
  id_utente: number,
  { wait, steal, rung }: Mode,
  stolen: () => boolean,
): Promise<Driver> {
  const request: DriverRequest = { stolen, rung }
  for (let attempt = 0; ; attempt++) {
    try {
      return await platform.openDriver(id_utente, request)
    } catch (error) {
      if (!HELD.has((error as { name?: string }).name ?? '')) throw error
      if (stolen() || (attempt >= RETRIES && !wait && !steal))
        throw new StoreFault('ARCHIVIO_OCCUPATO', 'access handles are held elsewhere')
      await platform.wait(RETRY_MS)
    }
  }
}

/** Deletes the reserves on a full disk: a damaged store is written anew before the old one goes. */
export async function withRoom<T>(driver: Driver, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (faultOf(error).codice !== 'INDEXEDDB_NOT_ENOUGH_SPACE') throw error
    const freed = [await driver.freeLogReserve?.(), await driver.freeReserve?.()]
    if (!freed.includes(true)) throw error
    return work()
  }
}

/** Opens the database by the steps of `openFound`. Rebuilds a damaged one first, and opens that one by the same steps. */
async function openWhole(site: OpeningSite, knownLost: boolean): Promise<FoundStore> {
  const { driver, files } = site
  const names = files.listedAhead ?? (await files.list())
  // Drop the early list: a recovery cut by a full disk is retried, and its new store is in no earlier list.
  files.listedAhead = undefined
  if (driver.fileRecovery) await finishReplace(files, names, driver.fileRecovery)
  const seen: { tail?: LogTail } = {}
  try {
    return await openFound(site, names, knownLost, seen)
  } catch (error) {
    const recovery = await repairFailed(site, error, seen.tail)
    return { ...(await openFound(site, names, knownLost, {})), recovery }
  }
}

/**
 * Reads, checks, migrates and aligns the database as it lies. Only quick checks run here: SQLite opens it, its log is
 * read to its end, the end of its chain fits, and an earlier store is not missing. `seen` keeps the log's tail for a repair.
 */
async function openFound(
  site: OpeningSite,
  names: readonly string[],
  knownLost: boolean,
  seen: { tail?: LogTail },
): Promise<FoundStore> {
  const { platform, driver } = site
  const db = await connectExpected(site)
  try {
    refuseNewer(db)
    // Read the tail before the migration overwrites it.
    if (driver.fileRecovery) seen.tail = readTail(db)
    const opened = readMigrated(platform, db, knownLost)
    if (driver.fileRecovery) checkEnd(opened)
    const { chain, begun } = seen.tail ? replayTail(db, opened.chain, seen.tail) : { chain: opened.chain, begun: [] }
    const lost = await alignFiles({ ...site, db }, names)
    return { ...opened, chain, begun, lost }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Connects to the database. Throws EmptyStore for a missing or empty one where an earlier store left traces. */
async function connectExpected(site: OpeningSite): Promise<Connection> {
  const { driver } = site
  const exists = driver.fileRecovery?.exists()
  if (exists === false && (await hadStore(site))) throw new EmptyStore('the store is gone')
  const { db, blank } = connect(driver)
  if (!exists || !blank) return db
  db.close()
  if (await hadStore(site)) throw new EmptyStore('the database is empty')
  // Start empty: a power cut came just after the file was made. `readTail` throws if the log shows that it was used.
  return connect(driver).db
}

function connect(driver: Driver): { db: Connection; blank: boolean } {
  const db = driver.connect()
  try {
    if (driver.fileRecovery) db.keepLog?.()
    configure(db, driver)
    return { db, blank: isBlank(db) }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Migrates the database to the newest version, and reads the end of its chain. `knownLost`: the page knew an earlier one. */
function readMigrated(platform: Platform, db: Connection, knownLost = false): OpenedStore {
  const openingBytes = logEnd(db)
  const version = migrate(db, () => knownLost && noteEmptied(db))
  return { db, version, chain: readChain(db, () => platform.newDevice()), openingBytes }
}

function contextOf(
  site: OpeningSite,
  { db, version, chain, openingBytes }: OpenedStore,
  { release, onLost }: { release: () => void; onLost: (ctx: StoreContext) => void },
): StoreContext {
  let told = false
  const ctx: StoreContext = {
    ...site,
    db,
    version,
    chain,
    attached: new Map(),
    loadedBanks: new Map(),
    imageZips: new Map(),
    remoteZip: null,
    closing: new AbortController(),
    downloads: new Map(),
    upkeep: newUpkeep(openingBytes),
    mirrorState: newMirrorState(),
    onLost() {
      if (!told) onLost(ctx)
      told = true
    },
    release,
  }
  return ctx
}

/** Completes the open store: what a recovery found, deliveries that a cut left begun, a log that grew long. */
async function reconcile(ctx: StoreContext, { recovery, lost, begun, openingBytes }: FoundStore): Promise<void> {
  for (const banca of lost) noteLostBank(ctx, banca)
  if (recovery) await afterRecovery(ctx, recovery)
  // A mirror with more of them restores all, before the first write (`keepUp`).
  if (begun.length > 0 && !(await isBehind(ctx))) endDeliveries(ctx, begun)
  // Write a long log back: every start reads it through, and it grows with each owner that dies young.
  if (openingBytes >= LOG_LEFT_BYTES)
    await checkpoint(ctx, LONG_SLICE).catch((error: unknown) => console.warn('store care', error))
}

/** Opens the closed database of an open store again, as it lies now. */
export function reconnect({ platform, driver }: StoreContext): OpenedStore {
  const { db } = connect(driver)
  try {
    return readMigrated(platform, db)
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * In this order (decision 0003): EXCLUSIVE before the first read, else WAL is refused or silently becomes DELETE; the
 * schema is named, because an unqualified journal_mode would rewrite an attached bank. Each answer is checked.
 */
function configure(db: Connection, { journal, fileRecovery }: Driver): void {
  const ask = (pragma: string) => String(Object.values(db.get<Record<string, unknown>>(`PRAGMA ${pragma}`) ?? {})[0])
  const expect = (pragma: string, wanted: string, answer: string) => {
    if (answer !== wanted) throw new StoreFault('INDEXEDDB_GENERIC_ERROR', `PRAGMA ${pragma} answered ${answer}`)
  }
  expect('locking_mode', 'exclusive', ask('locking_mode=EXCLUSIVE'))
  db.exec('PRAGMA main.page_size=8192')
  if (journal === 'memory') expect('journal_mode', 'memory', ask('main.journal_mode=MEMORY'))
  else expect('journal_mode', 'wal', ask('main.journal_mode=WAL'))
  // Leave the write-back of the log to `recovery/checkpoint` alone, so that the sums of the file stay true.
  if (fileRecovery) db.exec('PRAGMA main.wal_autocheckpoint=0')
  // Temporary tables never take a slot of the pool.
  db.exec(
    'PRAGMA main.synchronous=FULL; PRAGMA main.cache_size=-32768; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;',
  )
  expect('synchronous', '2', ask('main.synchronous'))
  expect('page_size', '8192', ask('main.page_size'))
  expect('foreign_keys', '1', ask('foreign_keys'))
}

/**
 * Key of `ambiente` in a store made where the page knew of another, which the browser had discarded (decision 0036).
 */
const EMPTIED = 'svuotato'

/** Notes the loss in a store that is just being made. */
const noteEmptied = (db: Connection): void => void db.run('INSERT INTO ambiente VALUES (?, ?)', EMPTIED, '1')

/** Returns whether the loss is still to be shown: until the store has rows again. */
export const isEmptied = ({ db }: StoreContext): boolean =>
  db.get(
    `SELECT 1 FROM ambiente WHERE chiave = ? AND NOT EXISTS (SELECT 1 FROM eventi)
      AND NOT EXISTS (SELECT 1 FROM statistiche) AND NOT EXISTS (SELECT 1 FROM banche WHERE file IS NOT NULL)`,
    EMPTIED,
  ) !== undefined
