import * as z from 'zod/mini'
import { ROUTES, type RoutePath } from '#rules/routes'
import { negoziApp } from './bandi.ts'
import { isoDate, nonNegative, positiveInt } from './schemas.ts'
import { VERSIONI_TESTI } from './text-versions.ts'

export type TipoConsenso = keyof typeof VERSIONI_TESTI
const TIPI_CONSENSO = Object.keys(VERSIONI_TESTI) as [TipoConsenso, ...TipoConsenso[]]
/** Consents that a person may give and withdraw at any time; an account, or a purchase, requires the others. */
export const CONSENSI_LIBERI = ['commerciale', 'statistiche'] as const

const consenso = z.object({
  tipo: z.enum(TIPI_CONSENSO),
  valore: z.boolean(),
  versione_testo: z.string(),
  data: isoDate,
})
export type Consenso = z.infer<typeof consenso>

/** `attuali`: the newest of each kind; `storia`: all of them, the newest first; `versioni`: the texts in force. */
export const consensi = z.object({
  attuali: z.array(consenso),
  storia: z.array(consenso),
  versioni: z.record(z.string(), z.string()),
})
export type Consensi = z.infer<typeof consensi>
export const consensoCambiato = z.object({ tipo: z.enum(CONSENSI_LIBERI), valore: z.boolean() })

/** A browser or app that may sign in. `attivo`: it has a live session; `corrente`: it sent this request. */
const dispositivoUtente = z.object({
  id_dispositivo: z.string(),
  dispositivo: z.string(),
  sistema_operativo: z.nullable(z.string()),
  primo_uso: isoDate,
  ultimo_uso: isoDate,
  attivo: z.boolean(),
  corrente: z.boolean(),
})
export type DispositivoUtente = z.infer<typeof dispositivoUtente>

/** Devices that a refused login may still use, as JSON in the figures of the refusal. The login has proved the account. */
export const dispositiviNoti = z.array(
  z.object({ dispositivo: z.string(), sistema_operativo: z.nullable(z.string()), ultimo_uso: isoDate }),
)
export type DispositiviNoti = z.infer<typeof dispositiviNoti>

/** Limit of new devices: how many entered in the last `giorni`, how many may, when the next one may (null: now). */
const limiteDispositivi = z.object({
  giorni: z.int(),
  usati: nonNegative,
  massimo: nonNegative,
  prossimo: z.nullable(isoDate),
})
export const dispositiviUtente = z.object({
  elementi: z.array(dispositivoUtente),
  totale: nonNegative,
  limiti: z.array(limiteDispositivi),
})
export type DispositiviUtente = z.infer<typeof dispositiviUtente>

/** End of the account of a verification link. `rimasto`: the operator acted on it, so that only its maker loses access. */
export const esitoConferma = z.object({
  esito: z.enum(['confermata', 'eliminato', 'annullata', 'rimasto']),
  /** Token that chooses the password, as one of a recovery mail does; present when the account has no way in yet. */
  scelta: z.optional(z.string()),
})
export type EsitoConferma = z.infer<typeof esitoConferma>['esito']

/** Providers of a social login, as they travel in `social` (spec §1). */
export const SOCIAL = ['FACEBOOK', 'GOOGLE', 'APPLE', 'HUAWEI'] as const
export type Social = (typeof SOCIAL)[number]
/** Social login that this installation offers; `url` is where the browser goes. */
const accessoSocial = z.object({ social: z.enum(SOCIAL), nome: z.string(), url: z.string() })
export const accessiSocial = z.object({ elementi: z.array(accessoSocial), totale: nonNegative })
export type AccessiSocial = z.infer<typeof accessiSocial>

/** Proof, beside a session, that its owner sends the request. `token_social`: a social login that has just ended. */
export const provaPersona = {
  password: z.optional(z.string().check(z.maxLength(128))),
  social: z.optional(z.string().check(z.maxLength(20))),
  token_social: z.optional(z.string().check(z.maxLength(200))),
}
export type ProvaPersona = {
  password?: string | undefined
  social?: string | undefined
  token_social?: string | undefined
}

/** Social login that opens the account. */
const accessoCollegato = z.object({ social: z.enum(SOCIAL), email: z.nullable(z.string()), collegata: isoDate })
export const accessiCollegati = z.object({ elementi: z.array(accessoCollegato), totale: nonNegative })
export type AccessiCollegati = z.infer<typeof accessiCollegati>

/** Code to copy (spec §3): for premium when it has `sconto`, else for the shop at `link`. Nulls: this account has none. */
export const promo = z.object({
  codice: z.nullable(z.string()),
  titolo: z.nullable(z.string()),
  descrizione: z.nullable(z.string()),
  link: z.nullable(z.string()),
  sconto: z.nullable(z.int()),
  scade: z.nullable(isoDate),
})
export type Promo = z.infer<typeof promo>

/** Request for help to the operator. `email` is required without a session. */
export const richiestaAssistenza = z.object({
  email: z.optional(z.string().check(z.maxLength(254), z.email())),
  argomento: z.enum(['ACCESSO', 'DISPOSITIVI', 'ACQUISTI', 'CONTENUTI', 'DATI', 'ALTRO']),
  testo: z.string().check(z.trim(), z.minLength(1), z.maxLength(5_000)),
})
export type RichiestaAssistenza = z.infer<typeof richiestaAssistenza>
export const assistenzaRicevuta = z.object({ numero: positiveInt })

/**
 * Owner of this installation as the operator wrote it (d.lgs. 70/2003, art. 7), null until written; links of the phone's
 * application.
 */
export const gestore = z.object({ gestore: z.nullable(z.string()), assistenza: z.string(), app: negoziApp })

const ROUTE_PATHS = ROUTES.map(({ path }) => path) as [RoutePath, ...RoutePath[]]
/** Route of a page view, without the id of a bank, a sitting or a person. */
export const paginaVista = z.object({ percorso: z.enum(ROUTE_PATHS) })
