import * as z from 'zod/mini'
import { APERTA, idAperta, SEDUTA, TIPI_VOCE, type TipoVoce } from '#rules/giornale'
import { type EventoGiornale, text } from './giornale.ts'
import { parseSentAperta } from './sent-aperta.ts'
import { parseSentSeduta } from './sent-seduta.ts'

// Content of the voices, for the code that stores them: the page only carries them.

const date = text(40)
const idConcorso = z.int()
const json = text(65_536).check(z.refine((value) => isJson(value)))
const name = text(300).check(z.minLength(1))
/** Contents of the voices, by kind. */
const VOCE_SCHEMAS = {
  NOTA: z.object({ id_concorso: idConcorso, testo: text(4_000).check(z.minLength(1)), aggiornata: date }),
  CHIAVE: z.object({ id_concorso: idConcorso, risposta: z.int().check(z.gte(1), z.lte(5)), assegnata: date }),
  RICERCA: z.object({ nome: name, filtro: json, ordine: text(40), creato: date }),
  MODELLO: z.object({ nome: name, dati: json, creato: date }),
  IMPOSTAZIONE: z.object({ valore: json, cambiata: date }),
} as const satisfies Record<TipoVoce, z.core.$ZodType>

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** Parses the content of a voice by its kind; null when it does not fit. */
export function parseVoce(tipo: TipoVoce, dati: string): Record<string, string | number> | null {
  if (!isJson(dati)) return null
  const parsed = VOCE_SCHEMAS[tipo].safeParse(JSON.parse(dati))
  return parsed.success ? parsed.data : null
}

/** True when an event can be stored, with the fields that an own event, a voice or a sitting must have. */
export function isWhole(e: EventoGiornale): boolean {
  const { tipo, chiave, id_concorso, id_domanda, dati, ts_client, dispositivo, seq } = e
  if (tipo === APERTA) {
    const named = chiave !== null && dispositivo !== null && e.id === idAperta(chiave, dispositivo)
    return named && seq !== null && dati !== null && parseSentAperta(dati) !== null
  }
  if (tipo === SEDUTA) return chiave !== null && dati !== null && parseSentSeduta(dati) !== null
  if ((TIPI_VOCE as readonly string[]).includes(tipo))
    return chiave !== null && (dati === null || parseVoce(tipo as TipoVoce, dati) !== null)
  return id_concorso !== null && id_domanda !== null && ts_client !== null && dati !== null && isJson(dati)
}
