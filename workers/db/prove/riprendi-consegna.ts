import { instantOf } from '#rules/data'
import type { Archivio } from '../archivio.ts'
import type { Connection } from '../drivers/platform.ts'
import { readSeduta } from '../sedute.ts'
import { CONSEGNATA, type Consegnata, deliverProva } from './consegna.ts'
import { readRiga } from './riga.ts'

/** A delivery that was begun and did not end: when it was, and what its events say. */
export type ConsegnaIniziata = { id: string; at: string; posti: Consegnata[] }

type RigaIniziata = Consegnata & { id: string }

/** The deliveries of which the store has events and no result: a recovery found the events alone. */
export function findIniziate(db: Connection): ConsegnaIniziata[] {
  const righe = db.all<RigaIniziata>(
    `SELECT dati ->> 'id_seduta' AS id, ${CONSEGNATA} FROM eventi
     WHERE tipo = 'RISPOSTA' AND dati ->> 'id_seduta' IN (
       SELECT id FROM sedute JOIN prove ON id_seduta = id WHERE consegna IS NULL AND stato IN ('in_corso', 'in_pausa'))`,
  )
  return groupIniziate(righe)
}

/**
 * Events by their trial; the same one may come twice. All those of one delivery have its date: of two deliveries of a trial the
 * first had been refused, and the later one counts.
 */
export function groupIniziate(righe: readonly RigaIniziata[]): ConsegnaIniziata[] {
  const found = new Map<string, ConsegnaIniziata>()
  for (const { id, ...posto } of righe) {
    const { at } = posto
    const una = found.get(id)
    const dopo = una ? instantOf(at) - instantOf(una.at) : 1
    if (dopo > 0) found.set(id, { id, at, posti: [posto] })
    else if (dopo === 0) una?.posti.push(posto)
  }
  return [...found.values()]
}

/**
 * Ends deliveries that were begun: the person had asked for them. A trial that went on since, because its delivery had been refused,
 * and one whose banks are not all here, so that its points cannot be counted, stay open.
 */
export function endConsegne(a: Archivio, iniziate: readonly ConsegnaIniziata[]): void {
  for (const { id, at, posti } of iniziate)
    try {
      if (readRiga(a, id).visto_ms > instantOf(at) || !hasBanche(a, id)) continue
      deliverProva(a, { id, at }, posti)
    } catch (error) {
      console.warn('a delivery that did not end', error)
    }
}

/** The banks of all its questions are on the device. */
function hasBanche(a: Archivio, id: string): boolean {
  const sue = [...new Set(readSeduta(a, { id }).id_concorsi)]
  return sue.every((banca) => a.db.get('SELECT 1 FROM banche WHERE id_concorso = ? AND file IS NOT NULL', banca))
}
