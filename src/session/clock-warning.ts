import { subscribe } from 'valtio'
import { network } from '../platform/network.ts'
import { showError } from './notices.ts'

/** Distance from the server's clock beyond which the person is warned (D30), in ms. */
const MAX_CLOCK_OFFSET_MS = 5 * 60_000

/** Warns once, when the device's clock is too far from the server's. */
export function followClockOffset(): void {
  const stop = subscribe(network, () => {
    const ms = Math.abs(network.offset_ms ?? 0)
    if (ms <= MAX_CLOCK_OFFSET_MS) return
    stop()
    showError({ codice: 'OROLOGIO_ERRATO', dati: { minuti: Math.round(ms / 60_000) } })
  })
}
