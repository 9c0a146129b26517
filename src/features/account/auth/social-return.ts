import type { Failure } from '#contract/result'
import { keepSocial, type PendingSocial, session } from '../../../session/session.ts'

/**
 * Takes the token that the provider's return left in the address [AU25], and takes it out of the address: no history keeps it. Null when
 * this visit is none.
 */
export function takeSocialReturn(): PendingSocial | null {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const social = fragment.get('social')
  const token_social = fragment.get('token_social')
  if (!social || !token_social) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  keepSocial({ social, token_social, email: '', nome: '' })
  return session.social
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
