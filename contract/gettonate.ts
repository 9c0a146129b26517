import * as z from 'zod/mini'
import { nonNegative, positiveInt } from './schemas.ts'

/** Fewest people whose answers are returned. */
export const MIN_PERSONE = 20

const posizione = z.int().check(z.gte(1), z.lte(5))

/** Answers of the others: people by printed position, the most chosen first of its equals; null below MIN_PERSONE. */
export const gettonate = z.object({
  id_domanda: positiveInt,
  persone: nonNegative,
  risposta_gettonata: z.nullable(posizione),
  risposte: z.nullable(z.array(z.object({ risposta: posizione, n: positiveInt }))),
})
export type Gettonate = z.infer<typeof gettonate>
