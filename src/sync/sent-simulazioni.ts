import type { Failure } from '#contract/result'
import type { EsitoInviato, EsitoSimulazione } from '#contract/simulazioni'
import { accountState } from '../session/account.ts'

/** Outcomes of the simulations that this visit has sent, by ticket: `push-simulazioni` writes them, the screens read them. */
export const sentSimulazioni = accountState(() => ({
  esiti: {} as Record<string, EsitoSimulazione>,
  /** Failures of simulations refused for good, by ticket. */
  refused: {} as Record<string, Failure>,
}))

/** Returns the source of an outcome (spec §3): a telephone or not. */
export const deviceSource = (): EsitoInviato['sorgente'] => {
  const data = (navigator as { userAgentData?: { mobile?: boolean } }).userAgentData
  return (data?.mobile ?? /Mobi|Android|iPhone|iPad/.test(navigator.userAgent)) ? 'MOBILE' : 'WEB'
}

const trial = { onScreen: null as string | null }
/** Sets the trial on screen, which delivers itself at zero: the push leaves it alone. */
export const setProvaOnScreen = (id: string | null): void => {
  trial.onScreen = id
}
export const provaOnScreen = (): string | null => trial.onScreen
