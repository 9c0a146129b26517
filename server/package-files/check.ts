import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hashOfName } from './names.ts'

/** Most files whose check is remembered; beyond them all are checked again. */
const MAX_LOOKED_AT = 10_000

/** Time, in ms, for which a call waits for a check: the server cuts a connection that is silent for thirty seconds. */
export const CALL_WAITS_MS = 20_000

/**
 * Returns a check that a file's content has the hash of its name. The check reads a file again only when its stamp has
 * changed, and throws where the reading fails.
 */
export function createCheck(open: (name: string) => Promise<Readable>) {
  const known = new Map<string, { stamp: string; sound: Promise<boolean> }>()
  const read = async (name: string): Promise<boolean> => {
    const hash = createHash('sha256')
    await pipeline(await open(name), hash)
    return hash.digest('hex') === hashOfName(name)
  }
  return (name: string, stamp: string): Promise<boolean> => {
    const before = known.get(name)
    if (before?.stamp === stamp) return before.sound
    if (known.size >= MAX_LOOKED_AT) known.clear()
    const sound = read(name)
    known.set(name, { stamp, sound })
    sound.catch(() => known.delete(name))
    return sound
  }
}
