// Bundled and run in Node by tests/faults/full-disk.test.ts: the real store over a fake disk that holds so many bytes and no more.
import { createRandom } from '#rules/random'
import { LOG_RESERVE_BYTES, RESERVE_BYTES } from '#workers/backends/disk-reserve'
import { Disk } from '../disk/disk.ts'
import { installOpfs } from '../disk/opfs.ts'
import { install } from '../power/acts.ts'
import { codeOf, createWorld, instant, must, type Published, UTENTE } from '../power/world.ts'

export type Pieno = {
  /** Answers acknowledged before the disk was full for the first time, and after. */
  prima: number
  dopo: number
  /** Code of the answer that ended it, and of the deletion of the bank then. */
  fine: string
  cancellazione: string
  /** Acknowledged answers that are not there after, and bytes of the reserve for deleting when answers ended. */
  mancanti: number
  riserva: number
}

/** Bytes left when the first answer is given. */
const LIBERI = 2 * 1024 * 1024
const RISPOSTE = 6000

/** Answers until not even the reserve of the log helps, then deletes the bank. `senza`: without that reserve. */
export async function fillDisk({ banks, senza }: { banks: readonly Published[]; senza: boolean }): Promise<Pieno> {
  const { random } = Math
  const { warn, error } = console
  const disk = new Disk()
  const opfs = installOpfs(disk)
  disk.recording = false
  console.warn = () => {}
  console.error = () => {}
  const names = createRandom(3)
  Math.random = () => (names(1 << 20) + names(1 << 20) / (1 << 20)) / (1 << 20)
  try {
    const world = createWorld(disk, banks)
    const { db } = world
    const [bank] = banks as [Published]
    must(await db.open({ id_utente: UTENTE }))
    must(await install(bank, instant(0)).run(db))
    const reserve = (name: string, size: number) => {
      const file = disk.create(`idoneo-${UTENTE}/${name}`)
      disk.write(file, new Uint8Array(size), 0)
    }
    reserve('riserva', RESERVE_BYTES)
    if (!senza) reserve('riserva-log', LOG_RESERVE_BYTES)
    const used = () => [...disk.files.values()].reduce((sum, file) => sum + file.size, 0)
    const room = used() + LIBERI
    let full = false
    disk.limit = (more) => {
      if (used() + more <= room) return
      full = true
      throw new DOMException('No capacity available for this operation', 'QuotaExceededError')
    }
    const given: string[] = []
    const outcome: Pieno = { prima: 0, dopo: 0, fine: 'ok', cancellazione: '', mancanti: 0, riserva: 0 }
    for (let i = 0; i < RISPOSTE; i++) {
      const code = codeOf(
        await db.answer({
          id_concorso: bank.concorso.id_concorso,
          id_domanda: bank.ids[i % bank.ids.length] as number,
          risposta: 1 + (i % 2),
          modalita: 'ESEGUITA',
          at: instant(i + 1),
          id_evento: `risposta-${i}`,
          id_seduta: null,
          indice: null,
        }),
      )
      if (code !== 'ok') {
        outcome.fine = code
        break
      }
      given.push(`risposta-${i}`)
      if (full) outcome.dopo++
      else outcome.prima++
    }
    outcome.riserva = disk.files.get(`idoneo-${UTENTE}/riserva`)?.size ?? 0
    outcome.cancellazione = codeOf(await db.deleteBanca({ id_concorso: bank.concorso.id_concorso, dallaLista: false }))
    disk.limit = null
    must(await db.close())
    must(await db.open({ id_utente: UTENTE }))
    const here = new Set((world.connection()?.all<{ id: string }>('SELECT id FROM eventi') ?? []).map(({ id }) => id))
    outcome.mancanti = given.filter((id) => !here.has(id)).length
    await world.end()
    return outcome
  } finally {
    Math.random = random
    console.warn = warn
    console.error = error
    opfs.uninstall()
  }
}
