import * as z from 'zod/mini'
import { type Chiamata, call, idConcorso, idUtente, lista, nonPronta, opaco, pagina } from './chiamata.ts'
import { REPORTISTICA } from './reportistica.ts'
import {
  autenticazioneVO,
  concorso,
  concorsoScaricabile,
  concorsoUtente,
  ente,
  interoPositivo,
  interoQuery,
  nonNegativo,
  profiloCambiato,
  risorseAggiuntive,
  simulazione,
  siNoQuery,
  statoLivello,
  utente,
} from './schemi.ts'
import { codiceSfida, simulazioneAvviata } from './simulazioni.ts'

export const email = z.string().check(z.maxLength(254), z.email())

export type { Accesso, Chiamata } from './chiamata.ts'

/** Every call of spec §7 and D33, by name. */
export const CHIAMATE = {
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
  elimina_utente: nonPronta('DELETE', '/ms_utente/utente', 'sessione', 'Deletes the account'),
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
  cambia_password: nonPronta('POST', '/ms_utente/cambia_password', 'sessione', 'Changes the password'),
  chiedi_recupero: nonPronta('GET', '/ms_utente/recupera_password', 'pubblica', 'Asks for a recovery mail'),
  recupera_password: nonPronta(
    'POST',
    '/ms_utente/recupera_password',
    'pubblica',
    'Sets a new password with a recovery token',
  ),
  invia_verifica_email: call({
    metodo: 'POST',
    percorso: '/ms_utente/invia_verifica_email',
    accesso: 'sessione_non_verificata',
    query: z.object({ email: z.optional(email), id_utente_idoneo: z.optional(interoQuery) }),
    risposta: null,
    pronta: true,
    sommario: 'Sends the verification mail again, to another address when one is given',
  }),
  verifica_email: call({
    metodo: 'GET',
    percorso: '/ms_utente/verifica_email',
    accesso: 'pubblica',
    query: z.object({ token: z.string().check(z.maxLength(200)) }),
    risposta: opaco,
    senzaCorpo: [302],
    pronta: true,
    sommario: 'The link in the mail (D12a): verifies and redirects to the page',
  }),
  social: nonPronta('GET', '/ms_utente/social', 'pubblica', 'Which social login an address uses'),
  livello: call({
    metodo: 'GET',
    percorso: '/ms_utente/livello',
    accesso: 'sessione',
    risposta: statoLivello,
    pronta: true,
    sommario: 'Tier, expiry, demo allowance (D9)',
  }),
  incrementa_livello: nonPronta('POST', '/ms_utente/incrementa_livello', 'sessione', 'Applies a verified purchase'),
  verifica_transazione: nonPronta('POST', '/ms_utente/verifica_transazione', 'sessione', 'Verifies a purchase'),
  pagamento: nonPronta('POST', '/ms_utente/pagamento', 'sessione', 'Starts a checkout (D33)'),
  webhook_pagamento: nonPronta(
    'POST',
    '/ms_utente/webhook_pagamento',
    'pubblica',
    'Signed events of the payment provider (D34)',
  ),
  aggiorna_livello: nonPronta('POST', '/ms_utente/aggiorna_livello', 'chiave', 'Sets tiers, operator'),
  reportistica_utente: nonPronta('DELETE', '/ms_utente/reportistica_utente', 'sessione', 'Remote statistics reset'),
  getpromouser: nonPronta('POST', '/ms_utente/getpromouser', 'sessione', 'The promo of an account'),
  dispositivi_utente: nonPronta('GET', '/ms_utente/dispositivi_utente', 'sessione', 'Connected devices'),
  disabilita_dispostivo: nonPronta('POST', '/ms_utente/disabilita_dispostivo', 'sessione', 'Disconnects a device'),
  disattiva_premium: nonPronta(
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
      id_ente: z.optional(interoQuery),
      anno: z.optional(interoQuery),
      profilo: z.optional(z.string().check(z.maxLength(200))),
      in_evidenza: z.optional(siNoQuery),
      ...pagina,
    }),
    risposta: z.object({
      elementi: z.array(concorso),
      totale: nonNegativo,
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
    risposta: lista(concorsoUtente),
    pronta: true,
    sommario: 'The banks of the account',
  }),
  concorso: call({
    metodo: 'GET',
    percorso: '/ms_concorso/concorso',
    accesso: 'sessione',
    query: z.object({ id_concorso: interoQuery, sorgente: z.optional(z.enum(['MOBILE', 'WEB'])) }),
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
    query: z.object(pagina),
    risposta: lista(ente),
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
    query: z.object({ id_domanda: interoQuery }),
    risposta: z.object({ id_domanda: interoPositivo, spiegazione: z.string(), fonte: z.nullable(z.string()) }),
    pronta: true,
    sommario: 'Explanation of a question, premium only (D20)',
  }),
  percorsi: nonPronta('GET', '/ms_concorso/percorsi', 'pubblica', 'Subject paths'),
  percorsi_utente: nonPronta('GET', '/ms_concorso/percorsi_utente', 'sessione', 'The paths of the account'),
  percorso: nonPronta('GET', '/ms_concorso/percorso', 'sessione', 'Adds a path and answers its addresses'),
  elimina_percorso: nonPronta('DELETE', '/ms_concorso/percorso', 'sessione', 'Removes a path from the list'),
  simulazioni: call({
    metodo: 'GET',
    percorso: '/ms_concorso/simulazioni',
    accesso: 'pubblica',
    query: z.object({ id_concorso: interoQuery, attiva: z.optional(siNoQuery), ...pagina }),
    risposta: lista(simulazione),
    pronta: true,
    sommario: 'Simulations of a bank',
  }),
  simulazione: call({
    metodo: 'GET',
    percorso: '/ms_concorso/simulazione',
    accesso: 'sessione',
    query: z.object({
      id_simulazione: interoQuery,
      attiva: z.optional(siNoQuery),
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
  store: nonPronta('POST', '/ms_concorso/store', 'sessione', 'Store items'),
  bandi: nonPronta('GET', '/ms_concorso/bandi', 'pubblica', 'Deadline calls (D33)'),
  gruppi_studio: nonPronta('GET', '/ms_concorso/gruppi_studio', 'sessione', 'Study groups (D33)'),
  notizie: nonPronta('GET', '/ms_concorso/notizie', 'pubblica', 'News (D33)'),
  concorsi_from_cache: nonPronta('DELETE', '/ms_cache/concorsi_from_cache', 'chiave', 'Empties the cache of banks'),
  percorsi_from_cache: nonPronta('DELETE', '/ms_cache/percorsi_from_cache', 'chiave', 'Empties the cache of paths'),
  simulazioni_from_cache: nonPronta(
    'DELETE',
    '/ms_cache/simulazioni_from_cache',
    'chiave',
    'Empties the cache of simulations',
  ),
  flush_all_cache: nonPronta('DELETE', '/ms_cache/flush_all_cache', 'chiave', 'Empties every cache'),
  flush_all_cache_and_aws: nonPronta(
    'DELETE',
    '/ms_cache/flush_all_cache_and_aws',
    'chiave',
    'Empties every cache, storage included',
  ),
  config_reload_concorso: nonPronta('GET', '/ms_concorso/config_reload', 'chiave', 'Reloads the configuration'),
  config_reload_utente: nonPronta('GET', '/ms_utente/config_reload', 'chiave', 'Reloads the configuration'),
  config_reload: nonPronta('GET', '/config_reload', 'chiave', 'Reloads the configuration'),

  ...REPORTISTICA,

  // Calls that the specification addresses by `?method=` on the base
  segnalaquiz: call({
    metodo: 'POST',
    percorso: '/segnalaquiz',
    accesso: 'sessione',
    query: z.object({ id_domanda: z.optional(interoQuery), rcode: z.optional(z.string().check(z.maxLength(40))) }),
    corpo: z.nullish(z.object({ nota: z.optional(z.string().check(z.maxLength(1_000))) })),
    risposta: null,
    pronta: true,
    sommario: 'Reports a question (spec: {base}/?method=segnalaquiz)',
  }),
  getBanners: nonPronta('GET', '/getBanners', 'pubblica', 'Banners (spec: {base}/?method=getBanners)'),
} as const satisfies Record<string, Chiamata>

export type NomeChiamata = keyof typeof CHIAMATE
type Uscita<S> = S extends z.core.$ZodType ? z.output<S> : S extends null ? null : never
/** What a call answers, e.g. `RispostaDi<'login'>`. */
export type RispostaDi<N extends NomeChiamata> = Uscita<(typeof CHIAMATE)[N]['risposta']>
/** What a caller passes as query. */
export type QueryDi<N extends NomeChiamata> = (typeof CHIAMATE)[N] extends { query: infer Q extends z.core.$ZodType }
  ? z.input<Q>
  : undefined
/** What a caller passes as body; PUT of answers takes a list of Risposta. */
export type CorpoDi<N extends NomeChiamata> = (typeof CHIAMATE)[N] extends { corpo: infer B extends z.core.$ZodType }
  ? z.input<B>
  : undefined

/** Names of the calls that are declared but not built yet. */
export const NON_PRONTE = (Object.keys(CHIAMATE) as NomeChiamata[]).filter((nome) => !CHIAMATE[nome].pronta)
