// Bundled and run in Node by tests/workers/recovery/own-work.test.ts: what a person wrote that no event says, and the ways to lose it.

import type { NewSeduta } from '#contract/database'
import type { NewProva } from '#contract/prova'
import type { RecoveryReport } from '#contract/store-care'
import { MIGRATIONS } from '#workers/core/schema'
import type { Disk, Image } from '../disk/disk.ts'
import type { Published, World } from '../power/world.ts'
import { pathOf } from './strike.ts'
import { createWorld, instant, MemorySpecchio, must, UTENTE, withDisks } from './world.ts'

const HEADER = 4096
const SEDUTA = 'prova-1'

/** What is done to the store before the next visit. */
export type Colpo =
  /** One byte of the log, after the pool's own header. */
  | { tipo: 'byte'; at: number }
  | { tipo: 'azzera' }
  /** The marks as version 14 wrote them, then the migration; and a page of templates that nobody uses is changed. */
  | { tipo: 'vecchie' }
  /** The flush of a note fails, and every byte is checked before anything else is written. */
  | { tipo: 'scarico' }
  /** The flush after that truncation of the log being written back fails, and it goes on: of the database, of the log. */
  | { tipo: 'chiusura'; volta: 0 | 1 }
  /** A store that was never checked whole and has no mirror: its log is all of it, and the header of that is changed. */
  | { tipo: 'giovane' }
  /** The page of the events is changed: they seem fewer than the copy knows of. */
  | { tipo: 'eventi' }
  /** The store is as it was after two marks, and the person goes on in it before anything was checked. */
  | { tipo: 'indietro' }

export type Esito = {
  /** What the last visit told. */
  recupero: RecoveryReport | null
  note: number
  /** What is marked at each place of the trial; null when it cannot be read. */
  segnate: (number | null)[] | null
  /** Banks with a file, and bank files on the storage. */
  banche: number[]
  file: number
  aperta: string | null
}

const prova: NewProva = {
  regole: {
    nome: 'Come la RIPAM',
    sezioni: [{ nome: 'Conoscenze', punti: { tipo: 'fissi', corretta: 0.75, sbagliata: -0.25, omessa: 0 } }],
    ammissione: { minimo: 2 },
    durata: '01:00:00',
    pausa: true,
  },
  sezioni: [0, 0, 0, 0],
  difficolta: [0, 0, 0, 0],
  tempo_aggiuntivo: 0,
  simulazione: { id_simulazione: 5, gettone: 'g', fine: '2027-01-01T00:00:00.000Z' },
  sfida: null,
} as NewProva

const nuova = (bank: Published): NewSeduta & { scelte: Int32Array; prova: NewProva } => ({
  ...{ id: SEDUTA, tipo: 'SIMULAZIONE', id_concorso: 1, filtro: { id_concorso: 1 }, ordine: 'UFFICIALE', seme: 1 },
  ...{ mescola: false, avanti_da_sola: false, at: instant(62), scelte: Int32Array.from(bank.ids.slice(0, 4)), prova },
})

/** A store with a note, a trial under way with four marks and two banks, all since the last answer; struck, and visited again. */
export async function loseOpera(banks: readonly Published[], colpo: Colpo): Promise<Esito> {
  return withDisks(async (enter) => {
    const [una, , other] = banks as [Published, Published, Published]
    const disk = enter()
    const specchio = new MemorySpecchio()
    const world = createWorld(disk, banks, specchio, 'prima')
    const { db } = world
    must(await db.open({ id_utente: UTENTE }))
    must(await db.downloadBanca({ concorso: una.concorso, at: instant(0) }, () => {}))
    must(await answer(world, una, 0))
    if (colpo.tipo !== 'giovane') must(await db.verifyArchivio({ at: instant(50), completa: true }))
    must(await note(world, una, 0))
    must(await db.createProva(nuova(una)))
    let prima: Image = new Map()
    for (let i = 0; i < 4; i++) {
      must(await db.stepProva({ id: SEDUTA, at: instant(63 + i), evento: { tipo: 'segna', indice: i, risposta: 1 } }))
      if (i === 1) prima = new Map(disk.image())
    }
    must(await db.downloadBanca({ concorso: other.concorso, at: instant(70) }, () => {}))
    must(await db.verifyArchivio({ at: instant(71), completa: false }))
    const image = colpo.tipo === 'indietro' ? prima : new Map(await strike(world, una, colpo))
    const mirror = new MemorySpecchio(colpo.tipo === 'giovane' ? undefined : specchio.content)
    await world.end()
    return await visit(enter(image), banks, mirror, colpo.tipo === 'indietro')
  })
}

const note = ({ db }: World, { ids }: Published, k: number) =>
  db.saveNota({ id_concorso: 1, id_domanda: ids[k] as number, testo: `nota ${k}`, at: instant(200 + k) })
