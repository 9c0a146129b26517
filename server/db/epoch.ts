import { randomBytes } from 'node:crypto'
import type { Db } from '../deps.ts'
import { readSecret } from './secrets.ts'

/** How long, in ms, an epoch that was read counts: a restore beside a running server changes it. */
const FRESH_MS = 5_000

/** The epoch of this installation, in bytes. */
export const readEpoch = (db: Db): Promise<Buffer> => readSecret(db, 'epoca', randomBytes, 12)

/**
 * Which installation this is: made with the database, made anew by a restore. A device that meets another epoch sends again what the
 * server may lack. Null while the database cannot be asked. `exact`: asked now, because a device believes what comes with it.
 */
export function createEpoch(db: Db): (exact: boolean) => Promise<string | null> {
  let known: string | null = null
  let readAt = 0
  let reading: Promise<void> | null = null
  const read = async () => {
    try {
      known = (await readEpoch(db)).toString('base64url')
      readAt = Date.now()
    } catch {
      // The last one known stands until the database answers again.
      readAt = Date.now()
    } finally {
      reading = null
    }
  }
  return async (exact) => {
    // One under way may have begun before the answer that this one goes with was read.
    if (exact) await read()
    else if (Date.now() - readAt > FRESH_MS) {
      reading ??= read()
      if (known === null) await reading
    }
    return known
  }
}
