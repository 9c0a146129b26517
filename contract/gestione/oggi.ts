import * as z from 'zod/mini'
import { isoDate, nonNegative } from '../schemas.ts'
import { consoleCall, RUOLI } from './call.ts'

/** Answers that arrived and accounts that sent anything, in one stretch of time; null: not known. */
const attivita = z.nullable(z.object({ risposte: nonNegative, persone: nonNegative }))

/** Outcome of a check. */
export const esito = z.enum(['ok', 'avviso', 'guasto'])
/** Problems that the asked replica sent since `dal`, at most 24 hours. */
export const problemiRecenti = z.object({
  dal: isoDate,
  elementi: z.array(z.object({ codice: z.string(), guasto: z.boolean(), n: nonNegative })),
})

const oggi = z.object({
  /** True while calls are served; `motivi` names what prevents it. */
  pronto: z.boolean(),
  motivi: z.array(z.enum(['schema', 'disco'])),
  versione: z.string(),
  build: z.nullable(z.string()),
  /** Last migration of the database; null: the database does not say. */
  schema: z.nullable(nonNegative),
  /** Servers on this database; null: the database does not say. */
  repliche: z.nullable(nonNegative),
  /** `ultimo`: instant of the last whole backup. `giornaliero`: the server makes one a day. `vecchio`: it is time for one. */
  backup: z.object({ ultimo: z.nullable(isoDate), giornaliero: z.boolean(), vecchio: z.boolean() }),
  /** Rows of the outbox; `minuti`: for how long the oldest due one waits. `ferma`: longer than a running server leaves one. */
  posta: z.object({ attesa: nonNegative, abbandonate: nonNegative, minuti: nonNegative, ferma: z.boolean() }),
  /** Events of the payment provider that no replica could deal with so far. */
  eventi_falliti: nonNegative,
  /** Today, and the same day a week ago up to the same hour. */
  attivita: z.object({ oggi: attivita, settimana_fa: attivita }),
  problemi: problemiRecenti,
  /** Room of DATA_DIR in bytes; null: not known. */
  disco: z.nullable(z.object({ liberi: nonNegative, totali: nonNegative, esito })),
})
export type CifreOggi = z.infer<typeof oggi>

/** Check of an installation; `detto` says what was found and what to do. */
const controllo = z.object({ esito, voce: z.string(), detto: z.string() })
export type Controllo = z.infer<typeof controllo>

/** The console's first screen. */
export const OGGI = {
  oggi: consoleCall({
    metodo: 'GET',
    percorso: '/oggi',
    prova: 'sessione',
    ruoli: RUOLI,
    risposta: oggi,
    sommario: 'Figures of this moment',
  }),
  controlli: consoleCall({
    metodo: 'GET',
    percorso: '/controlli',
    prova: 'sessione',
    ruoli: RUOLI,
    risposta: z.object({ elementi: z.array(controllo) }),
    sommario:
      'Checks of the installation with their remedies, as the command `dottore` makes them, without reading the packages',
  }),
} as const
