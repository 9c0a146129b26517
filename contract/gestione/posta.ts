import * as z from 'zod/mini'
import { intQuery, isoDate, nonNegative, positiveInt } from '../schemas.ts'
import { consoleCall } from './call.ts'

const TIPI_USCITA = ['posta', 'contatto', 'rimborso', 'recupero', 'registrazione', 'push'] as const
const STATI_USCITA = ['attesa', 'riprova', 'abbandonata'] as const
const tipo = z.enum(TIPI_USCITA)
/** `attesa`: never failed; `riprova`: failed, will be retried; `abbandonata`: will not be retried. */
const stato = z.enum(STATI_USCITA)

const invio = z.object({
  id: positiveInt,
  tipo,
  urgente: z.boolean(),
  stato,
  creata: isoDate,
  /** Next attempt; null: none. */
  prossimo: z.nullable(isoDate),
  tentativi: nonNegative,
  motivo: z.nullable(z.string()),
  id_utente: z.nullable(positiveInt),
  destinatario: z.nullable(z.string()),
  oggetto: z.nullable(z.string()),
  id_acquisto: z.nullable(positiveInt),
  riprovabile: z.boolean(),
  eliminabile: z.boolean(),
})
export type Invio = z.infer<typeof invio>

const conto = z.object({
  tipo,
  urgente: z.boolean(),
  attesa: nonNegative,
  riprova: nonNegative,
  abbandonata: nonNegative,
  /** Minutes that the oldest due row has waited. */
  minuti: nonNegative,
})

/** Background work of the asked replica, and its last run since the start; null: it has not run yet. */
const lavoro = z.object({
  nome: z.enum(['giro', 'pulizia', 'backup']),
  ultimo: z.nullable(
    z.object({ quando: isoDate, ms: nonNegative, riuscito: z.boolean(), motivo: z.nullable(z.string()) }),
  ),
})
export type Lavoro = z.infer<typeof lavoro>

const uno = z.object({ id: positiveInt })

/** Mail queue and background work. */
export const POSTA = {
  posta: consoleCall({
    metodo: 'GET',
    percorso: '/posta',
    prova: 'sessione',
    ruoli: ['gestore', 'assistenza'],
    risposta: z.object({ elementi: z.array(conto), modo: z.enum(['smtp', 'file']), lavori: z.array(lavoro) }),
    sommario: 'Rows of the outbox by kind and urgency, and background work',
  }),
  invii: consoleCall({
    metodo: 'GET',
    percorso: '/invii',
    prova: 'sessione',
    ruoli: ['gestore', 'assistenza'],
    query: z.object({ tipo: z.optional(tipo), stato: z.optional(stato), prima_di: z.optional(intQuery) }),
    risposta: z.object({ elementi: z.array(invio), prossima: z.nullable(positiveInt) }),
    sommario: 'Rows of the outbox by pages, the newest first, without their text',
  }),
  riprova_invio: consoleCall({
    metodo: 'POST',
    percorso: '/riprova_invio',
    prova: 'fresca_per_rimborsi',
    ruoli: ['gestore'],
    atto: 'intero',
    corpo: uno,
    risposta: null,
    sommario: 'Makes one row due now, with all attempts',
  }),
  riprova_abbandonati: consoleCall({
    metodo: 'POST',
    percorso: '/riprova_abbandonati',
    prova: 'fresca_per_rimborsi',
    ruoli: ['gestore'],
    atto: 'intero',
    corpo: z.object({}),
    risposta: z.object({ rimessi: nonNegative }),
    sommario: 'Makes abandoned mails and refunds due again',
  }),
  elimina_invio: consoleCall({
    metodo: 'POST',
    percorso: '/elimina_invio',
    prova: 'fresca',
    ruoli: ['gestore'],
    atto: 'intero',
    corpo: uno,
    risposta: null,
    sommario: 'Deletes a mail that has not left',
  }),
  prova_posta: consoleCall({
    metodo: 'POST',
    percorso: '/prova_posta',
    prova: 'sessione',
    ruoli: ['gestore'],
    atto: 'primo',
    corpo: z.object({ a: z.string().check(z.maxLength(254), z.email()) }),
    risposta: z.object({ esito: z.enum(['consegnata', 'scritta', 'rifiutata']), motivo: z.nullable(z.string()) }),
    sommario: 'Sends a mail now and returns what the mail server says',
  }),
} as const
