import * as z from 'zod/mini'
import { intQuery, isoDate, nonNegative, positiveInt } from '../schemas.ts'
import { consoleCall } from './call.ts'

/** Largest file of a bank that the console takes, in bytes. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024
/** Warnings that a reading shows. */
export const MAX_WARNINGS = 500

const ROLES = ['redattore', 'gestore'] as const
const colonne = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(400)))
export const scelteImportazione = z.object({
  colonne: z.optional(colonne),
  base: z.optional(z.union([z.literal(0), z.literal(1)])),
  esatta: z.optional(z.string().check(z.regex(/^[A-Ea-e]$/))),
  forza: z.optional(z.boolean()),
})
export type ScelteImportazione = z.infer<typeof scelteImportazione>

/** Choices made by hand for a bank's last published file, offered for its next one. */
export const ricettaBanca = z.object({
  nome: z.string(),
  creata: isoDate,
  scelte: z.omit(scelteImportazione, { forza: true }),
})
export type RicettaBanca = z.infer<typeof ricettaBanca>

/** `interrotta`: the server that worked on it stopped. */
const STATI = ['lettura', 'letta', 'rifiutata', 'annullata', 'interrotta', 'pubblicazione', 'pubblicata'] as const

/** `attesa`: readings before it in the line of its server. */
const passo = z.union([
  z.object({ passo: z.literal('attesa'), davanti: nonNegative }),
  z.object({ passo: z.enum(['apertura', 'ricerca']) }),
  z.object({ passo: z.literal('pagine'), fatte: nonNegative, tutte: positiveInt }),
  z.object({ passo: z.literal('controllo'), domande: nonNegative }),
  /** `da`: seconds since the publication began. */
  z.object({ passo: z.literal('pubblicazione'), da: nonNegative, domande: nonNegative }),
])

/** A file as it was read (contract/own-bank, `OwnBankReading`). */
const lettura = z.object({
  domande: nonNegative,
  con_immagine: nonNegative,
  senza_chiave: nonNegative,
  materie: z.array(z.object({ materia: z.string(), domande: positiveInt })),
  /** The first ones; `avvisi_totali` counts them all. */
  avvisi: z.array(z.object({ tipo: z.string(), riga: z.nullable(z.int()), testo: z.string() })),
  avvisi_totali: nonNegative,
  formato: z.string(),
  colonne: z.array(z.object({ ruolo: z.string(), nome: z.string() })),
  non_usate: z.array(z.string()),
  esempi: z.array(
    z.object({
      id_ufficiale: z.nullable(z.string()),
      materia: z.nullable(z.string()),
      testo: z.string(),
      risposte: z.array(z.string()),
      corretta: z.nullable(z.int()),
    }),
  ),
  base: z.nullable(z.union([z.literal(0), z.literal(1)])),
  regola: z.nullable(z.string()),
  /** Column of the last file that this one does not have: it was read without the choices. */
  colonna_mancante: z.optional(z.string()),
})
export type LetturaBanca = z.infer<typeof lettura>

/** Choices for a doubtful row: publish it as it was understood, or leave it out. */
const SCELTE_DUBBIA = ['accettata', 'esclusa'] as const
export type SceltaDubbia = (typeof SCELTE_DUBBIA)[number]
export const STATI_DUBBIA = ['da_vedere', ...SCELTE_DUBBIA] as const

/** Question that the reading is unsure of. */
const dubbia = z.object({
  /** Place among the questions read, from 0. */
  posto: nonNegative,
  riga: z.int(),
  foglio: z.nullable(z.string()),
  perche: z.array(z.object({ tipo: z.string(), testo: z.string() })),
  /** As the file has it; `segnata`: marked as right. */
  file: z.object({
    numero: z.nullable(z.string()),
    materia: z.nullable(z.string()),
    testo: z.string(),
    risposte: z.array(z.object({ lettera: z.nullable(z.string()), testo: z.string(), segnata: z.boolean() })),
    chiave: z.nullable(z.string()),
  }),
  /** Question as published, in plain text. */
  capita: z.object({
    id_ufficiale: z.nullable(z.string()),
    materia: z.nullable(z.string()),
    testo: z.string(),
    risposte: z.array(z.string()),
    corretta: z.nullable(z.int()),
    immagine: z.nullable(z.string()),
  }),
  scelta: z.nullable(z.enum(SCELTE_DUBBIA)),
})
export type RigaDubbia = z.infer<typeof dubbia>

