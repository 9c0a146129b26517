import { reloadConfig } from '../config-reload.ts'
import type { Deps, Order } from '../deps.ts'
import { forgetCaches } from './caches.ts'

/** Does here what another replica was asked for. */
function obey(deps: Deps, order: Order): void {
  if (order === 'configurazione') reloadConfig(deps)
  else forgetCaches(deps, order)
}

/** Obeys the orders of other replicas until stopped. */
export const listenToReplicas = (deps: Deps): Promise<() => Promise<void>> =>
  deps.replicas.listen(
    (order) => obey(deps, order),
    () => {
      forgetCaches(deps, ['concorsi', 'campioni'])
      reloadConfig(deps)
    },
  )
