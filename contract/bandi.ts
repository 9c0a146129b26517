import * as z from 'zod/mini'
import { AREE_GEOGRAFICHE, LIVELLI_ISTRUZIONE, SETTORI, TIPI_ENTE } from '#rules/bando'
import { call, paging } from './call.ts'
import { intQuery, isoDate, nonNegative, positiveInt, yesNoQuery } from './schemas.ts'

/** Bank that another object names. */
export const bancaNominata = z.object({ id_concorso: positiveInt, concorso: z.string() })

/** Call (spec §3). Facts that the operator left out are null. */
const bando = z.object({
  id_bando: positiveInt,
  nome: z.string(),
  ente: z.string(),
  descrizione: z.nullable(z.string()),
  tipo_ente: z.nullable(z.enum(TIPI_ENTE)),
  livello_istruzione: z.nullable(z.enum(LIVELLI_ISTRUZIONE)),
  settore: z.nullable(z.enum(SETTORI)),
  area_geografica: z.nullable(z.enum(AREE_GEOGRAFICHE)),
  regione: z.nullable(z.string()),
  posti: z.nullable(positiveInt),
  scadenza: isoDate,
  in_evidenza: z.boolean(),
  pagina_ufficiale: z.nullable(z.string()),
  /** Published banks to study for it. */
  banche: z.array(bancaNominata),
  /** Pages of the version before require it. */
  esempio: z.optional(z.literal(false)),
})
export type Bando = z.infer<typeof bando>

/** Addresses of the application in each store; null where the store lacks it. */
export const negoziApp = z.object({
  app_store: z.nullable(z.string()),
  google_play: z.nullable(z.string()),
  app_gallery: z.nullable(z.string()),
})
export type NegoziApp = z.infer<typeof negoziApp>

export const BANDI = {
  bandi: call({
    metodo: 'GET',
    percorso: '/ms_concorso/bandi',
    accesso: 'pubblica',
    query: z.object({
      tipo_ente: z.optional(z.enum(TIPI_ENTE)),
      livello_istruzione: z.optional(z.enum(LIVELLI_ISTRUZIONE)),
      settore: z.optional(z.enum(SETTORI)),
      area_geografica: z.optional(z.enum(AREE_GEOGRAFICHE)),
      giorni: z.optional(intQuery.check(z.lte(3_650))),
      in_evidenza: z.optional(yesNoQuery),
      ...paging,
    }),
    risposta: z.object({ elementi: z.array(bando), totale: nonNegative, app: negoziApp }),
    sommario: 'Calls that are open, the first to expire first, by the filters of the screen (D33)',
  }),
} as const
