import { proxy, subscribe } from 'valtio'
import { formatIso } from '#rules/dates'

/** State of the network and of the clock, from the device and the server. */
export const network = proxy({
  online: typeof navigator === 'undefined' ? true : navigator.onLine,
  /** Server's clock minus this device's, in ms; null until the first response. */
  offset_ms: null as number | null,
  /** Installation of the server in the last response (contract/epoch); null until a response names one. */
  epoca: null as string | null,
})

/** Follows the browser's network events. */
export function followNetwork(): void {
  addEventListener('online', () => {
    network.online = true
  })
  addEventListener('offline', () => {
    network.online = false
  })
}

/** Calls `f` when the network returns. */
export function onNetworkBack(f: () => void): void {
  let wasOnline = network.online
  subscribe(network, () => {
    const back = network.online && !wasOnline
    wasOnline = network.online
    if (back) f()
  })
}

/** Formats the device's time as the product writes dates: ISO 8601 with milliseconds and offset (D30) [CO15]. */
export function nowIso(now = Date.now()): string {
  return formatIso(now, -new Date(now).getTimezoneOffset())
}
