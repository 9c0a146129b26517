import * as z from 'zod/mini'
import { listOf } from './call.ts'
import { writtenRegolamento } from './regolamento.ts'
import { isoDate, isoForm, nonNegative, positiveInt, risorseAggiuntive, simulazione, yesNoQuery } from './schemas.ts'

/** Secret name of a sitting that the server started. */
export const gettone = z.uuid()
export const codiceSfida = z.string().check(z.regex(/^[A-Za-z0-9_-]{16}$/))

/** Place of a drawn question, and its weight. `difficolta` 0 when unknown. */
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
  /** Banks that the draw needs on the device. */
  concorsi: z.array(z.object({ id_concorso: positiveInt, concorso: z.string() })),
  gettone,
  iniziata: isoDate,
  fine: isoDate,
  adesso: isoDate,
  tempo_aggiuntivo: nonNegative,
  fuori_classifica: z.boolean(),
  /** The bank's additional resources (spec §3); absent in older responses that a device stores. */
  risorse_aggiuntive_concorso: z.optional(risorseAggiuntive),
  /** Signed addresses of the bank (D15, D16); null without the right to the whole bank, and without images. */
  url_domande: z.optional(z.nullable(z.string())),
  url_immagini: z.optional(z.nullable(z.string())),
})
export type SimulazioneAvviata = z.infer<typeof simulazioneAvviata>

const cambi = z.optional(z.int().check(z.gte(0), z.lte(10_000)))
const idTesto = z.union([positiveInt, z.string().check(z.regex(/^[1-9]\d{0,15}$/))])
/** Answer of a simulation (spec §7): ids may be text; the page's own key never travels. */
export const rispostaSimulazione = z.object({
  id_domanda: idTesto,
  id_simulazione: z.optional(idTesto),
  /** Printed position, null or absent for a blank. */
  risposta: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(5)))),
  /** Milliseconds on screen. */
  ms: z.optional(z.int().check(z.gte(0), z.lte(86_400_000))),
  /** Times that the mark was replaced or taken away. */
  cambi,
  /** Flagged to be seen again; printed positions struck out. Another device resumes with them. */
  da_rivedere: z.optional(z.boolean()),
  escluse: z.optional(z.array(z.int().check(z.gte(1), z.lte(5))).check(z.maxLength(5))),
  /** Changes of the flag, and of the strikes; absent when not counted. */
  cambi_rivedi: cambi,
  cambi_escluse: cambi,
})
export type RispostaSimulazione = z.infer<typeof rispostaSimulazione>

/** Current place on screen (from 0), and whether its answers are shuffled. Another device resumes there. */
export const segnaposto = {
  indice: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(999))),
  mescola: z.optional(yesNoQuery),
}
/** The answers of the last sitting, in the order of its draw. */
export const risposteTenute = z.extend(listOf(rispostaSimulazione), {
  gettone: z.nullable(gettone),
  indice: z.optional(nonNegative),
  mescola: z.optional(z.boolean()),
  /** End of the sitting, on any device; null while it has none. */
  esito: z.optional(z.nullable(z.enum(['consegnata', 'abbandonata']))),
  /** The server delivered by itself: a device that holds other answers still sends them. Absent otherwise. */
  automatica: z.optional(z.boolean()),
})

/** Sitting after a pause or a resume: its end, and whether its time stands still. */
export const sospensione = z.object({ fine: isoDate, adesso: isoDate, in_pausa: z.boolean() })

/**
 * Outcome as a client sends it (spec §3). The server ignores its counts and counts again from the answers. The page names its
 * sitting; a client of the specification alone means the last one begun.
 */
export const esitoInviato = z.object({
  gettone: z.optional(gettone),
  id_simulazione: z.optional(idTesto),
  /** The server's own date replaces one that no calendar has, so that the trial is not lost. */
  data_simulazione: isoForm,
  numero_domande_previste: z.optional(nonNegative),
  numero_risposte_corrette: z.optional(nonNegative),
  numero_risposte_errate: z.optional(nonNegative),
  sorgente: z.enum(['MOBILE', 'WEB']),
  consegnata: z.boolean(),
  /** Answers, complete; absent when risposte_simulazione sent them before. */
  risposte: z.optional(z.array(rispostaSimulazione).check(z.maxLength(1_000))),
})
export type EsitoInviato = z.infer<typeof esitoInviato>

/** Reason why an outcome is not in the ranking. */
const motivoFuori = z.enum(['gia_classificata', 'gia_vista', 'in_ritardo', 'tempi_implausibili', 'non_consegnata'])

/** Outcome as the server computed it. Points are decimal, exact to the thousandth. */
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
  /** The server delivered at the end of the time, from the answers that it had. Absent otherwise. */
  automatica: z.optional(z.boolean()),
  /** Code of the challenge that this sitting opened; absent without one. */
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
  /** Number of accounts with this same score, this one included. */
  pari_merito: nonNegative,
  /** Number of accounts that reach the threshold; null without one. */
  sopra_soglia: z.nullable(nonNegative),
  /** Number that the rules admit in order of score, and whether ties with the last enter; null when they admit otherwise. */
  primi: z.nullable(z.object({ quanti: positiveInt, pari_merito: z.boolean() })),
  /** True when this account is among them now; null without a place, or while undecided. */
  ammesso: z.nullable(z.boolean()),
  /** Ranking among the accounts with the same extra time. */
  stesso_tempo: z.object({ ...posto, tempo_aggiuntivo: nonNegative }),
  /** At most 31 bands of the same whole number of points: how many from `da` on; empty ones left out. */
  distribuzione: z.array(z.object({ da: z.number(), n: nonNegative })),
})
export type Classifica = z.infer<typeof classifica>

/** Side of a challenge, without a name. */
const lato = z.object({
  punteggio: z.number(),
  corrette: nonNegative,
  errate: nonNegative,
  omesse: nonNegative,
  secondi: nonNegative,
  /** Reason that excludes the side from the comparison and would exclude it from the ranking; null without one. */
  motivo: z.nullable(motivoFuori),
})
/** Challenge: the same draw for all who open the link. The others' results show only after delivery (issue of sittings, 10). */
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
