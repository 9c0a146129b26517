import { lockName, type Rung } from '#contract/database'
import type { RecoveryCause } from '#contract/store-care'
import { detachAll } from '../banche/attach.ts'
import type { StoreContext } from '../core/context.ts'
import { EmptyStore } from '../core/corruption.ts'
import { readChain } from '../core/events.ts'
import { faultOf, StoreFault } from '../core/guard.ts'
import { isBlank, migrate } from '../core/migrate.ts'
import type { Connection, Driver, DriverRequest, Platform } from '../core/platform.ts'
import { endDeliveries } from '../prove/finish-deliveries.ts'
import {
  afterRecovery,
  checkpoint,
  isBehind,
  LOG_LEFT_BYTES,
  LONG_SLICE,
  logEnd,
  newMirrorState,
  newUpkeep,
  noteLostBank,
  type OpenedStore,
  openSafely,
  recoverStore,
  stopTending,
} from '../recovery/index.ts'
import { noteEmptied } from './emptied.ts'

const RETRY_MS = 50
const RETRIES = 40

/** Way to take the store. `wait` waits for it, `steal` takes it from an owner that no longer replies. */
export type Mode = { wait: boolean; steal: boolean; rung?: Rung | undefined }

/** Changes of a store's ownership outside of a call. */
export type OwnershipEvents = {
  /** The lock is held; the store is about to open. */
  onTaken?: (id_utente: number) => void
  /** Another tab took the store from here: it is closed, and writes nothing more. */
  onLost?: (id_utente: number) => void
}

/**
 * Opens the account's store as its only owner. ARCHIVIO_OCCUPATO when another tab owns it. With `wait` it waits for the
 * lock, until `signal` aborts. A handle that a closing tab still holds is tried again, without a bound only with
 * `wait` or `steal`: its
 * holder is the only writer, whatever the lock shows. `onLost` is called once when the open store was stolen.
 */
export async function openStore(
  platform: Platform,
  id_utente: number,
  { wait, steal, rung }: Mode,
  signal: AbortSignal,
  { onTaken, onLost }: { onTaken?: ((id_utente: number) => void) | undefined; onLost: (ctx: StoreContext) => void },
): Promise<StoreContext> {
  let stolen = false
  let opened: StoreContext | undefined
  let told = false
  const lose = (ctx: StoreContext) => {
    if (!told) onLost(ctx)
    told = true
  }
  const unlock = await platform.lock(lockName(id_utente), wait, signal, {
    steal,
    onLost: () => {
      stolen = true
      if (opened) lose(opened)
    },
  })
  if (!unlock) throw new StoreFault('ARCHIVIO_OCCUPATO')
  onTaken?.(id_utente)
  let driver: Driver | undefined
  let db: Connection | undefined
  try {
    driver = await openDriver(platform, id_utente, { stolen: () => stolen || signal.aborted, rung }, wait || steal)
    const files = await platform.openFiles(id_utente)
    const here = driver
    const site = { platform, driver, files, id_utente }
    const {
      recovery,
      lost: lostBanks,
      openingBytes,
      begun: begunDeliveries,
      ...store
    } = await withRoom(here, () =>
      openSafely(site, (isNew, look) => connect(platform, here, { isNew, look, knownLost: rung !== undefined })),
    )
    db = store.db
    const context: StoreContext = {
      id_utente,
      platform,
      driver,
      files,
      ...store,
      attached: new Map(),
      loadedBanks: new Map(),
      imageZips: new Map(),
      remoteZip: null,
      closing: new AbortController(),
      downloads: new Map(),
      upkeep: newUpkeep(openingBytes),
      mirrorState: newMirrorState(),
      onLost: () => lose(context),
      release: unlock,
    }
    for (const banca of lostBanks) noteLostBank(context, banca)
    if (recovery) await afterRecovery(context, recovery)
    // A mirror with more of them restores all, before the first write (`recovery/verify`).
    if (begunDeliveries.length > 0 && !(await isBehind(context))) endDeliveries(context, begunDeliveries)
    // Write a long log back: every start reads it through, and it grows with each owner that dies young.
    if (openingBytes >= LOG_LEFT_BYTES)
      await checkpoint(context, LONG_SLICE).catch((error: unknown) => console.warn('store care', error))
    await driver.settle()
    if (stolen) throw new StoreFault('ARCHIVIO_OCCUPATO', 'another tab took the store')
    opened = context
    return context
  } catch (error) {
    try {
      db?.close()
      await driver?.release()
    } catch (later) {
      console.warn('store close', later)
    }
    unlock()
    throw error
  }
}

