import { reloadConfig } from '../config-reload.ts'
import type { Deps } from '../deps.ts'

/**
 * Reads the configuration again here and on every replica; returns the entries that changed here. Reloads here first: an
 * invalid configuration reaches no other replica. Throws WrongConfiguration.
 */
export async function reloadEverywhere(deps: Deps) {
  return { cambiate: reloadConfig(deps), ...(await deps.replicas.broadcast('configurazione')) }
}
