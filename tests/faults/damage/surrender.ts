import type { Image } from '../disk/disk.ts'
import type { Published } from '../power/world.ts'
import { pathOf } from './strike.ts'
import { createWorld, instant, MemorySpecchio, must, UTENTE, withDisks } from './world.ts'

/** Header of a place of the pool, bytes. */
const HEADER = 4096
const CHIESTE = 4
const ID = 'prova'
const STELLA = '0190a000-0000-7000-8000-000000000001'

export type Caduta = { colpo: 'azzera' | 'indietro'; simulazione: boolean; quando: number; copiata?: boolean }

/** What is left of trials that were given up. */
export type Resa = { stato: string; resto: number | null; da_spedire: number; in_attesa: number; causa: string | null }

/**
 * A person marks two places of a trial without a pause, the store is checked and copied, they give the trial up: later, in the same
 * instant as the last mark, or under a clock set back (`quando`, minutes). With `copiata` the store is copied once more and a star
 * is set. Then the log is lost, or the files of before come back (`colpo`). What the next visit finds, long after the time is over.
 */
export const loseResa = (banks: readonly Published[], { colpo, simulazione, quando, copiata }: Caduta): Promise<Resa> =>
  withDisks(async (enter) => {
    const [una] = banks as [Published]
    const disk = enter()
    const mirror = new MemorySpecchio()
    const world = createWorld(disk, banks, mirror, 'prima')
    const { db } = world
    must(await db.open({ id_utente: UTENTE }))
    must(await db.downloadBanca({ concorso: una.concorso, at: instant(0) }, () => {}))
    const places = Array.from({ length: CHIESTE }, () => 0)
    must(
      await db.createProva({
        id: ID,
        tipo: simulazione ? 'SIMULAZIONE' : 'PROVA_PERSONALIZZATA',
        id_concorso: 1,
        filtro: { id_concorso: 1 },
        ordine: 'UFFICIALE',
        seme: 1,
        mescola: false,
        avanti_da_sola: false,
        at: instant(62),
        scelte: Int32Array.from(una.ids.slice(0, CHIESTE)),
        prova: {
          regole: {
            nome: 'Mia',
            sezioni: [{ nome: 'Tutto', punti: { tipo: 'fissi', corretta: 1, sbagliata: 0, omessa: 0 } }],
            durata: '01:00:00',
            pausa: false,
          },
          sezioni: places,
          difficolta: places,
          tempo_aggiuntivo: 0,
          simulazione: simulazione
            ? { id_simulazione: 5, gettone: 'g', fine: '2027-01-01T00:00:00.000Z', iniziata: instant(62) }
            : null,
          sfida: null,
        },
      } as Parameters<typeof db.createProva>[0]),
    )
    for (const [i, indice] of [0, 1].entries())
      must(await db.stepProva({ id: ID, at: instant(63 + i), evento: { tipo: 'segna', indice, risposta: 1 } }))
    must(await db.verifyArchivio({ at: instant(70), completa: true }))
    const before: Image = new Map(disk.image())
    must(await db.stepProva({ id: ID, at: instant(quando), evento: { tipo: 'abbandona' } }))
    must(await db.verifyArchivio({ at: instant(76), completa: copiata === true }))
    if (copiata) {
      const stella = {
        id_concorso: 1,
        id_domanda: una.ids[5] as number,
        preferiti: true,
        at: instant(77),
        id_evento: STELLA,
      }
      must(await db.setPreferiti(stella))
      must(await db.verifyArchivio({ at: instant(78), completa: false }))
    }
    const image: Image = colpo === 'indietro' ? before : new Map(disk.image())
    if (colpo === 'azzera')
      for (const [path, bytes] of image)
        if (path.includes('.opaque/') && pathOf(bytes) === '/utente.db-wal') bytes.fill(0, HEADER)
    const mirrored = new MemorySpecchio(mirror.content)
    await world.end()

    const after = createWorld(enter(image), banks, mirrored, 'dopo')
    must(await after.db.open({ id_utente: UTENTE }))
    const { recupero: recovery } = must(await after.db.verifyArchivio({ at: instant(80_000), completa: true }))
    const { stato, resto } = must(await after.db.readProva({ id: ID, at: instant(80_001) }))
    const da_spedire = must(await after.db.listDaSpedire()).length
    const in_attesa = must(await after.db.countUnsynced()).totale
    await after.end()
    return { stato, resto, da_spedire, in_attesa, causa: recovery?.causa ?? null }
  })
