import { MEBIBYTE } from '#contract/package'
import type { RecoveryCause, RecoveryReport } from '#contract/store-care'
import { attach, detach } from '../banche/attach.ts'
import { unregisterBanca } from '../banche/banche.ts'
import { digestHex } from '../banche/digest.ts'
import { alignRecords } from '../banche/register.ts'
import type { RawFile } from '../core/connection.ts'
import type { PageChecksums, PendingRecovery, StoreContext } from '../core/context.ts'
import { Corruption, EmptyStore, isDamage, mayBeDamage } from '../core/corruption.ts'
import { type Chain, type EventoScritto, isIntact, linkOf } from '../core/events.ts'
import type { Connection, FileStore } from '../core/platform.ts'
import type { FileRecovery, LogRecovery } from '../core/recovery-sources.ts'
import { rawOver } from '../engine/raw-file.ts'
import { takeOldPath } from '../legacy/old-paths.ts'
import { endDeliveries, findBegun } from '../prove/finish-deliveries.ts'
import { restoreBankList } from './bank-list.ts'
import { brokenPages, framesOf, knownChecksums } from './checkpoint.ts'
import { readBackup } from './daily-backup.ts'
import { mirrorOf, reflect } from './mirror-keeper.ts'
import { readChecksums } from './page-checksums.ts'
import { imageOf } from './page-image.ts'
import { replaceStore, setAside } from './quarantine.ts'
import type { Repaired } from './rebuild.ts'
import { type RebuildSources, rebuild } from './rebuild.ts'
import { repairLog } from './recovery-log.ts'
import { listStrangers, sweep } from './sweep.ts'
import { lookBeyond, salvageLog } from './wal-salvage.ts'

/** Environment of an opening. */
export type OpeningSite = Pick<StoreContext, 'platform' | 'driver' | 'files' | 'id_utente'>

/** Aligns rows and files of the banks; returns the banks whose file is gone. `names`: files in the account's folder. */
export async function alignFiles(
  site: OpeningSite & Pick<StoreContext, 'db'>,
  names: readonly string[],
): Promise<RecoveryReport['banche']> {
  const redone = await restoreBankList(site)
  const { fileRecovery } = site.driver
  // Check every page before the first deletion: a store older than its files lacks their rows.
  if (redone === null && fileRecovery && listStrangers(site).length > 0 && (await isBroken(site, fileRecovery)))
    throw new Corruption('an older store, or one that is damaged')
  return [...(redone ?? []), ...(await sweep(site, redone === null, names))]
}

/** Rebuilds the store whose opening failed, from what is left of it. Throws the error when nothing is damaged. */
export async function repairFailed(site: OpeningSite, error: unknown, tail: LogTail): Promise<Repaired> {
  const { fileRecovery, logRecovery } = site.driver
  const damaged = isDamage(error) || (fileRecovery && (await isBroken(site, fileRecovery)))
  if (damaged && fileRecovery)
    return repair(site, fileRecovery, error instanceof EmptyStore ? 'indietro' : 'danno', { tail })
  if (damaged && logRecovery) return repairLog(site, logRecovery, 'danno')
  throw error
}

/** Returns whether this device had a store of this account; a young one may be in its log alone. */
export async function hadStore({ files, platform, driver, id_utente }: OpeningSite): Promise<boolean> {
  if ((await readChecksums(files)).present || (await readBackup(files))) return true
  const log = driver.fileRecovery?.readStore().log
  if (log && salvageLog(log).total > 0) return true
  const end = await mirrorOf({ platform, driver })
    ?.readEnd(id_utente)
    .catch(() => null)
  return end?.head != null
}

