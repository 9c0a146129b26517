import * as z from 'zod/mini'
import { intQuery, isoDate, nonNegative, positiveInt } from '../schemas.ts'
import { consoleCall, RUOLI, type Ruolo } from './call.ts'

/** Kinds of entries: reports of a question, help requests, requested banks. */
export const TIPI_CODA = ['domanda', 'assistenza', 'banca'] as const
export type TipoCoda = (typeof TIPI_CODA)[number]
/** Roles that see each kind: a help request holds a person's words about the own account. */
export const RUOLI_CODA: Record<TipoCoda, readonly Ruolo[]> = {
  domanda: RUOLI,
  assistenza: ['gestore', 'assistenza'],
  banca: RUOLI,
}
const ruoliPer = { campo: 'tipo', ruoli: RUOLI_CODA }
/** Entries to show: all open ones, those of the caller, those of nobody, the closed ones. */
export const STATI_CODA = ['aperte', 'mie', 'libere', 'chiuse'] as const
export type StatoCoda = (typeof STATI_CODA)[number]
/** Ends that an entry may have, by its kind. */
export const ESITI_CODA = {
  domanda: ['corretta', 'respinta'],
  assistenza: ['risolta', 'senza_seguito'],
  banca: ['pubblicata', 'non_disponibile'],
} as const
const esito = z.enum([...ESITI_CODA.domanda, ...ESITI_CODA.assistenza, ...ESITI_CODA.banca])
export type EsitoCoda = z.infer<typeof esito>

const MAX_TESTO = 2_000
const tipo = z.enum(TIPI_CODA)
/** Number of an entry within its kind: a report's or a request's. */
const id = z.string().check(z.regex(/^(\d{1,15}|[0-9a-f-]{36})$/))
const voce = { tipo, id }
const testo = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TESTO))

const voceCoda = z.object({
  ...voce,
  creata: isoDate,
  /** Reason of a report, subject of a help request, body of a requested bank. */
  argomento: z.string(),
  /** First words of the question, of the message or of the request. */
  testo: z.nullable(z.string()),
  /** Reports or requests that the entry holds, doubles included. */
  quante: positiveInt,
  id_concorso: z.nullable(z.int()),
  concorso: z.nullable(z.string()),
  presa_da: z.nullable(z.string()),
  mia: z.boolean(),
  esito: z.nullable(esito),
  chiusa: z.nullable(isoDate),
})
export type VoceCoda = z.infer<typeof voceCoda>

const risposta = z.object({ quando: isoDate, chi: z.nullable(z.string()), testo: z.string() })

const dettaglioCoda = z.object({
  voce: voceCoda,
  /** Texts that people wrote, the oldest first; without their names, but for help requests, which are replied to by mail. */
  messaggi: z.array(z.object({ quando: isoDate, da: z.nullable(z.string()), testo: z.string() })),
  /** Rows of facts: profile, year and link of a requested bank. */
  fatti: z.array(z.object({ nome: z.enum(['profilo', 'anno', 'link', 'id_utente']), valore: z.string() })),
  domanda: z.nullable(
    z.object({
      id_domanda: positiveInt,
      posizione: positiveInt,
      id_ufficiale: z.nullable(z.string()),
      testo: z.string(),
      risposte: z.array(z.string()),
      corretta: z.nullable(z.int()),
      stato: z.string(),
    }),
  ),
  risposte: z.array(risposta),
  /** Open entries of the same kind that may be duplicates. */
  simili: z.array(z.object({ id: z.string(), creata: isoDate, argomento: z.string(), testo: z.nullable(z.string()) })),
})
export type DettaglioCoda = z.infer<typeof dettaglioCoda>

/** Queue of reports of questions, help requests and asked banks. */
export const CODA = {
  coda: consoleCall({
    metodo: 'GET',
    percorso: '/coda',
    prova: 'sessione',
    ruoli: RUOLI,
    ruoliPer,
    query: z.object({
      tipo: z.optional(tipo),
      stato: z.optional(z.enum(STATI_CODA)),
      id_concorso: z.optional(z.coerce.number().check(z.int())),
      da: z.optional(intQuery),
    }),
    risposta: z.object({
      elementi: z.array(voceCoda),
      totale: nonNegative,
      prossima: z.nullable(positiveInt),
      /** Banks with open reports, for the filter. */
      banche: z.array(z.object({ id_concorso: z.int(), concorso: z.string(), aperte: positiveInt })),
    }),
    sommario: 'Entries by pages: open ones the oldest first, closed ones the newest first',
  }),
  voce_coda: consoleCall({
    metodo: 'GET',
    percorso: '/coda/voce',
    prova: 'sessione',
    ruoli: RUOLI,
    ruoliPer,
    atto: 'intero',
    query: z.object(voce),
    risposta: dettaglioCoda,
    sommario: 'One entry with what people wrote, what was written to them, and what may be the same thing',
  }),
  prendi_voce: consoleCall({
    metodo: 'POST',
    percorso: '/coda/prendi',
    prova: 'sessione',
    ruoli: RUOLI,
    ruoliPer,
    atto: 'intero',
    corpo: z.object({ ...voce, prendi: z.boolean() }),
    risposta: dettaglioCoda,
    sommario: 'Takes an open entry, also from a colleague, or leaves it to all',
  }),
  rispondi_voce: consoleCall({
    metodo: 'POST',
    percorso: '/coda/rispondi',
    prova: 'sessione',
    ruoli: RUOLI,
    ruoliPer,
    atto: 'intero',
    corpo: z.object({
      ...voce,
      testo,
      /** Holder and number of replies that the caller saw. */
      visto: z.object({ presa_da: z.nullable(z.string()), risposte: nonNegative }),
    }),
    risposta: dettaglioCoda,
    sommario: 'Mails everybody of an entry as the caller saw it, which stays open and goes to the caller',
  }),
  chiudi_voce: consoleCall({
    metodo: 'POST',
    percorso: '/coda/chiudi',
    prova: 'sessione',
    ruoli: RUOLI,
    ruoliPer,
    atto: 'intero',
    corpo: z.object({ ...voce, esito, testo: z.nullable(testo) }),
    risposta: dettaglioCoda,
    sommario: 'Closes an entry with its doubles; who reported a question is told, others where there is a text',
  }),
  unisci_voci: consoleCall({
    metodo: 'POST',
    percorso: '/coda/unisci',
    prova: 'sessione',
    ruoli: RUOLI,
    ruoliPer,
    atto: 'intero',
    corpo: z.object({ ...voce, doppie: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
    risposta: dettaglioCoda,
    sommario: 'Makes open entries doubles of another of their kind; reports only of the same question',
  }),
} as const
