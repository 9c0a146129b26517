import { fail, ok } from '#contract/result'
import type { Gestori } from '../gestore.ts'
import { login } from './accesso.ts'
import { readLivello, readProfilo, updateProfilo } from './profilo.ts'
import { register } from './registrazione.ts'
import { closeSessione, rotateSessione } from './sessioni.ts'
import { openVerifica, resendVerifica } from './verifica.ts'

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
export const gestoriUtente: Gestori<Utente> = {
  login: ({ deps, corpo }) => login(deps, corpo),
  registrazione: ({ deps, corpo, ip }) => register(deps, corpo, ip),
  logout: async ({ deps, sessione }) => {
    await closeSessione(deps.db, sessione.id_sessione, 'logout', deps.now())
    return ok(null)
  },
  refreshtoken: async ({ deps, sessione, token }) => {
    if (!token) return fail('TOKEN_NON_VALIDO')
    const nuovo = await rotateSessione(deps, sessione.id_sessione, token)
    return nuovo.ok ? readProfilo(deps, sessione.id_utente, nuovo.value) : nuovo
  },
  utente: ({ deps, sessione }) => readProfilo(deps, sessione.id_utente),
  aggiorna_utente: ({ deps, sessione, corpo }) => updateProfilo(deps, sessione.id_utente, corpo),
  invia_verifica_email: ({ deps, sessione, query }) => resendVerifica(deps, sessione.id_utente, query.email),
  verifica_email: ({ deps, query }) => openVerifica(deps, query.token),
  livello: ({ deps, sessione }) => readLivello(deps, sessione.id_utente),
}
