import * as z from 'zod/mini'
import { intQuery, isoDate, nonNegative, positiveInt } from '../schemas.ts'
import { consoleCall } from './call.ts'

const STATI_ACQUISTO = ['aperto', 'pagato', 'annullato', 'rimborsato', 'recesso'] as const
const statoAcquisto = z.enum(STATI_ACQUISTO)
const giorno = z.iso.date()
const ruoli = ['gestore'] as const

/** `rimborso`: the row of the outbox that gives the price back, until it is sent. */
const acquisto = z.object({
  id: positiveInt,
  id_utente: z.nullable(positiveInt),
  email: z.nullable(z.string()),
  fornitore: z.enum(['STRIPE', 'PROVA']),
  durata: z.string(),
  /** Cents. */
  prezzo: nonNegative,
  stato: statoAcquisto,
  creato: isoDate,
  pagato: z.nullable(isoDate),
  rimborsato: z.nullable(isoDate),
  codice_promo: z.nullable(z.string()),
  rimborso: z.nullable(z.object({ abbandonato: z.boolean(), motivo: z.nullable(z.string()) })),
})
export type AcquistoGestito = z.infer<typeof acquisto>

const promo = z.object({
  codice: z.string(),
  titolo: z.nullable(z.string()),
  descrizione: z.nullable(z.string()),
  link: z.nullable(z.string()),
  sconto: z.nullable(positiveInt),
  scade: z.nullable(isoDate),
  email: z.nullable(z.string()),
  usi: nonNegative,
})
export type PromoGestita = z.infer<typeof promo>

/** `la`, `qui`: cents that the provider has and that the purchase has; null where that side does not have the payment. */
const differenza = z.object({
  tipo: z.enum(['pagato_la', 'restituito_la', 'restituito_qui', 'ignoto_la', 'altro_importo']),
  pagamento: z.nullable(z.string()),
  id_acquisto: z.nullable(positiveInt),
  quando: isoDate,
  la: z.nullable(z.int()),
  qui: z.nullable(nonNegative),
})
export type Differenza = z.infer<typeof differenza>

/** A purchase and its state after the provider was read; null where an event has none here. */
const applicato = z.object({ id_acquisto: z.nullable(positiveInt), stato: z.nullable(statoAcquisto) })

const codicePromo = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** Purchases, refunds, promos, affiliates. */
export const DENARO = {
  denaro: consoleCall({
    metodo: 'GET',
    percorso: '/denaro',
    prova: 'sessione',
    ruoli,
    risposta: z.object({
      /** Purchases by state and their amounts in cents, trial ones left out. */
      stati: z.array(z.object({ stato: statoAcquisto, n: nonNegative, importo: nonNegative })),
      /** Refunds that have not reached the provider. */
      rimborsi: z.object({ attesa: nonNegative, abbandonati: nonNegative }),
      /** Events of the provider that a server handled, the newest first. */
      eventi: z.array(z.object({ id: z.string(), tipo: z.string(), ricevuto: isoDate })),
      /** Events that every replica failed to handle so far; the provider sends them again. */
      eventi_falliti: z.array(z.object({ id: z.string(), tipo: z.string(), ricevuto: isoDate, motivo: z.string() })),
      fornitore: z.nullable(z.enum(['STRIPE', 'PROVA'])),
    }),
    sommario: 'Purchases by state, refunds that wait, events of the provider',
  }),
  acquisti_gestiti: consoleCall({
    metodo: 'GET',
    percorso: '/acquisti',
    prova: 'sessione',
    ruoli,
    query: z.object({
      stato: z.optional(statoAcquisto),
      /** An exact address, or the number of a purchase. */
      cerca: z.optional(z.string().check(z.maxLength(254))),
      prima_di: z.optional(intQuery),
    }),
    risposta: z.object({ elementi: z.array(acquisto), prossima: z.nullable(positiveInt) }),
    sommario: 'Purchases by pages, the newest first',
  }),
  rimborsa: consoleCall({
    metodo: 'POST',
    percorso: '/rimborsa',
    prova: 'fresca',
    ruoli,
    atto: 'intero',
    corpo: z.object({ id_acquisto: positiveInt }),
    risposta: null,
    sommario: 'Ends a paid purchase and gives the whole price back',
  }),
  applica_evento: consoleCall({
    metodo: 'POST',
    percorso: '/applica_evento',
    prova: 'fresca',
    ruoli,
    atto: 'primo',
    corpo: z.object({ id_evento: z.string().check(z.minLength(1), z.maxLength(255)) }),
    risposta: applicato,
    sommario: 'Fetches a failed event from the provider and deals with it as the webhook does',
  }),
  differenze: consoleCall({
    metodo: 'GET',
    percorso: '/differenze',
    prova: 'sessione',
    ruoli,
    risposta: z.object({
      fornitore: z.nullable(z.enum(['STRIPE', 'PROVA'])),
      /** Null: the installation has no provider to read. */
      lettura: z.nullable(
        z.object({
          dal: isoDate,
          /** Pages and time were enough for all of the last 30 days. */
          completa: z.boolean(),
          pagamenti: nonNegative,
          rimborsi: nonNegative,
          totale: nonNegative,
          elementi: z.array(differenza),
        }),
      ),
    }),
    sommario: 'Reads the payments and refunds of the provider and compares them with the purchases',
  }),
  allinea_acquisto: consoleCall({
    metodo: 'POST',
    percorso: '/allinea_acquisto',
    prova: 'fresca',
    ruoli,
    atto: 'primo',
    corpo: z.object({ id_acquisto: positiveInt }),
    risposta: applicato,
    sommario: 'Reads a purchase from the provider and deals with it as the webhook does',
  }),
  promo_gestite: consoleCall({
    metodo: 'GET',
    percorso: '/promo',
    prova: 'sessione',
    ruoli,
    risposta: z.object({ elementi: z.array(promo) }),
    sommario: 'Promo codes and how often they were used',
  }),
  pubblica_promo: consoleCall({
    metodo: 'POST',
    percorso: '/promo',
    prova: 'fresca',
    ruoli,
    atto: 'intero',
    corpo: z.object({
      codice: codicePromo,
      titolo: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
      descrizione: z.nullable(z.string().check(z.maxLength(1_000))),
      link: z.nullable(z.string().check(z.maxLength(2_000), z.url({ protocol: /^https$/ }))),
      sconto: z.nullable(z.int().check(z.gte(1), z.lte(90))),
      email: z.nullable(z.string().check(z.maxLength(254), z.email())),
      /** Last day of the code. */
      fino: z.nullable(giorno),
    }),
    risposta: null,
    sommario: 'Publishes a promo code, or replaces the one of the same name',
  }),
  togli_promo: consoleCall({
    metodo: 'DELETE',
    percorso: '/promo',
    prova: 'fresca',
    ruoli,
    atto: 'intero',
    query: z.object({ codice: codicePromo }),
    risposta: null,
    sommario: 'Removes a promo code',
  }),
  affiliati: consoleCall({
    metodo: 'GET',
    percorso: '/affiliati',
    prova: 'sessione',
    ruoli,
    query: z.object({ da: z.optional(giorno), a: z.optional(giorno) }),
    risposta: z.object({
      elementi: z.array(
        z.object({
          codice: z.string(),
          registrazioni: nonNegative,
          verificate: nonNegative,
          acquisti: nonNegative,
          importo: z.int(),
        }),
      ),
    }),
    sommario: 'Sign-ups and purchases that each affiliate code brought',
  }),
} as const
