import * as z from 'zod/mini'
import { isoDate, nonNegative } from '../schemas.ts'
import { consoleCall } from './call.ts'
import { esito, problemiRecenti } from './oggi.ts'

const ruoli = ['gestore'] as const

/** `valore` null: the default, or a secret, which is never shown. */
const voce = z.object({
  nome: z.string(),
  provenienza: z.enum(['variabile', 'file', 'file_segreto', 'predefinito']),
  segreto: z.boolean(),
  valore: z.nullable(z.string()),
})
export type VoceConfigurazione = z.infer<typeof voce>

/**
 * Secret, which is never shown. `impronta`: short hash, null where it would help to guess. `ricarica`: `ricarica` loads a new
 * one.
 */
const chiave = z.object({
  nome: z.string(),
  provenienza: voce.shape.provenienza,
  impronta: z.nullable(z.string()),
  ricarica: z.boolean(),
})
export type ChiaveInstallazione = z.infer<typeof chiave>

const lavoro = z.enum(['backup_ora', 'prova_ripristino'])
/**
 * Last run of a work that takes minutes. `annullamento`: cancelled, still running. `interrotto`: it stopped before its end.
 */
const lavoroLungo = z.object({
  lavoro,
  file: z.nullable(z.string()),
  iniziato: isoDate,
  finito: z.nullable(isoDate),
  stato: z.enum(['in_corso', 'annullamento', 'riuscito', 'fallito', 'annullato', 'interrotto']),
  esito: z.nullable(
    z.object({
      righe: nonNegative,
      tabelle: nonNegative,
      pacchetti: nonNegative,
      /** Zips of pictures that the backup lacks and that no build makes again. */
      figure_mancanti: z.array(z.string()),
      motivo: z.nullable(z.string()),
    }),
  ),
})
export type LavoroLungo = z.infer<typeof lavoroLungo>

const copia = z.object({ nome: z.string(), byte: nonNegative, scritto: isoDate })
export type CopiaDatata = z.infer<typeof copia>

const conto = z.object({ tipo: z.string(), attesa: nonNegative, abbandonate: nonNegative, minuti: nonNegative })
/** Support bundle: numbers, codes and words of the program, no data of people. */
const diagnosi = z.object({
  fatto: isoDate,
  versione: z.string(),
  build: z.nullable(z.string()),
  node: z.string(),
  sistema: z.string(),
  acceso_secondi: nonNegative,
  /** Memory of this process, in bytes. */
  memoria: nonNegative,
  repliche: z.nullable(nonNegative),
  database: z.object({ versione: nonNegative, motore: z.string(), schema: z.string() }),
  /** `valore`: of numbers and switches alone. */
  configurazione: z.object({ elementi: z.array(voce), valida: z.boolean() }),
  tabelle: z.array(z.object({ nome: z.string(), byte: nonNegative, righe_circa: nonNegative })),
  /** `codice`: of the mail server or the network; `altro` without one. */
  coda: z.object({
    righe: z.array(conto),
    errori: z.array(z.object({ tipo: z.string(), codice: z.string(), n: nonNegative })),
  }),
  problemi: problemiRecenti,
  eventi_falliti: nonNegative,
  lavori: z.array(z.object({ nome: z.string(), quando: isoDate, ms: nonNegative, riuscito: z.boolean() })),
  controlli: z.array(z.object({ voce: z.string(), esito })),
  disco: z.nullable(z.object({ liberi: nonNegative, totali: nonNegative })),
  backup: z.object({
    giornaliero: z.boolean(),
    sigillati: z.boolean(),
    /** Hours since the last whole one. */
    ultimo_ore: z.nullable(z.int()),
    file: z.array(z.object({ byte: nonNegative, ore: z.int() })),
    lavori: z.array(z.object({ lavoro: lavoroLungo.shape.lavoro, stato: lavoroLungo.shape.stato, ore: z.int() })),
  }),
})

/** Name of a dated backup in BACKUP_CARTELLA. */
const nomeCopia = z.string().check(z.regex(/^idoneo-\d{4}-\d\d-\d\d\.backup$/))

/** Configuration, replicas, backups. */
export const INSTALLAZIONE = {
  installazione: consoleCall({
    metodo: 'GET',
    percorso: '/installazione',
    prova: 'sessione',
    ruoli,
    risposta: z.object({
      versione: z.string(),
      build: z.nullable(z.string()),
      /** Number of the replica that was asked. */
      replica: z.string(),
      /** Servers on this database; null: the database does not say. */
      repliche: z.nullable(nonNegative),
      /** `errore`: reason why a reload would refuse the configuration; the lists are empty then. */
      configurazione: z.object({ elementi: z.array(voce), chiavi: z.array(chiave), errore: z.nullable(z.string()) }),
    }),
    sommario: 'Version, replicas, and each setting with where its value comes from',
  }),
  diagnosi: consoleCall({
    metodo: 'GET',
    percorso: '/diagnosi',
    prova: 'sessione',
    ruoli,
    atto: 'intero',
    risposta: diagnosi,
    sommario: 'Support bundle, without data of people',
  }),
  copie: consoleCall({
    metodo: 'GET',
    percorso: '/copie',
    prova: 'sessione',
    ruoli,
    risposta: z.object({
      /** Null: BACKUP_CARTELLA is not set. */
      cartella: z.nullable(z.string()),
      /** Hour of Italy from which the server makes the backup of the day. */
      ora: nonNegative,
      sigillate: z.boolean(),
      elementi: z.array(copia),
      lavori: z.array(lavoroLungo),
    }),
    sommario: 'Dated backups, and the last backup and rehearsal that the console began',
  }),
  ricarica: consoleCall({
    metodo: 'POST',
    percorso: '/ricarica',
    prova: 'sessione',
    ruoli,
    atto: 'intero',
    corpo: z.object({}),
    risposta: z.object({
      cambiate: z.array(z.string()),
      /** Absent where there is one server alone. */
      repliche: z.optional(z.object({ attese: nonNegative, eseguite: nonNegative })),
      /** Reason why the configuration was refused; the running one stays. */
      errore: z.nullable(z.string()),
    }),
    sommario: 'Reads the configuration again on every replica',
  }),
  backup_ora: consoleCall({
    metodo: 'POST',
    percorso: '/backup',
    prova: 'sessione',
    ruoli,
    atto: 'primo',
    corpo: z.object({}),
    risposta: null,
    sommario: 'Begins the backup of today; `copie` tells its end',
  }),
  prova_ripristino: consoleCall({
    metodo: 'POST',
    percorso: '/prova_ripristino',
    prova: 'fresca',
    ruoli,
    atto: 'primo',
    corpo: z.object({ file: nomeCopia }),
    risposta: null,
    sommario: 'Begins the rehearsal of a restore, which changes nothing; `copie` tells its end',
  }),
  annulla_lavoro: consoleCall({
    metodo: 'POST',
    percorso: '/lavori/annulla',
    prova: 'sessione',
    ruoli,
    atto: 'intero',
    corpo: z.object({ lavoro }),
    risposta: null,
    sommario: 'Asks a backup or a rehearsal under way to end; nothing of it is left',
  }),
} as const
