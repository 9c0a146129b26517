import type { Database } from '#contract/database'
import { ok, type Result } from '#contract/result'
import type { TabNotice, TabStore } from '#contract/tabs'
import type { OwnershipEvents } from '../store/open.ts'
import type { TabEnvironment } from './environment.ts'
import { byName, METHODS, type MethodName } from './methods.ts'
import { createTabRouter, type TabRouter } from './router.ts'

/**
 * The store as one tab has it: its own while it owns the lock of the account, another tab's otherwise. What a page calls is
 * the same in both cases. A write that no owner acknowledged is sent again to the next one, so every write is idempotent.
 */
export function createTab(make: (events: OwnershipEvents) => Database, environment: TabEnvironment): TabStore {
  let router: TabRouter | null = null
  let notify: (n: TabNotice) => void = () => {}
  const mine = (id_utente: number) => (router?.id_utente === id_utente ? router : null)
  const local = make({
    onTaken: (id_utente) => mine(id_utente)?.taken(),
    onLost: (id_utente) => mine(id_utente)?.lost(),
  })

  async function leave(): Promise<Result<null>> {
    router?.leave()
    return local.close()
  }

  const routed = (method: MethodName) => (args: unknown, onProgress?: Parameters<Database['downloadBanca']>[1]) =>
    router ? router.call(method, args, onProgress) : byName(local, method)(args, onProgress)

  const methods = Object.fromEntries((Object.keys(METHODS) as MethodName[]).map((m) => [m, routed(m)]))
  return {
    ...(methods as unknown as Database),
    async open(args) {
      const { id_utente, alone, wait, steal, rung } = args
      const known = mine(id_utente)
      const unrouted = alone || wait || steal
      if (known && !unrouted) return known.open()
      if (router) await leave()
      if (unrouted) return local.open(args)
      const made = createTabRouter(
        local,
        environment,
        id_utente,
        (n) => notify(n),
        () => {
          if (router === made) router = null
        },
        rung,
      )
      router = made
      return made.open()
    },
    close: leave,
    async clearUser(args) {
      const mineRouter = mine(args.id_utente)
      if (!mineRouter) return local.clearUser(args)
      const result = (await mineRouter.call('clearUser', args, undefined)) as Result<null>
      if (result.ok) return result
      // The owner is gone with half the work done: whoever asked finishes it.
      await leave()
      return local.clearUser(args)
    },
    async onNotice(f) {
      notify = f
      return ok(null)
    },
  }
}