/** Deletes the reserves on a full disk: a damaged store is written anew before the old one goes. */
async function withRoom<T>(driver: Driver, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (faultOf(error).codice !== 'INDEXEDDB_NOT_ENOUGH_SPACE') throw error
    const freed = [await driver.freeLogReserve?.(), await driver.freeReserve?.()]
    if (!freed.includes(true)) throw error
    return work()
  }
}

type Expectation = { isNew?: boolean; knownLost?: boolean; look?: (db: Connection) => void }

/**
 * Opens the person's database, configured and at the newest version, with the end of its chain. `isNew`: it may be
 * empty; `knownLost`: the page knew an earlier one. `look` reads it before the migration.
 */
function connect(
  platform: Platform,
  driver: Driver,
  { isNew = true, knownLost = false, look }: Expectation = {},
): OpenedStore {
  const db = driver.connect()
  try {
    if (driver.fileRecovery) db.keepLog?.()
    configure(db, driver)
    if (!isNew && isBlank(db)) throw new EmptyStore('the database is empty')
    const openingBytes = logEnd(db)
    const versione = migrate(
      db,
      () => knownLost && noteEmptied(db),
      () => look?.(db),
    )
    return { db, version: versione, chain: readChain(db, () => platform.newDevice()), openingBytes }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Closes everything and gives the store up. */
export async function closeStore(context: StoreContext): Promise<void> {
  try {
    await closeFiles(context)
  } finally {
    context.release()
  }
}

/** Closes everything and still owns the store. Downloads under way keep what arrived. */
export async function closeFiles(context: StoreContext): Promise<void> {
  context.closing.abort()
  const running = [...context.downloads.values()]
  for (const download of running) download.abort.abort()
  await Promise.allSettled(running.map((download) => download.done))
  while (context.rereading) await context.rereading
  // Set it before the files close, so that no rebuild starts (`durable.ts`): a closed file looks like a damaged one.
  context.closed = true
  if (!context.lost) {
    await stopTending(context)
    detachAll(context)
    context.db.close()
  }
  await context.driver.release()
}

/** Reads the store again from what is durable: what memory holds beyond it never happened. Downloads go on. */
export async function rereadStore(ctx: StoreContext): Promise<void> {
  ctx.attached.clear()
  ctx.loadedBanks.clear()
  ctx.imageZips.clear()
  ctx.db.close()
  await ctx.driver.reload?.()
  const { openingBytes: _, ...opened } = connect(ctx.platform, ctx.driver)
  Object.assign(ctx, opened)
}

/** Rebuilds the damaged store that is open. */
export async function healStore(ctx: StoreContext, cause: RecoveryCause): Promise<void> {
  ctx.loadedBanks.clear()
  ctx.imageZips.clear()
  await withRoom(ctx.driver, () => recoverStore(ctx, cause, () => connect(ctx.platform, ctx.driver)))
}

/** A handle that another worker has, and a file read while another worker writes it. */
const HELD: ReadonlySet<string> = new Set(['NoModificationAllowedError', 'NotReadableError'])

/** Who waits for the store waits for its files too: their owner may have lost the lock and not know it yet. */
async function openDriver(
  platform: Platform,
  id_utente: number,
  request: DriverRequest & { stolen: () => boolean },
  patient: boolean,
): Promise<Driver> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await platform.openDriver(id_utente, request)
    } catch (error) {
      if (!HELD.has((error as { name?: string }).name ?? '')) throw error
      if (request.stolen() || (attempt >= RETRIES && !patient))
        throw new StoreFault('ARCHIVIO_OCCUPATO', 'access handles are held elsewhere')
      await platform.wait(RETRY_MS)
    }
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
