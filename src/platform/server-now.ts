import { believedOffset, serverNow } from './clock.ts'
import { network, nowIso } from './network.ts'
import { readKey, writeKey } from './web-storage.ts'

/** Key of the device's distance from the server's clock when a simulation was last opened with a network. */
const OFFSET_KEY = 'idoneo.scarto'

/**
 * Returns now by the server's clock, whatever the device's clock does meanwhile. Before a response on this page, corrects the
 * device's clock by the distance kept from an earlier visit.
 */
export function serverOrDeviceNow(): number {
  const known = network.offset_ms
  if (known !== null) writeKey('locale', OFFSET_KEY, String(known))
  return serverNow() ?? Date.now() + (known ?? (Number(readKey('locale', OFFSET_KEY)) || 0))
}

/**
 * Returns now by the device's clock corrected to the server's, as text. Answers, levels and favourites carry this date [MG7].
 * Without the correction a device that is behind lost every merge, and a reset erased later answers. The device's time is unchanged
 * below jitter, and before the first response.
 */
export function correctedIso(): string {
  // Avoid `serverNow`, since the page's own clock stops while a phone sleeps. A later offline answer would be dated too early.
  return nowIso(Date.now() + believedOffset(network.offset_ms ?? 0))
}

/** Returns the dates of a step in a sitting, whose own instants follow the device's clock. */
export const sittingDates = () => ({ at: correctedIso(), at_dispositivo: nowIso() })
