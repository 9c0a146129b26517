import { type Database, lockName, type Opening, type StoreArgs } from '#contract/database'
import { detachAll } from '../banche/attach.ts'
import { listBanche } from '../banche/banche.ts'
import type { StoreContext } from '../core/context.ts'
import { guard, StoreFault } from '../core/guard.ts'
import type { Platform } from '../core/platform.ts'
import { countDaSpedire } from '../prove/lists.ts'
import { removeUpkeepFiles, stopTending } from '../recovery/index.ts'
import { countUnsynced } from '../statistiche/sync.ts'
import { durably } from './durable.ts'
import { serveMethods } from './methods.ts'
import { isEmptied, type Mode, type OwnershipEvents, openStore } from './open.ts'

type PendingOpening = { id_utente: number; mode: Mode; abort: AbortController; done: Promise<StoreContext> }

/** The local store of the contract over a platform: every method returns a Result, typed arrays are transferred. */
export function createDatabase(platform: Platform, events: OwnershipEvents = {}): Database {
  const owner = new StoreOwner(platform, events)
  return {
    ...serveMethods(() => owner.current()),
    open: (args) => guard(() => owner.open(args)),
    close: () => guard(() => owner.close()),
    clearUser: (args) => guard(() => owner.clearUser(args)),
  }
}

/** Which account's store this worker has open: one at a time, opened, given up and cleared here. */
class StoreOwner {
  #store: StoreContext | undefined
  /** A store that was stolen, letting go of its files. */
  #leaving: Promise<void> = Promise.resolve()
  #opening: PendingOpening | undefined
  readonly #platform: Platform
  readonly #events: OwnershipEvents

  constructor(platform: Platform, events: OwnershipEvents) {
    this.#platform = platform
    this.#events = events
  }

  /** The open store; throws ARCHIVIO_NON_APERTO when there is none. */
  current(): StoreContext {
    if (!this.#store) throw new StoreFault('ARCHIVIO_NON_APERTO')
    return this.#store
  }

  async open({ id_utente, wait = false, steal = false, rung: knownRung }: StoreArgs<'open'>): Promise<Opening> {
    const ctx = await this.#storeOf(id_utente, { wait, steal, rung: knownRung })
    const { rung, notices = [] } = ctx.driver
    return durably(ctx, () => ({
      rung,
      avvisi: isEmptied(ctx) ? [...notices, 'ARCHIVIO_SVUOTATO'] : [...notices],
      versione: ctx.version,
      banche: listBanche(ctx),
      // A delivered simulation may have no answers: it waits all the same.
      da_sincronizzare: countUnsynced(ctx).totale + countDaSpedire(ctx),
    }))
  }

  /** The account's store: the one open, the one being opened, or a new one in the place of any other. */
  #storeOf(id_utente: number, mode: Mode): Promise<StoreContext> {
    const before = this.#opening
    const same = before?.id_utente === id_utente && before.mode.wait === mode.wait && !mode.steal
    if (same) return before.done
    const open = this.#store
    if (!before && open?.id_utente === id_utente && !open.lost) return Promise.resolve(open)
    const abort = new AbortController()
    const done = this.#replace(before, abort.signal, id_utente, mode).finally(() => {
      if (this.#opening?.done === done) this.#opening = undefined
    })
    this.#opening = { id_utente, mode, abort, done }
    return done
  }

  async #replace(before: PendingOpening | undefined, signal: AbortSignal, id_utente: number, mode: Mode) {
    before?.abort.abort()
    await before?.done.catch(() => {})
    await this.#closeCurrent()
    await this.#leaving
    const givenUp = new StoreFault('ARCHIVIO_NON_APERTO', 'given up')
    if (signal.aborted) throw givenUp
    const events = { onTaken: this.#events.onTaken, onLost: (ctx: StoreContext) => this.#lose(ctx) }
    const opened = await openStore(this.#platform, id_utente, mode, signal, events).catch((error: unknown) => {
      throw signal.aborted ? givenUp : error
    })
    this.#store = opened
    return opened
  }

  /** Another tab took the lock: from here on nothing of the store can be asked, and its files are let go. */
  #lose(stolen: StoreContext): void {
    if (this.#store === stolen) this.#store = undefined
    this.#leaving = closeStore(stolen).catch(() => {})
    this.#events.onLost?.(stolen.id_utente)
  }

  async close(): Promise<null> {
    this.#opening?.abort.abort()
    await this.#opening?.done.catch(() => {})
    await this.#closeCurrent()
    return null
  }

  async #closeCurrent(): Promise<void> {
    const open = this.#store
    this.#store = undefined
    if (open) await closeStore(open)
  }

  /** Deletes the account's data. The lock is kept meanwhile: a tab that waits for it would open what is being deleted. */
  async clearUser({ id_utente }: StoreArgs<'clearUser'>): Promise<null> {
    if (this.#opening) await this.close()
    const mine = this.#store?.id_utente === id_utente ? this.#store : undefined
    if (mine) {
      this.#store = undefined
      await closeFiles(mine)
    }
    const { signal } = new AbortController()
    const unlock = mine?.release ?? (await this.#platform.lock(lockName(id_utente), false, signal))
    if (!unlock) throw new StoreFault('ARCHIVIO_OCCUPATO')
    try {
      await forget(this.#platform, id_utente)
    } finally {
      unlock()
    }
    return null
  }
}

/**
 * The store goes last: whatever ends this halfway leaves it as it was, to be cleared again, and never something beside it that
 * would bring back what is gone.
 */
async function forget(platform: Platform, id_utente: number): Promise<void> {
  const { mirror } = platform
  await mirror?.clear(id_utente)
  const old = await mirror?.readOld()
  if (mirror && old?.id_utente === id_utente && old.fino_ms !== null) await mirror.writeOld({ ...old, svuotato: true })
  // Skip a rung without files.
  const files = await platform.openFiles(id_utente).catch(() => null)
  if (files) await removeUpkeepFiles(files)
  await platform.removeAll(id_utente)
}

/** Closes everything and gives the store up. */
async function closeStore(context: StoreContext): Promise<void> {
  try {
    await closeFiles(context)
  } finally {
    context.release()
  }
}

/** Closes everything and still owns the store. Downloads under way keep what arrived. */
async function closeFiles(context: StoreContext): Promise<void> {
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
