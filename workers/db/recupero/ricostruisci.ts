import { instantOf } from '#rules/data'
import type { Banco, Officina } from '../drivers/officina.ts'
import type { Connection, Valore } from '../drivers/platform.ts'
import { controlloOf, type EventoScritto, insertEvento, linkOf } from '../eventi.ts'
import { migrate } from '../migrate.ts'
import { isPrima, type Riflesso, type RigaMagazzino } from '../specchio/specchio.ts'
import { type Immagine, type Riga, readAlbero } from './albero.ts'
import { CATENA_COPIA, type CatenaCopia, columnsOf, insertRow, TABELLE } from './copia.ts'
import { markElenco } from './elenco.ts'
import { findEventi, toEvento } from './eventi-grezzi.ts'
import { imageOf } from './immagine.ts'
import { replayEvento, replayPosto } from './rigioca.ts'
import type { Somme } from './somme.ts'

/** All that is left to rebuild a store from. */
export type Fonti = {
  /** The damaged database and its log, as they lay. */
  db: Uint8Array<ArrayBuffer> | null
  log: Uint8Array<ArrayBuffer> | null
  somme: Somme | null
  copia: Uint8Array<ArrayBuffer> | null
  riflesso: Riflesso | null
  /** The end of the log as it lay before the opening, when something may have been written over it since. */
  coda?: Uint8Array<ArrayBuffer> | undefined
  /** Pages known to be damaged that the log was written over since. */
  guaste?: ReadonlySet<number> | undefined
  /** Puts back, over the tables, what is known beside them; before the events find their sittings. */
  oltre?: (db: Connection) => void
  newDevice: () => string
}

export type Ricostruito = {
  bytes: Uint8Array<ArrayBuffer>
  eventi: number
  dallo_specchio: number
  mancanti: number
}

/**
 * A whole new store from what is left of one (reliability R6): rows of undamaged pages, the last copy for the rest, every
 * event whose own bytes are whole, the mirror's events; records of damaged pages are those of the copy with the later events
 * applied. Pure over bytes: nothing of the damaged store changes.
 */
export function rebuild(officina: Pick<Officina, 'banco'>, fonti: Fonti): Ricostruito {
  const banco = officina.banco()
  const copia = fonti.copia ? openCopia(officina, fonti.copia) : null
  try {
    const { db } = banco
    db.exec('PRAGMA page_size=8192')
    migrate(db)
    db.exec('PRAGMA foreign_keys=OFF')
    const fatto = db.transaction(() => fill(banco, fonti, copia))
    return { ...fatto, bytes: banco.bytes() }
  } finally {
    copia?.db.close()
    banco.db.close()
  }
}

function openCopia(officina: Pick<Officina, 'banco'>, bytes: Uint8Array<ArrayBuffer>): Banco | null {
  try {
    return officina.banco(bytes)
  } catch {
    return null
  }
}

