import { proxy } from 'valtio'
import type { Failure } from '#contract/result'
import type { EsitoInviato, EsitoSimulazione } from '#contract/simulazioni'
import { onCambioUtente } from './credenziale.ts'

/** What became of the simulations that this visit has sent, by ticket. src/spedizione writes it, the screens read it. */
export const spedizione = proxy({
  esiti: {} as Record<string, EsitoSimulazione>,
  /** Refused for good. */
  rifiutate: {} as Record<string, Failure>,
})
onCambioUtente(() => {
  spedizione.esiti = {}
  spedizione.rifiutate = {}
})

/** Where an outcome comes from (spec §3): a telephone or not. */
export const sorgente = (): EsitoInviato['sorgente'] => {
  const dati = (navigator as { userAgentData?: { mobile?: boolean } }).userAgentData
  return (dati?.mobile ?? /Mobi|Android|iPhone|iPad/.test(navigator.userAgent)) ? 'MOBILE' : 'WEB'
}

let inVista: string | null = null
/** The trial on screen delivers itself at zero: nobody else must. */
export const setProvaInVista = (id: string | null): void => {
  inVista = id
}
export const provaInVista = (): string | null => inVista
