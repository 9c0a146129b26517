import { renewView } from '../banche/attach.ts'
import type { StoreContext } from '../core/context.ts'
import { brokenPages, checkpoint, LOG_FULL_BYTES, LOG_TOO_LONG_BYTES } from './checkpoint.ts'
import { mirrorOf, reflect } from './mirror-keeper.ts'

/** Bytes of log that a store being closed may leave for the next start to read through. */
const LOG_SHORT_BYTES = 256 * 1024

/** Milliseconds that the care of what was written waits for: it must not stand in the way of the next answer. */
const QUIET_MS = 100
/** Times that it waits while methods go on being called: a second, so that whoever never stops is cared for too. */
const MOST_WAITS = 10

/**
 * A moment after the last of some methods has answered: new events go to the mirror, a full log goes back into the database.
 * Nobody waits for it, and what fails is tried again after the next method.
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
    // The mirror comes first, for what it holds may be needed next; but a start that reads through too long a log is slow at once.
    const steps = [renewView, mirror, sealFull]
    if (isHere(ctx) && logSize(ctx) >= LOG_TOO_LONG_BYTES) steps.reverse()
    for (const step of steps) await careWith(ctx, step)
  } finally {
    upkeep.due = false
    // Methods that answered meanwhile.
    if (upkeep.calls !== calls) void care(ctx)
  }
}

/** The store can be looked at now. */
const isHere = (ctx: StoreContext): boolean => !ctx.closed && !ctx.lost && !ctx.rereading

async function careWith(ctx: StoreContext, step: (ctx: StoreContext) => void | Promise<void>): Promise<void> {
  // The next method puts right what was found damaged.
  if (!isHere(ctx) || ctx.upkeep.brokenPages.size > 0) return
  try {
    await step(ctx)
  } catch (error) {
    console.warn('store care', error)
  }
}

/** Brings the mirror up to date. The pages are looked at once before: of what is damaged it learns nothing. */
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

/** Bytes of the log of a database in a file. */
export const logSize = (ctx: StoreContext): number =>
  ctx.driver.fileRecovery ? (ctx.db.raw?.('main', true)?.size() ?? 0) : 0

/** Before the store is closed: the mirror is complete and a long log is written back. */
export async function stopTending(ctx: StoreContext): Promise<void> {
  ctx.closed = true
  try {
    // What nobody has looked at yet is mirrored by the next visit.
    if (ctx.upkeep.looked && ctx.upkeep.brokenPages.size === 0) await reflect(ctx)
    if (logSize(ctx) > LOG_SHORT_BYTES) await checkpoint(ctx)
    await ctx.upkeep.queue
  } catch (error) {
    console.warn('store care', error)
  }
}
