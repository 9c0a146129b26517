import type { Archivio } from './archivio.ts'
import { faultOf, StoreFault } from './guard.ts'
import { rereadArchivio } from './open.ts'

/**
 * Runs a method of the open store and answers when all it wrote is durable. When it will not be, the answer is the failure and
 * the store is read again from what is durable, so that nothing shown is ahead of what is kept.
 */
export async function durably<T>(a: Archivio, work: () => T | Promise<T>): Promise<T> {
  if (a.rilettura) await a.rilettura
  if (a.perso) throw new StoreFault(a.perso.codice, a.perso.dettaglio)
  let value: T
  try {
    value = await work()
  } catch (error) {
    await a.driver.settle().catch(() => reread(a))
    throw error
  }
  try {
    await a.driver.settle()
  } catch (error) {
    await reread(a)
    throw error
  }
  return value
}

function reread(a: Archivio): Promise<void> {
  a.rilettura ??= rereadArchivio(a)
    .catch((error: unknown) => {
      a.perso = faultOf(error)
    })
    .finally(() => {
      a.rilettura = undefined
    })
  return a.rilettura
}
