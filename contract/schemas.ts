import * as z from 'zod/mini'
import { isRealDate } from '#rules/dates'
import type { MappaPercorso } from '#rules/percorso'
import { writtenRegolamento } from './regolamento.ts'

/** The form of `isoDate`, whether its day exists or not. */
export const isoForm = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/))
/** ISO 8601 with milliseconds and offset (spec §9, D30), of an instant that exists, e.g. 2026-11-21T15:04:05.123+01:00. */
export const isoDate = isoForm.check(z.refine(isRealDate))
export const positiveInt = z.int().check(z.positive())
export const nonNegative = z.int().check(z.nonnegative())
const livelloConoscenza = z.union([z.literal(-99), z.literal(-2), z.literal(-1), z.literal(0), z.literal(1)])
/** 0 demo, 1 premium lite, 2 premium legacy, 3 premium (D7). */
export const livelloUtente = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export const modalita = z.enum(['ESEGUITA', 'LETTA', 'ASCOLTATA'])
/** A number as it arrives in a query string. */
export const intQuery = z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))
export const yesNoQuery = z.pipe(
  z.enum(['true', 'false', '1', '0']),
  z.transform((v) => v === 'true' || v === '1'),
)

/** RFC 9457 body of every refusal (D4). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  codice: z.string(),
  campi: z.optional(z.array(z.string())),
  dati: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type Problem = z.infer<typeof problem>

/** Six digits of an authenticator, or a recovery code; blanks and dashes do not matter. */
export const codice = z.string().check(z.maxLength(40))
/** Identity of a login: who signs in and from where (spec §3); aliases as D17b. */
export const autenticazioneVO = z.object({
  social: z.optional(z.string()),
  token_social: z.optional(z.string()),
  username: z.optional(z.string().check(z.maxLength(254))),
  password: z.optional(z.string().check(z.maxLength(128))),
  dispositivo: z.optional(z.string().check(z.maxLength(40))),
  id_dispositivo: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))),
  sistemaOperativo: z.optional(z.string().check(z.maxLength(80))),
  sistema_operativo: z.optional(z.string().check(z.maxLength(80))),
  versioneApp: z.optional(z.string().check(z.maxLength(20))),
  versione_app: z.optional(z.string().check(z.maxLength(20))),
  /** Remember me: 90 days sliding; otherwise 12 hours (D10). */
  ricordami: z.optional(z.boolean()),
  /** Code of the second factor, where the account has one (CODICE_RICHIESTO). */
  codice: z.optional(codice),
})
export type AutenticazioneVO = z.infer<typeof autenticazioneVO>

/** Percentage of time added: half at most, as DSA and law 104 rules give. */
const tempoAggiuntivo = z.int().check(z.gte(0), z.lte(50))
const flag = z.union([z.literal(0), z.literal(1)])
/**
 * Fields of a profile that `aggiorna_utente` changes. The page may send the whole profile: the server ignores the fields that it
 * alone decides. It refuses a higher `livello` than the account's. Another address requires `password` (MISSING_REQUIRED_PARAM).
 * An account without a password requires a social login that has just ended, or the link of a mail (CONFERMA_PER_POSTA).
 */
export const profiloCambiato = z.object({
  email_comunicazioni: z.optional(z.string().check(z.maxLength(254), z.email())),
  password: z.optional(z.string().check(z.maxLength(128))),
  social: z.optional(z.nullable(z.string())),
  token_social: z.optional(z.string().check(z.maxLength(200))),
  /** Null gives up the pending address; any other value is left alone. */
  email_nuova: z.optional(z.nullable(z.string())),
  flag_privacy: z.optional(z.int()),
  flag_commerciale: z.optional(flag),
  flag_notifiche: z.optional(flag),
  tempo_aggiuntivo: z.optional(tempoAggiuntivo),
  id_utente_idoneo: z.optional(z.int()),
  livello: z.optional(z.int()),
})
export type ProfiloCambiato = z.infer<typeof profiloCambiato>

export const utente = z.object({
  id_utente_idoneo: positiveInt,
  email_comunicazioni: z.string(),
  email_social: z.nullable(z.string()),
  /** Present only in the responses of login, registration and token refresh. */
  token_api: z.optional(z.string()),
  social: z.nullable(z.string()),
  flag_privacy: z.int(),
  flag_commerciale: z.int(),
  livello: livelloUtente,
  data_registrazione: isoDate,
  data_passaggio_premium: z.nullable(isoDate),
  data_scadenza_premium: z.nullable(isoDate),
  email_verificata: z.boolean(),
  /** Extra time of the account (DSA, law 104), per cent; absent in profiles that a device kept from before. */
  tempo_aggiuntivo: z.optional(tempoAggiuntivo),
  /** Address whose mail has not been opened yet; absent or null without one. */
  email_nuova: z.optional(z.nullable(z.string())),
  /** Mails about neither security nor money (the end of a premium). */
  flag_notifiche: z.optional(z.int()),
  /** False for an account that signs in only with its social login. */
  con_password: z.optional(z.boolean()),
})
export type Utente = z.infer<typeof utente>

