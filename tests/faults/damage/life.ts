import { createRandom } from '#rules/random'
import { findEventi } from '#workers/recovery/raw-events'
import { Disk, type Image } from '../disk/disk.ts'
import { newPerson, nextAct } from '../power/acts.ts'
import type { Published } from '../power/world.ts'
import { apply } from '../power/writings.ts'
import {
  differences,
  type MarkRow,
  markValue,
  nameOf,
  readIds,
  readWritings,
  sittingValue,
  type TrialRow,
  tell,
  trialOfRow,
  type Writings,
} from '../store/writings.ts'
import { type Pages, readPages } from './pages.ts'
import { createWorld, instant, MemorySpecchio, must, Server, UTENTE } from './world.ts'

/** What a person sees of a question, however it is kept. */
export type Shown = { livello_conoscenza: number; preferiti: number; risposta_gettonata: number | null }

/** A store at rest, with what is true of it. */
export type Life = {
  image: Image
  /** The same store some time before. */
  old: Image | null
  specchio: MemorySpecchio
  server: Server
  cursore: number
  device: string
  /** Every event acknowledged, with its question and its own bytes as they lie on the storage. */
  events: Map<string, { id_domanda: number; bytes: Uint8Array }>
  /** Those that the server never had. */
  unsent: Set<string>
  shown: Map<number, Shown>
  /** Sittings, trials, notes and the like; as the last copy has them; as the mirror has them. */
  written: Writings
  copied: Writings
  mirrored: Writings
  /** Where each table lies. */
  pages: Pages
  banks: Map<number, string>
  steps: number
}

const ACTS = 40

type Ask = { all<T>(sql: string): T[] }

export const shownOf = (db: Ask): Map<number, Shown> =>
  new Map(
    db
      .all<Shown & { id_domanda: number }>(
        'SELECT id_domanda, livello_conoscenza, preferiti, risposta_gettonata FROM main.statistiche',
      )
      .map(({ id_domanda, ...s }) => [id_domanda, s]),
  )

/** One life of a store: used, sent now and then, checked now and then, closed or left as a closed browser leaves it. */
export async function live(banks: readonly Published[], seed: number, enter: (disk: Disk) => void): Promise<Life> {
  const chance = createRandom(seed)
  const disk = new Disk()
  disk.recording = false
  enter(disk)
  const specchio = new MemorySpecchio()
  const server = new Server()
  const device = `d${seed}`
  const world = createWorld(disk, banks, specchio, device)
  const { db } = world
  const person = newPerson()
  must(await db.open({ id_utente: UTENTE }))
  const bank = banks[0] as Published
  must(await db.downloadBanca({ concorso: bank.concorso, at: instant(0) }, () => {}))
  let old: Image | null = null
  let cursore = 0
  const oldAt = 5 + chance(ACTS - 10)
  const sent = new Set<string>()
  const exchange = async (work: Promise<void>) => {
    await work
    const rows = sql().all<{ id: string }>(
      'SELECT id FROM main.eventi e JOIN main.statistiche s USING (id_domanda) WHERE s.sincronizzata = 1',
    )
    for (const { id } of rows) sent.add(id)
  }
  const sql = () => world.connection() as Ask
  const written: Writings = new Map()
  let copied: Writings = new Map()
  const verify = async (at: string, completa: boolean) => {
    must(await db.verifyArchivio({ at, completa }))
    if (completa) copied = readWritings(sql())
  }
  for (let i = 0; i < ACTS; i++) {
    // Only what `nextAct` leaves to chance here: no installation, no removal, no mark without a server.
    const act = nextAct(person, chance, banks)
    if (act.intent?.kind === 'bank' || act.intent?.kind === 'synced') await exchange(server.push(world))
    else if ((await act.run(db)).ok && act.intent?.kind === 'written') apply(written, act.intent.rows)
    // Far enough apart for a new copy each time.
    if (chance(12) === 0) await verify(instant(100_000 * (i + 1)), true)
    if (chance(15) === 0) await exchange(server.pull(world, 1, ++cursore))
    if (i === oldAt) old = disk.image()
  }
  // What is mirrored after an answer is there by the time that anybody can look.
  await verify(instant(9_000_000), chance(2) === 0)
  const [different] = differences(written, readWritings(sql()))
  if (different) throw new Error(`without any damage ${tell(different)}`)
  const rows = sql().all<{ id: string; catena: Uint8Array; id_domanda: number }>(
    'SELECT id, catena, id_domanda FROM main.eventi',
  )
  const shown = shownOf(sql())
  const pages = readPages(sql())
  const files = sql().all<{ id_concorso: number; file: string }>(
    'SELECT id_concorso, file FROM main.banche WHERE file IS NOT NULL',
  )
  // Left open: the log is still there, as after a browser that was closed.
  const crashed = chance(3) > 0 ? disk.image() : null
  const mirror = new MemorySpecchio(specchio.content)
  await db.close()
  const image = crashed ?? disk.image()
  await world.end()
  return {
    image,
    old,
    specchio: mirror,
    server,
    cursore,
    device,
    events: new Map(rows.map((r) => [r.id, { id_domanda: r.id_domanda, bytes: ownBytes(image, r) }])),
    unsent: new Set(rows.filter(({ id }) => !sent.has(id)).map(({ id }) => id)),
    shown,
    written,
    copied,
    mirrored: mirroredOf(mirror.content),
    pages,
    banks: new Map(files.map(({ id_concorso, file }) => [id_concorso, file])),
    steps: person.steps,
  }
}

/** The sittings and trials that the mirror has, as the examiner tells them. */
function mirroredOf({ sedute }: MemorySpecchio['content']): Writings {
  const mirrored: Writings = new Map()
  for (const { riga, domande, prova } of sedute) {
    const { id, tipo, stato, indice } = riga as { id: string; tipo: string; stato: string; indice: number }
    const ids = readIds(domande.id_domande as Uint8Array)
    mirrored.set(nameOf('seduta', id), sittingValue({ tipo, stato, indice, ids }))
    if (prova) mirrored.set(nameOf('prova', id), trialOfRow(prova.riga as TrialRow))
    for (const voce of prova?.voci ?? [])
      mirrored.set(nameOf('voce', id, voce.indice as number), markValue(voce as MarkRow))
  }
  return mirrored
}

/**
 * The bytes of an event's row as they lie in the database or its log; empty when they are not in one piece. A row that was
 * moved leaves a copy behind whose first bytes SQLite reuses: that one is not whole, and is passed over.
 */
function ownBytes(image: Image, { id, catena }: { id: string; catena: Uint8Array }): Uint8Array {
  for (const bytes of image.values()) {
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let link = all.indexOf(Buffer.from(catena)); link >= 0; link = all.indexOf(Buffer.from(catena), link + 1)) {
      const from = all.lastIndexOf(Buffer.from(id), link)
      // Before the id come the row's own header, the device and the place in its chain; after the link its sum.
      const own = from >= 48 && link - from < 2000 ? bytes.slice(from - 48, link + 32 + 6) : new Uint8Array(0)
      if (findEventi(own).length > 0) return own
    }
  }
  return new Uint8Array(0)
}
