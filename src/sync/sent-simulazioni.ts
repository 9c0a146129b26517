import type { Failure } from '#contract/result'
import type { EsitoInviato, EsitoSimulazione } from '#contract/simulazioni'
import { accountState } from '../session/account.ts'

/** Outcomes of the simulations that this visit has sent, by ticket: `push-simulazioni` writes them, the screens read them. */
export const sentSimulazioni = accountState(() => ({
  esiti: {} as Record<string, EsitoSimulazione>,
  /** Refused for good. */
  refused: {} as Record<string, Failure>,
}))

/** Where an outcome comes from (spec §3): a telephone or not. */
export const deviceSource = (): EsitoInviato['sorgente'] => {
  const data = (navigator as { userAgentData?: { mobile?: boolean } }).userAgentData
  return (data?.mobile ?? /Mobi|Android|iPhone|iPad/.test(navigator.userAgent)) ? 'MOBILE' : 'WEB'
}

const trial = { onScreen: null as string | null }
/** The trial on screen delivers itself at zero: nobody else must. */
export const setProvaOnScreen = (id: string | null): void => {
  trial.onScreen = id
}
export const provaOnScreen = (): string | null => trial.onScreen
