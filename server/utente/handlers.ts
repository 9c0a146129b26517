import { fail, ok } from '#contract/result'
import { changeNotice, follow, readNotices, stopNotices } from '../avvisi/notices.ts'
import { subscribe, unsubscribe } from '../avvisi/push.ts'
import type { CallRequest, Handlers } from '../handler.ts'
import { beginSocial, COOKIE, endSocial, listProviders } from '../social/flow.ts'
import { readConsensi, setConsenso } from './consents.ts'
import { deleteUtente, keepUtente } from './deletion.ts'
import { leaveElsewhere, listDispositivi, removeDispositivo } from './device-list.ts'
import { confirmDevice } from './device-return.ts'
import { exportFresh, exportProved } from './export-proof.ts'
import { confirmRelief } from './factor-relief.ts'
import { linkOwnIdentity, listIdentities, unlinkIdentity } from './linked-logins.ts'
import { countPageView } from './page-views.ts'
import { changePassword, recoverPassword, requestRecovery } from './password-change.ts'
import { confirmAddress, updateProfilo } from './profile-change.ts'
import { readLivello, readProfilo } from './profilo.ts'
import { readPromo } from './promo.ts'
import { register } from './registrazione.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, readSecondFactor } from './second-factor.ts'
import { closeSession, rotateSession } from './sessions.ts'
import { login, requestDevice, requestWithoutCode } from './sign-in.ts'
import { resetStatistics } from './statistics-reset.ts'
import { askSupport } from './support.ts'
import { answerVerification, openVerification, renewVerification, resendVerification } from './verification.ts'

type Utente =
  | 'login'
  | 'registrazione'
  | 'logout'
  | 'refreshtoken'
  | 'cambia_password'
  | 'chiedi_recupero'
  | 'recupera_password'
  | 'invia_verifica_email'
  | 'verifica_email'
  | 'conferma_email'
  | 'rinvia_verifica'
  | 'chiedi_dispositivo'
  | 'conferma_dispositivo'
  | 'utente'
  | 'elimina_utente'
  | 'aggiorna_utente'
  | 'livello'
  | 'reportistica_utente'
  | 'getpromouser'
  | 'dispositivi_utente'
  | 'disabilita_dispostivo'
  | 'esci_altrove'
  | 'accessi_collegati'
  | 'collega_accesso'
  | 'scollega_accesso'
  | 'consensi'
  | 'cambia_consenso'
  | 'annulla_eliminazione'
  | 'conferma_indirizzo'
  | 'esporta_dati'
  | 'esporta_con_prova'
  | 'assistenza'
  | 'gestore'
  | 'pagina_vista'
  | 'secondo_fattore'
  | 'avvia_secondo_fattore'
  | 'conferma_secondo_fattore'
  | 'spegni_secondo_fattore'
  | 'chiedi_senza_codice'
  | 'conferma_senza_codice'
  | 'avvisi'
  | 'cambia_avviso'
  | 'segui'
  | 'smetti_avvisi'
  | 'iscrivi_push'
  | 'togli_push'

type Social = 'social' | 'accessi_social' | 'social_avvia' | 'social_ritorno'

type Secrets = { header: CallRequest<'login'>['header']; cookie: CallRequest<'login'>['cookie'] }
/** Returns the cookie of the browser that began a social login. */
const bondOf = ({ cookie }: Secrets): string | null => cookie(COOKIE)

/** Returns whether the request is another site's: a link, an image or a foreign page must send no mail. */
const isFromElsewhere = ({ header }: Secrets): boolean =>
  header('sec-fetch-site') === 'cross-site' || header('sec-fetch-mode') === 'navigate'

/** Social logins (D11). */
export const socialHandlers: Handlers<Social> = {
  social: async ({ deps, query }) => {
    if (!query.email?.trim()) return fail('MISSING_REQUIRED_PARAM', { campi: ['email'] })
    if (deps.config.recuperoRiservato) return ok({ social: null })
    const { rows } = await deps.db.query<{ social: string }>(
      'select i.social from identita_social i join utente using (id_utente) where utente.email = $1 order by i.collegata limit 1',
      [query.email.trim().toLowerCase()],
    )
    return ok({ social: rows[0]?.social ?? null })
  },
  accessi_social: async ({ deps }) => ok(listProviders(deps)),
  social_avvia: ({ deps, query }) => beginSocial(deps, query.social, query.ritorno === 'profilo'),
  social_ritorno: (r) => endSocial(r.deps, r.query, bondOf(r)),
}

