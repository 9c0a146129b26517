/** Web Storage that may be forbidden (private windows, policies): then nothing is kept, and nothing breaks. */
export function readChiave(dove: 'locale' | 'sessione', chiave: string): string | null {
  try {
    return (dove === 'locale' ? localStorage : sessionStorage).getItem(chiave)
  } catch {
    return null
  }
}

export function writeChiave(dove: 'locale' | 'sessione', chiave: string, valore: string | null): void {
  try {
    const deposito = dove === 'locale' ? localStorage : sessionStorage
    if (valore === null) deposito.removeItem(chiave)
    else deposito.setItem(chiave, valore)
  } catch {
    // Nothing to do: what is kept here is a convenience, never an answer.
  }
}

/** Where an account's last queries of the SQL window are; a sign-out removes them. */
export const chiaveSql = (id_utente: number) => `idoneo.sql.${id_utente}`

const CHIAVE = 'idoneo.dispositivo'

/** The random id of this browser (D10) [AU21]; it outlives sessions, so that signing in again is not a new device. */
export function idDispositivo(): string {
  const noto = readChiave('locale', CHIAVE)
  if (noto && /^[A-Za-z0-9_-]{8,64}$/.test(noto)) return noto
  const nuovo = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('')
  writeChiave('locale', CHIAVE, nuovo)
  return nuovo
}

/** The operating system's name, as far as a browser tells it. */
export const sistemaOperativo = (): string => {
  const dati = (navigator as { userAgentData?: { platform?: string } }).userAgentData
  return (dati?.platform || navigator.platform || 'web').slice(0, 80)
}
