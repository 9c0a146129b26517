import type { Codice } from '#contract/errori'
import { fail } from '#contract/result'
import type { Call } from '../api/chiamata.ts'
import { showGuasto } from './avvisi.ts'
import { dropCredenziale, sessione } from './credenziale.ts'
import { hearOra } from './ora.ts'
import { rete } from './rete.ts'

/** Beyond this distance from the server's clock the person is warned (D30), milliseconds. */
export const SCARTO_MASSIMO_MS = 5 * 60_000

/** Where the API lives; `<meta name="idoneo-api">` points elsewhere (D1). */
const base = () =>
  (document.querySelector<HTMLMetaElement>('meta[name="idoneo-api"]')?.content || '/api').replace(/\/+$/, '')

let vera: Promise<Call> | null = null

/** Fetches the code of the calls: a screen without data, as the login, is painted before it. */
export function prepareCall(): Promise<Call> {
  vera ??= import('../api/chiamata.ts').then(({ createCall }) =>
    createCall({
      base: base(),
      token: () => sessione.credenziale?.token ?? null,
      isOnline: () => rete.online,
      now: () => Date.now(),
      onFineSessione: endSessione,
      onScarto: noteScarto,
    }),
  )
  return vera
}

/** The typed call of the page: this session's token, this device's clock, the exit of D5. */
export const call: Call = async (nome, ...resto) => {
  try {
    return await (await prepareCall())(nome, ...resto)
  } catch (errore) {
    // Calls never throw: it is their code that did not arrive.
    vera = null
    return fail(rete.online ? 'REMOTE_REQUEST_FAILED' : 'RETE_ASSENTE', { detail: String(errore) })
  }
}

let avvisato = false

/** Remembers how far the two clocks are, and warns once when it is too much. */
function noteScarto(ms: number) {
  rete.scarto_ms = ms
  hearOra(ms)
  if (Math.abs(ms) <= SCARTO_MASSIMO_MS || avvisato) return
  avvisato = true
  showGuasto({ codice: 'OROLOGIO_ERRATO', dati: { minuti: Math.round(Math.abs(ms) / 60_000) } })
}

/**
 * The server ended the session (D5) [AU11]: leave and say why, keeping every answer. Offline or in the middle of a sitting
 * nothing is interrupted: the page only offers to sign in again, and goes on offering until the person chooses, whatever call
 * is refused meanwhile [AU14].
 */
export function endSessione(codice: Codice): void {
  if (!sessione.credenziale) return
  if (sessione.in_prova || !rete.online || sessione.scaduta !== null) {
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
