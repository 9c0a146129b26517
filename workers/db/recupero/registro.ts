import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CausaRecupero } from '#contract/cura'
import { isNoMemory } from '../drivers/log.ts'
import type { Voce } from '../drivers/motore.ts'
import type { Bottega } from '../drivers/officina.ts'
import type { Connection, FileStore, Platform, Valore } from '../drivers/platform.ts'
import { type Letto, PAGINA } from '../drivers/registro.ts'
import type { EventoScritto } from '../eventi.ts'
import { markElenco } from './elenco.ts'
import { toEvento } from './eventi-grezzi.ts'
import { replayOltre } from './oltre.ts'
import { listGuasti, setAside } from './parte.ts'
import type { Riparato } from './recupera.ts'
import { type Fonti, rebuild } from './ricostruisci.ts'

type Luogo = { platform: Platform; files: FileStore }

/**
 * Rebuilds the closed store of a rung over a log: the snapshot with its log up to the first transaction that is gone, or what
 * undamaged pages of the snapshot hold; of the transactions that cannot be run every event, and what they did to sittings, trials,
 * notes, templates and the like (recupero/oltre). What else those changed comes back with a pull: the cursors are emptied. Snapshot and log are put aside first (reliability R6).
 */
export async function repairRegistro(
  { platform, files }: Luogo,
  bottega: Bottega,
  causa: CausaRecupero,
): Promise<Riparato> {
  const resti = await bottega.readResti()
  await keepResti(files, resti)
  const { oltre, ...immagine } = imageOf(bottega, resti)
  const fonti = {
    ...immagine,
    log: null,
    copia: null,
    riflesso: { testa: null, eventi: [...resti.transazioni, ...resti.oltre].flatMap(eventiOf), sedute: [] },
    oltre: (db: Connection) => replayOltre(db, oltre),
    newDevice: () => platform.newDevice(),
  }
  const { bytes, ...fatto } = rebuild(bottega, fonti)
  await bottega.replace(askAllAgain(bottega, bytes))
  return { causa, utente: true, ...fatto, dallo_specchio: 0, banche: [], specchio: false }
}

/** Durable before anything of it is deleted; kept as a damaged file is (`listGuasti`). */
async function keepResti(files: FileStore, { istantanea, transazioni, oltre }: Letto): Promise<void> {
  const plain = (_: string, v: unknown) =>
    v instanceof Uint8Array ? { byte: bytesToHex(v) } : typeof v === 'bigint' ? { intero: String(v) } : v
  const log = utf8ToBytes(JSON.stringify({ transazioni, oltre }, plain)) as Uint8Array<ArrayBuffer>
  await setAside(files, { db: istantanea ?? new Uint8Array(0), log })
  const numero = (await listGuasti(files)).at(-1)?.numero
  // A file is read when it is written, or its failure is told.
  for (const name of [`guasto-${numero}.db`, `guasto-${numero}.db-log`])
    if (!(await files.blob(name))) throw new Error(`${name} not kept`)
}

type Immagine = Pick<Fonti, 'db' | 'somme'> & { oltre: Voce[][] }

/**
 * The database as far as the log can be run, the snapshot as it lies where it is not whole; and the transactions that are not in
 * it.
 */
function imageOf(bottega: Bottega, { istantanea, somme, intera, transazioni, oltre }: Letto): Immagine {
  const asItLies = {
    db: istantanea,
    somme: somme && { generazione: 0, page: PAGINA, somme },
    oltre: [...transazioni, ...oltre],
  }
  if (!intera) return asItLies
  const { db, bytes } = bottega.banco(istantanea ?? undefined)
  let run = 0
  try {
    db.exec(`PRAGMA page_size=${PAGINA}; PRAGMA foreign_keys=ON`)
    try {
      for (; run < transazioni.length; run++) bottega.replay(db, transazioni[run] as Voce[])
    } catch (error) {
      if (isNoMemory(error)) throw error
      // Like one that is gone.
    }
    return { db: bytes(), somme: null, oltre: [...transazioni.slice(run), ...oltre] }
  } catch (error) {
    if (isNoMemory(error)) throw error
    return asItLies
  } finally {
    db.close()
  }
}

/** The next pull brings all that the server has, and banks are known by the files that are here. */
function askAllAgain(bottega: Bottega, from: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { db, bytes } = bottega.banco(from)
  try {
    db.exec('DELETE FROM cursori')
    markElenco(db)
    return bytes()
  } finally {
    db.close()
  }
}

const INSERT = /^\s*INSERT INTO eventi\s*\(([^)]*)\)/
/** Columns of a row of `eventi`, as `toEvento` takes them. */
const COLONNE =
  'dispositivo seq id id_concorso id_domanda _ tipo dati ts_client versione_banca catena _ controllo'.split(' ')

/** The events that a transaction wrote, each held to its own sum. */
function eventiOf(transazione: readonly Voce[]): EventoScritto[] {
  return transazione.flatMap(({ sql, valori }) => {
    const names = INSERT.exec(sql)?.[1]
      ?.split(',')
      .map((name) => name.trim())
    if (!names) return []
    const row = new Map(names.map((name, i): [string, Valore] => [name, valori[i] ?? null]))
    const evento = toEvento(COLONNE.map((name) => row.get(name) ?? null))
    return evento ? [evento] : []
  })
}