/** Refusal of a file: reason in words, its columns, whether it may be imported all the same. */
const rifiuto = z.object({
  motivo: z.string(),
  viste: z.array(z.string()),
  forzabile: z.boolean(),
  colonna_mancante: z.optional(z.string()),
})
export type RifiutoBanca = z.infer<typeof rifiuto>

const importazione = z.object({
  id: positiveInt,
  nome: z.string(),
  byte: nonNegative,
  creata: isoDate,
  di: z.nullable(z.string()),
  stato: z.enum(STATI),
  passo: z.nullable(passo),
  scelte: scelteImportazione,
  /** Bank that it updates, or that it became. */
  id_concorso: z.nullable(z.int()),
  concorso: z.nullable(z.string()),
  lettura: z.nullable(lettura),
  rifiuto: z.nullable(rifiuto),
  /** Doubtful rows of a reading that waits to be published. */
  dubbie: z.nullable(z.object({ totale: nonNegative, da_vedere: nonNegative, escluse: nonNegative })),
})
export type Importazione = z.infer<typeof importazione>

const voce = z.object({ id_ufficiale: z.nullable(z.string()), testo: z.string() })
const cambiata = z.extend(voce, { prima: z.nullable(z.string()), dopo: z.nullable(z.string()) })
const elenco = <T extends z.core.$ZodType>(riga: T) => z.object({ totale: nonNegative, righe: z.array(riga) })

/** Changes that publishing a file over a bank would make; lists have their first rows. */
const confronto = z.object({
  id_concorso: z.int(),
  concorso: z.string(),
  /** The version compared with, which the publication names. */
  versione: z.string(),
  invariate: nonNegative,
  modificate: elenco(cambiata),
  chiave_cambiata: elenco(cambiata),
  aggiunte: elenco(voce),
  tolte: elenco(voce),
  materia_cambiata: elenco(cambiata),
  numero_cambiato: elenco(cambiata),
  /** Reasons why most of the bank would change; empty where it would not. */
  ferma: z.array(z.enum(['senza_chiavi', 'chiavi_cambiate', 'altre_domande'])),
})
export type ConfrontoBanca = z.infer<typeof confronto>

const riga = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const scheda = z.object({
  concorso: riga,
  ente: riga,
  anno: z.int().check(z.gte(1900), z.lte(2199)),
  profilo: z.nullable(riga),
  descrizione: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000))),
  in_evidenza: z.boolean(),
})
export type SchedaBanca = z.infer<typeof scheda>
/** Reason of a new version, in words for candidates. */
export const motivoVersione = z.string().check(z.trim(), z.minLength(1), z.maxLength(300))

