import { proxy } from 'valtio'
import { formatIso } from '#rules/data'

/** Network and clock as the device and the server tell them. */
export const rete = proxy({
  online: typeof navigator === 'undefined' ? true : navigator.onLine,
  /** Server's clock minus this device's, milliseconds; null until a call was answered. */
  scarto_ms: null as number | null,
})

if (typeof window !== 'undefined') {
  addEventListener('online', () => {
    rete.online = true
  })
  addEventListener('offline', () => {
    rete.online = false
  })
}

/** The device's clock as the product writes dates: ISO 8601 with milliseconds and offset (D30) [CO15]. */
export function oraIso(adesso = Date.now()): string {
  return formatIso(adesso, -new Date(adesso).getTimezoneOffset())
}
