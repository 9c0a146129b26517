import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'

/** Another process uses the data. */
export class FolderBusy extends Error {
  override name = 'FolderBusy'
}

/** Start of a process in the system's own ticks: tells a process from a later one with the same number. Null if unknown. */
function startOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? null
  } catch {
    return null
  }
}

function isAlive({ pid, inizio: start }: { pid: number; inizio: string | null }): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return start === null || startOf(pid) === null || startOf(pid) === start
}

const parse = (text: string): { pid: number; inizio: string | null } | null => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Takes a lock file for this process and answers how to give it back; a dead holder's lock is taken over. Throws CartellaOccupata. */
export async function lockFolder(file: string): Promise<() => Promise<void>> {
  const own = JSON.stringify({ pid: process.pid, inizio: startOf(process.pid), id: randomUUID() })
  for (let round = 0; round < 5; round++) {
    try {
      const next = await open(file, 'wx')
      await next.writeFile(own)
      await next.close()
      return async () => {
        if ((await readFile(file, 'utf8').catch(() => '')) === own) await rm(file, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const found = await readFile(file, 'utf8').catch(() => '')
    const other = parse(found)
    if (other && isAlive(other)) throw new FolderBusy(`${file}: in uso dal processo ${other.pid}`)
    // Put aside, not deleted: if a third process took it over between our look and now, its lock goes back to its place.
    const aside = `${file}.${randomUUID()}`
    await rename(file, aside).catch(() => {})
    if ((await readFile(aside, 'utf8').catch(() => found)) !== found) await rename(aside, file)
    else await rm(aside, { force: true })
  }
  throw new FolderBusy(`${file}: conteso da altri processi`)
}