function fill({ db }: Banco, fonti: Fonti, copia: Banco | null): Omit<Ricostruito, 'bytes'> {
  // All that there was may be in the log.
  const main = fonti.db ?? (fonti.log ? new Uint8Array(0) : null)
  const img = main && imageOf(main, fonti.log, fonti.somme, fonti.guaste)
  const salvate: Tabelle = img ? readTables(db, img) : new Map()
  const { tutti, nellImmagine } = gather(fonti, img, salvate)
  const fineCopia = copia && catenaOf(copia.db)
  // A store of another day: the copy is what was there last. Where its events are damaged they may only be fewer, not older.
  const vecchia =
    fineCopia !== null &&
    (salvate.get('eventi')?.intero ?? false) &&
    fineCopia.seq > (nellImmagine.get(fineCopia.dispositivo) ?? 0)
  if (vecchia) for (const table of TABELLE) salvate.delete(table)
  for (const table of TABELLE) {
    const albero = salvate.get(table)
    for (const row of albero?.righe ?? []) tryRow(db, table, row)
    if (!albero?.intero && copia) addFrom(copia.db, db, table)
  }
  // A version of the list that a damaged log held is nowhere else.
  const elencoIntero = (img?.logIntero ?? false) && (salvate.get('banche')?.intero ?? false)
  if (!elencoIntero) markElenco(db)
  // A damaged frame of the log does not say for sure which page it was of: any may be as it was before.
  const logIntero = img?.logIntero ?? true
  const recordInteri = logIntero && (salvate.get('statistiche')?.intero ?? false)
  const daCopia = recordInteri ? null : fineCopia
  // A cursor newer than the records would hide from a pull what they lack.
  if (!recordInteri) {
    db.exec('DELETE FROM cursori')
    if (copia && daCopia && daCopia.seq > 0) addFrom(copia.db, db, 'cursori')
  }
  const { testa, eventi: nelloSpecchio } = fonti.riflesso ?? { testa: null, eventi: [] }
  const soloSpecchio = nelloSpecchio.filter((e) => !tutti.has(e.id) && toEvento(valuesOf(e)))
  for (const e of soloSpecchio) tutti.set(e.id, e)
  // Lost, and others took their places in the chain since: they are older than what has their number.
  const scalzati = new Set(
    soloSpecchio.filter((e) => e.seq <= (nellImmagine.get(e.dispositivo) ?? 0)).map(({ id }) => id),
  )
  const eventi = inOrder([...tutti.values()], scalzati)
  const { fine, mancanti } = chainUp(db, eventi, testa, fonti.newDevice)
  addSedute(db, fonti.riflesso?.sedute ?? [])
  fonti.oltre?.(db)
  const inAttesa = new Set(nelloSpecchio.map(({ id }) => id))
  const inviata = (e: EventoScritto) =>
    testa !== null && e.dispositivo === testa.dispositivo && e.seq <= testa.seq && !inAttesa.has(e.id)
  const buone = new Set(logIntero ? (salvate.get('statistiche')?.righe ?? []).map((r) => r.id_domanda) : [])
  const rifatte = new Set<number>()
  for (const e of eventi) {
    if (scalzati.has(e.id)) rifatte.add(e.id_domanda)
    const beyond = e.seq > (nellImmagine.get(e.dispositivo) ?? 0) || rifatte.has(e.id_domanda)
    const afterCopy = !daCopia || daCopia.dispositivo !== e.dispositivo || e.seq > daCopia.seq
    // A record of an undamaged page shows every event of the image; the others start from the copy.
    if (beyond || (!recordInteri && !buone.has(e.id_domanda) && afterCopy)) replayEvento(db, e, inviata(e))
    replayPosto(db, e)
  }
  dropOrphans(db, elencoIntero)
  db.run("INSERT OR REPLACE INTO ambiente VALUES ('dispositivo', ?)", fine)
  db.run('DELETE FROM ambiente WHERE chiave = ?', CATENA_COPIA)
  return { eventi: eventi.length, dallo_specchio: soloSpecchio.length, mancanti }
}

type Tabelle = Map<string, { righe: RigaMagazzino[]; intero: boolean }>

/** The rows of every table that undamaged pages hold. */
function readTables(db: Connection, img: Immagine): Tabelle {
  const tables: Tabelle = new Map()
  // The list of tables is read from a damaged page too: all that hangs on it is somewhere else, and each row is looked at.
  const schema = readAlbero({ ...img, rotta: (n) => n !== 1 && img.rotta(n) }, 1).righe.map(({ valori }) => valori)
  const radici = schema.map(([, , , root]) => root)
  for (const [type, name, , root] of schema) {
    if (type !== 'table' || typeof name !== 'string' || typeof root !== 'number') continue
    // Two tables in one place: one of the two numbers is not what it was.
    if (radici.indexOf(root) !== radici.lastIndexOf(root)) continue
    const columns = columnsOf(db, name)
    if (columns.length === 0) continue
    const key = db.get<{ name: string }>(
      `SELECT name FROM pragma_table_info('${name}') WHERE pk = 1 AND upper(type) = 'INTEGER'`,
    )?.name
    const { righe, intero } = readAlbero(img, root)
    tables.set(name, { righe: righe.map((r) => named(r, columns, key)), intero })
  }
  return tables
}

/**
 * Values with their columns' names; the rowid is the key that the record leaves out. A row written before a column was added
 * ends before it: the column's own default is what it holds.
 */
function named({ rowid, valori }: Riga, columns: readonly string[], key: string | undefined): RigaMagazzino {
  const row = Object.fromEntries(
    valori.slice(0, columns.length).map((v, i): [string, Valore] => [columns[i] as string, v]),
  )
  return rowid !== null && key !== undefined ? { ...row, [key]: rowid } : row
}

