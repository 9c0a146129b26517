import type { Failure } from '#contract/result'
import { keepSocial, type PendingSocial } from '../../../session/session.ts'

/** Reads the token that the provider's return left in the address [AU25]; null where this visit is no return. */
export function readSocialReturn(): PendingSocial | null {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const social = fragment.get('social')
  const token_social = fragment.get('token_social')
  return social && token_social ? { social, token_social, email: '', nome: '' } : null
}

/** Removes the token from the address, so that no history holds it, and stores it for a reload. */
export function keepSocialReturn(pending: PendingSocial): void {
  history.replaceState(history.state, '', location.pathname + location.search)
  keepSocial(pending)
}

/** Next step of a social login: the account's password, the rest of the registration, or the form. */
export type SocialStep = 'collega' | 'completa' | 'fallito'

/** Returns the step after a refused social login [AU26][AU36], and stores the refusal's address and name for it. */
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
