import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** LevelDB writes its journal in blocks of so many bytes; a record has a header of seven. */
const BLOCK = 32_768
const HEADER = 7
const LENGTH = 99
const WRITTEN = 40

/**
 * Leaves in the journal of the profile's IndexedDB what a kill leaves in one of a hundred by chance: the beginning of a record that
 * the browser was writing (decision 0036). Nothing that anybody was told of is in it. False where there is no such journal.
 */
export function tearJournal(profile: string): boolean {
  const base = join(profile, 'Default', 'IndexedDB')
  const folder = existsSync(base) && readdirSync(base).find((name) => name.endsWith('.indexeddb.leveldb'))
  if (!folder) return false
  const logs = readdirSync(join(base, folder)).filter((name) => name.endsWith('.log'))
  const newest = logs.sort().at(-1)
  if (newest === undefined) return false
  const path = join(base, folder, newest)
  // A record that does not fit into its block is written in another way.
  if (BLOCK - (statSync(path).size % BLOCK) < HEADER + LENGTH) return false
  const torn = Buffer.alloc(HEADER + WRITTEN, 0xa5)
  torn.writeUInt16LE(LENGTH, 4)
  torn.writeUInt8(1, 6)
  appendFileSync(path, torn)
  return true
}
