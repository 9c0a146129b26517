// Classes of PostgreSQL that mean "no database now": connection, resources, operator intervention (shutdown, starting up).
// A full disk, no memory and failing disks (53, 58) pass when somebody frees room.
const CLASSES = ['08', '57P', '53', '58']
// Cut short by a time-out, or in the way of another transaction; a prepared statement that PgBouncer gave to somebody else.
const STATES = ['57014', '55P03', '25P03', '40P01', '40001', '26000', '42P05']
const CODES = new Set([
  ...STATES,
  'ENOSPC',
  'EDQUOT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const SENTENCES =
  /connection terminated|timeout exceeded when trying to connect|cannot use a pool after calling end|not queryable/i

// A page whose sum is wrong, an index that contradicts its table: whoever mends the disk or restores a backup gives it back.
const DAMAGED = new Set(['XX001', 'XX002'])

/** Whether the database found a part of itself damaged: only what lies there cannot be served. */
export const isDatabaseDamaged = (error: unknown): boolean => DAMAGED.has(sqlState(error))

/** Whether a failure means that the database cannot be reached now, so that trying again later makes sense. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // ENOENT is also an ordinary missing file: only a socket's counts.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return CODES.has(code) || CLASSES.some((sqlClass) => code.startsWith(sqlClass)) || SENTENCES.test(error.message)
}

/** One sentence for a database that is there and does not let in; null for any other failure. */
export function explainRefusal(error: unknown): string | null {
  const state = sqlState(error)
  const { message } = error as Error
  if (state === '3D000') return `il database di DATABASE_URL non esiste (${message}): crearlo con createdb`
  if (state.startsWith('28')) return `il database non accetta utente e password di DATABASE_URL (${message})`
  if (state === '26000' || state === '42P05')
    return 'il database passa per un PgBouncer in modalità transaction: impostare DATABASE_PREPARED=false'
  if (state === '08P01')
    return `PgBouncer, o il database, rifiuta la connessione (${message}): controllare DATABASE_URL e DATABASE_PREPARED`
  return null
}

/** SQLSTATE of a failure, e.g. 23505; empty when it is not one of the database's. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

// A NUL or half a character in a text, a number beyond its column: nothing that a schema of ours can say of a string.
const DATA = new Set(['22021', '22P02', '22P05', '22003'])

/** Whether the database refused a value that came with the request. */
export const isRefusedData = (error: unknown): boolean => DATA.has(sqlState(error))

/** Whether a row was refused because its account has been deleted meanwhile. */
export const isAccountGone = (error: unknown): boolean =>
  sqlState(error) === '23503' && String((error as { constraint?: unknown }).constraint).includes('_id_utente_')
