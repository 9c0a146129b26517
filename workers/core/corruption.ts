/** What was found wrong without SQLite saying so. Never leaves recupero/. */
export class Corruption extends Error {}

/** A database that holds nothing, where one may have been. */
export class EmptyStore extends Corruption {}

const ERROR = 1
const CONSTRAINT = 19
const CORRUPT = 11
const NOTADB = 26
/** SQLITE_IOERR_READ, _SHORT_READ and _CORRUPTFS: the rest of IOERR is a full disk. */
const READS = new Set([266, 522, 8458])

/** What SQLite says, as of any other error, of a file whose header asks for a format or an encoding that no file here has. */
const HEADER = /unsupported file format|must use the same text encoding/

/** Errors that damaged bytes give. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Corruption) return true
  const { resultCode: code = 0, message = '' } = (error ?? {}) as { resultCode?: number; message?: string }
  if (code === ERROR) return HEADER.test(message)
  return (code & 0xff) === CORRUPT || (code & 0xff) === NOTADB || READS.has(code)
}

/**
 * The same, and a statement, a row or a text that does not fit: each was tried on the schema and on what it writes, so bytes may
 * have changed. Good for looking at the bytes, not for rebuilding without a look.
 */
export function mayBeDamage(error: unknown): boolean {
  const code = (error as { resultCode?: number } | null)?.resultCode ?? 0
  return isDamage(error) || code === ERROR || (code & 0xff) === CONSTRAINT || error instanceof SyntaxError
}
