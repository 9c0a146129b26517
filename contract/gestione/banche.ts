import * as z from 'zod/mini'
import { STATI } from '#rules/domanda'
import { intQuery, isoDate, nonNegative, positiveInt } from '../schemas.ts'
import { MOTIVI } from '../segnalazione.ts'
import { consoleCall } from './call.ts'
import { motivoVersione, ricettaBanca } from './importazioni.ts'

const ROLES = ['redattore', 'gestore'] as const
/** Orders of the list of banks. */
export const ORDINI_BANCHE = ['segnalazioni', 'nome', 'persone', 'recenti'] as const
export type OrdineBanche = (typeof ORDINI_BANCHE)[number]

const bancaGestita = z.object({
  id_concorso: positiveInt,
  concorso: z.string(),
  ente: z.string(),
  anno: z.nullable(z.int()),
  stato: z.enum(['bozza', 'pubblicato', 'ritirato']),
  /** Content hash of the version; null until it is built. */
  versione: z.nullable(z.string()),
  aggiornata: isoDate,
  domande: nonNegative,
  /** People who have it on their list. */
  persone: nonNegative,
  /** Questions with open reports. */
  segnalate: nonNegative,
  contestate: nonNegative,
  /** True when its package is whole; null where the store did not respond in time. */
  integra: z.nullable(z.boolean()),
})
export type BancaGestita = z.infer<typeof bancaGestita>

const versioneBanca = z.object({
  numero: positiveInt,
  versione: z.string(),
  pubblicata: isoDate,
  domande: nonNegative,
  attuale: z.boolean(),
  motivo: z.nullable(z.string()),
})
export type VersioneBanca = z.infer<typeof versioneBanca>

const checkedDomanda = z.object({
  id_domanda: positiveInt,
  posizione: positiveInt,
  id_ufficiale: z.nullable(z.string()),
  materia: z.nullable(z.string()),
  testo: z.string(),
  html: z.boolean(),
  risposte: z.array(z.string()),
  corretta: z.nullable(z.int()),
  stato: z.enum(STATI),
  /** Open reports by reason. */
  segnalazioni: z.array(z.object({ motivo: z.enum(MOTIVI), n: positiveInt })),
  /** People who answered, and how many chose each answer last; null below the least number of people. */
  scelte: z.nullable(z.array(nonNegative)),
})
export type CheckedDomanda = z.infer<typeof checkedDomanda>

const gruppo = z.object({ totale: nonNegative, id: z.array(positiveInt) })
const coppie = z.object({ totale: nonNegative, coppie: z.array(z.tuple([positiveInt, positiveInt])) })

const bancaCheckup = z.object({
  id_concorso: positiveInt,
  concorso: z.string(),
  versione: z.string(),
  domande: nonNegative,
  senza_chiave: nonNegative,
  /** Questions that a group or a pair names. */
  voci: z.array(checkedDomanda),
  segnalate: gruppo,
  /** Most people chose another answer than the key. */
  altra_scelta: gruppo,
  difficili: gruppo,
  contestate: gruppo,
  annullate: gruppo,
  risposte_uguali: gruppo,
  senza_immagine: gruppo,
  gemelle: coppie,
  trappole: coppie,
})
export type BancaCheckup = z.infer<typeof bancaCheckup>

const id_concorso = positiveInt
const versione = z.string().check(z.maxLength(64))
const testo = z.string().check(z.trim(), z.minLength(1), z.maxLength(10_000))

/** Banks: the list, their versions, their health and corrections. */
export const BANCHE = {
  banche: consoleCall({
    metodo: 'GET',
    percorso: '/banche',
    prova: 'sessione',
    ruoli: ROLES,
    query: z.object({
      cerca: z.optional(z.string().check(z.maxLength(200))),
      stato: z.optional(z.enum(['pubblicato', 'ritirato'])),
      ordine: z.optional(z.enum(ORDINI_BANCHE)),
      da: z.optional(intQuery),
    }),
    risposta: z.object({ elementi: z.array(bancaGestita), totale: nonNegative, prossima: z.nullable(positiveInt) }),
    sommario: 'Banks by pages, those with reports first unless another order is asked for',
  }),
  banca: consoleCall({
    metodo: 'GET',
    percorso: '/banche/una',
    prova: 'sessione',
    ruoli: ROLES,
    query: z.object({ id_concorso: intQuery }),
    risposta: z.object({
      banca: bancaGestita,
      versioni: z.array(versioneBanca),
      ricetta: z.nullable(ricettaBanca),
    }),
    sommario: 'One bank with its versions, the newest first, and the choices of its last file',
  }),
  ritira_banca: consoleCall({
    metodo: 'POST',
    percorso: '/banche/ritira',
    prova: 'sessione',
    ruoli: ROLES,
    atto: 'intero',
    corpo: z.object({ id_concorso, ritira: z.boolean() }),
    risposta: null,
    sommario: 'Takes a bank off every list, or puts it back; who has it keeps it',
  }),
  torna_versione: consoleCall({
    metodo: 'POST',
    percorso: '/banche/torna',
    prova: 'sessione',
    ruoli: ROLES,
    atto: 'primo',
    /** `over`: the version that the caller saw. */
    corpo: z.object({ id_concorso, numero: positiveInt, over: versione, motivo: motivoVersione }),
    risposta: null,
    sommario: 'Publishes an earlier version again',
  }),
  salute_banca: consoleCall({
    metodo: 'GET',
    percorso: '/banche/salute',
    prova: 'sessione',
    ruoli: ROLES,
    query: z.object({ id_concorso: intQuery, id_domanda: z.optional(intQuery) }),
    risposta: bancaCheckup,
    sommario: 'What may be wrong with a bank, question by question; `id_domanda` adds that one',
  }),
  correggi_domanda: consoleCall({
    metodo: 'POST',
    percorso: '/banche/correggi',
    prova: 'sessione',
    ruoli: ROLES,
    atto: 'primo',
    corpo: z.object({
      id_concorso,
      /** Version that the caller saw. */
      versione,
      id_domanda: positiveInt,
      testo,
      risposte: z.array(testo).check(z.minLength(2), z.maxLength(5)),
      corretta: z.nullable(z.int().check(z.gte(1), z.lte(5))),
      stato: z.enum(STATI),
      motivo: motivoVersione,
      /** Closes the question's open reports as corrected and tells their authors. */
      chiudi: z.boolean(),
    }),
    risposta: z.object({ versione: z.string(), avvisate: nonNegative }),
    sommario: 'Corrects, annuls or disputes a question in a new version, with a reason that people read',
  }),
} as const
