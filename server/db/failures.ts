// Classes of PostgreSQL that mean "no database now": connection, resources, operator intervention (shutdown, starting
// up). A full disk, no memory and failing disks (53, 58) pass when the operator frees room.
const CLASSES = ['08', '57P', '53', '58']
// States of a time-out, of a conflict between transactions, and of a prepared statement that PgBouncer gave to another
// client.
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

// A page with a wrong sum, or an index that contradicts its table. The operator repairs the disk or restores a backup.
const DAMAGED = new Set(['XX001', 'XX002'])

/** Returns whether the database found a damaged part; only calls that need this part fail. */
export const isDatabaseDamaged = (error: unknown): boolean => DAMAGED.has(sqlState(error))

/** Returns whether a failure means that the database is unreachable now, so that a later retry makes sense. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // ENOENT is also an ordinary missing file: only a socket's counts.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return CODES.has(code) || CLASSES.some((sqlClass) => code.startsWith(sqlClass)) || SENTENCES.test(error.message)
}

/** Returns one sentence for a database that runs and refuses the connection; null for any other failure. */
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

/** Returns the SQLSTATE of a failure, e.g. 23505; empty when the failure is not the database's. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

// A NUL or half a character in a text, or a number beyond its column: no schema of ours excludes them from a string.
const DATA = new Set(['22021', '22P02', '22P05', '22003'])

/** Returns whether the database refused a value of the request. */
export const isRefusedData = (error: unknown): boolean => DATA.has(sqlState(error))

/** Returns whether a row was refused because its account has been deleted meanwhile. */
export const isAccountGone = (error: unknown): boolean =>
  sqlState(error) === '23503' && String((error as { constraint?: unknown }).constraint).includes('_id_utente_')
