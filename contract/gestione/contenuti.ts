import * as z from 'zod/mini'
import { bancaNominata } from '../bandi.ts'
import { TIPI_CONTENUTO } from '../contenuti.ts'
import { intQuery, isoDate, nonNegative, positiveInt } from '../schemas.ts'
import { consoleCall } from './call.ts'

/** Kinds of content that the console publishes: calls, and those of the command `contenuto`. */
export const TIPI_PUBBLICATI = ['bandi', ...TIPI_CONTENUTO] as const
const tipoPubblicato = z.enum(TIPI_PUBBLICATI)
export type TipoPubblicato = z.infer<typeof tipoPubblicato>

const ruoli = ['redattore', 'gestore'] as const

/** `dal`, `al`: days in which a banner is shown; `scadenza`: of a call. Null where the kind has none, or it is not set. */
const contenuto = z.object({
  id: positiveInt,
  chiave: z.string(),
  titolo: z.string(),
  inserito: z.nullable(isoDate),
  dal: z.nullable(z.string()),
  al: z.nullable(z.string()),
  scadenza: z.nullable(isoDate),
  ritirato: z.nullable(isoDate),
})
export type ContenutoGestito = z.infer<typeof contenuto>

/** A file as the command takes it: JSON, or CSV for calls; base64 of its bytes. */
const file = z.object({ tipo: tipoPubblicato, file: z.string().check(z.maxLength(6_000_000)) })
const conti = { nuovi: nonNegative, aggiornati: nonNegative, uguali: nonNegative }
const BYTES = 6_100_000
/** An entry as it is written: checked by the schema of its kind (contract/written-entry.ts). */
const voce = z.record(z.string(), z.unknown())

/** Calls, news, groups, banners, store. */
export const CONTENUTI_GESTITI = {
  contenuti_gestiti: consoleCall({
    metodo: 'GET',
    percorso: '/contenuti',
    prova: 'sessione',
    ruoli,
    query: z.object({ tipo: z._default(tipoPubblicato, 'bandi') }),
    risposta: z.object({ elementi: z.array(contenuto), totale: nonNegative }),
    sommario: 'Entries of a kind, withdrawn ones too',
  }),
  prova_contenuti: consoleCall({
    metodo: 'POST',
    percorso: '/prova_contenuti',
    prova: 'sessione',
    ruoli,
    corpo: file,
    byte: BYTES,
    /** Defects leave everything unwritten. */
    risposta: z.object({ ...conti, difetti: z.array(z.string()) }),
    sommario: 'What publishing a file would do, and its defects; writes nothing',
  }),
  pubblica_contenuti: consoleCall({
    metodo: 'POST',
    percorso: '/pubblica_contenuti',
    prova: 'sessione',
    ruoli,
    atto: 'intero',
    corpo: file,
    byte: BYTES,
    risposta: z.object(conti),
    sommario: 'Publishes a file whole or not at all',
  }),
  contenuto_scritto: consoleCall({
    metodo: 'GET',
    percorso: '/contenuto',
    prova: 'sessione',
    ruoli,
    query: z.object({ tipo: tipoPubblicato, id: intQuery }),
    risposta: z.object({ voce, banche: z.array(bancaNominata) }),
    sommario: 'An entry as it was written, and the names of its banks',
  }),
  pubblica_contenuto: consoleCall({
    metodo: 'POST',
    percorso: '/pubblica_contenuto',
    prova: 'sessione',
    ruoli,
    atto: 'intero',
    /** `id`: of the entry to replace, whose key stays; null for a new one. `letta`: that entry as the caller saw it. */
    corpo: z.object({ tipo: tipoPubblicato, id: z.nullable(positiveInt), letta: z.nullable(voce), voce }),
    risposta: null,
    sommario: 'Publishes one entry, or replaces one, as a file of it would',
  }),
  ritira_contenuto: consoleCall({
    metodo: 'POST',
    percorso: '/ritira_contenuto',
    prova: 'sessione',
    ruoli,
    atto: 'intero',
    corpo: z.object({ tipo: tipoPubblicato, id: positiveInt, ritirato: z.boolean() }),
    risposta: null,
    sommario: 'Takes an entry out of its list, or puts it back',
  }),
} as const
