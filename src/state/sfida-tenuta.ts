import { BASE_PAGINA } from '#rules/rotte'
import { readChiave, writeChiave } from './dispositivo.ts'

const CHIAVE = 'idoneo.sfida'
/** A challenge whose link was opened before signing in is kept for a day: a new account confirms its e-mail in another tab. */
const DURATA_MS = 86_400_000

const CODICE = /^[A-Za-z0-9_-]{16}$/

/** Address of a challenge inside the page. */
export const hrefSfida = (codice: string): string => `/esercitazione/sfida?sfida=${codice}`
/** The same, as it is sent to somebody. */
export const linkSfida = (codice: string): string => `${location.origin}${BASE_PAGINA}${hrefSfida(codice)}`

/** Keeps the challenge of an address that cannot be shown yet. */
export function keepSfida(percorso: string, search: string, adesso: number): void {
  const codice = percorso === '/esercitazione/sfida' ? new URLSearchParams(search).get('sfida') : null
  if (codice !== null && CODICE.test(codice)) writeChiave('locale', CHIAVE, `${codice} ${adesso}`)
}

/** The address of a challenge that was kept, once; null when there is none. */
export function takeSfida(adesso: number): string | null {
  const scritta = readChiave('locale', CHIAVE)
  if (scritta === null) return null
  writeChiave('locale', CHIAVE, null)
  const [codice = '', quando] = scritta.split(' ')
  return CODICE.test(codice) && adesso - Number(quando) < DURATA_MS ? hrefSfida(codice) : null
}
