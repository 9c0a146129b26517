import { proxy } from 'valtio'
import { formatIso } from '#rules/dates'

/** Network and clock as the device and the server tell them. */
export const network = proxy({
  online: typeof navigator === 'undefined' ? true : navigator.onLine,
  /** Server's clock minus this device's, milliseconds; null until a call was answered. */
  offset_ms: null as number | null,
})

if (typeof window !== 'undefined') {
  addEventListener('online', () => {
    network.online = true
  })
  addEventListener('offline', () => {
    network.online = false
  })
}

/** The device's clock as the product writes dates: ISO 8601 with milliseconds and offset (D30) [CO15]. */
export function nowIso(now = Date.now()): string {
  return formatIso(now, -new Date(now).getTimezoneOffset())
}
