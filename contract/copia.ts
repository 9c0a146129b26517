import * as z from 'zod/mini'
import { risposta } from './schemas.ts'

/** Format name in every file of the person's own work. */
export const COPIA_FORMAT = 'idoneo-copia'
export const COPIA_VERSION = 1

/** A blob of a row in JSON. */
const cell = z.union([z.string(), z.number(), z.null(), z.strictObject({ base64: z.string() })])
const rows = z.array(z.record(z.string().check(z.regex(/^[a-z_]+$/)), cell))
/** Number of a bank; of a path, its number negated (rules/raccolta). */
const idConcorso = z.int()

/** Event as the device wrote it; `dati` is JSON. The schema is lenient, so that one bad event does not reject the copy. */
const evento = z.object({
  id: z.string().check(z.minLength(1)),
  id_concorso: idConcorso,
  id_domanda: z.int(),
  tipo: z.enum(['RISPOSTA', 'PREFERITO', 'LIVELLO', 'LETTA', 'ASCOLTATA', 'ANNULLA']),
  dati: z.string(),
  ts_client: z.string(),
  versione_banca: z.nullable(z.string()),
})

/** Work of a person: answers, records, sittings and trials with their rows, and their own texts. */
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

/** Figures of a copy, or of what it would add; `livelli` counts records. */
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
/** Content of a file, and the part of it that this store lacks. */
export type CopiaPreview = { creata: string; altro_account: boolean; contiene: CopiaFigures; nuove: CopiaFigures }

/** Answer for a table: `risposta` is the text chosen, null where the bank is absent or its text has changed. */
export type RispostaData = {
  at: string
  concorso: string
  id_ufficiale: string | null
  testo: string | null
  risposta: string | null
  esito: string
}

/** Reason of a restore point. */
export type MotivoPunto = 'giorno' | 'importazione' | 'ripristino' | 'azzeramento' | 'cloud'
/** Restore point: when, why and with what content. `byte`: size of its copy. */
export type Punto = { nome: string; at: string; motivo: MotivoPunto; contiene: CopiaFigures; byte: number }
