import * as z from 'zod/mini'
import type { WrittenRegolamento } from '#rules/regolamento/types'

const nome = z.string().check(z.minLength(1), z.maxLength(120))
const numero = z.number().check(z.gte(-1_000_000), z.lte(1_000_000))
const conto = z.int().check(z.gte(0), z.lte(1_000_000))
const durata = z.string().check(z.maxLength(8))
const materia = z.union([z.int(), z.string().check(z.minLength(1), z.maxLength(120))])

const puntiScritti = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('fissi'), corretta: numero, sbagliata: numero, omessa: numero }),
  z.strictObject({
    tipo: z.literal('per_difficolta'),
    corretta: z.array(numero).check(z.maxLength(3)),
    sbagliata: z.union([numero, z.array(numero).check(z.maxLength(3))]),
    omessa: z.union([numero, z.array(numero).check(z.maxLength(3))]),
  }),
  z.strictObject({ tipo: z.literal('per_risposta'), omessa: numero }),
])

/** Shape of the document of a trial's rules (docs/operators/punteggi.md). `readRegolamento` of rules/ checks its meaning. */
export const writtenRegolamento = z.strictObject({
  nome: z.optional(nome),
  base: z.optional(numero),
  punti: z.optional(puntiScritti),
  sezioni: z.optional(
    z
      .array(
        z.strictObject({
          nome,
          materie: z.optional(z.array(materia).check(z.maxLength(500))),
          domande: z.optional(conto),
          quote_difficolta: z.optional(z.array(conto).check(z.maxLength(3))),
          punti: z.optional(puntiScritti),
          sbarramento: z.optional(numero),
          durata: z.optional(durata),
        }),
      )
      .check(z.maxLength(50)),
  ),
  risposta_multipla: z.optional(z.enum(['omessa', 'sbagliata'])),
  ammissione: z.optional(
    z.strictObject({
      minimo: z.optional(numero),
      minimo_per_sezione: z.optional(numero),
      primi: z.optional(conto),
      posti: z.optional(conto),
      multiplo: z.optional(numero),
      pari_merito: z.optional(z.enum(['ammessi', 'esclusi'])),
    }),
  ),
  durata: z.optional(durata),
  navigazione: z.optional(z.enum(['libera', 'solo_avanti'])),
  correzioni: z.optional(z.enum(['fino_alla_consegna', 'mai'])),
  pausa: z.optional(z.boolean()),
  massimo: z.optional(numero),
  scala: z.optional(numero),
}) satisfies z.ZodMiniType<WrittenRegolamento>

/** Most questions of one trial. */
export const MAX_DOMANDE = 10_000

const posizione = z.int().check(z.gte(1), z.lte(5))

/** Delivered trial as the operator's command reads it (docs/operators/punteggi.md). */
export const writtenProva = z.strictObject({
  domande: z
    .array(
      z.strictObject({
        /** Name of its section; without it, its subject decides, else the sections' counts in order. */
        sezione: z.optional(nome),
        materia: z.optional(materia),
        corretta: z.optional(z.nullable(posizione)),
        /** Points per answer, situational questions. */
        punti: z.optional(z.array(numero).check(z.minLength(2), z.maxLength(5))),
        difficolta: z.optional(z.int().check(z.gte(1), z.lte(3))),
        /** Position marked, several for a multiple mark, null or absent for a blank. */
        risposta: z.optional(z.nullable(z.union([posizione, z.array(posizione).check(z.maxLength(5))]))),
        /** Number of equal questions, one when absent. */
        volte: z.optional(z.int().check(z.gte(1), z.lte(MAX_DOMANDE))),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_DOMANDE)),
  /** Scores of the others, for rules that admit a fixed number of them. */
  altri_punteggi: z.optional(z.array(numero).check(z.maxLength(2_000_000))),
})
export type WrittenProva = z.infer<typeof writtenProva>