/** A row that the schema refuses is no row. */
function tryRow(db: Connection, table: string, row: RigaMagazzino, come?: 'REPLACE' | 'IGNORE'): void {
  try {
    insertRow(db, table, row, come)
  } catch {
    // A CHECK of the schema: what was read is not what had been written.
  }
}

function addFrom(from: Connection, to: Connection, table: string): void {
  if (columnsOf(from, table).length === 0) return
  // Columns that can be written and that the copy, perhaps of an earlier version, has.
  const there = new Set(columnsOf(from, table))
  const columns = columnsOf(to, table).filter((name) => there.has(name))
  for (const row of from.all<RigaMagazzino>(`SELECT ${columns.join(', ')} FROM ${table}`)) tryRow(to, table, row)
}

function catenaOf(copia: Connection): CatenaCopia | null {
  const found = copia.get<{ valore: string }>('SELECT valore FROM ambiente WHERE chiave = ?', CATENA_COPIA)
  return found ? (JSON.parse(found.valore) as CatenaCopia) : null
}

type Raccolti = {
  tutti: Map<string, EventoScritto>
  /** Last event of each device that the image holds: the records of its undamaged pages show it and all before it. */
  nellImmagine: Map<string, number>
}

/** Every event that is whole, by id: those of undamaged pages, then those lying anywhere in the bytes. */
function gather({ db, log, coda }: Fonti, img: Immagine | null, salvate: Tabelle): Raccolti {
  const tutti = new Map<string, EventoScritto>()
  const nellImmagine = new Map<string, number>()
  const take = (e: EventoScritto | undefined) => e && !tutti.has(e.id) && tutti.set(e.id, e)
  for (const row of salvate.get('eventi')?.righe ?? []) take(toEvento(Object.values(row)))
  if (img) for (const e of findEventi(img.bytes)) take(e)
  for (const { dispositivo, seq } of tutti.values())
    nellImmagine.set(dispositivo, Math.max(seq, nellImmagine.get(dispositivo) ?? 0))
  // A place of the chain that the image gives to another event: what lies there is a commit that never was, long gone past.
  const posti = new Set([...tutti.values()].map(placeOf))
  for (const bytes of [db, log, coda])
    for (const e of bytes ? findEventi(bytes) : []) if (!posti.has(placeOf(e))) take(e)
  return { tutti, nellImmagine }
}

const placeOf = ({ dispositivo, seq }: EventoScritto): string => `${dispositivo} ${seq}`

/** The values of a row of `eventi`, in the order of its columns. */
const valuesOf = (e: EventoScritto): Valore[] => [
  ...[e.dispositivo, e.seq, e.id, e.id_concorso, e.id_domanda, null, e.tipo, e.dati, e.ts_client, e.versione_banca],
  ...[e.catena, null, e.controllo],
]

/** Each device's events in the order of its chain, whatever its clock said; between devices, and `scalzati`, by their dates. */
function inOrder(eventi: readonly EventoScritto[], scalzati: ReadonlySet<string> = new Set()): EventoScritto[] {
  const streamOf = (e: EventoScritto) => `${scalzati.has(e.id)} ${e.dispositivo}`
  const code = [...new Set(eventi.map(streamOf))].map((stream) => {
    const suoi = eventi.filter((e) => streamOf(e) === stream).sort((a, b) => a.seq - b.seq)
    // Never earlier than what its own device did before it.
    let prima = 0
    return suoi.map((e) => {
      prima = Math.max(prima, instantOf(e.ts_client))
      return { e, quando: prima }
    })
  })
  return code
    .flat()
    .sort((a, b) => a.quando - b.quando)
    .map(({ e }) => e)
}

/**
 * Writes the events: each device's chain as far as it is whole stays as it is; what follows a gap goes to a chain of its own,
 * so that no place of a chain is ever taken twice. Answers the device that goes on, and how many are known to be missing.
 */
