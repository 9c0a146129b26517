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

// A NUL or half a character in a text, a number beyond its column: nothing that a schema of ours can say of a string.
const DATI = new Set(['22021', '22P05', '22003'])

/** Whether the database refused a value that came with the request. */
export const isDatoRifiutato = (errore: unknown): boolean => DATI.has(sqlState(errore))
