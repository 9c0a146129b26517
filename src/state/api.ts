import type { Codice } from '#contract/errori'
import { createCall, SCARTO_MASSIMO_MS } from '../api/chiamata.ts'
import { showGuasto } from './avvisi.ts'
import { dropCredenziale, sessione } from './credenziale.ts'
import { rete } from './rete.ts'

const meta = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="idoneo-api"]')
/** Where the API lives; `<meta name="idoneo-api">` points elsewhere (D1). */
export const BASE_API = (meta?.content || '/api').replace(/\/+$/, '')

let avvisato = false

/** The typed call of the page: this session's token, this device's clock, the exit of D5. */
export const call = createCall({
  base: BASE_API,
  token: () => sessione.credenziale?.token ?? null,
  isOnline: () => rete.online,
  now: () => Date.now(),
  onFineSessione: endSessione,
  onScarto: (ms) => {
    rete.scarto_ms = ms
    if (Math.abs(ms) <= SCARTO_MASSIMO_MS || avvisato) return
    avvisato = true
    showGuasto({ codice: 'OROLOGIO_ERRATO', dati: { minuti: Math.round(Math.abs(ms) / 60_000) } })
  },
})

/**
 * The server ended the session (D5) [AU11]: leave and say why, keeping every answer. Offline or in the middle of a sitting
 * nothing is interrupted: the page only offers to sign in again [AU14].
 */
export function endSessione(codice: Codice): void {
  if (!sessione.credenziale) return
  if (sessione.in_prova || !rete.online) {
    sessione.scaduta = codice
    return
  }
  leaveSessione(codice)
}

/** Drops the credentials; the guard of the routes does the rest. */
export function leaveSessione(codice: Codice | null): void {
  dropCredenziale()
  sessione.motivo_uscita = codice
}