function chainUp(
  db: Connection,
  eventi: readonly EventoScritto[],
  testa: Riflesso['testa'],
  newDevice: () => string,
): { fine: string; mancanti: number } {
  const known = db.get<{ valore: string }>("SELECT valore FROM ambiente WHERE chiave = 'dispositivo'")?.valore
  const current = testa?.dispositivo ?? known
  const sciolti: EventoScritto[] = []
  const devices = new Set([...eventi.map((e) => e.dispositivo), ...(testa ? [testa.dispositivo] : [])])
  let mancanti = 0
  let whole = current !== undefined
  for (const dispositivo of devices) {
    const suoi = eventi.filter((e) => e.dispositivo === dispositivo)
    const kept = writeChain(db, suoi)
    sciolti.push(...suoi.slice(kept))
    const last = Math.max(suoi.at(-1)?.seq ?? 0, testa?.dispositivo === dispositivo ? testa.seq : 0)
    mancanti += Math.max(0, last - suoi.length)
    if (dispositivo === current && kept < last) whole = false
  }
  let nuovo = newDevice()
  while (devices.has(nuovo)) nuovo += '+'
  let previous: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  for (const [i, e] of inOrder(sciolti).entries()) {
    const riga = { ...e, dispositivo: nuovo, seq: i + 1 }
    const catena = linkOf(previous, riga)
    insertEvento(db, { ...riga, catena, controllo: controlloOf(riga, catena) })
    previous = catena
  }
  return { fine: whole && current !== undefined ? current : nuovo, mancanti }
}

/** Writes a device's events up to the first that does not fit its chain; answers how many. */
function writeChain(db: Connection, eventi: readonly EventoScritto[]): number {
  let previous: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  for (const [i, e] of eventi.entries()) {
    const link = linkOf(previous, e)
    if (e.seq !== i + 1 || link.some((byte, k) => byte !== e.catena[k])) return i
    insertEvento(db, e)
    previous = e.catena
  }
  return eventi.length
}

/** Sittings under way, the last ones that ended and trials that were not sent, as the mirror has them: newer than a copy of another day. */
function addSedute(db: Connection, sedute: Riflesso['sedute']): void {
  for (const { riga, domande, prova } of sedute) {
    const here = db.get<RigaMagazzino>('SELECT stato, aggiornata_ms FROM sedute WHERE id = ?', riga.id as string)
    // Of the same moment, what is here may be of a copy in part; a mark that only the copy has stays.
    const come = here && isPrima(riga, here) ? 'IGNORE' : 'REPLACE'
    tryRow(db, 'sedute', riga, come)
    tryRow(db, 'sedute_domande', domande)
    if (prova) tryRow(db, 'prove', prova.riga, come)
    for (const voce of prova?.voci ?? []) tryRow(db, 'prove_voci', voce, come)
  }
}

/** Puts together what lay apart: rows that name a bank or a sitting that is not there, trials that nothing is left of but their questions; what is known of the banks waits for their list to be whole. */
function dropOrphans(db: Connection, elencoIntero: boolean): void {
  db.exec(`DELETE FROM sedute WHERE id NOT IN (SELECT id_seduta FROM sedute_domande);
DELETE FROM sedute WHERE tipo IN ('PROVA_PERSONALIZZATA', 'SIMULAZIONE') AND id NOT IN (SELECT id_seduta FROM prove);
DELETE FROM sedute_domande WHERE id_seduta NOT IN (SELECT id FROM sedute);
DELETE FROM sedute_risposte WHERE id_seduta NOT IN (SELECT id FROM sedute);
DELETE FROM sedute_segni WHERE id_seduta NOT IN (SELECT id FROM sedute);
DELETE FROM prove WHERE id_seduta NOT IN (SELECT id FROM sedute);
DELETE FROM prove_voci WHERE id_seduta NOT IN (SELECT id FROM sedute);
DELETE FROM percorsi_meta WHERE id_argomento NOT IN (SELECT id_argomento FROM percorsi)`)
  // Half of a delivery: the marks are there, and it is delivered again; or its result is.
  db.exec(`UPDATE sedute SET stato = 'in_corso' WHERE stato = 'consegnata'
  AND id IN (SELECT id_seduta FROM prove WHERE consegna IS NULL);
UPDATE sedute SET stato = 'consegnata' WHERE id IN (SELECT id_seduta FROM prove WHERE consegna IS NOT NULL)`)
  if (elencoIntero)
    db.exec(`DELETE FROM banche_meta WHERE id_concorso NOT IN (SELECT id_concorso FROM banche);
DELETE FROM banche_blocchi WHERE id_concorso NOT IN (SELECT id_concorso FROM banche)`)
}
