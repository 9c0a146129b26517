import { readKey, writeKey } from '../platform/web-storage.ts'

const END_KEY = 'idoneo.gestione.fine'

/** When the session ends by this device's clock; `isLast`: no call puts it off any more. */
export type SessionEnd = { at: number; isLast: boolean }

/** Keeps what a response says of the session's end, for every tab; null forgets it. */
export function noteEnd(header: string | null): void {
  const [idle, life] = (header ?? '').split(' ').map(Number)
  if (!Number.isFinite(idle) || !Number.isFinite(life) || idle === undefined || life === undefined) return
  writeKey('locale', END_KEY, `${Date.now() + 1000 * Math.min(idle, life)} ${life <= idle ? 1 : 0}`)
}

export const forgetEnd = (): void => void writeKey('locale', END_KEY, null)

/** Returns the session's end, null before a response said it. */
export function readEnd(): SessionEnd | null {
  const [at, isLast] = (readKey('locale', END_KEY) ?? '').split(' ').map(Number)
  return at ? { at, isLast: isLast === 1 } : null
}
