import type { RecoveryCause } from '#contract/store-care'
import type { StoreContext } from '../core/context.ts'
import { mayBeDamage } from '../core/corruption.ts'
import { faultOf, StoreFault } from '../core/guard.ts'
import { checkpoint, healDamage, logSize, tend } from '../recovery/index.ts'
import { healStore, rereadStore } from './open.ts'

/**
 * Runs a method of the open store and answers when all it wrote is durable. When it will not be, the answer is the failure and
 * the store is read again from what is durable, so that nothing shown is ahead of what is kept.
 */
export async function durably<T>(ctx: StoreContext, work: () => T | Promise<T>): Promise<T> {
  if (ctx.rereading) await ctx.rereading
  // Found while the log was written back.
  else if (ctx.upkeep.brokenPages.size > 0) await heal(ctx)
  stillOpen(ctx)
  let value: T
  try {
    value = await work()
  } catch (error) {
    // A connection that was closed fails as a damaged one does: of the two, that it is closed is told.
    if (ctx.closed && !(error instanceof StoreFault)) stillOpen(ctx)
    if (ctx.closed) throw error
    await ctx.driver.settle().catch(() => reread(ctx))
    if (!(mayBeDamage(error) ? await heal(ctx) : isFull(error) && (await emptyLog(ctx)))) throw error
    // What it had begun is undone or there by its event's id: once more, on the store put right.
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

/** Throws when the store was closed, or lost, while something was waited for. */
export function stillOpen(ctx: StoreContext): void {
  if (ctx.lost) throw new StoreFault(ctx.lost.codice, ctx.lost.detail)
  if (ctx.closed) throw new StoreFault('ARCHIVIO_NON_APERTO', 'closed meanwhile')
}

/**
 * `durably` for a method that makes room: when there is none left even for that, the reserve is given up and it is done once
 * more.
 */
export async function freeing<T>(ctx: StoreContext, work: () => T | Promise<T>): Promise<T> {
  try {
    return await durably(ctx, work)
  } catch (error) {
    if (!isFull(error) || !(await ctx.driver.freeReserve?.())) throw error
    return durably(ctx, work)
  }
}

const isFull = (error: unknown): boolean => faultOf(error).codice === 'INDEXEDDB_NOT_ENOUGH_SPACE'

/** Bytes of a log that is worth writing back. */
const LOG_WORTH_BYTES = 128 * 1024

/**
 * On a full disk the log goes back into the database, which takes a small part of its room: a reserve is given up for it and
 * made again of what it frees. Answers go on so, many times over, before anybody must delete anything.
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

/** Puts right a store that a method found damaged; the others wait. False when nothing was found. */
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

/** Reads the store again while every other method waits; one that cannot be read again is lost to this worker. */
function alone(ctx: StoreContext, work: () => Promise<void>): Promise<void> {
  // Its files may be another's by now.
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
