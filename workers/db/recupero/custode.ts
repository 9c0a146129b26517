import type { Archivio } from '../archivio.ts'
import { reflect } from '../specchio/tieni.ts'
import { LOG_PIENO, seal } from './sigillo.ts'

/** Bytes of log that a store being closed may leave for the next start to read through. */
const LOG_BREVE = 256 * 1024

/** Milliseconds that the care of what was written waits for: it must not stand in the way of the next answer. */
const QUIETE_MS = 100

/**
 * A moment after a method has answered: new events go to the mirror, a full log goes back into the database. Nobody waits for
 * it, and what fails is tried again after the next method.
 */
export function tend(a: Archivio): void {
  if (a.custodia.in_attesa || a.chiuso) return
  a.custodia.in_attesa = true
  void a.platform.wait(QUIETE_MS).then(async () => {
    a.custodia.in_attesa = false
    if (a.chiuso || a.perso || a.rilettura) return
    try {
      await reflect(a)
      if (!a.chiuso && logSize(a) >= LOG_PIENO) await seal(a)
    } catch (error) {
      console.warn('store care', error)
    }
  })
}

const logSize = (a: Archivio): number => (a.driver.officina ? (a.db.raw?.('main', true)?.size() ?? 0) : 0)

/** Before the store is closed: the mirror is complete and a long log is written back. */
export async function stopTending(a: Archivio): Promise<void> {
  a.chiuso = true
  try {
    await reflect(a)
    if (logSize(a) > LOG_BREVE) await seal(a)
    await a.custodia.coda
  } catch (error) {
    console.warn('store care', error)
  }
}
