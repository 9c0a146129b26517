import { browserOf } from '#rules/phone'

/** Web Storage that may be forbidden (private windows, policies): then nothing is kept, and nothing breaks. */
export function readKey(where: 'locale' | 'sessione', key: string): string | null {
  try {
    return (where === 'locale' ? localStorage : sessionStorage).getItem(key)
  } catch {
    return null
  }
}

/** Whether it was written, or taken away. */
export function writeKey(where: 'locale' | 'sessione', key: string, value: string | null): boolean {
  try {
    const storage = where === 'locale' ? localStorage : sessionStorage
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
    return true
  } catch {
    // Nothing to do: what is kept here is a convenience, never an answer.
    return false
  }
}

/** Where an account's last queries of the SQL window are; a sign-out removes them. */
export const sqlKey = (id_utente: number) => `idoneo.sql.${id_utente}`

/** Where an account's study plan is (exam days, length of a sitting); a sign-out removes it. */
export const planKey = (id_utente: number) => `idoneo.piano.${id_utente}`

/** Where an account's requests for banks wait for the network; they stay until they are sent. */
export const richiesteKey = (id_utente: number) => `idoneo.richieste.${id_utente}`

/** Where an account's reports of questions wait for the network; they stay until they are sent. */
export const segnalazioniKey = (id_utente: number) => `idoneo.segnalazioni.${id_utente}`

/** Takes away what an account keeps beside its store. */
export function forgetAccountKeys(id_utente: number): void {
  writeKey('locale', sqlKey(id_utente), null)
  writeKey('locale', planKey(id_utente), null)
}

const DEVICE_KEY = 'idoneo.dispositivo'

/** The random id of this browser (D10) [AU21]; it outlives sessions, so that signing in again is not a new device. */
export function deviceId(): string {
  const known = readKey('locale', DEVICE_KEY)
  if (known && /^[A-Za-z0-9_-]{8,64}$/.test(known)) return known
  const created = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('')
  writeKey('locale', DEVICE_KEY, created)
  return created
}

/** An account was opened on this browser, now or before. */
export const hasDeviceId = (): boolean => readKey('locale', DEVICE_KEY) !== null

/** The operating system's name and the browser's, as far as they say it: `Windows (Chrome)`. */
export const operatingSystem = (): string => {
  const data = (navigator as { userAgentData?: { platform?: string } }).userAgentData
  const browser = browserOf(navigator.userAgent)
  return `${(data?.platform || navigator.platform || 'web').slice(0, 50)}${browser === null ? '' : ` (${browser})`}`
}
