/** Damage that our own checks found without an error of SQLite. Never leaves `recovery/`. */
export class Corruption extends Error {}

/** A database that holds nothing, where one may have been. */
export class EmptyStore extends Corruption {}

const ERROR = 1
const CONSTRAINT = 19
const CORRUPT = 11
const NOTADB = 26
/** SQLITE_IOERR_READ, _SHORT_READ and _CORRUPTFS: the rest of IOERR is a full disk. */
const READS = new Set([266, 522, 8458])

/** Message of SQLite, with its general code, about a header with a format or an encoding that no file here has. */
const HEADER = /unsupported file format|must use the same text encoding/

/** Errors that damaged bytes give. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Corruption) return true
  const { resultCode: code = 0, message = '' } = (error ?? {}) as { resultCode?: number; message?: string }
  if (code === ERROR) return HEADER.test(message)
  return (code & 0xff) === CORRUPT || (code & 0xff) === NOTADB || READS.has(code)
}

/**
 * Returns true also for a statement, a row, a text or a length that does not fit. Each was tested on the schema, so
 * changed bytes may be the cause. Callers then check the bytes, and never rebuild without a check.
 */
export function mayBeDamage(error: unknown): boolean {
  const code = (error as { resultCode?: number } | null)?.resultCode ?? 0
  const unfit = error instanceof SyntaxError || error instanceof RangeError
  return isDamage(error) || code === ERROR || (code & 0xff) === CONSTRAINT || unfit
}
