import * as z from 'zod/mini'
import { listOf } from './call.ts'
import { writtenRegolamento } from './regolamento.ts'
import { isoDate, isoForm, nonNegative, positiveInt, risorseAggiuntive, simulazione, yesNoQuery } from './schemas.ts'

/** Name of a sitting that the server started: nobody else can guess it. */
export const gettone = z.uuid()
export const codiceSfida = z.string().check(z.regex(/^[A-Za-z0-9_-]{16}$/))

/** Where a question of the draw is found, and how it counts. `difficolta` 0 when nobody gave one. */
const estratta = z.object({
  id_domanda: positiveInt,
  id_concorso: positiveInt,
  id_materia: z.nullable(positiveInt),
  sezione: nonNegative,
  difficolta: z.int().check(z.gte(0), z.lte(3)),
})

/** A simulation begun: draw, rules, ticket and end on the server's clock (D24). `fuori_classifica`: a later attempt. */
export const simulazioneAvviata = z.extend(simulazione, {
  regole: writtenRegolamento,
  domande: z.array(estratta),
  /** The banks that the draw needs on the device. */
  concorsi: z.array(z.object({ id_concorso: positiveInt, concorso: z.string() })),
  gettone,
  iniziata: isoDate,
  fine: isoDate,
  adesso: isoDate,
  tempo_aggiuntivo: nonNegative,
  fuori_classifica: z.boolean(),
  /** The bank's additional resources (spec §3); absent in answers that a device kept from before. */
  risorse_aggiuntive_concorso: z.optional(risorseAggiuntive),
  /** Signed addresses of the bank (D15, D16); null unless the account has it whole, and when it has no images. */
  url_domande: z.optional(z.nullable(z.string())),
  url_immagini: z.optional(z.nullable(z.string())),
})
export type SimulazioneAvviata = z.infer<typeof simulazioneAvviata>

const cambi = z.optional(z.int().check(z.gte(0), z.lte(10_000)))
const idTesto = z.union([positiveInt, z.string().check(z.regex(/^[1-9]\d{0,15}$/))])
/** An answer of a simulation (spec §7): ids may be text; what the page believes to be right never travels. */
export const rispostaSimulazione = z.object({
  id_domanda: idTesto,
  id_simulazione: z.optional(idTesto),
  /** Printed position, null or absent for a blank. */
  risposta: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(5)))),
  /** Milliseconds on screen. */
  ms: z.optional(z.int().check(z.gte(0), z.lte(86_400_000))),
  /** Times that the mark was replaced or taken away. */
  cambi,
  /** Flagged to be seen again; printed positions struck out. They travel so that another device goes on with them. */
  da_rivedere: z.optional(z.boolean()),
  escluse: z.optional(z.array(z.int().check(z.gte(1), z.lte(5))).check(z.maxLength(5))),
  /** Times that the flag, and that the strikes were changed; absent when nobody counted. */
  cambi_rivedi: cambi,
  cambi_escluse: cambi,
})
export type RispostaSimulazione = z.infer<typeof rispostaSimulazione>

/** Where a sitting is: the place on screen (from 0), and whether its answers are shuffled. Another device goes on from there. */
export const segnaposto = {
  indice: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(999))),
  mescola: z.optional(yesNoQuery),
}
/** The answers of the last sitting, in the order of its draw. */
export const risposteTenute = z.extend(listOf(rispostaSimulazione), {
  gettone: z.nullable(gettone),
  indice: z.optional(nonNegative),
  mescola: z.optional(z.boolean()),
  /** How it ended, on whatever device; null while it has not. */
  esito: z.optional(z.nullable(z.enum(['consegnata', 'abbandonata']))),
  /** The server delivered it by itself: a device that holds other answers still sends them. Absent otherwise. */
  automatica: z.optional(z.boolean()),
})

/** A sitting after it was paused or went on: its end, and whether its time stands still. */
export const sospensione = z.object({ fine: isoDate, adesso: isoDate, in_pausa: z.boolean() })

/**
 * The outcome as a client tells it (spec §3). Its counts are not believed: the server counts again from the answers. The page
 * names its sitting; who knows the specification alone means the last one begun.
 */
