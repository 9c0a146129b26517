import * as z from 'zod/mini'
import { risposta } from './schemas.ts'

/** What every file of the person's own work says of itself. */
export const COPIA_FORMAT = 'idoneo-copia'
export const COPIA_VERSION = 1

/** A blob of a row in JSON. */
const cell = z.union([z.string(), z.number(), z.null(), z.strictObject({ base64: z.string() })])
const rows = z.array(z.record(z.string().check(z.regex(/^[a-z_]+$/)), cell))
/** Of a path its number negated (rules/raccolta). */
const idConcorso = z.int()

/** What happened, as on the device that wrote it; `dati` is JSON. As lenient as what takes events in: one alone must not keep the others out. */
const evento = z.object({
  id: z.string().check(z.minLength(1)),
  id_concorso: idConcorso,
  id_domanda: z.int(),
  tipo: z.enum(['RISPOSTA', 'PREFERITO', 'LIVELLO', 'LETTA', 'ASCOLTATA', 'ANNULLA']),
  dati: z.string(),
  ts_client: z.string(),
  versione_banca: z.nullable(z.string()),
})

/** Everything that a person made: answers, records, sittings and trials with their rows, and what they wrote. */
const dati = z.object({
  eventi: z.array(evento),
  statistiche: z.array(z.extend(risposta, { id_concorso: idConcorso })),
  sedute: rows,
  sedute_domande: rows,
  sedute_risposte: rows,
  sedute_segni: rows,
  prove: rows,
  prove_voci: rows,
  note: rows,
  filtri_salvati: rows,
  modelli_prova: rows,
  chiavi_utente: rows,
  /** Absent in copies of before. */
  impostazioni: z.optional(rows),
})

/** A copy of the person's own work, as a file. `somma`: SHA-256, hexadecimal, of `dati` as JSON. */
export const copiaFile = z.object({
  formato: z.literal(COPIA_FORMAT),
  versione: z.literal(COPIA_VERSION),
  creata: z.string(),
  id_utente: z.int(),
  somma: z.string(),
  dati,
})
export type Copia = z.infer<typeof copiaFile>
export type CopiaDati = Copia['dati']
export type CopiaRow = CopiaDati['note'][number]

/** What a copy holds, or what it would add: `livelli` counts records. */
export type CopiaFigures = {
  risposte: number
  livelli: number
  preferite: number
  sedute: number
  note: number
  ricerche: number
  modelli: number
  chiavi: number
}
/** What a file holds, and what of it is not here. */
export type CopiaPreview = { creata: string; altro_account: boolean; contiene: CopiaFigures; nuove: CopiaFigures }

/** One answer for a table: `risposta` is the text of the answer given, null where the bank is not here or says it otherwise now. */
export type RispostaData = {
  at: string
  concorso: string
  id_ufficiale: string | null
  testo: string | null
  risposta: string | null
  esito: string
}

/** Why a restore point was made. */
export type MotivoPunto = 'giorno' | 'importazione' | 'ripristino' | 'azzeramento' | 'cloud'
/** A restore point: when, why and what it holds. `byte`: of its copy. */
export type Punto = { nome: string; at: string; motivo: MotivoPunto; contiene: CopiaFigures; byte: number }
