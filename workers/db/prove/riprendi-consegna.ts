import type { Archivio } from '../archivio.ts'
import type { Connection } from '../drivers/platform.ts'
import { type Consegnata, deliverProva } from './consegna.ts'

/** A delivery that was begun and did not end: when it was, and what its events say. */
export type ConsegnaIniziata = { id: string; at: string; posti: Consegnata[] }

type RigaIniziata = Consegnata & { id: string; at: string }

/** The deliveries of which the store has events and no result: a recovery found the events alone. */
export function findIniziate(db: Connection): ConsegnaIniziata[] {
  const righe = db.all<RigaIniziata>(
    `SELECT p.id_seduta AS id, e.ts_client AS at, e.dati ->> 'indice' AS indice, e.dati ->> 'risposta' AS risposta,
       e.dati ->> 'ms' AS ms
     FROM prove p JOIN eventi e ON e.tipo = 'RISPOSTA' AND e.dati ->> 'id_seduta' = p.id_seduta WHERE p.consegna IS NULL`,
  )
  return groupIniziate(righe)
}

/** Events by their trial. All those of one delivery have its date. */
export function groupIniziate(righe: readonly RigaIniziata[]): ConsegnaIniziata[] {
  const found = new Map<string, ConsegnaIniziata>()
  for (const { id, at, ...posto } of righe) {
    const una = found.get(id) ?? { id, at, posti: [] }
    found.set(id, una)
    // The same event may lie in several places.
    if (!una.posti.some(({ indice }) => indice === posto.indice)) una.posti.push(posto)
  }
  return [...found.values()]
}

/** Ends deliveries that were begun: the person had asked for them. One that cannot be done now is open, to be delivered again. */
export function endConsegne(a: Archivio, iniziate: readonly ConsegnaIniziata[]): void {
  for (const { id, at, posti } of iniziate)
    try {
      deliverProva(a, { id, at }, posti)
    } catch (error) {
      console.warn('a delivery that did not end', error)
    }
}
