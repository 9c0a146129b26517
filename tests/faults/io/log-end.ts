// Bundled and run in Node by tests/faults/log-end.test.ts: what lies in a log after SQLite's end of it, at the next opening.

import { MIGRATIONS } from '#workers/core/schema'
import { findEventi } from '#workers/recovery/raw-events'
import { createWorld as createMirrored, MemorySpecchio, withDisks } from '../damage/world.ts'
import type { Disk, Image } from '../disk/disk.ts'
import { codeOf, createWorld, instant, must, type Published, UTENTE, type World } from '../power/world.ts'

const POOL_HEADER = 4096
const FRAME = 24 + 8192
const PROVA = 'prova'

type Fatto = 'niente' | 'segna' | 'risponde'
export type Caso = {
  banks: readonly Published[]
  /** Places of the trial, each marked with its first answer. */
  n: number
  /** What ends the delivery: a full disk, or the power after so many frames of it. */
  come: 'pieno' | { quadri: number }
  /** What the person does after a delivery that was refused. */
  poi: Fatto
  /** The bank's file is gone at the next opening. */
  senzaBanca?: boolean
  /** A byte of a mark in the middle of the log is changed, so that the next opening rebuilds the store. */
  guasto?: boolean
}
export type Esito = {
  consegna: string
  stato: string
  /** Answers marked, by place, that are not the first one. */
  altre: Record<number, number | null>
  consegnata: boolean
  eventi: number
  livelli: number
  /** Events that lay whole in the log before the opening, and that the store does not have after it. */
  resti: number
}

const answer = ({ db }: World, bank: Published, i: number, at: number) =>
  db.answer({
    id_concorso: bank.concorso.id_concorso,
    id_domanda: bank.ids[i] as number,
    risposta: 1,
    modalita: 'ESEGUITA',
    at: instant(at),
    id_evento: `evento-${i}`,
    id_seduta: null,
    indice: null,
  })

/** A world on a new disk, its bank downloaded and all of it in the database: the log holds what comes after. */
async function begin(
  banks: readonly Published[],
  disk: Disk,
  world = createWorld(disk, banks),
): Promise<{ world: World; bank: Published }> {
  const bank = banks[0] as Published
  must(await world.db.open({ id_utente: UTENTE }))
  must(await world.db.downloadBanca({ concorso: bank.concorso, at: instant(0) }, () => {}))
  must(await world.db.verifyArchivio({ at: instant(1), completa: true }))
  return { world, bank }
}

const logOf = (world: World): number => world.connection()?.raw?.('main', true)?.size() ?? 0

const nameIn = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, 200)).split('\0')[0] ?? ''
const isLog = (bytes: Uint8Array) => nameIn(bytes) === '/utente.db-wal'
const isBank = (bytes: Uint8Array) => nameIn(bytes).startsWith('/banca-')

/** The same image with other bytes for the person's log. */
function withLog(image: Image, change: (bytes: Uint8Array) => Uint8Array): Image {
  return new Map([...image].map(([path, bytes]) => [path, isLog(bytes) ? change(bytes.slice()) : bytes]))
}

const beginTrial = ({ db }: World, bank: Published, n: number, at: string) => {
  const scelte = Int32Array.from(bank.ids.slice(0, n))
  const zeros = Array.from(scelte, () => 0)
  const { id_concorso } = bank.concorso
  return db.createProva({
    ...{ id: PROVA, tipo: 'PROVA_PERSONALIZZATA', id_concorso, filtro: { id_concorso }, ordine: 'UFFICIALE' },
    ...{ seme: 1, mescola: false, avanti_da_sola: false, at, scelte },
    prova: {
      regole: {
        nome: 'Mie',
        sezioni: [{ nome: 'Tutto', punti: { tipo: 'fissi', corretta: 1, sbagliata: 0, omessa: 0 } }],
      },
      ...{ sezioni: zeros, difficolta: zeros, tempo_aggiuntivo: 0, simulazione: null, sfida: null },
    },
  })
}

/** A trial marked, its delivery ended before its time, and what the next opening makes of it. */
export const deliverBroken = ({ banks, n, come, poi, senzaBanca = false, guasto = false }: Caso): Promise<Esito> =>
  withDisks(async (enter) => {
    const disk = enter()
    const { world, bank } = await begin(banks, disk)
    const { db } = world
    let t = 10
    must(await beginTrial(world, bank, n, instant(t++)))
    const mark = async (indice: number, risposta: number) =>
      must(await db.stepProva({ id: PROVA, at: instant(t++), evento: { tipo: 'segna', indice, risposta } }))
    for (let i = 0; i < n; i++) await mark(i, 1)
    const before = logOf(world)
    // The last free bytes take what fits of a commit.
    if (come === 'pieno') disk.trouble = (what) => (what === 'write' ? 20 * FRAME : undefined)
    const consegna = codeOf(await db.deliverProva({ id: PROVA, at: instant(t++) }))
    disk.trouble = null
    if (poi === 'segna') await mark(30, 2)
    if (poi === 'risponde') must(await answer(world, bank, n + 1, t++))
    const end = POOL_HEADER + before + (come === 'pieno' ? 0 : come.quadri * FRAME)
    const middle = POOL_HEADER + Math.floor(before / 2)
    const all = withLog(disk.image(), (bytes) => {
      if (guasto) bytes[middle] = 255 ^ (bytes[middle] as number)
      return come === 'pieno' ? bytes : bytes.slice(0, end)
    })
    await world.end().catch(() => {})
    const image = new Map([...all].filter(([, bytes]) => !senzaBanca || !isBank(bytes)))
    return lookAgain(image, banks, consegna, enter)
  })

