import * as z from 'zod/mini'
import { intQuery, isoDate, livelloUtente, nonNegative, positiveInt } from '../schemas.ts'
import { consoleCall, giorno, type Ruolo, ruolo } from './call.ts'

/** Person found by a search: the address is masked until the person is opened. */
const personaTrovata = z.object({
  id: positiveInt,
  indirizzo: z.string(),
  livello: livelloUtente,
  stato: z.enum(['attivo', 'disabilitato']),
})
export type PersonaTrovata = z.infer<typeof personaTrovata>

/** Kinds of mail that an account gets; `altro` is a kind that this program lacks. */
export const TIPI_MAIL = [
  'verifica',
  'gia_iscritto',
  'nuovo_indirizzo',
  'avviso_indirizzo',
  'conferma_cambio',
  'indirizzo_cambiato',
  'recupero',
  'password_cambiata',
  'accesso_collegato',
  'accesso_scollegato',
  'senza_password',
  'nuovo_dispositivo',
  'dispositivo',
  'secondo_fattore',
  'codice_errato',
  'codice_recupero',
  'senza_codice',
  'passkey',
  'ruolo_tolto',
  'ricevuta',
  'recesso',
  'rimborso',
  'scadenza',
  'esportazione',
  'eliminazione',
  'account_tenuto',
  'avviso',
  'esito_segnalazione',
  'ricevuta_assistenza',
  'risposta',
  'altro',
] as const
export type TipoMail = (typeof TIPI_MAIL)[number]

const persona = z.object({
  id: positiveInt,
  email: z.string(),
  email_verificata: z.boolean(),
  email_nuova: z.nullable(z.string()),
  stato: z.enum(['attivo', 'disabilitato']),
  ruolo: z.nullable(ruolo),
  /** The tier in force. */
  livello: livelloUtente,
  livello_acquistato: livelloUtente,
  scadenza: z.nullable(isoDate),
  registrata: isoDate,
  tempo_aggiuntivo: nonNegative,
  con_password: z.boolean(),
  secondo_fattore: z.boolean(),
  /** Instant at which the account is deleted; null without a request to delete. */
  da_eliminare: z.nullable(isoDate),
  dispositivi: z.array(
    z.object({
      id: z.string(),
      dispositivo: z.string(),
      sistema_operativo: z.nullable(z.string()),
      primo_uso: isoDate,
      ultimo_uso: isoDate,
    }),
  ),
  sessioni: z.array(
    z.object({ id: positiveInt, dispositivo: z.string(), creata: isoDate, ultimo_uso: isoDate, scade: isoDate }),
  ),
  identita: z.array(z.object({ social: z.string(), email: z.nullable(z.string()), collegata: isoDate })),
  acquisti: z.array(
    z.object({
      id: positiveInt,
      fornitore: z.string(),
      durata: z.string(),
      prezzo: nonNegative,
      stato: z.string(),
      creato: isoDate,
      pagato: z.nullable(isoDate),
      fine: z.nullable(isoDate),
    }),
  ),
  /** The newest mails: the waiting ones, and for 90 days the sent and the abandoned ones. */
  posta: z.array(
    z.object({
      id: positiveInt,
      tipo: z.enum(TIPI_MAIL),
      /** Instant of writing; of a sent or abandoned mail, the instant of that. */
      quando: isoDate,
      esito: z.enum(['attesa', 'riprova', 'inviata', 'abbandonata']),
      /** Instant of the next attempt. */
      prossimo: z.nullable(isoDate),
      motivo: z.nullable(z.string()),
    }),
  ),
  /** Links that mails carried, of the last weeks. */
  link: z.array(z.object({ tipo: z.string(), creato: isoDate, scade: isoDate, usato: z.nullable(isoDate) })),
})
export type Persona = z.infer<typeof persona>

const HELPERS = ['gestore', 'assistenza'] as const satisfies readonly Ruolo[]
const id = positiveInt

/** Makes the call of an act on an account, which returns the account as it then is. */
const act = <
  const P extends string,
  const F extends 'sessione' | 'fresca',
  const R extends readonly Ruolo[],
  C extends z.core.$ZodType,
>(
  percorso: P,
  prova: F,
  ruoli: R,
  corpo: C,
  sommario: string,
) => consoleCall({ metodo: 'POST', percorso, prova, ruoli, atto: 'intero', corpo, risposta: persona, sommario })

/** Help for one person's account. */
export const PERSONE = {
  cerca_persona: consoleCall({
    // Call by POST: an address of a person stands in no log of a proxy.
    metodo: 'POST',
    percorso: '/cerca_persona',
    prova: 'sessione',
    ruoli: HELPERS,
    atto: 'intero',
    corpo: z.object({ cerca: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)) }),
    risposta: z.object({ trovata: z.nullable(personaTrovata) }),
    sommario: 'Finds an account by its whole address or its number; the search is recorded',
  }),
  persona: consoleCall({
    metodo: 'GET',
    percorso: '/persona',
    prova: 'sessione',
    ruoli: HELPERS,
    atto: 'intero',
    query: z.object({ id: intQuery }),
    risposta: persona,
    sommario: 'One account with devices, sessions, logins, purchases and mails; the reading is recorded',
  }),
  persona_livello: act(
    '/persona/livello',
    'fresca',
    HELPERS,
    z.object({ id, livello: livelloUtente, scadenza: z.nullable(giorno) }),
    'Sets the tier of an account',
  ),
  persona_tempo: act(
    '/persona/tempo',
    'sessione',
    HELPERS,
    z.object({ id, tempo_aggiuntivo: z.int().check(z.gte(0), z.lte(50)) }),
    'Sets the extra time of an account, in per cent',
  ),
  persona_dispositivo: act(
    '/persona/dispositivo',
    'sessione',
    HELPERS,
    z.object({ id, id_dispositivo: z.string().check(z.maxLength(64)) }),
    'Disconnects a device of an account',
  ),
  persona_sessioni: act('/persona/sessioni', 'sessione', HELPERS, z.object({ id }), 'Ends every session of an account'),
  persona_verifica: act(
    '/persona/verifica',
    'sessione',
    HELPERS,
    z.object({ id }),
    'Sends the mail that verifies the address again',
  ),
  persona_stato: act(
    '/persona/stato',
    'fresca',
    ['gestore'],
    z.object({ id, stato: z.enum(['attivo', 'disabilitato']) }),
    'Disables an account, or enables it again',
  ),
  persona_elimina: act(
    '/persona/elimina',
    'fresca',
    ['gestore'],
    z.object({ id }),
    'Deletes an account in 24 hours; until then it can be kept',
  ),
  persona_tieni: act('/persona/tieni', 'fresca', ['gestore'], z.object({ id }), 'Keeps an account that was to go'),
  persona_dati: consoleCall({
    metodo: 'GET',
    percorso: '/persona/dati',
    prova: 'fresca',
    ruoli: ['gestore'],
    atto: 'intero',
    query: z.object({ id: intQuery }),
    risposta: z.unknown(),
    sommario: 'All data of an account as a zip, as the profile gives it',
  }),
} as const
