import * as z from 'zod/mini'
import { accessiSocial, esitoConferma, SOCIAL } from './account.ts'
import { call, opaque } from './call.ts'
import { autenticazioneVO, intQuery, utente } from './schemas.ts'

export const email = z.string().check(z.maxLength(254), z.email())
export const tokenMail = z.string().check(z.maxLength(200))
const password = z.string().check(z.maxLength(128))
const testoBreve = z.string().check(z.maxLength(254))
/** The specification puts these secrets in the query; the page sends them in the body, out of logs and histories. */
const vecchiaENuova = z.object({ vecchia_password: z.optional(password), nuova_password: z.optional(password) })
const tokenEPassword = z.object({
  token: z.optional(tokenMail),
  password: z.optional(password),
  // The link lets the asking device in, so that a stranger with the address alone cannot keep the reader of the mail out.
  ...z.pick(autenticazioneVO, {
    dispositivo: true,
    id_dispositivo: true,
    sistemaOperativo: true,
    sistema_operativo: true,
    versioneApp: true,
    versione_app: true,
  }).shape,
})

/** Registration, sign-in, verification, recovery (spec §7). */
export const ACCESSO = {
  login: call({
    metodo: 'POST',
    percorso: '/ms_utente/login',
    accesso: 'pubblica',
    corpo: autenticazioneVO,
    risposta: utente,
    sommario: 'Signs in with username and password, or with a token_social; answers the profile with its token',
  }),
  registrazione: call({
    metodo: 'POST',
    percorso: '/ms_utente/registrazione',
    accesso: 'pubblica',
    corpo: z.object({
      email_comunicazioni: email,
      flag_privacy: z.literal(1),
      flag_commerciale: z.optional(z.union([z.literal(0), z.literal(1)])),
      codice_affiliato: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))),
      autenticazioneVO,
    }),
    risposta: utente,
    senzaCorpo: [204],
    sommario:
      'Creates an account, with a password or a token_social, and sends the verification mail; 204 for every address where RECUPERO_RISERVATO',
  }),
  logout: call({
    metodo: 'POST',
    percorso: '/ms_utente/logout',
    accesso: 'sessione_non_verificata',
    risposta: null,
    sommario: 'Ends this session',
  }),
  refreshtoken: call({
    metodo: 'POST',
    percorso: '/ms_utente/refreshtoken',
    accesso: 'sessione_non_verificata',
    risposta: utente,
    sommario: 'Rotates the token (D10)',
  }),
  cambia_password: call({
    metodo: 'POST',
    percorso: '/ms_utente/cambia_password',
    accesso: 'sessione',
    query: vecchiaENuova,
    corpo: z.nullish(vecchiaENuova),
    risposta: null,
    sommario: 'Changes the password, in body or query; every other session ends',
  }),
  chiedi_recupero: call({
    metodo: 'GET',
    percorso: '/ms_utente/recupera_password',
    accesso: 'pubblica',
    query: z.object({ username: z.optional(testoBreve) }),
    risposta: null,
    sommario: 'Sends a recovery mail; 404 for an unknown address unless RECUPERO_RISERVATO',
  }),
  recupera_password: call({
    metodo: 'POST',
    percorso: '/ms_utente/recupera_password',
    accesso: 'pubblica',
    query: tokenEPassword,
    corpo: z.nullish(tokenEPassword),
    risposta: null,
    sommario:
      'Sets a new password with the token of the mail, in body or query; every session ends, the device may enter',
  }),
  invia_verifica_email: call({
    metodo: 'POST',
    percorso: '/ms_utente/invia_verifica_email',
    accesso: 'sessione_non_verificata',
    query: z.object({ email: z.optional(email), id_utente_idoneo: z.optional(intQuery) }),
    risposta: null,
    sommario: 'Sends the verification mail again, to another address when one is given before the first verification',
  }),
  verifica_email: call({
    metodo: 'GET',
    percorso: '/ms_utente/verifica_email',
    accesso: 'pubblica',
    query: z.object({ token: tokenMail }),
    risposta: opaque,
    senzaCorpo: [302],
    sommario: 'The link in the mail (D12a): leads to the page, which asks whose the account is',
  }),
  conferma_email: call({
    metodo: 'POST',
    percorso: '/ms_utente/verifica_email',
    accesso: 'pubblica',
    corpo: z.object({
      token: tokenMail,
      mio: z.boolean(),
      /** The password chosen at the registration, where no session shows whose the account is. */
      password: z.optional(password),
      /** Takes the account without its password: every way in ends, and a new password is chosen. */
      riprendi: z.optional(z.boolean()),
    }),
    risposta: esitoConferma,
    sommario: 'What the owner of the address answered: the account is theirs, or it goes',
  }),
  rinvia_verifica: call({
    metodo: 'POST',
    percorso: '/ms_utente/rinvia_verifica',
    accesso: 'pubblica',
    corpo: z.object({ token: tokenMail }),
    risposta: null,
    sommario: 'A new verification mail for an expired link, on whatever device it was opened',
  }),
  social: call({
    metodo: 'GET',
    percorso: '/ms_utente/social',
    accesso: 'pubblica',
    query: z.object({ email: z.optional(testoBreve) }),
    risposta: z.object({ social: z.nullable(z.string()) }),
    sommario: 'Which social login an address uses; null for none and for an unknown address',
  }),
  accessi_social: call({
    metodo: 'GET',
    percorso: '/ms_utente/accessi_social',
    accesso: 'pubblica',
    risposta: accessiSocial,
    sommario: 'The social logins that this installation offers (D11)',
  }),
  social_avvia: call({
    metodo: 'GET',
    percorso: '/ms_utente/social_avvia',
    accesso: 'pubblica',
    query: z.object({ social: z.enum(SOCIAL), ritorno: z.optional(z.literal('profilo')) }),
    risposta: opaque,
    senzaCorpo: [302],
    sommario: 'Leads the browser to the provider (authorization code with PKCE)',
  }),
  social_ritorno: call({
    metodo: 'GET',
    percorso: '/ms_utente/social_ritorno',
    accesso: 'pubblica',
    query: z.object({
      state: z.optional(z.string().check(z.maxLength(200))),
      code: z.optional(z.string().check(z.maxLength(4_096))),
      iss: z.optional(z.string().check(z.maxLength(500))),
      error: z.optional(z.string().check(z.maxLength(200))),
    }),
    risposta: opaque,
    senzaCorpo: [302],
    sommario: 'The provider’s answer: redirects to the page with a token_social in the fragment',
  }),
  chiedi_dispositivo: call({
    metodo: 'POST',
    percorso: '/ms_utente/chiedi_dispositivo',
    accesso: 'pubblica',
    corpo: autenticazioneVO,
    risposta: null,
    sommario: 'Who is refused for too many devices asks for a mail that lets this one in; takes what login takes',
  }),
  conferma_dispositivo: call({
    metodo: 'POST',
    percorso: '/ms_utente/conferma_dispositivo',
    accesso: 'pubblica',
    corpo: z.object({ token: tokenMail }),
    risposta: null,
    sommario: 'Lets in the device that asked, and ends another mobile session that was in its way',
  }),
} as const
