// Bundled and run in Node by tests/faults/clock.test.ts: the daily care of a store on a device whose clock was once ahead.
import { Disk } from '../disk/disk.ts'
import { installOpfs } from '../disk/opfs.ts'
import type { Published } from '../power/world.ts'
import { createWorld, instant, MemorySpecchio, must, UTENTE } from './world.ts'

const GIORNO = 86_400
const AVANTI = '2030-01-01T00:00:00.000+01:00'
const COPIA = /copia-\d$/
const GUASTO = `idoneo-${UTENTE}/file/guasto-1.db`

/** Copies made, one a day, after a day in 2030; and the days after which what was damaged was still put aside. */
export async function jump(banks: readonly Published[]) {
  const opfs = installOpfs(new Disk())
  try {
    const disk = new Disk()
    disk.recording = false
    opfs.change(disk)
    const world = createWorld(disk, banks, new MemorySpecchio(), 'd')
    must(await world.db.open({ id_utente: UTENTE }))
    must(await world.db.downloadBanca({ concorso: (banks[0] as Published).concorso, at: instant(0) }, () => {}))
    disk.write(disk.create(GUASTO), new Uint8Array(64), 0)
    const newest = () =>
      Math.max(
        ...[...disk.image()].flatMap(([path, bytes]) =>
          COPIA.test(path) ? [new Float64Array(bytes.slice(0, 8).buffer)[0] as number] : [],
        ),
      )
    const check = async (at: string) => {
      const { stato } = must(await world.db.verifyArchivio({ at, completa: true }))
      return { ultima: stato.ultima_copia === at, copie: newest(), guasto: disk.files.has(GUASTO) }
    }
    const giorni = []
    for (const at of [instant(0), AVANTI, instant(60), instant(GIORNO), instant(GIORNO + 60)])
      giorni.push(await check(at))
    const settimane = []
    for (let n = 1; n <= 5; n++) settimane.push((await check(instant(n * 7 * GIORNO))).guasto)
    await world.end()
    return { giorni, settimane }
  } finally {
    opfs.uninstall()
  }
}