/** The user service (spec §7). */
export const utenteHandlers: Handlers<Utente> = {
  login: (r) => login(r.deps, r.body, bondOf(r)),
  registrazione: (r) => register(r.deps, r.body, r.ip, bondOf(r)),
  logout: async ({ deps, session }) => {
    await closeSession(deps.db, session.id_sessione, 'logout', deps.now())
    return ok(null)
  },
  refreshtoken: async ({ deps, session, token }) => {
    if (!token) return fail('TOKEN_NON_VALIDO')
    const next = await rotateSession(deps, session.id_sessione, token)
    return next.ok ? readProfilo(deps, session.id_utente, next.value) : next
  },
  cambia_password: ({ deps, session, query, body }) => changePassword(deps, session, { ...query, ...body }),
  chiedi_recupero: (r) =>
    isFromElsewhere(r) ? Promise.resolve(fail('VIETATO')) : requestRecovery(r.deps, r.query.username),
  recupera_password: ({ deps, query, body }) => recoverPassword(deps, { ...query, ...body }),
  invia_verifica_email: ({ deps, session, query }) => resendVerification(deps, session.id_utente, query.email),
  verifica_email: ({ deps, query }) => openVerification(deps, query.token),
  conferma_email: ({ deps, body, session }) =>
    answerVerification(deps, { ...body, riprendi: body.riprendi === true }, session),
  rinvia_verifica: ({ deps, body }) => renewVerification(deps, body.token),
  chiedi_dispositivo: (r) => requestDevice(r.deps, r.body, bondOf(r)),
  conferma_dispositivo: ({ deps, body }) => confirmDevice(deps, body.token),
  utente: ({ deps, session }) => readProfilo(deps, session.id_utente),
  elimina_utente: (r) => deleteUtente(r.deps, r.session.id_utente, r.body ?? {}, bondOf(r)),
  aggiorna_utente: (r) => updateProfilo(r.deps, r.session, r.body, r.ip, bondOf(r)),
  annulla_eliminazione: ({ deps, body }) => keepUtente(deps, body.token),
  conferma_indirizzo: ({ deps, body }) => confirmAddress(deps, body.token),
  livello: ({ deps, session }) => readLivello(deps, session.id_utente),
  reportistica_utente: ({ deps, session, query }) => resetStatistics(deps, session.id_utente, query),
  getpromouser: ({ deps, session }) => readPromo(deps, session.id_utente),
  dispositivi_utente: async ({ deps, session }) => ok(await listDispositivi(deps, session)),
  disabilita_dispostivo: ({ deps, session, query }) => removeDispositivo(deps, session.id_utente, query.id_dispostivo),
  esci_altrove: ({ deps, session }) => leaveElsewhere(deps, session),
  accessi_collegati: async ({ deps, session }) => ok(await listIdentities(deps.db, session.id_utente)),
  collega_accesso: (r) => linkOwnIdentity(r.deps, r.session, r.body, bondOf(r)),
  scollega_accesso: ({ deps, session, query }) => unlinkIdentity(deps, session, query.social),
  secondo_fattore: async ({ deps, session }) => ok(await readSecondFactor(deps, session.id_utente)),
  avvia_secondo_fattore: (r) => beginSecondFactor(r.deps, r.session, r.body, bondOf(r)),
  conferma_secondo_fattore: ({ deps, session, body }) => confirmSecondFactor(deps, session, body.codice),
  spegni_secondo_fattore: (r) => endSecondFactor(r.deps, r.session, r.body, bondOf(r)),
  chiedi_senza_codice: (r) => requestWithoutCode(r.deps, r.body, bondOf(r)),
  conferma_senza_codice: ({ deps, body }) => confirmRelief(deps, body.token),
  avvisi: async ({ deps, session }) => ok(await readNotices(deps, session.id_utente)),
  cambia_avviso: ({ deps, session, body }) => changeNotice(deps, session.id_utente, body),
  segui: ({ deps, session, body }) => follow(deps, session.id_utente, body),
  iscrivi_push: ({ deps, session, body }) => subscribe(deps, session, body),
  togli_push: ({ deps, session, body }) => unsubscribe(deps, session.id_utente, body.indirizzo),
  smetti_avvisi: ({ deps, body }) => stopNotices(deps, body.token),
  consensi: ({ deps, session }) => readConsensi(deps, session.id_utente),
  cambia_consenso: ({ deps, session, body, ip }) => setConsenso(deps, session.id_utente, ip, body),
  esporta_dati: ({ deps, session }) => exportFresh(deps, session),
  esporta_con_prova: (r) => exportProved(r.deps, r.session, r.body, bondOf(r)),
  gestore: async ({ deps: { config } }) =>
    ok({ gestore: config.gestore, assistenza: config.assistenza, app: config.app }),
  pagina_vista: ({ deps, body }) => countPageView(deps, body.percorso),
  assistenza: ({ deps, session, body }) => askSupport(deps, session?.id_utente ?? null, body),
}
