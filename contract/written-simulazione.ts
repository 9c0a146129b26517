import * as z from 'zod/mini'
import { writtenRegolamento } from './regolamento.ts'

/**
 * An official simulation as an operator writes it (docs/operators/commands.md): the rules of docs/operators/punteggi.md, a description, how many
 * questions of each subject of the bank, by name, and the first and the last day on which it can be begun, when there are.
 */
export const writtenSimulazione = z.extend(writtenRegolamento, {
  descrizione: z.string().check(z.minLength(1), z.maxLength(500)),
  apertura: z.optional(z.string().check(z.maxLength(40))),
  scadenza: z.optional(z.string().check(z.maxLength(40))),
  materie: z
    .array(
      z.strictObject({
        materia: z.string().check(z.minLength(1), z.maxLength(200)),
        numero: z.int().check(z.gte(1), z.lte(1_000)),
      }),
    )
    .check(z.minLength(1), z.maxLength(500)),
})
export type WrittenSimulazione = z.infer<typeof writtenSimulazione>
