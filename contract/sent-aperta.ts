import * as z from 'zod/mini'
import { parseDati, text } from './giornale.ts'
import { nonNegative } from './schemas.ts'
import { base64, choice, date, datiProva, millis } from './sent-seduta.ts'

// Sitting under way, as an event of one device carries its state to the others (decision 0087).

/**
 * `domande` and `concorsi` as in an ended sitting. `prese`, `titolare`: the writing device (rules/prova/aperta). `voci`: place,
 * answer, flag, strikes, milliseconds and the three counts of changes. An exercise has no answers there: they are events.
 * `tratti`, `saltati`: its time. Instants are the server's.
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

/** Parses a sitting under way from the content of an event; null when there is none. */
export const parseSentAperta = (text: string): SentAperta | null => parseDati(aperta, text)
