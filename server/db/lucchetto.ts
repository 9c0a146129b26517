import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'

/** Another process uses the data. */
export class CartellaOccupata extends Error {
  override name = 'CartellaOccupata'
}

/** Start of a process in the system's own ticks: tells a process from a later one with the same number. Null if unknown. */
function startOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? null
  } catch {
    return null
  }
}

function isAlive({ pid, inizio }: { pid: number; inizio: string | null }): boolean {
  try {
    process.kill(pid, 0)
  } catch (errore) {
    if ((errore as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return inizio === null || startOf(pid) === null || startOf(pid) === inizio
}

const parse = (testo: string): { pid: number; inizio: string | null } | null => {
  try {
    return JSON.parse(testo)
  } catch {
    return null
  }
}

/** Takes a lock file for this process and answers how to give it back; a dead holder's lock is taken over. Throws CartellaOccupata. */
export async function lockCartella(file: string): Promise<() => Promise<void>> {
  const mio = JSON.stringify({ pid: process.pid, inizio: startOf(process.pid), id: randomUUID() })
  for (let giro = 0; giro < 5; giro++) {
    try {
      const nuovo = await open(file, 'wx')
      await nuovo.writeFile(mio)
      await nuovo.close()
      return async () => {
        if ((await readFile(file, 'utf8').catch(() => '')) === mio) await rm(file, { force: true })
      }
    } catch (errore) {
      if ((errore as NodeJS.ErrnoException).code !== 'EEXIST') throw errore
    }
    const trovato = await readFile(file, 'utf8').catch(() => '')
    const altro = parse(trovato)
    if (altro && isAlive(altro)) throw new CartellaOccupata(`${file}: in uso dal processo ${altro.pid}`)
    // Put aside, not deleted: if a third process took it over between our look and now, its lock goes back to its place.
    const daParte = `${file}.${randomUUID()}`
    await rename(file, daParte).catch(() => {})
    if ((await readFile(daParte, 'utf8').catch(() => trovato)) !== trovato) await rename(daParte, file)
    else await rm(daParte, { force: true })
  }
  throw new CartellaOccupata(`${file}: conteso da altri processi`)
}
