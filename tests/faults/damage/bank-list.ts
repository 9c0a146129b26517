// Bundled and run in Node by tests/workers/recovery/bank-list.test.ts: the list of banks is lost, in the ways that it can be.

import type { BancaLocale } from '#contract/database'
import type { RecoveryReport } from '#contract/store-care'
import type { Disk, Image } from '../disk/disk.ts'
import type { Published } from '../power/world.ts'
import { pathOf } from './strike.ts'
import { createWorld, instant, MemorySpecchio, must, UTENTE, withDisks } from './world.ts'

const HEADER = 4096
const PAGE = 8192

/** `copia`: of when; `file`: how the bank files are; `tutto`: not the page of the list alone is gone, but all of the database. */
export type Caso = { copia: 'nessuna' | 'prima' | 'recente'; file: 'interi' | 'rotto'; tutto?: boolean }
export type Esito = {
  recupero: RecoveryReport | null
  banche: BancaLocale[]
  filtri: number
  /** Questions that can be read, by bank. */
  lette: Record<number, number>
  /** What the next visit has to tell. */
  poi: RecoveryReport | null
}

/** A store with two banks whose page of `banche` is gone, opened and checked. */
export async function loseElenco(
  banks: readonly Published[],
  { copia: backup, file, tutto = false }: Caso,
): Promise<Esito> {
  return withDisks(async (enter) => {
    const [una, , other] = banks as [Published, Published, Published]
    const disk = enter()
    const specchio = new MemorySpecchio()
    const world = createWorld(disk, banks, specchio, 'prima')
    const { db } = world
    must(await db.open({ id_utente: UTENTE }))
    must(await db.downloadBanca({ concorso: una.concorso, at: instant(0) }, () => {}))
    must(await db.saveFiltro({ id: 'f', nome: 'mio', filtro: {}, ordine: 'UFFICIALE', creato: instant(1) }))
    must(await db.selectBanca({ id_concorso: una.concorso.id_concorso, at: instant(2) }))
    if (backup === 'prima') must(await db.verifyArchivio({ at: instant(10), completa: true }))
    must(await db.downloadBanca({ concorso: other.concorso, at: instant(20) }, () => {}))
    // The log goes into the database, and there is a copy from now on.
    must(await db.verifyArchivio({ at: instant(30), completa: true }))
    const root = world
      .connection()
      ?.get<{ n: number }>("SELECT rootpage AS n FROM main.sqlite_schema WHERE name = 'banche'")?.n as number
    const mirror = structuredClone(specchio.content)
    await db.close()
    const image = new Map([...disk.image()].map(([path, bytes]) => [path, bytes.slice()]))
    await world.end()
    for (const [path, bytes] of image) {
      const inner = path.includes('.opaque/') ? pathOf(bytes) : ''
      if (backup === 'nessuna' && path.includes('/copia-')) image.delete(path)
      if (tutto && inner.startsWith('/utente.db')) image.set(path, bytes.slice(0, HEADER))
      else if (inner === '/utente.db') bytes.fill(0, HEADER + (root - 1) * PAGE, HEADER + root * PAGE)
      if (file === 'rotto' && inner.startsWith('/banca-1-')) bytes.fill(0, HEADER, HEADER + PAGE)
    }
    return await nextVisits(image, mirror, banks, enter)
  })
}

async function nextVisits(
  image: Image,
  mirror: MemorySpecchio['content'],
  banks: readonly Published[],
  enter: (image: Image) => Disk,
): Promise<Esito> {
  const disk = enter(image)
  const specchio = new MemorySpecchio(mirror)
  const world = createWorld(disk, banks, specchio, 'dopo')
  const { db } = world
  must(await db.open({ id_utente: UTENTE }))
  const { recupero: recovery } = must(await db.verifyArchivio({ at: instant(100), completa: true }))
  const banche = must(await db.listBanche())
  const filtri = must(await db.listFiltri()).length
  const lette: Esito['lette'] = {}
  for (const { concorso, ids } of [banks[0], banks[2]] as Published[]) {
    const read = await db.readDomande({ id_concorso: concorso.id_concorso, id_domande: ids })
    lette[concorso.id_concorso] = read.ok ? read.value.length : 0
  }
  const after = disk.image()
  const kept = structuredClone(specchio.content)
  await world.end()
  const next = createWorld(enter(after), banks, new MemorySpecchio(kept), 'poi')
  must(await next.db.open({ id_utente: UTENTE }))
  const poi = must(await next.db.verifyArchivio({ at: instant(200), completa: true })).recupero
  const still = must(await next.db.listBanche())
  if (still.length !== banche.length) throw new Error('the list changed by itself')
  await next.end()
  return { recupero: recovery, banche, filtri, lette, poi }
}
