import { renewView } from '../banche/attach.ts'
import type { StoreContext } from '../core/context.ts'
import { brokenPages, checkpoint, LOG_FULL_BYTES, LOG_TOO_LONG_BYTES } from './checkpoint.ts'
import { mirrorOf, reflect } from './mirror-keeper.ts'

/** Bytes of the log that a closing store may leave for the next start. */
const LOG_SHORT_BYTES = 256 * 1024

/** Milliseconds before the upkeep of new writes, which must not delay the next answer. */
const QUIET_MS = 100
/** Most pauses while methods go on: after a second a store without quiet moments gets its upkeep too. */
const MOST_WAITS = 10

/**
 * Runs the upkeep a moment after the last method: new events go to the mirror, a full log goes back into the database.
 * No call waits for it, and the next method retries a failed step.
 */
export function tend(ctx: StoreContext): void {
  ctx.upkeep.calls++
  if (!ctx.upkeep.due) void care(ctx)
}

async function care(ctx: StoreContext): Promise<void> {
  const { upkeep } = ctx
  if (ctx.closed) return
  upkeep.due = true
  await quiet(ctx)
  const { calls } = upkeep
  try {
    // Write the mirror first: a recovery may need it next. Write back a log that is too long before it: it slows the
    // very next start.
    const steps = [renewView, mirror, sealFull]
    if (isHere(ctx) && logSize(ctx) >= LOG_TOO_LONG_BYTES) steps.reverse()
    for (const step of steps) await careWith(ctx, step)
  } finally {
    upkeep.due = false
    // Run again for methods that ran meanwhile.
    if (upkeep.calls !== calls) void care(ctx)
  }
}

/** Returns whether the store is open and readable now. */
const isHere = (ctx: StoreContext): boolean => !ctx.closed && !ctx.lost && !ctx.rereading

async function careWith(ctx: StoreContext, step: (ctx: StoreContext) => void | Promise<void>): Promise<void> {
  // Leave found damage to the next method, which repairs it.
  if (!isHere(ctx) || ctx.upkeep.brokenPages.size > 0) return
  try {
    await step(ctx)
  } catch (error) {
    console.warn('store care', error)
  }
}

/** Updates the mirror. Checks the pages once before: damaged rows must not reach it. */
export async function mirror(ctx: StoreContext): Promise<void> {
  if (!ctx.upkeep.looked && mirrorOf(ctx)) await brokenPages(ctx)
  if (ctx.upkeep.brokenPages.size === 0) await reflect(ctx)
}

async function sealFull(ctx: StoreContext): Promise<void> {
  if (logSize(ctx) >= LOG_FULL_BYTES) await checkpoint(ctx)
}

async function quiet(ctx: StoreContext): Promise<void> {
  const { upkeep, platform } = ctx
  let before = -1
  for (let times = 0; times < MOST_WAITS && upkeep.calls !== before; times++) {
    before = upkeep.calls
    await platform.wait(QUIET_MS)
    if (!isHere(ctx) || logSize(ctx) >= LOG_TOO_LONG_BYTES) return
  }
}

/** Returns the bytes of the log of a database in a file. */
export const logSize = (ctx: StoreContext): number =>
  ctx.driver.fileRecovery ? (ctx.db.raw?.('main', true)?.size() ?? 0) : 0

/** Completes the mirror and writes a long log back, before the store is closed. */
export async function stopTending(ctx: StoreContext): Promise<void> {
  ctx.closed = true
  try {
    // Skip unchecked pages: the next visit mirrors them.
    if (ctx.upkeep.looked && ctx.upkeep.brokenPages.size === 0) await reflect(ctx)
    if (logSize(ctx) > LOG_SHORT_BYTES) await checkpoint(ctx)
    await ctx.upkeep.queue
  } catch (error) {
    console.warn('store care', error)
  }
}
