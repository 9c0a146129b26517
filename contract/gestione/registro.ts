import * as z from 'zod/mini'
import { intQuery, isoDate, positiveInt } from '../schemas.ts'
import { consoleCall, giorno } from './call.ts'

/** Row of the audit. `chi` is the address of the account; null for the command, the key, and a deleted account. */
const voceRegistro = z.object({
  id: positiveInt,
  quando: isoDate,
  chi: z.nullable(z.string()),
  id_gestore: z.nullable(positiveInt),
  ruolo: z.nullable(z.string()),
  atto: z.string(),
  oggetto: z.nullable(z.string()),
  prima: z.nullable(z.unknown()),
  dopo: z.nullable(z.unknown()),
  id_richiesta: z.nullable(z.string()),
  blocco: z.string(),
})
export type VoceRegistro = z.infer<typeof voceRegistro>

const filtri = {
  chi: z.optional(z.string().check(z.maxLength(254))),
  atto: z.optional(z.string().check(z.maxLength(80))),
  oggetto: z.optional(z.string().check(z.maxLength(120))),
  da: z.optional(giorno),
  a: z.optional(giorno),
}

/** The audit of every act (decision 0152). */
export const REGISTRO = {
  registro: consoleCall({
    metodo: 'GET',
    percorso: '/registro',
    prova: 'sessione',
    ruoli: ['gestore'],
    query: z.object({ ...filtri, prima_di: z.optional(intQuery) }),
    risposta: z.object({ elementi: z.array(voceRegistro), prossima: z.nullable(positiveInt) }),
    sommario: 'Acts by pages, the newest first',
  }),
  esporta_registro: consoleCall({
    metodo: 'GET',
    percorso: '/registro_csv',
    prova: 'sessione',
    ruoli: ['gestore'],
    atto: 'intero',
    query: z.object(filtri),
    risposta: z.unknown(),
    sommario: 'The same acts as CSV, up to 100,000 rows',
  }),
} as const