/** Sections that only an operator fills. */
export const SEZIONI = ['bandi', 'store', 'gruppi', 'notizie'] as const
export type Sezione = (typeof SEZIONI)[number]

/** Tier, expiry and demo allowance (D9). `quiz_limite` and `quiz_rimasti` are null without a limit. */
export const statoLivello = z.object({
  livello: livelloUtente,
  data_scadenza_premium: z.nullable(isoDate),
  quiz_usati: nonNegative,
  quiz_limite: z.nullable(nonNegative),
  quiz_rimasti: z.nullable(nonNegative),
  /** The tier as bought: differs from `livello` once it expired. Absent in older responses that a device stores. */
  livello_acquistato: z.optional(livelloUtente),
  /** Rights of the tier now (rules/access). */
  spiegazioni: z.optional(z.boolean()),
  pdf: z.optional(z.boolean()),
  materie_premium: z.optional(z.boolean()),
  /** Questions received already, by bank (D8); they cost nothing again. */
  ricevute: z.optional(z.readonly(z.array(z.object({ id_concorso: z.int(), quiz: nonNegative })))),
  /** Sections with content; menus leave the others out. */
  sezioni: z.optional(z.readonly(z.array(z.enum(SEZIONI)))),
})
export type StatoLivello = z.infer<typeof statoLivello>

export const ente = z.object({ id_ente: positiveInt, ente: z.string() })
export type Ente = z.infer<typeof ente>

const materia = z.object({ id_materia: positiveInt, materia: z.string(), numero: nonNegative })
export type Materia = z.infer<typeof materia>

/** A bank as the lists show it. `dimensione_zip` in bytes. */
export const concorso = z.object({
  id_concorso: positiveInt,
  concorso: z.string(),
  ente: ente,
  anno: z.nullable(z.int()),
  profilo: z.nullable(z.string()),
  descrizione: z.nullable(z.string()),
  in_evidenza: z.boolean(),
  numero_domande: nonNegative,
  con_immagini: nonNegative,
  materie: z.array(materia),
  data_ultimo_aggiornamento: isoDate,
  /** Content hash of the current full version: changes when the bank changes. */
  versione: z.string(),
})
export type Concorso = z.infer<typeof concorso>

/** A bank in the person's list. `stato`: 0 added, 1 downloaded, 2 partially loaded, 3 update available (D17b). */
export const concorsoUtente = z.extend(concorso, {
  stato: z.int(),
  /** Questions that the account may have now: the whole bank, or the demo sample. */
  domande_concesse: nonNegative,
  /** The bank was withdrawn: only lists that had it still show it. */
  ritirata: z.optional(z.boolean()),
})
export type ConcorsoUtente = z.infer<typeof concorsoUtente>

/** Address of a package: signed addresses (D15, D16), sizes and hashes. */
const signedPackage = {
  url_domande: z.string(),
  /** SHA-256 (hex) of the whole zip at `url_domande`. */
  hash_domande: z.string(),
  dimensione_zip: nonNegative,
  url_immagini: z.nullable(z.string()),
  hash_immagini: z.nullable(z.string()),
  dimensione_immagini: nonNegative,
}

/** The bank with its signed addresses (D15, D16). `url_immagini` null when it has no images. */
export const concorsoScaricabile = z.extend(concorsoUtente, signedPackage)
export type ConcorsoScaricabile = z.infer<typeof concorsoScaricabile>

/** Nodes of a path, a map by id at each of seven levels (spec §3). */
const mappaPercorso: z.ZodMiniType<MappaPercorso> = z.record(
  z.string(),
  z.object({
    id_sotto_percorso: positiveInt,
    nome: z.string(),
    sotto_percorsi: z.lazy(() => mappaPercorso),
  }),
)

/** A subject path as the lists show it; a package brings its questions, as a bank's. */
export const percorso = z.object({
  id_argomento: positiveInt,
  argomento: z.string(),
  descrizione: z.nullable(z.string()),
  /** Only tiers with `materie_premium` may add it. */
  premium: z.boolean(),
  sotto_percorsi: mappaPercorso,
  numero_domande: nonNegative,
  con_immagini: nonNegative,
  data_ultimo_aggiornamento: isoDate,
  versione: z.string(),
})
export type Percorso = z.infer<typeof percorso>

