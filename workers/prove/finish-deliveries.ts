import { instantOf } from '#rules/dates'
import type { StoreContext } from '../core/context.ts'
import type { Connection } from '../core/platform.ts'
import { readSeduta } from '../sedute/sedute.ts'
import { DELIVERED_COLUMNS, type DeliveredPlace, deliverProva } from './deliver.ts'
import { readRow } from './row.ts'

/** A delivery that began and did not end: its instant, and its events' places. */
export type BegunDelivery = { id: string; at: string; posti: DeliveredPlace[] }

type BegunRow = DeliveredPlace & { id: string }

/** Finds deliveries with events and without a result: a recovery found the events alone. */
export function findBegun(db: Connection): BegunDelivery[] {
  const rows = db.all<BegunRow>(
    `SELECT dati ->> 'id_seduta' AS id, ${DELIVERED_COLUMNS} FROM eventi
     WHERE tipo = 'RISPOSTA' AND dati ->> 'id_seduta' IN (
       SELECT id FROM sedute JOIN prove ON id_seduta = id WHERE consegna IS NULL AND stato IN ('in_corso', 'in_pausa'))`,
  )
  return groupBegun(rows)
}

/**
 * Groups events by trial; one may come twice. Events of one delivery share its date. Of two deliveries of a trial the
 * first was refused, and the later one counts.
 */
export function groupBegun(rows: readonly BegunRow[]): BegunDelivery[] {
  const found = new Map<string, BegunDelivery>()
  for (const { id, ...place } of rows) {
    const { at } = place
    const one = found.get(id)
    const later = one ? instantOf(at) - instantOf(one.at) : 1
    if (later > 0) found.set(id, { id, at, posti: [place] })
    else if (later === 0) one?.posti.push(place)
  }
  return [...found.values()]
}

/**
 * Ends begun deliveries, because the person had asked for them. A trial that went on after a refused delivery stays
 * open. A trial stays open too while a bank is missing, because its points cannot be counted.
 */
export function endDeliveries(ctx: StoreContext, begun: readonly BegunDelivery[]): void {
  for (const { id, at, posti: places } of begun)
    try {
      if (readRow(ctx, id).visto_ms > instantOf(at) || !hasBanche(ctx, id)) continue
      deliverProva(ctx, { id, at }, places)
    } catch (error) {
      console.warn('a delivery that did not end', error)
    }
}

/** Returns whether the banks of all its questions are on the device. */
function hasBanche(ctx: StoreContext, id: string): boolean {
  const own = [...new Set(readSeduta(ctx, { id }).id_concorsi)]
  return own.every((bank) => ctx.db.get('SELECT 1 FROM banche WHERE id_concorso = ? AND file IS NOT NULL', bank))
}
