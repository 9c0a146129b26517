import { type Database, type MethodName, STORE_METHODS } from '#contract/database'
import { ok, type Result } from '#contract/result'
import type { OnProgress } from '#contract/store/method'
import type { TabNotice, TabStore } from '#contract/tabs'
import type { OwnershipEvents } from '../store/open.ts'
import type { TabEnvironment } from './environment.ts'
import { TabLeadership } from './leadership.ts'
import { byName } from './methods.ts'

/**
 * The store as one tab has it: its own while it owns the lock of the account, another tab's otherwise. The page calls
 * both alike. An unacknowledged write is sent again to the next owner, so every write is idempotent.
 */
export function createTab(make: (events: OwnershipEvents) => Database, environment: TabEnvironment): TabStore {
  let router: TabLeadership | null = null
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

  const routed = (method: MethodName) => (args: unknown, onProgress?: OnProgress) =>
    router ? router.call(method, args, onProgress) : byName(local, method)(args, onProgress)

  const names = Object.keys(STORE_METHODS) as MethodName[]
  const methods = Object.fromEntries(names.map((name) => [name, routed(name)])) as Omit<Database, 'close'>
  return {
    ...methods,
    async open(args) {
      const { id_utente, alone, wait, steal, rung } = args
      const known = mine(id_utente)
      const unrouted = alone || wait || steal
      if (known && !unrouted) return known.open()
      if (router) await leave()
      if (unrouted) return local.open(args)
      const made = new TabLeadership({
        local,
        environment,
        id_utente,
        notify: (n) => notify(n),
        onEnd: () => {
          if (router === made) router = null
        },
        rung,
      })
      router = made
      return made.open()
    },
    close: leave,
    async clearUser(args) {
      const mineRouter = mine(args.id_utente)
      if (!mineRouter) return local.clearUser(args)
      const result = (await mineRouter.call('clearUser', args, undefined)) as Result<null>
      if (result.ok) return result
      // Let the caller finish: the owner left with half the work done.
      await leave()
      return local.clearUser(args)
    },
    async onNotice(f) {
      notify = f
      return ok(null)
    },
  }
}