const answer = ({ db }: World, { ids }: Published, k: number) =>
  db.answer({
    ...{ id_concorso: 1, id_domanda: ids[k] as number, at: instant(100 + k), id_evento: `e${k}`, risposta: 1 },
    ...{ modalita: 'ESEGUITA' as const, id_seduta: null, indice: null },
  })

async function strike(world: World, una: Published, colpo: Colpo): Promise<Image> {
  const { db, disk } = world
  const connection = world.connection()
  if (!connection) throw new Error('no connection')
  if (colpo.tipo === 'vecchie') {
    const { sql = '' } = MIGRATIONS.find((m) => m.versione === 15) ?? {}
    const created =
      connection.get<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE name = 'prove_voci'")?.sql ?? ''
    const before = created.replace(/, cambi_\w+ INTEGER NOT NULL DEFAULT 0/g, '').replace('prove_voci', 'vecchie')
    connection.exec(`${before}; INSERT INTO vecchie SELECT id_seduta, indice, risposta, da_rivedere, escluse, ms, cambi FROM prove_voci;
      DROP TABLE prove_voci; ALTER TABLE vecchie RENAME TO prove_voci; ${sql}`)
    must(await db.verifyArchivio({ at: instant(80), completa: true }))
    const root = connection.get<{ n: number }>("SELECT rootpage AS n FROM sqlite_schema WHERE name = 'modelli_prova'")
    return changed(disk.image(), '/utente.db', ((root?.n ?? 0) - 1) * 8192 + 5000)
  }
  if (colpo.tipo === 'eventi') {
    const root = connection.get<{ n: number }>("SELECT rootpage AS n FROM sqlite_schema WHERE name = 'eventi'")
    return changed(disk.image(), '/utente.db', (root?.n ?? 0) * 8192 - 100)
  }
  if (colpo.tipo === 'scarico' || colpo.tipo === 'chiusura') {
    let last = ''
    let fired = 0
    disk.trouble = (operation) => {
      const closing = colpo.tipo === 'scarico' || last === 'truncate'
      last = operation
      if (operation === 'flush' && closing && fired++ === (colpo.tipo === 'scarico' ? 0 : colpo.volta))
        throw new DOMException('Failed to write to the access handle', 'InvalidStateError')
      return undefined
    }
    if (colpo.tipo === 'scarico') await note(world, una, 1)
    await db.verifyArchivio({ at: instant(300), completa: true })
    disk.trouble = null
    // Enough of them that the log is written back once more when the store is closed.
    for (let k = 1; k < una.ids.length; k++) must(await answer(world, una, k))
    if (fired <= (colpo.tipo === 'scarico' ? 0 : colpo.volta)) throw new Error('nothing failed')
    must(await db.close())
    return disk.image()
  }
  if (colpo.tipo === 'byte') return changed(disk.image(), '/utente.db-wal', colpo.at)
  if (colpo.tipo === 'giovane') return changed(disk.image(), '/utente.db-wal', 17)
  const image = new Map(disk.image())
  for (const [path, bytes] of image)
    if (path.includes('.opaque/') && pathOf(bytes) === '/utente.db-wal') bytes.fill(0, HEADER)
  return image
}

function changed(image: Image, name: string, at: number): Image {
  for (const [path, bytes] of image)
    if (path.includes('.opaque/') && bytes.length > HEADER && pathOf(bytes) === name)
      bytes[HEADER + at] = (bytes[HEADER + at] as number) ^ 4
  return image
}

async function visit(disk: Disk, banks: readonly Published[], mirror: MemorySpecchio, avanti: boolean): Promise<Esito> {
  const world = createWorld(disk, banks, mirror, 'dopo')
  const { db } = world
  must(await db.open({ id_utente: UTENTE }))
  if (avanti)
    must(await db.stepProva({ id: SEDUTA, at: instant(75), evento: { tipo: 'segna', indice: 0, risposta: 2 } }))
  const { recupero: recovery } = must(await db.verifyArchivio({ at: instant(80_000), completa: true }))
  const letta = await db.readProva({ id: SEDUTA, at: instant(80_001) })
  const [opened] = must(await db.listAperte({ id_concorso: 1 }))
  const esito = {
    recupero: recovery,
    note: world.connection()?.get<{ n: number }>('SELECT count(*) AS n FROM note')?.n ?? 0,
    segnate: letta.ok ? letta.value.voci.map((v) => v.risposta) : null,
    banche: must(await db.listBanche()).flatMap((b) => (b.stato > 0 ? [b.id_concorso] : [])),
    file: [...disk.image()].filter(([p, b]) => p.includes('.opaque/') && pathOf(b).startsWith('/banca-')).length,
    aperta: opened?.id ?? null,
  }
  await world.end()
  return esito
}
