import type { Database } from '#contract/database'
import type { Result } from '#contract/result'
import { withArchivio } from './archivio.ts'

/** Runs one call on the signed-in account's store, which is opened if it is not. */
export async function onArchivio<T>(f: (db: Database) => Promise<Result<T>>): Promise<Result<T>> {
  const archivio = await withArchivio()
  return archivio.ok ? f(archivio.valore) : archivio
}

/** Writes under way: whoever ends what they belong to waits for them. */
export function createInVolo() {
  const vanno = new Set<Promise<Result<unknown>>>()
  return {
    segui<T>(scrittura: Promise<Result<T>>): Promise<Result<T>> {
      vanno.add(scrittura)
      return scrittura.finally(() => vanno.delete(scrittura))
    },
    /** True when all of them are written. */
    async scritte(): Promise<boolean> {
      return (await Promise.all(vanno)).every((esito) => esito.ok)
    },
  }
}
