import type { RecoveryCause, RecoveryReport } from '#contract/store-care'
import { attach, detach } from '../banche/attach.ts'
import { unregisterBanca } from '../banche/banche.ts'
import { alignRecords } from '../banche/register.ts'
import type { PageChecksums, PendingRecovery, StoreContext } from '../core/context.ts'
import { Corruption, EmptyStore, isDamage } from '../core/corruption.ts'
import { type Chain, type EventoScritto, linkOf } from '../core/events.ts'
import type { Connection, Driver, FileStore, Platform } from '../core/platform.ts'
import type { FileRecovery, LogRecovery } from '../core/recovery-sources.ts'
import { takeOldPath } from '../legacy/old-paths.ts'
import { type BegunDelivery, endDeliveries, findBegun } from '../prove/finish-deliveries.ts'
import { restoreBankList } from './bank-list.ts'
import { framesOf, newUpkeep } from './checkpoint.ts'
import { readBackup } from './daily-backup.ts'
import { mirrorOf, newMirrorState, reflect } from './mirror-keeper.ts'
import { readChecksums } from './page-checksums.ts'
import { imageOf } from './page-image.ts'
import { finishReplace, replaceStore, setAside } from './quarantine.ts'
import type { Repaired } from './rebuild.ts'
import { type RebuildSources, rebuild } from './rebuild.ts'
import { repairLog } from './recovery-log.ts'
import { replayTail } from './replay.ts'
import { sweep } from './sweep.ts'
import { lookBeyond, salvageLog } from './wal-salvage.ts'

/** `openingBytes`: bytes of the log before the first write. */
export type OpenedStore = { db: Connection; version: number; chain: Chain; openingBytes: number }
/** `begun`: deliveries that began and did not end. */
type FinishedStore = OpenedStore & { begun: BegunDelivery[] }
/** `look` reads the database before its migration. */
export type Connect = (isNew: boolean, look: (db: Connection) => void) => OpenedStore
/** Environment of an opening. */
export type OpeningSite = { platform: Platform; driver: Driver; files: FileStore; id_utente: number }

/** Findings of an opening, beside the store. */
type OpeningFindings = {
  /** Banks whose file is gone. */
  lost: RecoveryReport['banche']
  recovery: Repaired | undefined
}

/**
 * Opens the store by `connect`, and repairs a damaged one first. Only quick checks run here: SQLite opens it, its log
 * is read to its end, the end of its chain fits, and an earlier store is not missing.
 */
export async function openSafely(site: OpeningSite, connect: Connect): Promise<FinishedStore & OpeningFindings> {
  const { driver, files } = site
  const { fileRecovery } = driver
  const names = files.listedAhead ?? (await files.list())
  // Drop the early list: a recovery cut by a full disk is retried, and its new store is in no earlier list.
  files.listedAhead = undefined
  let tail: LogTail
  const begin = async (isNew = true): Promise<FinishedStore & Pick<OpeningFindings, 'lost'>> => {
    const look = (db: Connection) => {
      tail = fileRecovery && readTail(db)
    }
    const opened: FinishedStore = { ...connect(isNew, look), begun: [] }
    try {
      if (fileRecovery) {
        checkEnd(opened)
        if (tail) Object.assign(opened, replayTail(opened.db, opened.chain, tail))
      }
      return { ...opened, lost: await joinBanche({ ...opened, driver, files }, () => checkAll(site), names) }
    } catch (error) {
      opened.db.close()
      throw error
    }
  }
  if (!fileRecovery) return openOverLog(site, begin)
  await finishReplace(files, names, fileRecovery)
  try {
    const isNew = !fileRecovery.exists()
    if (isNew && (await hadStore(site))) throw new EmptyStore('the store is gone')
    return { ...(await begin(isNew)), recovery: undefined }
  } catch (error) {
    let why = error
    let cause: RecoveryCause = 'danno'
    if (error instanceof EmptyStore && (await hadStore(site))) cause = 'indietro'
    else if (error instanceof EmptyStore)
      try {
        // Start empty: a power cut came just after the file was made. `readTail` throws if the log shows that it was
        // used.
        return { ...(await begin()), recovery: undefined }
      } catch (later) {
        why = later
      }
    if (!isDamage(why) && !(await isBroken(site, fileRecovery))) throw why
    const recovery = await repair(site, fileRecovery, cause, { tail })
    return { ...(await begin()), recovery }
  }
}

