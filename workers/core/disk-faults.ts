import type { Failure } from '#contract/result'

const IOERR = 10
const FULL = 13
const CANTOPEN = 14
/** SQLITE_IOERR_READ and _SHORT_READ. */
const READS = new Set([266, 522])

/** Names that browsers use for a disk or a quota without room. */
const FULL_NAMES = new Set(['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED', 'NS_ERROR_FILE_NO_DEVICE_SPACE'])
/** Words of Chromium's IndexedDB for a full disk, and for a write cut short by the last free bytes. */
const FULL_WORDS = /NO_SPACE|no space|not enough space|disk (?:is )?full|Unknown write\(\) failure|bytes but ?wrote/i
/** Names that browsers use for a failing file or handle. */
const BROKEN_NAMES = new Set(['InvalidStateError', 'NotReadableError', 'NotFoundError', 'UnknownError'])
const READ_WORDS = /\bread\b/i
const LOST_WORDS = /clos(?:ed|ing)|no longer|not found|could not be found|server lost/i

const BROKEN = 'INDEXEDDB_GENERIC_ERROR'

type Caught = { name?: string; message?: string; resultCode?: number; cause?: unknown }

/**
 * Returns the fault of a failed read or write: no room, or broken. SQLite returns IOERR for both, and only the
 * browser's error beneath separates them (`engine/error-cause`). Null when the storage has no part in it.
 */
export function diskFault(error: unknown): Pick<Failure, 'codice' | 'dati'> | null {
  const { resultCode, cause } = (error ?? {}) as Caught
  const primary = (resultCode ?? 0) & 0xff
  // Without SQLite in between, the error is the browser's own. A journal without room cannot be opened.
  const beneath = primary === IOERR || primary === CANTOPEN ? cause : error
  if (primary === FULL || isFull(beneath)) return { codice: 'INDEXEDDB_NOT_ENOUGH_SPACE' }
  const lost = wordsOf(beneath, LOST_WORDS)
  if (!lost && primary !== IOERR && !wordsOf(beneath, READ_WORDS)) return null
  if (lost) return { codice: BROKEN, dati: { disco: 'perso' } }
  return READS.has(resultCode ?? 0) || wordsOf(beneath, READ_WORDS)
    ? { codice: BROKEN, dati: { disco: 'lettura' } }
    : { codice: BROKEN }
}

function isFull(error: unknown): boolean {
  const { name = '', message = '' } = (error ?? {}) as Caught
  return FULL_NAMES.has(name) || FULL_WORDS.test(message)
}

/** Returns whether a failed file has these words; other errors use them for other causes. */
function wordsOf(error: unknown, words: RegExp): boolean {
  const { name = '', message = '' } = (error ?? {}) as Caught
  return (BROKEN_NAMES.has(name) || message.startsWith('Expected to read')) && words.test(message)
}
