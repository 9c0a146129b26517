import * as z from 'zod/mini'
import { isoDate, nonNegative, positiveInt, statoLivello } from './schemas.ts'

/** STRIPE takes money; PROVA is the labelled trial checkout, outside production only (D34). */
const fornitore = z.enum(['STRIPE', 'PROVA'])
export type Fornitore = z.infer<typeof fornitore>

/** Duration of premium on sale, paid once, without automatic renewal. Price in cents, taxes included. */
const durataPremium = z.object({
  durata: z.string(),
  mesi: positiveInt,
  prezzo: positiveInt,
  valuta: z.literal('EUR'),
})
export type DurataPremium = z.infer<typeof durataPremium>

/** `fornitore` null: this installation sells nothing now. `recesso_giorni`: days to withdraw, with the whole price back. */
export const listino = z.object({
  durate: z.array(durataPremium),
  fornitore: z.nullable(fornitore),
  recesso_giorni: nonNegative,
})
export type Listino = z.infer<typeof listino>

/** A checkout to begin. Both consents are recorded with the version of their texts (CONDIZIONI_NON_ACCETTATE without). */
export const pagamentoChiesto = z.object({
  durata: z.string().check(z.maxLength(40)),
  /** The conditions of sale; whoever has Lite accepts to lose it. */
  accetta_condizioni: z.optional(z.boolean()),
  /** Premium begins at once, within the time to withdraw. */
  esecuzione_immediata: z.optional(z.boolean()),
  codice_promo: z.optional(z.string().check(z.maxLength(64))),
})
export const pagamentoAvviato = z.object({
  /** Address of the payment page. */
  url: z.string(),
  fornitore,
  id_sessione: z.string(),
  prezzo: positiveInt,
})
export type PagamentoAvviato = z.infer<typeof pagamentoAvviato>

export const transazione = z.object({ fornitore, id_sessione: z.string().check(z.minLength(1), z.maxLength(200)) })
/**
 * IN_ATTESA: the provider has not been paid yet, ask again. VERIFICATA: paid, `incrementa_livello` applies it. APPLICATA: the
 * account has it. ANNULLATA: given up or expired, nothing was taken. RESTITUITA: paid, and given back since (refund or
 * withdrawal).
 */
export const esitoTransazione = z.object({
  stato: z.enum(['IN_ATTESA', 'VERIFICATA', 'APPLICATA', 'ANNULLATA', 'RESTITUITA']),
  livello: statoLivello,
})
export type EsitoTransazione = z.infer<typeof esitoTransazione>

/** A purchase as its receipt shows it. `recesso_entro`: last instant to withdraw, null when it has passed. */
export const acquisto = z.object({
  id_acquisto: positiveInt,
  fornitore,
  durata: z.string(),
  mesi: positiveInt,
  prezzo: positiveInt,
  valuta: z.string(),
  stato: z.enum(['APERTO', 'PAGATO', 'ANNULLATO', 'RIMBORSATO', 'RECESSO']),
  data: isoDate,
  inizio: z.nullable(isoDate),
  fine: z.nullable(isoDate),
  recesso_entro: z.nullable(isoDate),
  codice_promo: z.nullable(z.string()),
})
export type Acquisto = z.infer<typeof acquisto>