async function lookAgain(
  image: Image,
  banks: readonly Published[],
  consegna: string,
  enter: (image: Image) => Disk,
): Promise<Esito> {
  const log = [...image].find(([, bytes]) => isLog(bytes))?.[1] ?? new Uint8Array(0)
  const eventi = new Set(findEventi(log.slice()).map(({ id }) => id))
  const world = createWorld(enter(image), banks)
  must(await world.db.open({ id_utente: UTENTE }))
  const { stato, voci, consegna: fatta } = must(await world.db.readProva({ id: PROVA, at: instant(9_000) }))
  const db = world.connection()
  const lost = (id: string) => db?.get('SELECT 1 FROM eventi WHERE id = ?', id) === undefined
  const count = (sql: string) => db?.get<{ n: number }>(sql)?.n ?? -1
  const esito = {
    ...{ consegna, stato, consegnata: fatta !== null },
    altre: Object.fromEntries(voci.filter((v) => v.risposta !== 1).map((v) => [v.indice, v.risposta])),
    eventi: count('SELECT count(*) AS n FROM eventi'),
    livelli: count('SELECT count(*) AS n FROM statistiche WHERE livello_conoscenza <> -99'),
    resti: [...eventi].filter(lost).length,
  }
  await world.end()
  return esito
}

/**
 * A trial whose delivery the mirror has whole and the power has cut in the log. Its time on the last place shown, where nothing is
 * marked, ms, after the next visit.
 */
export const deliverMirrored = (banks: readonly Published[]): Promise<number | undefined> =>
  withDisks(async (enter) => {
    const mirror = new MemorySpecchio()
    const disk = enter()
    const { world, bank } = await begin(banks, disk, createMirrored(disk, banks, mirror, 'prima'))
    const { db } = world
    const n = 40
    must(await beginTrial(world, bank, n, instant(10)))
    for (let i = 1; i < n; i++)
      must(await db.stepProva({ id: PROVA, at: instant(10 + i), evento: { tipo: 'segna', indice: i, risposta: 1 } }))
    must(await db.stepProva({ id: PROVA, at: instant(60), evento: { tipo: 'apri', indice: 0 } }))
    const end = POOL_HEADER + logOf(world) + 12 * FRAME
    must(await db.deliverProva({ id: PROVA, at: instant(61), ms: 500 }))
    must(await db.verifyArchivio({ at: instant(62), completa: false }))
    const image = withLog(disk.image(), (bytes) => bytes.slice(0, end))
    const mirrored = new MemorySpecchio(mirror.content)
    await world.end()
    const next = createMirrored(enter(image), banks, mirrored, 'dopo')
    must(await next.db.open({ id_utente: UTENTE }))
    must(await next.db.verifyArchivio({ at: instant(9_000), completa: true }))
    const { voci } = must(await next.db.readProva({ id: PROVA, at: instant(9_001) }))
    await next.end()
    return voci.find(({ indice }) => indice === 0)?.ms
  })

/** Answers of a store of the version before the newest whose last transaction has a changed byte, after its next opening. */
export const migrateOver = (banks: readonly Published[], risposte: number): Promise<number> =>
  withDisks(async (enter) => {
    const disk = enter()
    const { world, bank } = await begin(banks, disk)
    for (let i = 0; i < risposte - 1; i++) must(await answer(world, bank, i, 10 + i))
    const [prima] = MIGRATIONS.slice(-2)
    const sql = world.connection() as unknown as { exec: (sql: string) => void }
    const undone = 'ALTER TABLE banche DROP COLUMN ritirata;'
    sql.exec(`BEGIN; ${undone} PRAGMA main.user_version = ${prima?.versione}; COMMIT`)
    must(await world.db.verifyArchivio({ at: instant(1_000), completa: true }))
    const from = POOL_HEADER + Math.max(logOf(world), 32)
    must(await answer(world, bank, risposte, 2_000))
    const image = withLog(disk.image(), (bytes) => {
      bytes[from + 5_000] = 255 ^ (bytes[from + 5_000] as number)
      return bytes
    })
    await world.end().catch(() => {})
    const next = createWorld(enter(image), banks)
    must(await next.db.open({ id_utente: UTENTE }))
    const found = next.connection()?.get<{ n: number }>('SELECT count(*) AS n FROM eventi')?.n ?? -1
    await next.end()
    return found
  })

/**
 * A store never looked at, with nothing beside it: what made it has a changed byte in its last frame, and one transaction came
 * after. Whether it opens, and whether it opens again.
 */
export const openYoung = (banks: readonly Published[]): Promise<string[]> =>
  withDisks(async (enter) => {
    const disk = enter()
    const world = createWorld(disk, banks)
    must(await world.db.open({ id_utente: UTENTE }))
    must(await world.db.saveFiltro({ id: 'f', nome: 'mio', filtro: {}, ordine: 'UFFICIALE', creato: instant(1) }))
    const image = withLog(disk.image(), (bytes) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset)
      const ends: number[] = []
      for (let at = POOL_HEADER + 32; at + FRAME <= bytes.length; at += FRAME)
        if (view.getUint32(at + 4) !== 0) ends.push(at)
      // The last frame of a transaction may be there twice.
      const made = ends.filter(
        (at) => view.getBigUint64(at) === view.getBigUint64(ends[0] as number) && at <= (ends[1] as number),
      )
      for (const at of made) bytes[at + 1_000] = 255 ^ (bytes[at + 1_000] as number)
      return bytes.slice(0, (ends[made.length] as number) + FRAME)
    })
    await world.end().catch(() => {})
    let after = image
    const opened: string[] = []
    for (let i = 0; i < 2; i++) {
      const here = enter(after)
      const next = createWorld(here, banks)
      opened.push(codeOf(await next.db.open({ id_utente: UTENTE })))
      await next.end().catch(() => {})
      after = here.image()
    }
    return opened
  })
