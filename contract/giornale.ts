import * as z from 'zod/mini'
import { APERTA, SEDUTA, TIPI_EVENTO, TIPI_VOCE } from '#rules/giornale'
import { nonNegative } from './schemas.ts'

/** Most events of one push and of one page, and most bytes of their contents that a device puts in one push. */
export const EVENTI_PER_CALL = 500
export const EVENTI_BYTES = 400_000

/** Longest content of an event, characters. */
export const MAX_DATI = 80_000
/** PostgreSQL keeps no NUL. */
export const text = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[^\0]*$/))

/** The content of an event as its schema wants it; null when it is none. */
export function parseDati<T>(schema: z.ZodMiniType<T>, dati: string): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(dati))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * An event of the journal as a device sends it (decision 0073). `dati` is JSON. Of a device's own event `dispositivo` and `seq` are its
 * place in a chain; a voice has `chiave` instead (id of the question, the search or the template, name of the setting), and no `dati` when deleted.
 * So has a sitting, with its own id. One under way has its device too, and `seq` grows with each version that it sends of it: the later one
 * takes the place of the earlier (decision 0087).
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

/** The same as the server keeps it. `effettivo`: when a voice counts as made (rules/giornale `effectiveMs`), ISO 8601. */
const eventoRicevuto = z.extend(evento, { effettivo: z.string() })
export type EventoRicevuto = z.infer<typeof eventoRicevuto>

export const eventiInviati = z.object({
  eventi: z.array(z.unknown()).check(z.minLength(1), z.maxLength(EVENTI_PER_CALL)),
})
/**
 * Events refused by name; the others are stored, now or before. `numeri`: their places in the account's order are after `dopo`, up to
 * `fino`, and nobody else's are among them; null when none was stored (decision 0077).
 */
export const esitoEventi = z.object({
  rifiutati: z.array(z.object({ id: z.string(), codice: z.string() })),
  numeri: z.nullable(z.object({ dopo: nonNegative, fino: nonNegative })),
})
export type PlacesGiven = z.infer<typeof esitoEventi>['numeri']
/** `epoca`: which installation this is (contract/epoch); `cursore` is where to go on from, and there is more after a full page. */
export const paginaEventi = z.object({ eventi: z.array(eventoRicevuto), cursore: nonNegative, epoca: z.string() })
