import type { Connection } from '#workers/core/connection'
import { type EventoScritto, linkOf } from '#workers/core/events'

/**
 * Returns `seq` of the first event that does not fit the chain (changed, missing or out of order), null when all fit.
 */
export function firstBrokenLink(db: Connection, device: string): number | null {
  let previous: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  let expected = 1
  for (const row of db.all<EventoScritto>('SELECT * FROM eventi WHERE dispositivo = ? ORDER BY seq', device)) {
    const { catena } = row
    const link = linkOf(previous, row)
    if (row.seq !== expected || link.some((byte, i) => byte !== catena[i])) return expected
    previous = catena
    expected++
  }
  return null
}
