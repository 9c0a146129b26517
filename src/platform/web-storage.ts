import { browserOf } from '#rules/phone'

/** Reads a key of Web Storage. Where it is forbidden (private windows, policies) nothing is kept, and nothing breaks. */
export function readKey(where: 'locale' | 'sessione', key: string): string | null {
  try {
    return (where === 'locale' ? localStorage : sessionStorage).getItem(key)
  } catch {
    return null
  }
}

/** Writes or deletes a key; returns true on success. */
export function writeKey(where: 'locale' | 'sessione', key: string, value: string | null): boolean {
  try {
    const storage = where === 'locale' ? localStorage : sessionStorage
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
    return true
  } catch {
    // Ignore the failure, because a key here is a convenience, never an answer.
    return false
  }
}

/** Key of an account's last queries of the SQL window; a sign-out removes them. */
export const sqlKey = (id_utente: number) => `idoneo.sql.${id_utente}`

/** Key of an account's study plan (exam days, length of a sitting); a sign-out removes it. */
export const planKey = (id_utente: number) => `idoneo.piano.${id_utente}`

/** Deletes the keys of an account beside its store. */
export function forgetAccountKeys(id_utente: number): void {
  writeKey('locale', sqlKey(id_utente), null)
  writeKey('locale', planKey(id_utente), null)
}

const DEVICE_KEY = 'idoneo.dispositivo'

/** Returns the random id of this browser (D10) [AU21]; it outlives sessions, so that signing in again is not a new device. */
export function deviceId(): string {
  const known = readKey('locale', DEVICE_KEY)
  if (known && /^[A-Za-z0-9_-]{8,64}$/.test(known)) return known
  const created = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('')
  writeKey('locale', DEVICE_KEY, created)
  return created
}

/** Returns true when an account was opened on this browser, now or before. */
export const hasDeviceId = (): boolean => readKey('locale', DEVICE_KEY) !== null

/** Returns the names of the operating system and the browser, where the browser gives them: `Windows (Chrome)`. */
export const operatingSystem = (): string => {
  const data = (navigator as { userAgentData?: { platform?: string } }).userAgentData
  const browser = browserOf(navigator.userAgent)
  return `${(data?.platform || navigator.platform || 'web').slice(0, 50)}${browser === null ? '' : ` (${browser})`}`
}
