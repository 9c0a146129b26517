import type { Database } from '#contract/database'
import { fail, type Result } from '#contract/result'
import { withArchivio } from './archivio.ts'
import { setAutore } from './avvisi.ts'
import { chi } from './credenziale.ts'

/** Runs one call on the signed-in account's store, which is opened if it is not; never on the store of whoever signs in meanwhile. */
export async function onArchivio<T>(f: (db: Database) => Promise<Result<T>>): Promise<Result<T>> {
  const di = chi()
  const archivio = await withArchivio()
  const suo = archivio.ok && chi() !== di ? fail('ARCHIVIO_NON_APERTO', { detail: 'account' }) : archivio
  const esito = suo.ok ? await f(suo.value) : suo
  if (!esito.ok) setAutore(esito.error, di)
  return esito
}
