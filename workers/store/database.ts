import type { Database } from '#contract/database'
import { guard } from '../core/guard.ts'
import type { Platform } from '../core/platform.ts'
import { serveMethods } from './methods.ts'
import type { OwnershipEvents } from './open.ts'
import { StoreOwner } from './owner.ts'

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
