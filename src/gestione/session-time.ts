import { readKey, writeKey } from '../platform/web-storage.ts'

const END_KEY = 'idoneo.gestione.fine'

/** End of the session by this device's clock; `isLast`: no call postpones it any more. */
export type SessionEnd = { at: number; isLast: boolean }

/** Stores the session's end from a response, for every tab; null deletes it. */
export function noteEnd(header: string | null): void {
  const [idle, life] = (header ?? '').split(' ').map(Number)
  if (!Number.isFinite(idle) || !Number.isFinite(life) || idle === undefined || life === undefined) return
  writeKey('locale', END_KEY, `${Date.now() + 1000 * Math.min(idle, life)} ${life <= idle ? 1 : 0}`)
}

export const forgetEnd = (): void => void writeKey('locale', END_KEY, null)

/** Returns the session's end, null before the first response. */
export function readEnd(): SessionEnd | null {
  const [at, isLast] = (readKey('locale', END_KEY) ?? '').split(' ').map(Number)
  return at ? { at, isLast: isLast === 1 } : null
}
