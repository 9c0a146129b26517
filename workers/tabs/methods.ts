import { type Database, type MethodName, STORE_METHODS } from '#contract/database'
import { fail, ok, type Result } from '#contract/result'
import type { StoreChange } from '#contract/store/change'
import type { OnProgress, StoreMethod } from '#contract/store/method'

/** Refuse an undeclared method: another tab may run another version of the product. */
export const isMethodName = (name: unknown): name is MethodName =>
  typeof name === 'string' && Object.hasOwn(STORE_METHODS, name)

/** Returns a method's declaration, whatever its arguments are. */
export const methodOf = (name: MethodName): StoreMethod<unknown, unknown> => STORE_METHODS[name]

type Callable = (args: unknown, onProgress?: OnProgress) => Promise<Result<unknown>>

/** Calls a method by its name. Wrong arguments of another version of the product are refused, not thrown. */
export const byName =
  (db: Database, name: MethodName): Callable =>
  async (args, onProgress) => {
    const method: (args: never, onProgress: never) => Promise<Result<unknown>> = db[name]
    try {
      return await method(args as never, onProgress as never)
    } catch (error) {
      return fail('RICHIESTA_NON_VALIDA', { detail: String(error) })
    }
  }

export const isRepeatable = (name: MethodName, args: unknown): boolean => methodOf(name).repeatable?.(args) ?? true

/**
 * Accepts a repetition's failure where an unacknowledged first attempt may have done the work. Any other failure
 * stands.
 */
export function settleRepeated(name: MethodName, result: Result<unknown>): Result<unknown> {
  return !result.ok && result.error.codice === methodOf(name).doneWhen ? ok(null) : result
}

/** Returns the change for the other tabs after a successful method; null when nothing changed. */
export const changeOf = (name: MethodName, args: unknown, value: unknown): StoreChange | null =>
  methodOf(name).changed?.(args, value) ?? null
