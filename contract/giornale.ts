import * as z from 'zod/mini'
import { TIPI_EVENTO, TIPI_VOCE, type TipoVoce } from '#rules/giornale'
import { nonNegative } from './schemas.ts'

/** Most events of one push and of one page, and most bytes of their contents that a device puts in one push. */
export const EVENTI_PER_CALL = 500
export const EVENTI_BYTES = 400_000

const MAX_DATI = 80_000
/** PostgreSQL keeps no NUL. */
const text = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[^\0]*$/))

/**
 * An event of the journal as a device sends it (decision 0073). `dati` is JSON. Of a device's own event `dispositivo` and `seq` are its
 * place in a chain; a voice has `chiave` instead (id of the question, of the search or of the template), and no `dati` when deleted.
 */
export const evento = z.object({
  id: text(200).check(z.minLength(1)),
  tipo: z.enum([...TIPI_EVENTO, ...TIPI_VOCE]),
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
export const eventoRicevuto = z.extend(evento, { effettivo: z.string() })
export type EventoRicevuto = z.infer<typeof eventoRicevuto>

export const eventiInviati = z.object({
  eventi: z.array(z.unknown()).check(z.minLength(1), z.maxLength(EVENTI_PER_CALL)),
})
/** Events refused by name; the others are stored, now or before. */
export const esitoEventi = z.object({ rifiutati: z.array(z.object({ id: z.string(), codice: z.string() })) })
/** `epoca`: which installation this is (contract/epoch); `cursore` is where to go on from, and there is more after a full page. */
export const paginaEventi = z.object({ eventi: z.array(eventoRicevuto), cursore: nonNegative, epoca: z.string() })

const date = text(40)
const idConcorso = z.int()
const json = text(65_536).check(z.refine((value) => isJson(value)))
const name = text(300).check(z.minLength(1))
/** Contents of the voices, by kind. */
export const VOCE_SCHEMAS = {
  NOTA: z.object({ id_concorso: idConcorso, testo: text(4_000).check(z.minLength(1)), aggiornata: date }),
  CHIAVE: z.object({ id_concorso: idConcorso, risposta: z.int().check(z.gte(1), z.lte(5)), assegnata: date }),
  RICERCA: z.object({ nome: name, filtro: json, ordine: text(40), creato: date }),
  MODELLO: z.object({ nome: name, dati: json, creato: date }),
} as const satisfies Record<TipoVoce, z.core.$ZodType>

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** The content of a voice as its kind wants it; null when it is none. */
export function parseVoce(tipo: TipoVoce, dati: string): Record<string, string | number> | null {
  if (!isJson(dati)) return null
  const parsed = VOCE_SCHEMAS[tipo].safeParse(JSON.parse(dati))
  return parsed.success ? parsed.data : null
}

/** Whether an event can be kept: what a device's own event and a voice must each have. */
export const isWhole = ({ tipo, chiave, id_concorso, id_domanda, dati, ts_client }: EventoGiornale): boolean =>
  (TIPI_VOCE as readonly string[]).includes(tipo)
    ? chiave !== null && (dati === null || parseVoce(tipo as TipoVoce, dati) !== null)
    : id_concorso !== null && id_domanda !== null && ts_client !== null && dati !== null && isJson(dati)
