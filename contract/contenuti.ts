import * as z from 'zod/mini'
import { bancaNominata } from './bandi.ts'
import { call, listOf } from './call.ts'
import { nonNegative, positiveInt } from './schemas.ts'

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const https = z.string().check(z.maxLength(2_000), z.url({ protocol: /^https$/ }))
/** An address of another site, or of a screen of this page (`/store`). */
const anyLink = z.union([https, z.string().check(z.maxLength(500), z.regex(/^\/[a-z0-9][^\s\\]*$|^\/$/))])
const chiave = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(80))
const day = z.iso.date()

/** Form of a store item's price (spec §3): fixed, free, or variable from some amount on. */
const TIPI_PREZZO = ['fisso', 'gratuito', 'variabile'] as const
const cents = z.int().check(z.gte(1), z.lte(1_000_000))

/** Kinds of content that an operator publishes with one command (docs/decisions/0057). */
export const TIPI_CONTENUTO = ['articoli', 'gruppi', 'notizie', 'banner'] as const
export type TipoContenuto = (typeof TIPI_CONTENUTO)[number]

type Price = { tipo_prezzo: (typeof TIPI_PREZZO)[number]; prezzo: number | null }
const isPriced = (a: Price): boolean =>
  a.tipo_prezzo === 'fisso' ? a.prezzo !== null : a.tipo_prezzo === 'variabile' || a.prezzo === null
const banche = z._default(z.array(positiveInt).check(z.maxLength(50)), [])
const optional = <T extends z.core.$ZodType>(schema: T) => z._default(z.nullable(schema), null)

const articoloFields = {
  titolo: text(120),
  descrizione: optional(text(1_000)),
  tipo_prezzo: z.enum(TIPI_PREZZO),
  /** Cents of a euro: the least of a variable price, null when unknown. */
  prezzo: optional(cents),
  link: https,
}
const gruppoFields = {
  nome: text(90),
  descrizione: text(600),
  /** Rules of the group, one each. */
  regole: z.array(text(200)).check(z.maxLength(20)),
  posti: optional(z.int().check(z.gte(2), z.lte(100_000))),
  /** Address of the place where the group meets; required. */
  link: https,
}
const notiziaFields = {
  titolo: text(120),
  sommario: text(300),
  paragrafi: z.array(text(2_000)).check(z.minLength(1), z.maxLength(60)),
  pubblicata_il: day,
  link: optional(https),
}
const bannerFields = {
  titolo: text(90),
  testo: optional(text(240)),
  link: optional(anyLink),
  /** Words of the link. */
  azione: optional(text(30)),
}

/** Entry of the operator's file: the same fields with their key, and the banks by number. */
export const WRITTEN = {
  articoli: z.strictObject({ chiave, ...articoloFields, banche }).check(
    z.refine(isPriced, {
      error: 'un prezzo fisso vuole i centesimi, un articolo gratuito non ne ha',
      path: ['prezzo'],
    }),
  ),
  gruppi: z.strictObject({ chiave, ...gruppoFields, banche }),
  notizie: z.strictObject({ chiave, ...notiziaFields, banche }),
  banner: z.strictObject({ chiave, ...bannerFields, dal: optional(day), al: optional(day) }).check(
    z.refine(({ dal, al }) => dal === null || al === null || dal <= al, {
      error: 'viene prima del giorno in cui comincia',
      path: ['al'],
    }),
  ),
} as const satisfies Record<TipoContenuto, z.core.$ZodType>
export type Written<T extends TipoContenuto = TipoContenuto> = z.output<(typeof WRITTEN)[T]>

const articolo = z.object({ id_articolo: positiveInt, ...articoloFields, banche: z.array(bancaNominata) })
export type Articolo = z.infer<typeof articolo>
const gruppo = z.object({ id_gruppo: positiveInt, ...gruppoFields, banche: z.array(bancaNominata) })
export type Gruppo = z.infer<typeof gruppo>
const notizia = z.object({ id_notizia: positiveInt, ...notiziaFields, banche: z.array(bancaNominata) })
export type Notizia = z.infer<typeof notizia>
export const banner = z.object({ id_banner: positiveInt, ...bannerFields })
export type Banner = z.infer<typeof banner>

/** A person's request for a bank that is not in the catalogue. `id_richiesta` is drawn by the device. */
const richiestaBanca = z.object({
  id_richiesta: z.uuid(),
  ente: text(160),
  profilo: optional(text(160)),
  anno: optional(z.int().check(z.gte(1990), z.lte(2100))),
  nota: optional(text(1_000)),
  link: optional(z.string().check(z.maxLength(500), z.url({ protocol: /^https?$/ }))),
})
export type RichiestaBanca = z.output<typeof richiestaBanca>

export const CONTENUTI = {
  store: call({
    metodo: 'POST',
    percorso: '/ms_concorso/store',
    accesso: 'sessione',
    risposta: listOf(articolo),
    sommario: 'Store items, the last published first',
  }),
  gruppi_studio: call({
    metodo: 'GET',
    percorso: '/ms_concorso/gruppi_studio',
    accesso: 'sessione',
    risposta: listOf(gruppo),
    sommario: 'Study groups (D33)',
  }),
  notizie: call({
    metodo: 'GET',
    percorso: '/ms_concorso/notizie',
    accesso: 'pubblica',
    risposta: listOf(notizia),
    sommario: 'News, the newest first (D33)',
  }),
  getBanners: call({
    metodo: 'GET',
    percorso: '/getBanners',
    accesso: 'pubblica',
    query: z.object({
      token: z.optional(z.string().check(z.maxLength(200))),
      apikey: z.optional(z.string().check(z.maxLength(200))),
      method: z.optional(z.string()),
    }),
    risposta: z.object({ elementi: z.array(banner), totale: nonNegative }),
    sommario: 'Banners in force today, streamed (spec: {base}/?method=getBanners)',
  }),
  richiedi_banca: call({
    metodo: 'POST',
    percorso: '/ms_concorso/richiedi_banca',
    accesso: 'sessione',
    corpo: richiestaBanca,
    risposta: null,
    sommario: 'Asks the operator for a bank that is missing; sent twice it is one request',
  }),
} as const
