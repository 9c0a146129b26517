import { randomBytes } from 'node:crypto'
import type { Db } from '../deps.ts'
import { readSecret } from './secrets.ts'

/** Time, in ms, for which a read epoch is reused: a restore beside a running server changes it. */
const FRESH_MS = 5_000

/** The epoch of this installation, in bytes. */
export const readEpoch = (db: Db): Promise<Buffer> => readSecret(db, 'epoca', randomBytes, 12)

/**
 * Returns the epoch of this installation: made with the database, made anew by a restore. A device that meets another
 * epoch sends again what the server may lack. Null while the database is unreachable. `exact` reads it now, for a
 * device that relies on it.
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
      // Keep the last known epoch until the database is reachable.
      readAt = Date.now()
    } finally {
      reading = null
    }
  }
  return async (exact) => {
    // Read once more: a read under way may have begun before the response was read.
    if (exact) await read()
    else if (Date.now() - readAt > FRESH_MS) {
      reading ??= read()
      if (known === null) await reading
    }
    return known
  }
}
