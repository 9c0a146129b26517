import type { Archivio } from '../archivio.ts'
import { renewView } from '../attach.ts'
import { reflect, specchioOf } from '../specchio/tieni.ts'
import { brokenPages, LOG_PIENO, LOG_TROPPO, seal } from './sigillo.ts'

/** Bytes of log that a store being closed may leave for the next start to read through. */
const LOG_BREVE = 256 * 1024

/** Milliseconds that the care of what was written waits for: it must not stand in the way of the next answer. */
const QUIETE_MS = 100
/** Times that it waits while methods go on being called: a second, so that whoever never stops is cared for too. */
const ATTESE = 10

/**
 * A moment after the last of some methods has answered: new events go to the mirror, a full log goes back into the database.
 * Nobody waits for it, and what fails is tried again after the next method.
 */
export function tend(a: Archivio): void {
  a.custodia.chiamate++
  if (!a.custodia.in_attesa) void care(a)
}

async function care(a: Archivio): Promise<void> {
  const { custodia } = a
  if (a.chiuso) return
  custodia.in_attesa = true
  await quiet(a)
  const { chiamate } = custodia
  try {
    // The mirror comes first, for what it holds may be needed next; but a start that reads through too long a log is slow at once.
    const passi = [renewView, mirror, sealFull]
    if (isHere(a) && logSize(a) >= LOG_TROPPO) passi.reverse()
    for (const passo of passi) await careWith(a, passo)
  } finally {
    custodia.in_attesa = false
    // Methods that answered meanwhile.
    if (custodia.chiamate !== chiamate) void care(a)
  }
}

/** The store can be looked at now. */
const isHere = (a: Archivio): boolean => !a.chiuso && !a.perso && !a.rilettura

async function careWith(a: Archivio, passo: (a: Archivio) => void | Promise<void>): Promise<void> {
  // The next method puts right what was found damaged.
  if (!isHere(a) || a.custodia.guaste.size > 0) return
  try {
    await passo(a)
  } catch (error) {
    console.warn('store care', error)
  }
}

/** Brings the mirror up to date. The pages are looked at once before: of what is damaged it learns nothing. */
export async function mirror(a: Archivio): Promise<void> {
  if (!a.custodia.guardata && specchioOf(a)) await brokenPages(a)
  if (a.custodia.guaste.size === 0) await reflect(a)
}

async function sealFull(a: Archivio): Promise<void> {
  if (logSize(a) >= LOG_PIENO) await seal(a)
}

async function quiet(a: Archivio): Promise<void> {
  const { custodia, platform } = a
  let before = -1
  for (let volte = 0; volte < ATTESE && custodia.chiamate !== before; volte++) {
    before = custodia.chiamate
    await platform.wait(QUIETE_MS)
    if (!isHere(a) || logSize(a) >= LOG_TROPPO) return
  }
}

/** Bytes of the log of a database in a file. */
export const logSize = (a: Archivio): number => (a.driver.officina ? (a.db.raw?.('main', true)?.size() ?? 0) : 0)

/** Before the store is closed: the mirror is complete and a long log is written back. */
export async function stopTending(a: Archivio): Promise<void> {
  a.chiuso = true
  try {
    // What nobody has looked at yet is mirrored by the next visit.
    if (a.custodia.guardata && a.custodia.guaste.size === 0) await reflect(a)
    if (logSize(a) > LOG_BREVE) await seal(a)
    await a.custodia.coda
  } catch (error) {
    console.warn('store care', error)
  }
}
