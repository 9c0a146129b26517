import type { RecoveryCause } from '#contract/store-care'
import type { StoreContext } from '../core/context.ts'
import { mayBeDamage } from '../core/corruption.ts'
import { faultOf, StoreFault } from '../core/guard.ts'
import {
  brokenPages,
  checkpoint,
  isBehind,
  isDamaged,
  logSize,
  newMirrorState,
  newUpkeep,
  repairOpen,
  resumeRepaired,
  tend,
  verifyBanks,
} from '../recovery/index.ts'
import { reconnect, withRoom } from './open.ts'

/**
 * Runs a method of the open store and resolves when all its writes are durable. A method runs again here alone, after a
 * remedy: a repaired store, a log emptied on a full disk, a reserve deleted for a method that `frees` room.
 */
export async function durably<T>(ctx: StoreContext, work: () => T | Promise<T>, { frees = false } = {}): Promise<T> {
  try {
    return await attempt(ctx, work)
  } catch (error) {
    if (!frees || !isFull(error) || !(await ctx.driver.freeReserve?.())) throw error
    return attempt(ctx, work)
  }
}

/** If the flush fails, throws the failure and reloads the store from disk: the page never shows more than is kept. */
async function attempt<T>(ctx: StoreContext, work: () => T | Promise<T>): Promise<T> {
  if (ctx.rereading) await ctx.rereading
  // Repair the damage that the write-back of the log found.
  else if (ctx.upkeep.brokenPages.size > 0) await heal(ctx)
  stillOpen(ctx)
  let value: T
  try {
    value = await work()
  } catch (error) {
    // Throw that the store is closed: a closed connection fails like a damaged one.
    if (ctx.closed && !(error instanceof StoreFault)) stillOpen(ctx)
    if (ctx.closed) throw error
    await ctx.driver.settle().catch(() => reread(ctx))
    if (!(mayBeDamage(error) ? await heal(ctx) : isFull(error) && (await emptyLog(ctx)))) throw error
    // Run once more on the repaired store: the first run is undone, or found by its event's id.
    value = await work()
  }
  try {
    await ctx.driver.settle()
  } catch (error) {
    await reread(ctx)
    throw error
  }
  tend(ctx)
  return value
}

/** Throws when the store was closed, or lost, during a wait. */
function stillOpen(ctx: StoreContext): void {
  if (ctx.lost) throw new StoreFault(ctx.lost.codice, ctx.lost.detail)
  if (ctx.closed) throw new StoreFault('ARCHIVIO_NON_APERTO', 'closed meanwhile')
}

const isFull = (error: unknown): boolean => faultOf(error).codice === 'INDEXEDDB_NOT_ENOUGH_SPACE'

/** Least bytes of a log that is worth writing back. */
const LOG_WORTH_BYTES = 128 * 1024

/**
 * Writes the log back into the database on a full disk, which takes a small part of the log's room. A reserve is
 * deleted for it and made again of the freed room. Answers continue so, many times over, before the person must delete
 * anything.
 */
async function emptyLog(ctx: StoreContext): Promise<boolean> {
  const { driver } = ctx
  const before = logSize(ctx)
  if (before < LOG_WORTH_BYTES || !(await driver.freeLogReserve?.())) return false
  try {
    await checkpoint(ctx)
  } catch {
    return false
  }
  if (logSize(ctx) >= before) return false
  await driver.keepLogReserve?.().catch(() => driver.freeLogReserve?.())
  return true
}

/** Repairs a store that a method found damaged; the others wait. Returns false when nothing was found. */
async function heal(ctx: StoreContext): Promise<boolean> {
  let healed = false
  await alone(ctx, async () => {
    const before = ctx.pendingRecovery
    if (await isDamaged(ctx)) await rebuildStore(ctx, 'danno')
    await verifyBanks(ctx)
    healed = ctx.pendingRecovery !== before
  })
  if (healed) ctx.platform.announce?.({ id_utente: ctx.id_utente })
  return healed
}

/**
 * Compares a store just opened with its mirror before any write, and repairs an older one first. Otherwise a new row
 * would take the place of a lost one, and the two could no longer be told apart.
 */
export async function keepUp(ctx: StoreContext): Promise<void> {
  ctx.comparing ??= mendOlder(ctx).catch((error: unknown) => {
    ctx.comparing = undefined
    throw error
  })
  await ctx.comparing
  while (ctx.rereading) await ctx.rereading
  stillOpen(ctx)
}

/** Rebuilds a store that is older than its mirror. */
export async function mendOlder(ctx: StoreContext): Promise<void> {
  if (!(await isBehind(ctx))) return
  // Check the pages too: the present rows may be damaged.
  await brokenPages(ctx)
  await mend(ctx, 'indietro')
}

/** Rebuilds the open store while every other method waits. */
export async function mend(ctx: StoreContext, cause: RecoveryCause): Promise<void> {
  await alone(ctx, () => rebuildStore(ctx, cause))
  if (ctx.lost) throw new StoreFault(ctx.lost.codice, ctx.lost.detail)
}

/** Reads the store again while every other method waits; an unreadable one is lost to this worker. */
function alone(ctx: StoreContext, work: () => Promise<void>): Promise<void> {
  // Refuse: another owner may have its files by now.
  if (ctx.closed) return Promise.reject(new StoreFault('ARCHIVIO_NON_APERTO', 'closed meanwhile'))
  ctx.rereading ??= work()
    .catch((error: unknown) => {
      ctx.lost = faultOf(error)
    })
    .finally(() => {
      ctx.rereading = undefined
      // Another owner writes here (`claimLog`): do as when the lock was stolen.
      if (ctx.lost?.codice === 'ARCHIVIO_OCCUPATO') ctx.onLost()
    })
  return ctx.rereading
}

/** Reads the store again from what is durable: what memory holds beyond it never happened. Downloads go on. */
const reread = (ctx: StoreContext): Promise<void> =>
  alone(ctx, async () => {
    ctx.attached.clear()
    ctx.loadedBanks.clear()
    ctx.imageZips.clear()
    ctx.db.close()
    await ctx.driver.reload?.()
    const { openingBytes: _, ...opened } = reconnect(ctx)
    Object.assign(ctx, opened)
  })

/** Rebuilds the damaged store that is open. */
async function rebuildStore(ctx: StoreContext, cause: RecoveryCause): Promise<void> {
  ctx.loadedBanks.clear()
  ctx.imageZips.clear()
  await withRoom(ctx.driver, async () => {
    const repaired = await repairOpen(ctx, cause)
    const { openingBytes, ...opened } = reconnect(ctx)
    Object.assign(ctx, opened, { upkeep: newUpkeep(openingBytes), mirrorState: newMirrorState() })
    await resumeRepaired(ctx, repaired)
  })
}
