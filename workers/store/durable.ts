import type { RecoveryCause } from '#contract/store-care'
import type { StoreContext } from '../core/context.ts'
import { mayBeDamage } from '../core/corruption.ts'
import { faultOf, StoreFault } from '../core/guard.ts'
import { checkpoint, healDamage, logSize, tend } from '../recovery/index.ts'
import { healStore, rereadStore } from './open.ts'

/**
 * Runs a method of the open store and resolves when all its writes are durable. If the flush fails, throws the failure
 * and reloads the store from disk, so that the page never shows more than is kept.
 */
export async function durably<T>(ctx: StoreContext, work: () => T | Promise<T>): Promise<T> {
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
export function stillOpen(ctx: StoreContext): void {
  if (ctx.lost) throw new StoreFault(ctx.lost.codice, ctx.lost.detail)
  if (ctx.closed) throw new StoreFault('ARCHIVIO_NON_APERTO', 'closed meanwhile')
}

/** `durably` for a method that frees room: on a full disk the reserve is deleted and it runs once more. */
export async function freeing<T>(ctx: StoreContext, work: () => T | Promise<T>): Promise<T> {
  try {
    return await durably(ctx, work)
  } catch (error) {
    if (!isFull(error) || !(await ctx.driver.freeReserve?.())) throw error
    return durably(ctx, work)
  }
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
    healed = await healDamage(ctx, healStore)
  })
  if (healed) ctx.platform.announce?.({ id_utente: ctx.id_utente })
  return healed
}

/** Rebuilds the open store while every other method waits. */
export async function mend(ctx: StoreContext, cause: RecoveryCause): Promise<void> {
  await alone(ctx, () => healStore(ctx, cause))
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

const reread = (ctx: StoreContext): Promise<void> => alone(ctx, () => rereadStore(ctx))