/** Aligns rows and files of the banks; returns the banks whose file is gone. */
async function joinBanche(
  site: Pick<StoreContext, 'db' | 'driver' | 'files'>,
  sure: () => Promise<void>,
  names: readonly string[],
): Promise<RecoveryReport['banche']> {
  const redone = await restoreBankList(site)
  return [...(redone ?? []), ...(await sweep(site, redone === null, sure, names))]
}

/** Checks that every page is the last written one: an older store would lose later rows. */
async function checkAll(site: OpeningSite): Promise<void> {
  const { fileRecovery } = site.driver
  if (fileRecovery && (await isBroken(site, fileRecovery)))
    throw new Corruption('an older store, or one that is damaged')
}

/** Opens a store of snapshot and log, and rebuilds it from the remains of both. */
async function openOverLog<T>(site: OpeningSite, begin: () => Promise<T>) {
  const { logRecovery } = site.driver
  try {
    return { ...(await begin()), recovery: undefined }
  } catch (error) {
    if (!logRecovery || !isDamage(error)) throw error
    const recovery = await repairLog(site, logRecovery, 'danno')
    return { ...(await begin()), recovery }
  }
}

/** Returns whether this device had a store of this account; a young one may be in its log alone. */
async function hadStore({ files, platform, driver, id_utente }: OpeningSite): Promise<boolean> {
  if ((await readChecksums(files)).present || (await readBackup(files))) return true
  const log = driver.fileRecovery?.readStore().log
  if (log && salvageLog(log).total > 0) return true
  const end = await mirrorOf({ platform, driver })
    ?.readEnd(id_utente)
    .catch(() => null)
  return end?.head != null
}

/** Checks that the last events fit each other. */
function checkEnd({ db, chain }: OpenedStore): void {
  const [last, before] = db.all<EventoScritto>(
    'SELECT * FROM eventi WHERE dispositivo = ? ORDER BY seq DESC LIMIT 2',
    chain.dispositivo,
  )
  if (!last) return
  const previous = before?.catena ?? new Uint8Array(0)
  const link = linkOf(previous, last)
  if ((last.seq > 1 && before?.seq !== last.seq - 1) || link.some((byte, i) => byte !== last.catena[i]))
    throw new Corruption('the end of the chain does not fit')
}

type LogTail = Uint8Array<ArrayBuffer> | undefined

/**
 * Reads the log after SQLite's end, before a migration overwrites it. SQLite never reads a last transaction cut by a
 * power cut. Its whole part is replayed now (`replayTail`). Throws Corruption for commits that others followed.
 */
function readTail(db: Connection): LogTail {
  const log = db.raw?.('main', true)
  if (!log) return undefined
  const { state, end } = lookBeyond(log, framesOf(db))
  if (state === 'danno') throw new Corruption('commits lie beyond a gap of the log')
  return state === 'niente' ? undefined : log.read(end, log.size() - end)
}

/** Returns whether the bytes differ from the written ones, whatever the error was. */
async function isBroken({ files }: OpeningSite, fileRecovery: FileRecovery): Promise<boolean> {
  const checksums = await trueChecksums(files)
  const { db, log } = fileRecovery.readStore()
  const img = checksums && db && imageOf(db, log, checksums)
  return img ? !img.logWhole || checksums.sums.some((_, i) => img.broken(i + 1)) : false
}

/** Returns the sums, unless they may be older than the file. */
async function trueChecksums(files: FileStore): Promise<PageChecksums | null> {
  const { sums: checksums, doubtful } = await readChecksums(files)
  return doubtful ? null : checksums
}

/** Rebuilds the closed store from all remains; the old bytes are quarantined. */
async function repair(
  { platform, driver, files, id_utente }: OpeningSite,
  fileRecovery: FileRecovery,
  cause: RecoveryCause,
  more: Pick<RebuildSources, 'brokenPages' | 'tail'>,
): Promise<Repaired> {
  const raw = fileRecovery.readStore()
  const mirrored =
    (await mirrorOf({ platform, driver })
      ?.read(id_utente)
      .catch(() => null)) ?? null
  const sources = { ...raw, checksums: await trueChecksums(files), backup: await readBackup(files), mirrored }
  const { bytes, ...outcome } = rebuild(fileRecovery, { ...sources, ...more, newDevice: () => platform.newDevice() })
  await setAside(files, raw)
  await replaceStore(files, fileRecovery, bytes)
  return { causa: cause, utente: true, ...outcome, banche: [], mirrored: mirrored !== null }
}

