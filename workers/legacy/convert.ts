import { formatIso, offsetOf, readDate } from '#rules/dates'
import { clampLivello, type Livello, NON_RISPOSTE } from '#rules/livello'
import { type Flag, type Modalita, needsSync, newStatistica, type Statistica } from '#rules/statistica'
import type { RawRecord } from './read.ts'

/** Date of a touched record without one: it is kept and sent, and loses every merge. */
export const UNKNOWN_DATE = '1970-01-01T00:00:00.000Z'

/** Bank of a record that does not name one. */
export const UNKNOWN_BANK = 0

export const numberOf = (value: unknown): number | null => {
  const n = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof n === 'number' && Number.isFinite(n) ? n : null
}
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
/** Converts booleans, numbers and their texts to 0 and 1. */
export const flagOf = (value: unknown): Flag =>
  value === true || value === 1 || value === '1' || value === 'true' ? 1 : 0

/** A day within the years that `parseIso` reads, in every offset. */
const FIRST_MS = Date.UTC(1000, 0, 2)
const LAST_MS = Date.UTC(9999, 11, 30)

/** Returns a date in the product's text; null when it is unreadable. */
export function dateOf(value: unknown, at: string): string | null {
  const offset = offsetOf(at)
  const read = readDate(value, offset)
  const ms = read.ok ? read.ms : typeof value === 'string' ? Date.parse(value) : Number.NaN
  // Refuse years that the product's own text lacks: such a date could be neither sent nor compared.
  if (!Number.isFinite(ms) || ms < FIRST_MS || ms > LAST_MS) {
    if (read.ok || read.errore === 'Invalid date') console.warn('Errore durante la formattazione della data', value)
    return null
  }
  return read.ok ? read.valore : formatIso(ms, offset)
}

export const whole = (value: unknown, from: number, to: number): number | null => {
  const n = numberOf(value)
  return n !== null && Number.isInteger(n) && n >= from && n <= to ? n : null
}

const levelOf = (value: unknown): Livello => clampLivello(Math.round(numberOf(value) ?? NON_RISPOSTE))

const modeOf = (value: unknown): Modalita | null => {
  const one = Array.isArray(value) ? value[0] : value
  return one === 'ESEGUITA' || one === 'LETTA' || one === 'ASCOLTATA' ? one : null
}

/**
 * Converts a record of an old statistics store: booleans to integers, absent fields to their defaults [MI1]. Null for a
 * value that is no record, and for an untouched question, which has no record here [DB9].
 */
export function convertStatistica(old: RawRecord, at: string): Statistica | null {
  const id_domanda = whole(old.id_domanda, 1, Number.MAX_SAFE_INTEGER)
  if (id_domanda === null) return null
  const base = newStatistica({
    id_domanda,
    id_concorso: whole(old.id_concorso, 0, Number.MAX_SAFE_INTEGER) ?? UNKNOWN_BANK,
    id_materia: whole(old.id_materia, 0, Number.MAX_SAFE_INTEGER),
    id_argomento: textOf(old.id_argomento),
    id_sotto_percorso: textOf(old.id_sotto_percorso),
    indice_uff: whole(old.indice_uff, 0, Number.MAX_SAFE_INTEGER) ?? 0,
    has_image: flagOf(old.has_image),
    has_risposta: flagOf(old.has_risposta),
  })
  const livello_conoscenza = levelOf(old.livello_conoscenza)
  const preferiti = flagOf(old.preferiti)
  const risposta_gettonata = whole(old.risposta_gettonata, 1, 5)
  const data_letta = dateOf(old.data_letta, at)
  const data_ascoltata = dateOf(old.data_ascoltata, at)
  const data = dateOf(old.data_eseguita, at)
  const touched =
    livello_conoscenza !== NON_RISPOSTE ||
    preferiti === 1 ||
    risposta_gettonata !== null ||
    data_letta ||
    data_ascoltata
  if (!touched && data === null) return null
  const record: Statistica = {
    ...base,
    livello_conoscenza,
    preferiti,
    risposta_gettonata,
    modalita: modeOf(old.modalita),
    data_eseguita: data ?? UNKNOWN_DATE,
    data_letta,
    data_ascoltata,
    isLevelUpdated: flagOf(old.isLevelUpdated),
    // Send a favourite without a level only when it is marked as changed.
    isPreferitiUpdated: flagOf(old.isPreferitiUpdated),
  }
  if (old.sincronizzata === true || old.sincronizzata === 1)
    return { ...record, sincronizzata: 1, isLevelUpdated: 0, isPreferitiUpdated: 0 }
  return { ...record, sincronizzata: needsSync({ ...record, sincronizzata: 0 }) ? 0 : null }
}
