import * as z from 'zod/mini'
import { type Call, call, idConcorso, idUtente, listOf, notReady, opaque, paging } from './call.ts'
import { REPORTISTICA } from './reportistica.ts'
import {
  autenticazioneVO,
  concorso,
  concorsoScaricabile,
  concorsoUtente,
  ente,
  intQuery,
  nonNegative,
  positiveInt,
  profiloCambiato,
  risorseAggiuntive,
  simulazione,
  statoLivello,
  utente,
  yesNoQuery,
} from './schemas.ts'
import { codiceSfida, simulazioneAvviata } from './simulazioni.ts'

export const email = z.string().check(z.maxLength(254), z.email())

export type { Call as Chiamata, CallAccess as Accesso } from './call.ts'

/** Every call of spec §7 and D33, by name. */
export const CALLS = {
  // User service
  login: call({
    metodo: 'POST',
    percorso: '/ms_utente/login',
    accesso: 'pubblica',
    corpo: autenticazioneVO,
    risposta: utente,
    pronta: true,
    sommario: 'Signs in with username and password; answers the profile with its token',
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
    pronta: true,
    sommario: 'Creates an account and sends the verification mail',
  }),
  logout: call({
    metodo: 'POST',
    percorso: '/ms_utente/logout',
    accesso: 'sessione_non_verificata',
    risposta: null,
    pronta: true,
    sommario: 'Ends this session',
  }),
  refreshtoken: call({
    metodo: 'POST',
    percorso: '/ms_utente/refreshtoken',
    accesso: 'sessione_non_verificata',
    risposta: utente,
    pronta: true,
    sommario: 'Rotates the token (D10)',
  }),
  utente: call({
    metodo: 'GET',
    percorso: '/ms_utente/utente',
    accesso: 'sessione_non_verificata',
    query: idUtente,
    risposta: utente,
    pronta: true,
    sommario: 'The profile',
  }),
  elimina_utente: notReady('DELETE', '/ms_utente/utente', 'sessione', 'Deletes the account'),
  aggiorna_utente: call({
    metodo: 'POST',
    percorso: '/ms_utente/aggiorna_utente',
    accesso: 'sessione',
    query: idUtente,
    corpo: profiloCambiato,
    risposta: null,
    pronta: true,
    sommario: 'Updates the profile',
  }),
  cambia_password: notReady('POST', '/ms_utente/cambia_password', 'sessione', 'Changes the password'),
  chiedi_recupero: notReady('GET', '/ms_utente/recupera_password', 'pubblica', 'Asks for a recovery mail'),
  recupera_password: notReady(
    'POST',
    '/ms_utente/recupera_password',
    'pubblica',
    'Sets a new password with a recovery token',
  ),
  invia_verifica_email: call({
    metodo: 'POST',
    percorso: '/ms_utente/invia_verifica_email',
    accesso: 'sessione_non_verificata',
    query: z.object({ email: z.optional(email), id_utente_idoneo: z.optional(intQuery) }),
    risposta: null,
    pronta: true,
    sommario: 'Sends the verification mail again, to another address when one is given',
  }),
  verifica_email: call({
    metodo: 'GET',
    percorso: '/ms_utente/verifica_email',
    accesso: 'pubblica',
    query: z.object({ token: z.string().check(z.maxLength(200)) }),
    risposta: opaque,
    senzaCorpo: [302],
    pronta: true,
    sommario: 'The link in the mail (D12a): verifies and redirects to the page',
  }),
  social: notReady('GET', '/ms_utente/social', 'pubblica', 'Which social login an address uses'),
  livello: call({
    metodo: 'GET',
    percorso: '/ms_utente/livello',
    accesso: 'sessione',
    risposta: statoLivello,
    pronta: true,
    sommario: 'Tier, expiry, demo allowance (D9)',
  }),
  incrementa_livello: notReady('POST', '/ms_utente/incrementa_livello', 'sessione', 'Applies a verified purchase'),
  verifica_transazione: notReady('POST', '/ms_utente/verifica_transazione', 'sessione', 'Verifies a purchase'),
  pagamento: notReady('POST', '/ms_utente/pagamento', 'sessione', 'Starts a checkout (D33)'),
  webhook_pagamento: notReady(
    'POST',
    '/ms_utente/webhook_pagamento',
    'pubblica',
    'Signed events of the payment provider (D34)',
  ),
  aggiorna_livello: notReady('POST', '/ms_utente/aggiorna_livello', 'chiave', 'Sets tiers, operator'),
  reportistica_utente: notReady('DELETE', '/ms_utente/reportistica_utente', 'sessione', 'Remote statistics reset'),
  getpromouser: notReady('POST', '/ms_utente/getpromouser', 'sessione', 'The promo of an account'),
  dispositivi_utente: notReady('GET', '/ms_utente/dispositivi_utente', 'sessione', 'Connected devices'),
  disabilita_dispostivo: notReady('POST', '/ms_utente/disabilita_dispostivo', 'sessione', 'Disconnects a device'),
  disattiva_premium: notReady(
    'POST',
    '/ms_utente/disattiva_premium',
    'chiave',
    'Disables premium by activation dates, operator',
  ),

  // Competition service
  concorsi: call({
    metodo: 'GET',
    percorso: '/ms_concorso/concorsi',
    accesso: 'pubblica',
    query: z.object({
      id_ente: z.optional(intQuery),
      anno: z.optional(intQuery),
      profilo: z.optional(z.string().check(z.maxLength(200))),
      in_evidenza: z.optional(yesNoQuery),
      ...paging,
    }),
    risposta: z.object({
      elementi: z.array(concorso),
      totale: nonNegative,
      anni: z.array(z.int()),
      profili: z.array(z.string()),
    }),
    pronta: true,
    sommario: 'Published banks; years and profiles that exist for the filters',
  }),
  concorsi_utente: call({
    metodo: 'GET',
    percorso: '/ms_concorso/concorsi_utente',
    accesso: 'sessione',
    risposta: listOf(concorsoUtente),
    pronta: true,
    sommario: 'The banks of the account',
  }),
  concorso: call({
    metodo: 'GET',
    percorso: '/ms_concorso/concorso',
    accesso: 'sessione',
    query: z.object({ id_concorso: intQuery, sorgente: z.optional(z.enum(['MOBILE', 'WEB'])) }),
    risposta: concorsoScaricabile,
    pronta: true,
    sommario: 'Adds the bank to the account (idempotent) and answers its signed addresses (D15)',
  }),
  elimina_concorso: call({
    metodo: 'DELETE',
    percorso: '/ms_concorso/concorso',
    accesso: 'sessione',
    query: idConcorso,
    risposta: null,
    pronta: true,
    sommario: 'Removes the bank from the list',
  }),
  enti: call({
    metodo: 'GET',
    percorso: '/ms_concorso/enti',
    accesso: 'pubblica',
    query: z.object(paging),
    risposta: listOf(ente),
    pronta: true,
    sommario: 'Bodies',
  }),
  risorse_aggiuntive: call({
    metodo: 'GET',
    percorso: '/ms_concorso/risorse_aggiuntive',
    accesso: 'pubblica',
    query: idConcorso,
    risposta: risorseAggiuntive,
    pronta: true,
    sommario: 'Additional resources of a bank',
  }),
  spiegazione_web: call({
    metodo: 'GET',
    percorso: '/ms_concorso/spiegazione_web',
    accesso: 'sessione',
    query: z.object({ id_domanda: intQuery }),
    risposta: z.object({ id_domanda: positiveInt, spiegazione: z.string(), fonte: z.nullable(z.string()) }),
    pronta: true,
    sommario: 'Explanation of a question, premium only (D20)',
  }),
  percorsi: notReady('GET', '/ms_concorso/percorsi', 'pubblica', 'Subject paths'),
  percorsi_utente: notReady('GET', '/ms_concorso/percorsi_utente', 'sessione', 'The paths of the account'),
  percorso: notReady('GET', '/ms_concorso/percorso', 'sessione', 'Adds a path and answers its addresses'),
  elimina_percorso: notReady('DELETE', '/ms_concorso/percorso', 'sessione', 'Removes a path from the list'),
  simulazioni: call({
    metodo: 'GET',
    percorso: '/ms_concorso/simulazioni',
    accesso: 'pubblica',
    query: z.object({ id_concorso: intQuery, attiva: z.optional(yesNoQuery), ...paging }),
    risposta: listOf(simulazione),
    pronta: true,
    sommario: 'Simulations of a bank',
  }),
  simulazione: call({
    metodo: 'GET',
    percorso: '/ms_concorso/simulazione',
    accesso: 'sessione',
    query: z.object({
      id_simulazione: intQuery,
      attiva: z.optional(yesNoQuery),
      sfida: z.optional(codiceSfida),
    }),
    risposta: simulazioneAvviata,
    pronta: true,
    sommario: 'Begins a simulation: draw, rules, ticket and end instant (D24)',
  }),
  uptime: call({
    metodo: 'GET',
    percorso: '/ms_concorso/uptime',
    accesso: 'pubblica',
    risposta: z.number(),
    pronta: true,
    sommario: 'Seconds since the server started',
  }),
  store: notReady('POST', '/ms_concorso/store', 'sessione', 'Store items'),
  bandi: notReady('GET', '/ms_concorso/bandi', 'pubblica', 'Deadline calls (D33)'),
  gruppi_studio: notReady('GET', '/ms_concorso/gruppi_studio', 'sessione', 'Study groups (D33)'),
  notizie: notReady('GET', '/ms_concorso/notizie', 'pubblica', 'News (D33)'),
  concorsi_from_cache: notReady('DELETE', '/ms_cache/concorsi_from_cache', 'chiave', 'Empties the cache of banks'),
  percorsi_from_cache: notReady('DELETE', '/ms_cache/percorsi_from_cache', 'chiave', 'Empties the cache of paths'),
  simulazioni_from_cache: notReady(
    'DELETE',
    '/ms_cache/simulazioni_from_cache',
    'chiave',
    'Empties the cache of simulations',
  ),
  flush_all_cache: notReady('DELETE', '/ms_cache/flush_all_cache', 'chiave', 'Empties every cache'),
  flush_all_cache_and_aws: notReady(
    'DELETE',
    '/ms_cache/flush_all_cache_and_aws',
    'chiave',
    'Empties every cache, storage included',
  ),
  config_reload_concorso: notReady('GET', '/ms_concorso/config_reload', 'chiave', 'Reloads the configuration'),
  config_reload_utente: notReady('GET', '/ms_utente/config_reload', 'chiave', 'Reloads the configuration'),
  config_reload: notReady('GET', '/config_reload', 'chiave', 'Reloads the configuration'),

  ...REPORTISTICA,

  // Calls that the specification addresses by `?method=` on the base
  segnalaquiz: call({
    metodo: 'POST',
    percorso: '/segnalaquiz',
    accesso: 'sessione',
    query: z.object({ id_domanda: z.optional(intQuery), rcode: z.optional(z.string().check(z.maxLength(40))) }),
    corpo: z.nullish(z.object({ nota: z.optional(z.string().check(z.maxLength(1_000))) })),
    risposta: null,
    pronta: true,
    sommario: 'Reports a question (spec: {base}/?method=segnalaquiz)',
  }),
  getBanners: notReady('GET', '/getBanners', 'pubblica', 'Banners (spec: {base}/?method=getBanners)'),
} as const satisfies Record<string, Call>

export type CallName = keyof typeof CALLS
type Uscita<S> = S extends z.core.$ZodType ? z.output<S> : S extends null ? null : never
/** What a call answers, e.g. `RispostaDi<'login'>`. */
export type ResponseOf<N extends CallName> = Uscita<(typeof CALLS)[N]['risposta']>
/** What a caller passes as query. */
export type QueryOf<N extends CallName> = (typeof CALLS)[N] extends { query: infer Q extends z.core.$ZodType }
  ? z.input<Q>
  : undefined
/** What a caller passes as body; PUT of answers takes a list of Risposta. */
export type BodyOf<N extends CallName> = (typeof CALLS)[N] extends { corpo: infer B extends z.core.$ZodType }
  ? z.input<B>
  : undefined

/** Names of the calls that are declared but not built yet. */
export const NOT_READY = (Object.keys(CALLS) as CallName[]).filter((nome) => !CALLS[nome].pronta)
