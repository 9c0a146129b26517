import { fail, ok } from '#contract/result'
import type { Handlers } from '../handler.ts'
import { readLivello, readProfilo, updateProfilo } from './profilo.ts'
import { register } from './registrazione.ts'
import { closeSession, rotateSession } from './sessions.ts'
import { login } from './sign-in.ts'
import { openVerification, resendVerification } from './verification.ts'

type Utente =
  | 'login'
  | 'registrazione'
  | 'logout'
  | 'refreshtoken'
  | 'utente'
  | 'aggiorna_utente'
  | 'invia_verifica_email'
  | 'verifica_email'
  | 'livello'

/** The user service (spec §7). */
export const utenteHandlers: Handlers<Utente> = {
  login: ({ deps, body }) => login(deps, body),
  registrazione: ({ deps, body, ip }) => register(deps, body, ip),
  logout: async ({ deps, session }) => {
    await closeSession(deps.db, session.id_sessione, 'logout', deps.now())
    return ok(null)
  },
  refreshtoken: async ({ deps, session, token }) => {
    if (!token) return fail('TOKEN_NON_VALIDO')
    const next = await rotateSession(deps, session.id_sessione, token)
    return next.ok ? readProfilo(deps, session.id_utente, next.value) : next
  },
  utente: ({ deps, session }) => readProfilo(deps, session.id_utente),
  aggiorna_utente: ({ deps, session, body }) => updateProfilo(deps, session.id_utente, body),
  invia_verifica_email: ({ deps, session, query }) => resendVerification(deps, session.id_utente, query.email),
  verifica_email: ({ deps, query }) => openVerification(deps, query.token),
  livello: ({ deps, session }) => readLivello(deps, session.id_utente),
}