/** Rebuilds the open store, and opens it again by `connect`. No other call runs meanwhile (`store/durable`). */
export async function recoverStore(ctx: StoreContext, cause: RecoveryCause, connect: () => OpenedStore): Promise<void> {
  const { fileRecovery, logRecovery } = ctx.driver
  if (!fileRecovery && !logRecovery) throw new Corruption('a damaged store on a rung that cannot be rebuilt')
  await ctx.upkeep.queue
  await ctx.mirrorState.queue
  ctx.attached.clear()
  ctx.db.close()
  const { brokenPages } = ctx.upkeep
  const outcome = fileRecovery
    ? await repair(ctx, fileRecovery, cause, { brokenPages })
    : await repairLog(ctx, logRecovery as LogRecovery, cause)
  const { openingBytes, ...opened } = connect()
  Object.assign(ctx, opened)
  ctx.upkeep = newUpkeep(openingBytes)
  ctx.mirrorState = newMirrorState()
  // Keep the files of downloads under way.
  const unreadable = (await restoreBankList(ctx, (id) => ctx.downloads.has(id))) ?? []
  for (const banca of [...unreadable, ...(await sweep(ctx, false))]) noteLostBank(ctx, banca)
  await afterRecovery(ctx, outcome)
}

/** Completes a store just rebuilt, and notes the report for the page. */
export async function afterRecovery(ctx: StoreContext, { mirrored: mirror, ...outcome }: Repaired): Promise<void> {
  note(ctx, outcome)
  alignBanks(ctx)
  endDeliveries(ctx, findBegun(ctx.db))
  // Update the mirror at once: it would otherwise take the new chain for an older store.
  if (mirror) await reflect(ctx, true).catch(() => {})
}

/** Adds to the report for the page. */
function note(ctx: StoreContext, outcome: PendingRecovery): void {
  const earlier = ctx.pendingRecovery
  ctx.pendingRecovery = {
    // Keep the store's own figures: a later note about a bank has none.
    ...(earlier && !outcome.utente ? earlier : outcome),
    banche: [...(earlier?.banche ?? []), ...outcome.banche],
    utente: outcome.utente || (earlier?.utente ?? false),
  }
}

/**
 * Fills records made from events alone with their questions from the banks, and moves an older product's path records
 * to their path.
 */
export function alignBanks(ctx: StoreContext): void {
  for (const { id_concorso } of ctx.db.all<{ id_concorso: number }>(
    'SELECT id_concorso FROM banche WHERE file IS NOT NULL',
  ))
    try {
      const { alias } = attach(ctx, id_concorso)
      ctx.chain = ctx.db.transaction(() => {
        const chain = takeOldPath(ctx, id_concorso, alias)
        alignRecords(ctx.db, id_concorso, alias)
        return chain
      })
    } catch (error) {
      if (!isDamage(error)) throw error
      dropBank(ctx, id_concorso)
    }
}

/** Drops a damaged bank's file: the bank stays on the list, to be downloaded. Records and events stay. */
export function dropBank(ctx: StoreContext, id_concorso: number): void {
  const row = ctx.db.get<{ file: string | null; concorso: string }>(
    'SELECT file, concorso FROM banche WHERE id_concorso = ?',
    id_concorso,
  )
  if (!row?.file) return
  ctx.db.transaction(() => unregisterBanca(ctx.db, id_concorso))
  detach(ctx, id_concorso)
  ctx.driver.deleteBank(row.file)
  noteLostBank(ctx, { id_concorso, concorso: row.concorso })
}

/** Notes a bank whose file is gone, for the page. */
export function noteLostBank(ctx: StoreContext, banca: RecoveryReport['banche'][number]): void {
  const { n } = ctx.db.get<{ n: number }>('SELECT count(*) AS n FROM eventi') as { n: number }
  note(ctx, { causa: 'danno', utente: false, eventi: n, dallo_specchio: 0, mancanti: 0, banche: [banca] })
}
