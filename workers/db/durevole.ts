import type { CausaRecupero } from '#contract/cura'
import type { Archivio } from './archivio.ts'
import { faultOf, StoreFault } from './guard.ts'
import { healArchivio, rereadArchivio } from './open.ts'
import { logSize, tend } from './recupero/custode.ts'
import { mayBeDamage } from './recupero/guasto.ts'
import { seal } from './recupero/sigillo.ts'
import { healDamage } from './recupero/verifica.ts'

/**
 * Runs a method of the open store and answers when all it wrote is durable. When it will not be, the answer is the failure and
 * the store is read again from what is durable, so that nothing shown is ahead of what is kept.
 */
export async function durably<T>(a: Archivio, work: () => T | Promise<T>): Promise<T> {
  if (a.rilettura) await a.rilettura
  // Found while the log was written back.
  else if (a.custodia.guaste.size > 0) await heal(a)
  stillOpen(a)
  let value: T
  try {
    value = await work()
  } catch (error) {
    // A connection that was closed fails as a damaged one does: of the two, that it is closed is told.
    if (a.chiuso && !(error instanceof StoreFault)) stillOpen(a)
    if (a.chiuso) throw error
    await a.driver.settle().catch(() => reread(a))
    if (!(mayBeDamage(error) ? await heal(a) : isFull(error) && (await emptyLog(a)))) throw error
    // What it had begun is undone or there by its event's id: once more, on the store put right.
    value = await work()
  }
  try {
    await a.driver.settle()
  } catch (error) {
    await reread(a)
    throw error
  }
  tend(a)
  return value
}

/** Throws when the store was closed, or lost, while something was waited for. */
export function stillOpen(a: Archivio): void {
  if (a.perso) throw new StoreFault(a.perso.codice, a.perso.detail)
  if (a.chiuso) throw new StoreFault('ARCHIVIO_NON_APERTO', 'closed meanwhile')
}

/**
 * `durably` for a method that makes room: when there is none left even for that, the reserve is given up and it is done once
 * more (data-engine §9).
 */
export async function freeing<T>(a: Archivio, work: () => T | Promise<T>): Promise<T> {
  try {
    return await durably(a, work)
  } catch (error) {
    if (!isFull(error) || !(await a.driver.freeReserve?.())) throw error
    return durably(a, work)
  }
}

const isFull = (error: unknown): boolean => faultOf(error).codice === 'INDEXEDDB_NOT_ENOUGH_SPACE'

/** Bytes of a log that is worth writing back. */
const LOG_UTILE = 128 * 1024

/**
 * On a full disk the log goes back into the database, which takes a small part of its room: a reserve is given up for it and
 * made again of what it frees. Answers go on so, many times over, before anybody must delete anything (reliability R5).
 */
async function emptyLog(a: Archivio): Promise<boolean> {
  const { driver } = a
  const before = logSize(a)
  if (before < LOG_UTILE || !(await driver.freeLogReserve?.())) return false
  try {
    await seal(a)
  } catch {
    return false
  }
  if (logSize(a) >= before) return false
  await driver.keepLogReserve?.().catch(() => driver.freeLogReserve?.())
  return true
}

/** Puts right a store that a method found damaged; the others wait. False when nothing was found. */
async function heal(a: Archivio): Promise<boolean> {
  let healed = false
  await alone(a, async () => {
    healed = await healDamage(a, healArchivio)
  })
  if (healed) a.platform.announce?.({ id_utente: a.id_utente })
  return healed
}

/** Rebuilds the open store while every other method waits. */
export async function mend(a: Archivio, causa: CausaRecupero): Promise<void> {
  await alone(a, () => healArchivio(a, causa))
  if (a.perso) throw new StoreFault(a.perso.codice, a.perso.detail)
}

/** Reads the store again while every other method waits; one that cannot be read again is lost to this worker. */
function alone(a: Archivio, work: () => Promise<void>): Promise<void> {
  // Its files may be another's by now.
  if (a.chiuso) return Promise.reject(new StoreFault('ARCHIVIO_NON_APERTO', 'closed meanwhile'))
  a.rilettura ??= work()
    .catch((error: unknown) => {
      a.perso = faultOf(error)
    })
    .finally(() => {
      a.rilettura = undefined
      // Another owner writes here (claimRegistro): as when the lock was stolen.
      if (a.perso?.codice === 'ARCHIVIO_OCCUPATO') a.onPerso()
    })
  return a.rilettura
}

const reread = (a: Archivio): Promise<void> => alone(a, () => rereadArchivio(a))
