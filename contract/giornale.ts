import * as z from 'zod/mini'
import { APERTA, SEDUTA, TIPI_EVENTO, TIPI_VOCE } from '#rules/giornale'
import { nonNegative } from './schemas.ts'

/** Most events of one push and of one page, and most bytes of contents that a device puts in one push. */
export const EVENTI_PER_CALL = 500
export const EVENTI_BYTES = 400_000

/** Longest content of an event, characters. */
export const MAX_DATI = 80_000
/** PostgreSQL keeps no NUL. */
export const text = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[^\0]*$/))

/** Parses the content of an event by its schema; null when it does not fit. */
export function parseDati<T>(schema: z.ZodMiniType<T>, dati: string): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(dati))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * Event of the journal as a device sends it (decision 0073). `dati` is JSON. Of a device's own event `dispositivo` and `seq` are
 * its place in a chain. A voice has `chiave` instead (id of the question, the search or the template, name of the setting), and
 * no `dati` when deleted. A sitting has its own id as `chiave`. A sitting under way has its device too, and `seq` grows with each
 * version sent. The later version replaces the earlier (decision 0087).
 */
export const evento = z.object({
  id: text(200).check(z.minLength(1)),
  tipo: z.enum([...TIPI_EVENTO, ...TIPI_VOCE, SEDUTA, APERTA]),
  chiave: z.nullable(text(200)),
  id_concorso: z.nullable(z.int()),
  id_domanda: z.nullable(z.int()),
  dati: z.nullable(text(MAX_DATI)),
  ts_client: z.nullable(text(40)),
  versione_banca: z.nullable(text(200)),
  dispositivo: z.nullable(text(200)),
  seq: z.nullable(z.int()),
})
export type EventoGiornale = z.infer<typeof evento>

/**
 * Event as the server keeps it. `effettivo`: instant at which a voice counts as made (rules/giornale `effectiveMs`), ISO 8601.
 */
const eventoRicevuto = z.extend(evento, { effettivo: z.string() })
export type EventoRicevuto = z.infer<typeof eventoRicevuto>

export const eventiInviati = z.object({
  eventi: z.array(z.unknown()).check(z.minLength(1), z.maxLength(EVENTI_PER_CALL)),
})
/**
 * Events refused by name; the others are stored, now or before. `numeri`: the account's order has them, and no others, after
 * `dopo` and up to `fino`. Null when the push stored none (decision 0077).
 */
export const esitoEventi = z.object({
  rifiutati: z.array(z.object({ id: z.string(), codice: z.string() })),
  numeri: z.nullable(z.object({ dopo: nonNegative, fino: nonNegative })),
})
export type PlacesGiven = z.infer<typeof esitoEventi>['numeri']
/** `epoca`: id of this installation (contract/epoch). `cursore`: where the next page begins; after a full page there is more. */
export const paginaEventi = z.object({ eventi: z.array(eventoRicevuto), cursore: nonNegative, epoca: z.string() })