/** A path in the person's list; `stato` and `domande_concesse` as for a bank. */
export const percorsoUtente = z.extend(percorso, {
  stato: z.int(),
  domande_concesse: nonNegative,
  ritirata: z.optional(z.boolean()),
})

/** The path with its signed addresses (D15, D16). */
export const percorsoScaricabile = z.extend(percorsoUtente, signedPackage)

export const simulazione = z.object({
  id_simulazione: positiveInt,
  /** The rules allow a pause; absent in older lists that a device stores. */
  pausa: z.optional(z.boolean()),
  attiva: z.boolean(),
  data_inserimento: isoDate,
  data_scadenza: z.nullable(isoDate),
  id_concorso: positiveInt,
  descrizione: z.string(),
  ente: z.string(),
  concorso: z.string(),
  anno: z.nullable(z.int()),
  durata: z.string(),
  numero_domande: nonNegative,
  numero_download: nonNegative,
  numero_esecuzioni: nonNegative,
  sbarramento: z.nullable(z.number()),
  punteggio_risposte_corrette: z.number(),
  punteggio_risposte_sbagliate: z.number(),
  punteggio_non_risposte: z.number(),
  materie_simulazione: z.array(materia),
  /** The rules, whole but for the subjects of the sections; absent in older lists that a device stores. */
  regole: z.optional(writtenRegolamento),
  /** Banks that hold its questions, with their version. The device needs all of them to sit the simulation. */
  concorsi: z.optional(
    z.array(
      z.object({
        id_concorso: positiveInt,
        concorso: z.string(),
        versione: z.optional(z.nullable(z.string())),
        numero_domande: z.optional(nonNegative),
      }),
    ),
  ),
  /** The account can resume it, on any device. Absent otherwise. */
  in_corso: z.optional(z.boolean()),
})
export type Simulazione = z.infer<typeof simulazione>

/** Published results of an exam (rules/graduatoria); scores in thousandths. */
export const graduatoria = z.object({
  titolo: z.string().check(z.maxLength(120)),
  posti: positiveInt,
  candidati: positiveInt,
  massimo: positiveInt,
  oltre: z.array(nonNegative).check(z.length(301)),
})

export const risorseAggiuntive = z.object({
  url_facebook: z.nullable(z.string()),
  url_corso_online: z.nullable(z.string()),
  url_corso_dal_vivo: z.nullable(z.string()),
  url_manuale: z.nullable(z.string()),
  url_bus_hotel: z.nullable(z.string()),
  url_news: z.nullable(z.string()),
})
export type RisorseAggiuntive = z.infer<typeof risorseAggiuntive>

/**
 * An answer record on the wire (spec §7). `risposta_gettonata` is the person's own choice, printed position 1..5 (D17a).
 * `data_livello` and `data_preferiti` are optional: a caller that sends none is merged by `data_eseguita` alone.
 */
export const risposta = z.object({
  id_concorso: positiveInt,
  id_domanda: positiveInt,
  id_materia: z.optional(z.nullable(z.int())),
  id_argomento: z.optional(z.nullable(z.union([z.string(), z.int()]))),
  id_sotto_percorso: z.optional(z.nullable(z.union([z.string(), z.int()]))),
  livello_conoscenza: livelloConoscenza,
  data_eseguita: isoDate,
  risposta_gettonata: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(5)))),
  preferiti: z.boolean(),
  modalita: z.array(modalita),
  data_livello: z.optional(z.nullable(isoDate)),
  data_preferiti: z.optional(z.nullable(isoDate)),
  data_letta: z.optional(z.nullable(isoDate)),
  data_ascoltata: z.optional(z.nullable(isoDate)),
})
export type Risposta = z.infer<typeof risposta>

/**
 * Answer record of a path: its node in place of bank and subject (spec §7). The server accepts the seven parts of an id or the
 * last one.
 */
export const rispostaPercorso = z.extend(risposta, {
  id_concorso: z.optional(z.nullable(z.int())),
  id_argomento: positiveInt,
  id_sotto_percorso: z.optional(z.nullable(z.union([z.string().check(z.maxLength(200)), positiveInt]))),
})

/** Most records of one PUT: a larger push is split. */
export const RISPOSTE_PER_PUSH = 500

/** `cursore`: the server's position from which the next request asks. */
export const risposteScaricate = z.object({ risposte: z.array(risposta), cursore: nonNegative })

export const rispostePercorsoScaricate = z.object({ risposte: z.array(rispostaPercorso), cursore: nonNegative })

/** Records of a PUT that were refused; the others are stored. A bad record never blocks the queue. */
export const pushResult = z.object({ rifiutate: z.array(z.object({ id_domanda: z.int(), codice: z.string() })) })
export type PushResult = z.infer<typeof pushResult>
