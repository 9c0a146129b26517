import { proxy, subscribe } from 'valtio'
import { formatIso } from '#rules/dates'

/** Network and clock as the device and the server tell them. */
export const network = proxy({
  online: typeof navigator === 'undefined' ? true : navigator.onLine,
  /** Server's clock minus this device's, milliseconds; null until a call was answered. */
  offset_ms: null as number | null,
  /** Which installation of the server answered last (contract/epoch); null until one said so. */
  epoca: null as string | null,
})

/** Follows what the browser says of the network. */
export function followNetwork(): void {
  addEventListener('online', () => {
    network.online = true
  })
  addEventListener('offline', () => {
    network.online = false
  })
}

/** Calls when the network returns. */
export function onNetworkBack(f: () => void): void {
  let wasOnline = network.online
  subscribe(network, () => {
    const back = network.online && !wasOnline
    wasOnline = network.online
    if (back) f()
  })
}

/** The device's clock as the product writes dates: ISO 8601 with milliseconds and offset (D30) [CO15]. */
export function nowIso(now = Date.now()): string {
  return formatIso(now, -new Date(now).getTimezoneOffset())
}
