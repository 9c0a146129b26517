import { believedOffset, serverNow } from './clock.ts'
import { network, nowIso } from './network.ts'
import { readKey, writeKey } from './web-storage.ts'

/** The device's distance from the server's clock when a simulation was last opened with a network. */
const OFFSET_KEY = 'idoneo.scarto'

/**
 * Now by the server's clock, as far as this device has heard it: on this page, whatever the device's clock does meanwhile, else by
 * the distance kept from an earlier visit.
 */
export function serverOrDeviceNow(): number {
  const known = network.offset_ms
  if (known !== null) writeKey('locale', OFFSET_KEY, String(known))
  return serverNow() ?? Date.now() + (known ?? (Number(readKey('locale', OFFSET_KEY)) || 0))
}

/**
 * Now by the device's clock brought to the server's, as text: answers, levels and favourites are dated by it [MG7]. By its own alone a device
 * that is behind lost every merge, and a reset took what was answered after it. Below jitter, and before a server was heard, it is the device's own.
 */
export function correctedIso(): string {
  // Not `serverNow`: the page's own clock stands still while a phone sleeps, and an answer given offline after it would be dated too early.
  return nowIso(Date.now() + believedOffset(network.offset_ms ?? 0))
}

/** The dates of what is done in a sitting, whose own instants follow the device's clock. */
export const sittingDates = () => ({ at: correctedIso(), at_dispositivo: nowIso() })