export const esitoInviato = z.object({
  gettone: z.optional(gettone),
  id_simulazione: z.optional(idTesto),
  /** A day that no calendar has loses nobody a trial: the server's own takes its place. */
  data_simulazione: isoForm,
  numero_domande_previste: z.optional(nonNegative),
  numero_risposte_corrette: z.optional(nonNegative),
  numero_risposte_errate: z.optional(nonNegative),
  sorgente: z.enum(['MOBILE', 'WEB']),
  consegnata: z.boolean(),
  /** All the answers; absent when they were sent before by risposte_simulazione. */
  risposte: z.optional(z.array(rispostaSimulazione).check(z.maxLength(1_000))),
})
export type EsitoInviato = z.infer<typeof esitoInviato>

/** Why an outcome is not in the ranking. */
const motivoFuori = z.enum(['gia_classificata', 'gia_vista', 'in_ritardo', 'tempi_implausibili', 'non_consegnata'])

/** An outcome as the server computed it. Points are decimal, exact to the thousandth. */
export const esitoSimulazione = z.object({
  gettone,
  id_simulazione: positiveInt,
  data_simulazione: isoDate,
  numero_domande_previste: nonNegative,
  numero_risposte_corrette: nonNegative,
  numero_risposte_errate: nonNegative,
  numero_risposte_intermedie: nonNegative,
  numero_non_risposte: nonNegative,
  punteggio: z.number(),
  punteggio_massimo: z.number(),
  superata: z.nullable(z.boolean()),
  sorgente: z.enum(['MOBILE', 'WEB']),
  consegnata: z.boolean(),
  tempo_aggiuntivo: nonNegative,
  in_classifica: z.boolean(),
  motivo: z.nullable(motivoFuori),
  /** Nobody delivered it: the server did at its end, from the answers that it had. Absent otherwise. */
  automatica: z.optional(z.boolean()),
  /** Code of the challenge that this sitting threw; absent when it threw none. */
  sfida_lanciata: z.optional(codiceSfida),
})
export type EsitoSimulazione = z.infer<typeof esitoSimulazione>

/** The last five attempts, newest first, and their mean score (spec §9) [SI3][SI4]. */
export const esitiSimulazione = z.object({
  elementi: z.array(esitoSimulazione),
  totale: nonNegative,
  punteggio_medio: z.nullable(z.number()),
})

const posto = {
  numero_partecipanti: nonNegative,
  /** Null when the account has no ranked outcome. */
  posizione_classifica: z.nullable(positiveInt),
  punteggio_medio: z.nullable(z.number()),
}
/** The ranking as one candidate sees it (spec §3, D24). */
export const classifica = z.object({
  ...posto,
  punteggio: z.nullable(z.number()),
  /** How many have this same score, the account included. */
  pari_merito: nonNegative,
  /** How many reach the threshold; null without one. */
  sopra_soglia: z.nullable(nonNegative),
  /** How many the rules admit in order of score, and whether who ties with the last one enters; null when they admit otherwise. */
  primi: z.nullable(z.object({ quanti: positiveInt, pari_merito: z.boolean() })),
  /** Whether this account is among them now; null when it has no place, or nobody can tell yet. */
  ammesso: z.nullable(z.boolean()),
  /** The same among those who had the same extra time. */
  stesso_tempo: z.object({ ...posto, tempo_aggiuntivo: nonNegative }),
  /** At most 31 bands of the same whole number of points: how many from `da` on; empty ones left out. */
  distribuzione: z.array(z.object({ da: z.number(), n: nonNegative })),
})
export type Classifica = z.infer<typeof classifica>

/** One side of a challenge: nobody's name travels. */
const lato = z.object({
  punteggio: z.number(),
  corrette: nonNegative,
  errate: nonNegative,
  omesse: nonNegative,
  secondi: nonNegative,
  /** Why it is not to be compared with the others: what would keep it out of the ranking; null when nothing does. */
  motivo: z.nullable(motivoFuori),
})
/** A challenge: the same draw for who opens the link; what others did shows to who has delivered (issue of sittings, 10). */
export const sfida = z.object({
  codice: codiceSfida,
  id_simulazione: positiveInt,
  id_concorso: positiveInt,
  descrizione: z.string(),
  mia: z.boolean(),
  /** Null until this account has delivered it. */
  io: z.nullable(lato),
  sfidante: z.nullable(lato),
  avversari: z.array(lato),
})
export type Sfida = z.infer<typeof sfida>
