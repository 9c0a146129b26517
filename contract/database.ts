import type { Result } from './result.ts'
import { banche } from './store/banche.ts'
import { copia } from './store/copia.ts'
import { giornale } from './store/giornale.ts'
import type { ArgsOf, StoreOf } from './store/method.ts'
import { prove } from './store/prove.ts'
import { ricerca } from './store/ricerca.ts'
import { sedute } from './store/sedute.ts'
import { session } from './store/session.ts'
import { statistiche } from './store/statistiche.ts'
import { upkeep } from './store/upkeep.ts'

export * from './store/data.ts'

/** Methods that a tab may ask of the leader, each declared once by its slice; the leader refuses any other. */
export const STORE_METHODS = {
  ...session,
  ...banche,
  ...ricerca,
  ...statistiche,
  ...sedute,
  ...prove,
  ...upkeep,
  ...copia,
  ...giornale,
}

export type MethodName = keyof typeof STORE_METHODS
/** Arguments of a method. */
export type StoreArgs<M extends MethodName> = ArgsOf<(typeof STORE_METHODS)[M]>

/**
 * The local store, exposed by workers/serve-store.ts through comlink. Every method returns a Result: comlink drops what an
 * error carries. Clock, ids and seeds are arguments (`at` is ISO 8601, D30): the worker reads neither clock nor chance.
 */
export type Database = StoreOf<typeof STORE_METHODS> & {
  /** Closes the store and gives it up; never routed to another tab. */
  close(): Promise<Result<null>>
}
