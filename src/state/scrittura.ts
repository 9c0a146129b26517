import type { Database } from '#contract/database'
import type { Result } from '#contract/result'
import { withArchivio } from './archivio.ts'

/** Runs one call on the signed-in account's store, which is opened if it is not. */
export async function onArchivio<T>(f: (db: Database) => Promise<Result<T>>): Promise<Result<T>> {
  const archivio = await withArchivio()
  return archivio.ok ? f(archivio.valore) : archivio
}
