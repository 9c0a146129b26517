import type { Codice } from '#contract/errori'
import { type Failure, fail, ok, type Result } from '#contract/result'
import { diskFault } from './guasti-disco.ts'

/** A refusal on its way to the boundary, where it becomes a Result. Never leaves the worker. */
export class StoreFault extends Error {
  readonly guasto: Failure
  constructor(codice: Codice, dettaglio?: string, altro: Omit<Failure, 'codice' | 'dettaglio'> = {}) {
    super(dettaglio ?? codice)
    this.guasto = dettaglio === undefined ? { codice, ...altro } : { codice, detail: dettaglio, ...altro }
  }
}

/** Runs `work` and answers a Result whatever happens: nothing is thrown across the worker's boundary. */
export async function guard<T>(work: () => T | Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work())
  } catch (error) {
    const { codice, ...altro } = faultOf(error)
    return fail(codice, altro)
  }
}

/** The catalogue's code of whatever was thrown. */
export function faultOf(error: unknown): Failure {
  if (error instanceof StoreFault) return error.guasto
  const { name, message, cause } = (error ?? {}) as { name?: string; message?: string; cause?: unknown }
  const why = cause === undefined ? '' : ` (${String(cause)})`
  const dettaglio = `${name ?? 'error'}: ${message ?? String(error)}${why}`
  const disk = diskFault(error)
  if (disk) return { ...disk, detail: dettaglio }
  if (name === 'CompileError') return { codice: 'WEBASSEMBLY_NOT_AVAILABLE', detail: dettaglio }
  return { codice: 'INDEXEDDB_GENERIC_ERROR', detail: dettaglio }
}
