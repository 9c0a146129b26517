import { transfer } from 'comlink'
import { type Database, type MethodName, STORE_METHODS } from '#contract/database'
import type { Result } from '#contract/result'
import type { OnProgress, StoreMethod } from '#contract/store/method'
import type { session } from '#contract/store/session'
import type { upkeep } from '#contract/store/upkeep'
import { parseIso } from '#rules/dates'
import { bancheHandlers } from '../banche/methods.ts'
import { copiaHandlers } from '../copia/methods.ts'
import type { StoreContext } from '../core/context.ts'
import { guard, StoreFault } from '../core/guard.ts'
import type { Handlers } from '../core/handlers.ts'
import { giornaleHandlers } from '../giornale/methods.ts'
import { migrateOld } from '../legacy/migrate.ts'
import { proveHandlers } from '../prove/methods.ts'
import { ricercaHandlers } from '../ricerca/methods.ts'
import { seduteHandlers } from '../sedute/methods.ts'
import { statisticheHandlers } from '../statistiche/methods.ts'
import { copyStore, measureCopie } from './copies.ts'
import { durably, keepUp } from './durable.ts'
import { readStoreState, verifyStore } from './verify.ts'

const upkeepHandlers: Handlers<typeof upkeep> = {
  measureCopie,
  copyStore,
  readStatoArchivio: readStoreState,
  // Check for damage first; the check compares with the mirror by itself.
  verifyArchivio: verifyStore,
  migrateVecchio: migrateOld,
}

const HANDLERS = {
  ...bancheHandlers,
  ...ricercaHandlers,
  ...statisticheHandlers,
  ...seduteHandlers,
  ...proveHandlers,
  ...upkeepHandlers,
  ...copiaHandlers,
  ...giornaleHandlers,
}

type Served = Omit<Database, keyof typeof session | 'close'>
type Handler = (ctx: StoreContext, args: never, onProgress: OnProgress) => unknown

/** Returns the methods of the open store, each made of its declaration and its slice's handler. */
export function serveMethods(current: () => StoreContext): Served {
  const served = Object.entries(HANDLERS).map(
    ([name, handler]) => [name, serve(STORE_METHODS[name as MethodName], handler, current)] as const,
  )
  return Object.fromEntries(served) as Served
}

function serve(method: StoreMethod<unknown, unknown>, handler: Handler, current: () => StoreContext) {
  const { kind, waitsForMirror = kind === 'write', dated = false, frees = false } = method
  return async (args: never, onProgress: OnProgress = () => {}): Promise<Result<unknown>> => {
    const result = await guard(() => {
      const ctx = current()
      const run = async () => {
        if (waitsForMirror) await keepUp(ctx)
        if (dated) checkDate(args)
        return handler(ctx, args, onProgress)
      }
      return durably(ctx, run, { frees })
    })
    if (!result.ok || !method.moves) return result
    return transfer(
      result,
      method.moves(result.value).map(({ buffer }) => buffer as ArrayBuffer),
    )
  }
}

function checkDate({ at }: { at: string }): void {
  if (parseIso(at) === null) throw new StoreFault('RICHIESTA_NON_VALIDA', at, { campi: ['at'] })
}
