import * as z from 'zod/mini'
import { parseDati, text } from './giornale.ts'
import { nonNegative } from './schemas.ts'

// Ended sitting, as one event carries it to the other devices (decision 0084).

export const date = text(40).check(z.minLength(1))
export const base64 = text(70_000).check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/))
const flag = z.union([z.literal(0), z.literal(1)])
const numbers = z.array(z.int())
export const millis = z.nullable(z.int())
/** Fields with which a sitting was begun. */
export const choice = {
  id_concorso: z.int(),
  filtro: z.looseObject({}),
  ordine: text(40),
  seme: z.int(),
  mescola: flag,
  avanti_da_sola: flag,
  regola_risposte: z.nullable(z.int()),
}

/** Fields that every screen of trials reads; the rest is kept as written. */
export const datiProva = z.looseObject({
  regole: z.looseObject({}),
  sezioni: numbers,
  difficolta: numbers,
  risposte: numbers,
})
const consegna = z.looseObject({
  at: date,
  usati: z.number(),
  punteggio: z.looseObject({ punti: z.number(), massimo: z.number() }),
})

/** `voci`: place, answer, flag, strikes, milliseconds and the three counts of changes, as the store keeps them. */
const prova = z.object({
  dati: datiProva,
  id_simulazione: z.nullable(z.int()),
  durata_ms: millis,
  usati_ms: nonNegative,
  da_ms: millis,
  fine_ms: millis,
  consegna: z.nullable(consegna),
  consegnata_ms: millis,
  voci: z.array(z.array(z.nullable(z.int())).check(z.length(8))),
})

/**
 * `domande` and `concorsi` (null: all of `id_concorso`) are 32 bits a place, `risposte` 16, little-endian; `segni` are place, flag and
 * strikes.
 */
const seduta = z.object({
  tipo: z.enum(['ESERCITAZIONE', 'LETTA', 'ASCOLTATA', 'ASSEGNA_RISPOSTE', 'PROVA_PERSONALIZZATA', 'SIMULAZIONE']),
  ...choice,
  stato: z.enum(['abbandonata', 'consegnata']),
  indice: nonNegative,
  iniziata: date,
  aggiornata: date,
  aggiornata_ms: z.int(),
  domande: base64,
  concorsi: z.nullable(base64),
  risposte: base64,
  segni: z.array(z.array(z.int()).check(z.length(3))),
  prova: z.nullable(prova),
})
export type SentSeduta = z.infer<typeof seduta>

/** Parses a sitting from the content of an event; null when there is none. */
export const parseSentSeduta = (text: string): SentSeduta | null => parseDati(seduta, text)
