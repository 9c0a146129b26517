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

/** `apertura`: bytes of the log that were there already, before anything was written. */
export type OpenedStore = { db: Connection; version: number; chain: Chain; openingBytes: number }
/** `begun`: deliveries that were begun and did not end. */
type FinishedStore = OpenedStore & { begun: BegunDelivery[] }
/** `look` sees the database before it is brought to the newest version. */
export type Connect = (isNew: boolean, look: (db: Connection) => void) => OpenedStore
/** What opening needs of the world. */
export type OpeningSite = { platform: Platform; driver: Driver; files: FileStore; id_utente: number }

/** What opening found, beside the store. */
type OpeningFindings = {
  /** Banks whose file is gone. */
  lost: RecoveryReport['banche']
  recovery: Repaired | undefined
}

/**
 * Opens the store by `connect`, and puts a damaged one right first. Only what is quick is checked here: that it opens, that
 * its log is read to its end, that the end of its chain fits, that it is there at all when it was there before.
 */
export async function openSafely(site: OpeningSite, connect: Connect): Promise<FinishedStore & OpeningFindings> {
  const { driver, files } = site
  const { fileRecovery } = driver
  const names = files.listedAhead ?? (await files.list())
  // A recovery that a full disk cuts short is tried again, and its store to come is in no list made before.
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
        // Made a moment before the power went, and never used; unless its log says that it was.
        return { ...(await begin()), recovery: undefined }
      } catch (later) {
        why = later
      }
    if (!isDamage(why) && !(await isBroken(site, fileRecovery))) throw why
    const recovery = await repair(site, fileRecovery, cause, { tail })
    return { ...(await begin()), recovery }
  }
}

/** Rows and files of the banks together again; answers the banks whose file is gone. */
async function joinBanche(
  site: Pick<StoreContext, 'db' | 'driver' | 'files'>,
  sure: () => Promise<void>,
  names: readonly string[],
): Promise<RecoveryReport['banche']> {
  const redone = await restoreBankList(site)
  return [...(redone ?? []), ...(await sweep(site, redone === null, sure, names))]
}

/** Every page is the one that was written last: an older store would lose what came after it. */
async function checkAll(site: OpeningSite): Promise<void> {
  const { fileRecovery } = site.driver
  if (fileRecovery && (await isBroken(site, fileRecovery)))
    throw new Corruption('an older store, or one that is damaged')
}

/** The same where the store is a snapshot and a log: it is rebuilt from what is left of both. */
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

/** This device knows of a store of this account; a young one may be in its log alone. */
async function hadStore({ files, platform, driver, id_utente }: OpeningSite): Promise<boolean> {
  if ((await readChecksums(files)).present || (await readBackup(files))) return true
  const log = driver.fileRecovery?.readStore().log
  if (log && salvageLog(log).total > 0) return true
  const end = await mirrorOf({ platform, driver })
    ?.readEnd(id_utente)
    .catch(() => null)
  return end?.head != null
}

/** The last events fit each other. */
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
 * What the log holds after SQLite's end of it, read before a migration is written over it. A last transaction that the power cut
 * short, or whose last bytes are gone, was never read: what the person did in it is done now, as far as it is whole
 * (`replayCoda`). Throws `Danno` for commits that others followed.
 */
function readTail(db: Connection): LogTail {
  const log = db.raw?.('main', true)
  if (!log) return undefined
  const { state, end } = lookBeyond(log, framesOf(db))
  if (state === 'danno') throw new Corruption('commits lie beyond a gap of the log')
  return state === 'niente' ? undefined : log.read(end, log.size() - end)
}

/** The bytes are not what was written, whatever error that gave. */
async function isBroken({ files }: OpeningSite, fileRecovery: FileRecovery): Promise<boolean> {
  const checksums = await trueChecksums(files)
  const { db, log } = fileRecovery.readStore()
  const img = checksums && db && imageOf(db, log, checksums)
  return img ? !img.logWhole || checksums.sums.some((_, i) => img.broken(i + 1)) : false
}

/** Sums that are not those of another time. */
async function trueChecksums(files: FileStore): Promise<PageChecksums | null> {
  const { sums: checksums, doubtful } = await readChecksums(files)
  return doubtful ? null : checksums
}

/** Rebuilds the closed store from all that is left; the old bytes are put aside. */
export async function repair(
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

/** Rebuilds the store that is open, and opens it again by `reopen`. Nothing else runs meanwhile (durevole). */
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
  // Files of downloads under way are no leftovers.
  const unreadable = (await restoreBankList(ctx, (id) => ctx.downloads.has(id))) ?? []
  for (const banca of [...unreadable, ...(await sweep(ctx, false))]) noteLostBank(ctx, banca)
  await afterRecovery(ctx, outcome)
}

/** What a store just rebuilt still needs, and what the page will be told. */
export async function afterRecovery(ctx: StoreContext, { mirrored: mirror, ...outcome }: Repaired): Promise<void> {
  note(ctx, outcome)
  alignBanks(ctx)
  endDeliveries(ctx, findBegun(ctx.db))
  // Until the mirror knows the new chain it would take the store for one that is behind.
  if (mirror) await reflect(ctx, true).catch(() => {})
}

/** Adds to what the page will be told. */
function note(ctx: StoreContext, outcome: PendingRecovery): void {
  const earlier = ctx.pendingRecovery
  ctx.pendingRecovery = {
    // A bank that follows says nothing of the store's own figures.
    ...(earlier && !outcome.utente ? earlier : outcome),
    banche: [...(earlier?.banche ?? []), ...outcome.banche],
    utente: outcome.utente || (earlier?.utente ?? false),
  }
}

/** Records made from events alone learn from the banks what their questions are, and those of an older product's paths whose they are. */
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

/** A damaged bank leaves: it is only added again, to be downloaded. Records and events stay. */
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

/** A bank whose file is gone, for the page to tell. */
export function noteLostBank(ctx: StoreContext, banca: RecoveryReport['banche'][number]): void {
  const { n } = ctx.db.get<{ n: number }>('SELECT count(*) AS n FROM eventi') as { n: number }
  note(ctx, { causa: 'danno', utente: false, eventi: n, dallo_specchio: 0, mancanti: 0, banche: [banca] })
}