/** Checks that the last events fit each other. */
export function checkEnd({ db, chain }: { db: Connection; chain: Chain }): void {
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

export type LogTail = Uint8Array<ArrayBuffer> | undefined

/**
 * Reads the log after SQLite's end, before a migration overwrites it. SQLite never reads a last transaction cut by a
 * power cut. Its whole part is replayed now (`replayTail`). Throws Corruption for commits that others followed.
 */
export function readTail(db: Connection): LogTail {
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

/** Closes and rebuilds the open store. The caller connects it again, and lets no other call run meanwhile. */
export async function repairOpen(ctx: StoreContext, cause: RecoveryCause): Promise<Repaired> {
  const { fileRecovery, logRecovery } = ctx.driver
  if (!fileRecovery && !logRecovery) throw new Corruption('a damaged store on a rung that cannot be rebuilt')
  await ctx.upkeep.queue
  await ctx.mirrorState.queue
  ctx.attached.clear()
  ctx.db.close()
  return fileRecovery
    ? repair(ctx, fileRecovery, cause, { brokenPages: ctx.upkeep.brokenPages })
    : repairLog(ctx, logRecovery as LogRecovery, cause)
}

/** Completes the open store that was rebuilt and connected again. */
export async function resumeRepaired(ctx: StoreContext, repaired: Repaired): Promise<void> {
  // Keep the files of downloads under way.
  const unreadable = (await restoreBankList(ctx, (id) => ctx.downloads.has(id))) ?? []
  for (const banca of [...unreadable, ...(await sweep(ctx, false))]) noteLostBank(ctx, banca)
  await afterRecovery(ctx, repaired)
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
function dropBank(ctx: StoreContext, id_concorso: number): void {
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

/** Links of the chain checked between two turns of the event loop: a few milliseconds. */
const SLICE = 100

/** Checks pages, chains and, where the rung has no sums of pages, SQLite's own findings. */
export async function isDamaged(ctx: StoreContext): Promise<boolean> {
  try {
    if ((await brokenPages(ctx)).length > 0) return true
    if (!(await knownChecksums(ctx))) {
      const [found] = ctx.db.all<{ integrity_check: string }>('PRAGMA main.integrity_check(1)')
      if (found?.integrity_check !== 'ok') return true
    }
    return !(await chainsFit(ctx))
  } catch (error) {
    if (mayBeDamage(error)) return true
    throw error
  }
}

async function chainsFit(ctx: StoreContext): Promise<boolean> {
  for (const { dispositivo } of ctx.db.all<{ dispositivo: string }>('SELECT DISTINCT dispositivo FROM eventi'))
    for (let previous: Uint8Array<ArrayBuffer> = new Uint8Array(0), seq = 0; !ctx.closed; ) {
      const rows = ctx.db.all<EventoScritto>(
        'SELECT * FROM eventi WHERE dispositivo = ? AND seq > ? ORDER BY seq LIMIT ?',
        dispositivo,
        seq,
        SLICE,
      )
      for (const e of rows) {
        const link = linkOf(previous, e)
        if (e.seq !== ++seq || link.some((byte, i) => byte !== e.catena[i]) || !isIntact(e)) return false
        previous = e.catena
      }
      if (rows.length < SLICE) break
      await ctx.platform.wait(0)
    }
  return true
}

/**
 * Checks every byte of every bank against the hashes of its manifest; a damaged one is dropped, to be downloaded again.
 */
export async function verifyBanks(ctx: StoreContext): Promise<void> {
  const banche = ctx.db.all<{ id_concorso: number; file: string }>(
    'SELECT id_concorso, file FROM banche WHERE file IS NOT NULL',
  )
  for (const { id_concorso, file } of banche) {
    if (ctx.closed || ctx.downloads.has(id_concorso)) continue
    if (!(await isWhole(ctx, id_concorso, file))) dropBank(ctx, id_concorso)
  }
}

async function isWhole(ctx: StoreContext, id_concorso: number, file: string): Promise<boolean> {
  // Skip a bank that was deleted or replaced between two blocks.
  const isHere = () =>
    !ctx.closed &&
    ctx.db.get('SELECT 1 FROM banche WHERE id_concorso = ? AND file = ?', id_concorso, file) !== undefined
  try {
    // Read the whole bank once, where files are unreadable beneath the engine, and not for every block.
    const backup = ctx.db.raw ? null : rawOver(await ctx.driver.readBank(file))
    const known = ctx.db.get<{ blocchi: string }>(
      'SELECT blocchi FROM banche_blocchi WHERE id_concorso = ? AND file = ?',
      id_concorso,
      file,
    )
    const found: string[] = []
    for (let at = 0; isHere(); at += MEBIBYTE) {
      const block = (backup ?? (await bankFile(ctx, id_concorso, file))).read(at, MEBIBYTE)
      if (block.length === 0) break
      found.push(await digestHex(block))
      await ctx.platform.wait(0)
    }
    if (!isHere()) return true
    const blocks = JSON.stringify(found)
    // Store the hashes of a bank installed before hashes were kept: from now on it must stay unchanged.
    if (!known) ctx.db.run('INSERT OR REPLACE INTO banche_blocchi VALUES (?, ?, ?)', id_concorso, file, blocks)
    return !known || known.blocchi === blocks
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** Attaches the bank again for each block: another bank may have taken its place. */
async function bankFile(ctx: StoreContext, id_concorso: number, file: string): Promise<RawFile> {
  const { alias } = attach(ctx, id_concorso)
  // Read once: SQLite opens a file at its first use.
  ctx.db.get(`PRAGMA ${alias}.user_version`)
  return ctx.db.raw?.(alias) ?? rawOver(await ctx.driver.readBank(file))
}
