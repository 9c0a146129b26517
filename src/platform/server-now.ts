import { serverNow } from './clock.ts'
import { network } from './network.ts'
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
