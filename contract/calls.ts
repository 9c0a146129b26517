import * as z from 'zod/mini'
import { AVVISI } from './avvisi.ts'
import { BANDI } from './bandi.ts'
import { type Call, call, idArgomento, idConcorso, listOf, paging } from './call.ts'
import { CONTENUTI } from './contenuti.ts'
import { OPERATORE } from './operatore.ts'
import { REPORTISTICA } from './reportistica.ts'
import {
  concorso,
  concorsoScaricabile,
  concorsoUtente,
  ente,
  graduatoria,
  intQuery,
  nonNegative,
  percorso,
  percorsoScaricabile,
  percorsoUtente,
  positiveInt,
  risorseAggiuntive,
  simulazione,
  yesNoQuery,
} from './schemas.ts'
import { codiceSfida, simulazioneAvviata } from './simulazioni.ts'
import { UTENTE } from './utente.ts'

export type { Call as Chiamata } from './call.ts'

/** Question with its key for a visitor without an account: text alone, of a starter bank. */
const domandaProva = z.object({
  banca: z.string(),
  testo: z.string(),
  risposte: z.array(z.string()).check(z.minLength(2)),
  corretta: positiveInt,
  spiegazione: z.string(),
})
export type DomandaProva = z.infer<typeof domandaProva>

const spiegazione = z.object({ id_domanda: positiveInt, spiegazione: z.string(), fonte: z.nullable(z.string()) })

