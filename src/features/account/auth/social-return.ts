import type { Failure } from '#contract/result'
import { keepSocial, type PendingSocial } from '../../../session/session.ts'

/** The token that the provider's return left in the address [AU25]; null when this visit is none. */
export function readSocialReturn(): PendingSocial | null {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const social = fragment.get('social')
  const token_social = fragment.get('token_social')
  return social && token_social ? { social, token_social, email: '', nome: '' } : null
}

/** Takes the token out of the address, so that no history keeps it, and keeps it for a reload. */
export function keepSocialReturn(pending: PendingSocial): void {
  history.replaceState(history.state, '', location.pathname + location.search)
  keepSocial(pending)
}

/** Where a social login goes on: the account's password, the completion of the registration, or back to the form. */
export type SocialStep = 'collega' | 'completa' | 'fallito'

/** What a refused social login leads to [AU26][AU36]; what the provider told is kept for the step that needs it. */
export function nextSocialStep(pending: PendingSocial, error: Failure): SocialStep {
  const told = { ...pending, email: String(error.dati?.email ?? ''), nome: String(error.dati?.nome ?? '') }
  if (error.codice === 'UTENTE_NON_TROVATO') {
    keepSocial(told)
    return 'completa'
  }
  if (error.codice === 'COLLEGAMENTO_RICHIESTO') {
    keepSocial(told)
    return 'collega'
  }
  return 'fallito'
}
