import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 8 * 1024 ** 3

/** Tells whether files and programs of a run can lie in this machine's memory. */
function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const options = mounts.map((line) => line.split(' ')).find(([, place]) => place === MEMORY)?.[3] ?? 'noexec'
    return Math.min(bavail * bsize, process.availableMemory()) > ROOM_BYTES && !options.includes('noexec')
  } catch {
    return false
  }
}

/**
 * Makes a folder for the files of a run, deleted when the process exits: a new database has a thousand, which take a virtual disk
 * twenty times as long as memory (decision 0168).
 */
export function makeFolder() {
  const folder = mkdtempSync(join(process.env.TMPDIR || !hasRoomInMemory() ? tmpdir() : MEMORY, 'idoneo-test-'))
  // The embedded database runs as another user where root starts it.
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