/** Every call of spec §7 and D33, by name. */
export const CALLS = {
  ...UTENTE,
  ...AVVISI,

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
    sommario: 'Published banks; years and profiles that exist for the filters',
  }),
  domanda_prova: call({
    metodo: 'GET',
    percorso: '/ms_concorso/domanda_prova',
    accesso: 'pubblica',
    risposta: z.object({ domanda: z.nullable(domandaProva) }),
    sommario: 'One short question of a starter bank, another each day; null where no starter bank is published',
  }),
  concorsi_utente: call({
    metodo: 'GET',
    percorso: '/ms_concorso/concorsi_utente',
    accesso: 'sessione',
    risposta: listOf(concorsoUtente),
    sommario: 'The banks of the account',
  }),
  concorso: call({
    metodo: 'GET',
    percorso: '/ms_concorso/concorso',
    accesso: 'sessione',
    query: z.object({ id_concorso: intQuery, sorgente: z.optional(z.enum(['MOBILE', 'WEB'])) }),
    risposta: concorsoScaricabile,
    sommario: 'Adds the bank to the account (idempotent) and answers its signed addresses (D15)',
  }),
  elimina_concorso: call({
    metodo: 'DELETE',
    percorso: '/ms_concorso/concorso',
    accesso: 'sessione',
    query: idConcorso,
    risposta: null,
    sommario: 'Removes the bank from the list',
  }),
  enti: call({
    metodo: 'GET',
    percorso: '/ms_concorso/enti',
    accesso: 'pubblica',
    query: z.object(paging),
    risposta: listOf(ente),
    sommario: 'Bodies',
  }),
  risorse_aggiuntive: call({
    metodo: 'GET',
    percorso: '/ms_concorso/risorse_aggiuntive',
    accesso: 'pubblica',
    query: idConcorso,
    risposta: risorseAggiuntive,
    sommario: 'Additional resources of a bank',
  }),
  indirizzi_concorso: call({
    metodo: 'GET',
    percorso: '/ms_concorso/indirizzi_concorso',
    accesso: 'sessione',
    query: idConcorso,
    risposta: z.object({ url_domande: z.nullable(z.string()), url_immagini: z.nullable(z.string()) }),
    sommario: 'Signed addresses of a bank that the account has whole; nulls otherwise. Asking adds and charges nothing',
  }),
  spiegazione_web: call({
    metodo: 'GET',
    percorso: '/ms_concorso/spiegazione_web',
    accesso: 'sessione',
    query: z.object({ id_domanda: intQuery }),
    risposta: spiegazione,
    sommario: 'Explanation of a question, premium only (D20); bare text unless the caller accepts JSON',
  }),
  spiegazioni: call({
    metodo: 'GET',
    percorso: '/ms_concorso/spiegazioni',
    accesso: 'sessione',
    query: z.object({
      id_concorso: z.optional(intQuery),
      id_argomento: z.optional(intQuery),
      dopo: z.optional(intQuery),
    }),
    risposta: z.object({ elementi: z.array(spiegazione), dopo: z.nullable(positiveInt) }),
    sommario: 'Explanations of a bank or path by pages, those of ids above `dopo`, to be kept on the device (premium)',
  }),
  percorsi: call({
    metodo: 'GET',
    percorso: '/ms_concorso/percorsi',
    accesso: 'pubblica',
    query: z.object(paging),
    risposta: listOf(percorso),
    sommario: 'Published subject paths, each with the tree of its sub-paths',
  }),
  percorsi_utente: call({
    metodo: 'GET',
    percorso: '/ms_concorso/percorsi_utente',
    accesso: 'sessione',
    risposta: listOf(percorsoUtente),
    sommario: 'The paths of the account',
  }),
  percorso: call({
    metodo: 'GET',
    percorso: '/ms_concorso/percorso',
    accesso: 'sessione',
    query: z.object({ id_argomento: intQuery, sorgente: z.optional(z.enum(['MOBILE', 'WEB'])) }),
    risposta: percorsoScaricabile,
    sommario: 'Adds the path to the account (idempotent) and answers its signed addresses (D15)',
  }),
  elimina_percorso: call({
    metodo: 'DELETE',
    percorso: '/ms_concorso/percorso',
    accesso: 'sessione',
    query: idArgomento,
    risposta: null,
    sommario: 'Removes a path from the list',
  }),
  graduatoria: call({
    metodo: 'GET',
    percorso: '/ms_concorso/graduatoria',
    accesso: 'sessione',
    query: idConcorso,
    risposta: listOf(graduatoria),
    sommario: 'Published results of the exam of a bank, counted by score; empty where there are none',
  }),
  simulazioni: call({
    metodo: 'GET',
    percorso: '/ms_concorso/simulazioni',
    accesso: 'pubblica',
    query: z.object({ id_concorso: intQuery, attiva: z.optional(yesNoQuery), ...paging }),
    risposta: listOf(simulazione),
    sommario: 'Simulations of a bank',
  }),
  simulazione: call({
    metodo: 'GET',
    percorso: '/ms_concorso/simulazione',
    accesso: 'sessione',
    orologio: true,
    query: z.object({
      id_simulazione: intQuery,
      attiva: z.optional(yesNoQuery),
      sfida: z.optional(codiceSfida),
    }),
    risposta: simulazioneAvviata,
    sommario: 'Begins a simulation: draw, rules, ticket and end instant (D24)',
  }),
  uptime: call({
    metodo: 'GET',
    percorso: '/ms_concorso/uptime',
    accesso: 'pubblica',
    risposta: z.number(),
    sommario: 'Seconds since the server started',
  }),
  ...BANDI,
  ...CONTENUTI,
  ...OPERATORE,

  ...REPORTISTICA,

  // Calls that the specification addresses by `?method=` on the base
  segnalaquiz: call({
    metodo: 'POST',
    percorso: '/segnalaquiz',
    accesso: 'sessione',
    tokenInQuery: true,
    query: z.object({
      id_user: z.optional(intQuery),
      id_domanda: z.optional(intQuery),
      rcode: z.optional(z.string().check(z.maxLength(40))),
      token: z.optional(z.string().check(z.maxLength(200))),
      apikey: z.optional(z.string().check(z.maxLength(200))),
    }),
    corpo: z.nullish(z.object({ nota: z.optional(z.string().check(z.maxLength(1_000))) })),
    risposta: null,
    sommario: 'Reports a question (spec: {base}/?method=segnalaquiz)',
  }),
} as const satisfies Record<string, Call>

export type CallName = keyof typeof CALLS
type Uscita<S> = S extends z.core.$ZodType ? z.output<S> : S extends null ? null : never
/** Value that a call returns, e.g. `ResponseOf<'login'>`. */
export type ResponseOf<N extends CallName> = Uscita<(typeof CALLS)[N]['risposta']>
/** Query that a caller passes. */
export type QueryOf<N extends CallName> = (typeof CALLS)[N] extends { query: infer Q extends z.core.$ZodType }
  ? z.input<Q>
  : undefined
/** Body that a caller passes; PUT of answers takes a list of Risposta. */
export type BodyOf<N extends CallName> = (typeof CALLS)[N] extends { corpo: infer B extends z.core.$ZodType }
  ? z.input<B>
  : undefined
