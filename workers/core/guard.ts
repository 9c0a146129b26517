import type { ErrorCode } from '#contract/errors'
import { type Failure, fail, ok, type Result } from '#contract/result'
import { diskFault } from './disk-faults.ts'

/** A refusal on its way to the boundary, where it becomes a Result. Never leaves the worker. */
export class StoreFault extends Error {
  readonly failure: Failure
  constructor(codice: ErrorCode, detail?: string, rest: Omit<Failure, 'codice' | 'detail'> = {}) {
    super(detail ?? codice)
    this.failure = detail === undefined ? { codice, ...rest } : { codice, detail, ...rest }
  }
}

/** Runs `work` and returns a Result in every case: nothing is thrown across the worker's boundary. */
export async function guard<T>(work: () => T | Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work())
  } catch (error) {
    const { codice, ...rest } = faultOf(error)
    return fail(codice, rest)
  }
}

/** Returns the catalogue's code of any thrown value. */
export function faultOf(error: unknown): Failure {
  if (error instanceof StoreFault) return error.failure
  const { name, message, cause } = (error ?? {}) as { name?: string; message?: string; cause?: unknown }
  const why = cause === undefined ? '' : ` (${String(cause)})`
  const detail = `${name ?? 'error'}: ${message ?? String(error)}${why}`
  const disk = diskFault(error)
  if (disk) return { ...disk, detail }
  if (name === 'CompileError') return { codice: 'WEBASSEMBLY_NOT_AVAILABLE', detail }
  return { codice: 'INDEXEDDB_GENERIC_ERROR', detail }
}