/** Files that become banks: read, reviewed, published. */
export const IMPORTAZIONI = {
  carica_banca: consoleCall({
    metodo: 'POST',
    percorso: '/importazioni',
    prova: 'sessione',
    ruoli: ROLES,
    atto: 'primo',
    flusso: true,
    byte: MAX_FILE_BYTES,
    query: z.object({
      nome: z.string().check(z.minLength(1), z.maxLength(255)),
      id_concorso: z.optional(z.coerce.number().check(z.int())),
      /** JSON of `scelte`. */
      scelte: z.optional(z.string().check(z.maxLength(10_000))),
      /** The choices are those of the last file; a file with other columns is read without them. */
      di_prima: z.optional(z.literal('si')),
    }),
    risposta: z.object({ id: positiveInt }),
    sommario: 'Takes a file and begins to read it; `importazione` tells how far it is',
  }),
  importazioni: consoleCall({
    metodo: 'GET',
    percorso: '/importazioni',
    prova: 'sessione',
    ruoli: ROLES,
    risposta: z.object({
      elementi: z.array(
        z.omit(importazione, { lettura: true, rifiuto: true, passo: true, scelte: true, dubbie: true }),
      ),
    }),
    sommario: 'The last thirty imports, the newest first',
  }),
  importazione: consoleCall({
    metodo: 'GET',
    percorso: '/importazioni/una',
    prova: 'sessione',
    ruoli: ROLES,
    query: z.object({ id: intQuery }),
    risposta: importazione,
    sommario: 'One import: how far it is, what was read, why it was refused',
  }),
  dubbie_importazione: consoleCall({
    metodo: 'GET',
    percorso: '/importazioni/dubbie',
    prova: 'sessione',
    ruoli: ROLES,
    query: z.object({
      id: intQuery,
      stato: z.optional(z.enum(STATI_DUBBIA)),
      /** A code of the warnings. */
      tipo: z.optional(z.string().check(z.maxLength(40))),
    }),
    risposta: z.object({
      elementi: z.array(dubbia),
      /** Doubtful rows of the file, and how many of them can be chosen, whatever the filters. */
      totale: nonNegative,
      elencate: nonNegative,
      tipi: z.array(z.object({ tipo: z.string(), righe: positiveInt })),
    }),
    sommario: 'Doubtful rows of a reading: as the file has them, as they were understood, and why',
  }),
  scegli_dubbia: consoleCall({
    metodo: 'POST',
    percorso: '/importazioni/dubbie',
    prova: 'sessione',
    ruoli: ROLES,
    atto: 'intero',
    corpo: z.object({ id: positiveInt, posto: nonNegative, scelta: z.nullable(z.enum(SCELTE_DUBBIA)) }),
    risposta: null,
    sommario: 'Accepts a doubtful row as it was understood, leaves it out of the bank, or takes the choice back',
  }),
  confronta_importazione: consoleCall({
    metodo: 'GET',
    percorso: '/importazioni/confronto',
    prova: 'sessione',
    ruoli: ROLES,
    query: z.object({ id: intQuery }),
    risposta: confronto,
    sommario: 'What publishing a read file would change of its bank',
  }),
  annulla_importazione: consoleCall({
    metodo: 'POST',
    percorso: '/importazioni/annulla',
    prova: 'sessione',
    ruoli: ROLES,
    atto: 'intero',
    corpo: z.object({ id: positiveInt }),
    risposta: importazione,
    sommario: 'Gives an import up, while it is read or afterwards; a published one stays',
  }),
  annulla_pubblicazione: consoleCall({
    metodo: 'POST',
    percorso: '/importazioni/annulla_pubblicazione',
    prova: 'sessione',
    ruoli: ROLES,
    atto: 'intero',
    corpo: z.object({ id: positiveInt }),
    risposta: importazione,
    sommario: 'Ends a publication under way before its bank is there; it may be published again',
  }),
  pubblica_importazione: consoleCall({
    metodo: 'POST',
    percorso: '/importazioni/pubblica',
    prova: 'sessione',
    ruoli: ROLES,
    atto: 'primo',
    corpo: z.object({
      id: positiveInt,
      /** Card of a new bank; null for an update. */
      scheda: z.nullable(scheda),
      /** Publishes also where most of the bank would change. */
      sicuro: z.boolean(),
      /** The version that the file was compared with; null for a new bank. */
      versione: z.nullable(z.string().check(z.maxLength(64))),
      motivo: z.nullable(motivoVersione),
    }),
    risposta: importazione,
    sommario: 'Publishes what was read as a new bank, or as the next version of its bank',
  }),
} as const
