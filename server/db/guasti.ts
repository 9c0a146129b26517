// Classes of PostgreSQL that mean "no database now": connection, resources, operator intervention (shutdown, starting up).
const CLASSI = ['08', '57P']
const CODICI = new Set([
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const FRASI =
  /connection terminated|timeout exceeded when trying to connect|cannot use a pool after calling end|not queryable/i

/** Whether a failure means that the database cannot be reached now, so that trying again later makes sense. */
export function isDatabaseDown(errore: unknown): boolean {
  if (!(errore instanceof Error)) return false
  const codice = 'code' in errore && typeof errore.code === 'string' ? errore.code : ''
  // ENOENT is also an ordinary missing file: only a socket's counts.
  if (codice === 'ENOENT') return 'syscall' in errore && errore.syscall === 'connect'
  return CODICI.has(codice) || CLASSI.some((classe) => codice.startsWith(classe)) || FRASI.test(errore.message)
}

/** SQLSTATE of a failure, e.g. 23505; empty when it is not one of the database's. */
export function sqlState(errore: unknown): string {
  return errore instanceof Error && 'code' in errore && typeof errore.code === 'string' ? errore.code : ''
}
