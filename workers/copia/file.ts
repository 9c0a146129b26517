import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  COPIA_FORMAT,
  COPIA_VERSION,
  type Copia,
  type CopiaDati,
  type CopiaFigures,
  type CopiaRow,
} from '#contract/copia'
import { toRecord } from '#contract/statistica-columns'
import { type Statistica, toRisposta } from '#rules/statistica'
import { fromBase64, toBase64 } from '../core/base64.ts'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import type { Connection, SqlValue } from '../core/platform.ts'

const sumOf = (dati: CopiaDati): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify(dati))))

/** Returns all that the person made, as the text of a copy. */
export const exportCopia = (ctx: StoreContext, { at }: { at: string }): string =>
  JSON.stringify(composeCopia(ctx, at, eventiOf(ctx.db)))

/** Returns every event, each device's in its own order. */
export const eventiOf = (db: Connection): CopiaDati['eventi'] =>
  db.all(
    'SELECT id, id_concorso, id_domanda, tipo, dati, ts_client, versione_banca FROM eventi ORDER BY dispositivo, seq',
  )

/** Returns a copy of the store's content, with those events. */
export function composeCopia({ db, id_utente }: StoreContext, at: string, eventi: CopiaDati['eventi']): Copia {
  const dati: CopiaDati = {
    eventi,
    statistiche: db
      .all<Statistica>('SELECT * FROM statistiche WHERE data_eseguita IS NOT NULL ORDER BY id_domanda')
      .map((row) => toRisposta(toRecord(row)) as CopiaDati['statistiche'][number]),
    sedute: rowsOf(db, 'sedute'),
    sedute_domande: rowsOf(db, 'sedute_domande'),
    sedute_risposte: rowsOf(db, 'sedute_risposte'),
    sedute_segni: rowsOf(db, 'sedute_segni'),
    prove: rowsOf(db, 'prove'),
    prove_voci: rowsOf(db, 'prove_voci'),
    note: rowsOf(db, 'note'),
    filtri_salvati: rowsOf(db, 'filtri_salvati'),
    modelli_prova: rowsOf(db, 'modelli_prova'),
    chiavi_utente: rowsOf(db, 'chiavi_utente'),
    impostazioni: rowsOf(db, 'impostazioni'),
  }
  return sealCopia({ formato: COPIA_FORMAT, versione: COPIA_VERSION, creata: at, id_utente, dati })
}

/** Adds the sum of its contents to a copy. */
export const sealCopia = ({ formato, versione, creata, id_utente, dati }: Omit<Copia, 'somma'>): Copia => ({
  formato,
  versione,
  creata,
  id_utente,
  somma: sumOf(dati),
  dati,
})

const rowsOf = (db: Connection, table: string): CopiaRow[] =>
  db
    .all<Record<string, SqlValue>>(`SELECT * FROM ${table} ORDER BY 1, 2`)
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toCell(value)])))

function toCell(value: SqlValue): CopiaRow[string] {
  if (typeof value === 'bigint') return Number(value)
  if (!(value instanceof Uint8Array)) return value
  return { base64: toBase64(value) }
}

/** Returns a cell as the store keeps it. */
export function fromCell(cell: CopiaRow[string] | undefined): SqlValue {
  if (cell === undefined || cell === null || typeof cell !== 'object') return cell ?? null
  return fromBase64(cell.base64)
}

/**
 * Parses the copy in a text whose shape the page has checked (contract/copia). COPIA_NON_VALIDA for another format,
 * another version, or altered contents.
 */
export function readCopia(testo: string): Copia {
  let read: Copia
  try {
    read = JSON.parse(testo) as Copia
  } catch {
    throw new StoreFault('COPIA_NON_VALIDA', 'not JSON')
  }
  if (read?.formato !== COPIA_FORMAT || read.versione !== COPIA_VERSION || !read.dati)
    throw new StoreFault('COPIA_NON_VALIDA', 'another format')
  if (sumOf(read.dati) !== read.somma) throw new StoreFault('COPIA_NON_VALIDA', 'not as it was written')
  // Keep an unreadable date as it is: an event of another device may have one.
  if (!read.dati.eventi.every(({ dati }) => isJson(dati)))
    throw new StoreFault('COPIA_NON_VALIDA', 'an event that cannot be read')
  return read
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Counts the content of a copy; an answer that was taken back does not count. */
export function countCopia(dati: CopiaDati): CopiaFigures {
  const undone = new Set(dati.eventi.flatMap((e) => (e.tipo === 'ANNULLA' ? [undoneBy(e.dati)] : [])))
  return {
    risposte: dati.eventi.filter((e) => e.tipo === 'RISPOSTA' && !undone.has(e.id)).length,
    livelli: dati.statistiche.length,
    preferite: dati.statistiche.filter((s) => s.preferiti).length,
    sedute: dati.sedute.length,
    note: dati.note.length,
    ricerche: dati.filtri_salvati.length,
    modelli: dati.modelli_prova.length,
    chiavi: dati.chiavi_utente.length,
  }
}

const undoneBy = (dati: string): unknown => (JSON.parse(dati) as { annulla?: unknown } | null)?.annulla
