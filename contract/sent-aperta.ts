import * as z from 'zod/mini'
import { parseDati, text } from './giornale.ts'
import { nonNegative } from './schemas.ts'
import { base64, choice, date, datiProva, millis } from './sent-seduta.ts'

// A sitting under way, as one device's event carries what it knows of it to the others (decision 0087).

/**
 * `domande` and `concorsi` as in a sitting that has ended. `prese`, `titolare`: who writes (rules/prova/aperta). `voci`: place, answer,
 * flag, strikes, milliseconds and the three counts of changes; of an exercise without answers, which are events. `tratti`, `saltati`: its
 * time. Instants are the server's.
 */
const aperta = z.object({
  tipo: z.enum(['ESERCITAZIONE', 'LETTA', 'ASCOLTATA', 'ASSEGNA_RISPOSTE', 'PROVA_PERSONALIZZATA']),
  ...choice,
  iniziata: date,
  domande: base64,
  concorsi: z.nullable(base64),
  prova: z.nullable(z.object({ dati: datiProva, durata_ms: millis })),
  prese: nonNegative,
  titolare: text(200).check(z.minLength(1)),
  posto_ms: z.int(),
  indice: nonNegative,
  voci: z.array(z.array(z.nullable(z.int())).check(z.length(8))),
  tratti: z.array(z.tuple([z.int(), z.int()])),
  saltati: nonNegative,
})
export type SentAperta = z.infer<typeof aperta>

/** The sitting under way in the content of an event; null when there is none. */
export const parseSentAperta = (text: string): SentAperta | null => parseDati(aperta, text)
