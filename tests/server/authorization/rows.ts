import type { CallName } from '#contract/calls'
import type { Sittings } from './sittings.ts'

/** What a request of the matrix may need of the world around it. */
export type Scene = {
  id_concorso: number
  id_argomento: number
  id_domanda_percorso: number
  id_domanda: number
  id_simulazione: number
  email: string
}

/** Who calls, beside the ones that the token alone refuses. */
export type Tier = 'unverified' | 'demo' | 'demo_exhausted' | 'lite' | 'legacy' | 'premium' | 'premium_expired'

/** A status, or a code of the catalogue. */
export type Outcome = number | string

export type Row = {
  query?: (scene: Scene, own: number, sittings: Sittings) => Record<string, string | number>
  body?: (scene: Scene, own: number, sittings: Sittings) => unknown
  headers?: Record<string, string>
  /** What whoever is let in gets. */
  ok: Outcome
  /** Where a tier is answered otherwise. */
  except?: Partial<Record<Tier, Outcome>>
  /** What the sittings of somebody else answer; only where a call asks for one. */
  theirs?: Outcome
}

const TICKET = '00000000-0000-4000-8000-000000000000'
/** The time of the tests' clock does not matter: the server takes its own. */
const DELIVERED = { data_simulazione: '2026-11-20T10:00:00.000+01:00', sorgente: 'WEB', consegnata: true }
const sim = (s: Scene) => ({ id_simulazione: s.id_simulazione })
const bank = (s: Scene) => ({ id_concorso: s.id_concorso })
const credentials = (s: Scene) => ({ username: s.email, password: 'Sbagliata9', dispositivo: 'web' })
const NO_PREMIUM = 'PREMIUM_RICHIESTO'
/** The path of the scene is premium: those who may not have it cannot have lost it either. */
const NOT_MINE = {
  demo: 'PERCORSO_NON_TUO',
  demo_exhausted: 'PERCORSO_NON_TUO',
  lite: 'PERCORSO_NON_TUO',
  premium_expired: 'PERCORSO_NON_TUO',
}

/** One row per operation of the contract: the test fails for an operation that has none. */
export const ROWS: Partial<Record<CallName, Row>> = {
  // Sessions and secrets
  login: { body: credentials, ok: 'CREDENZIALI_ERRATE' },
  registrazione: {
    body: (s) => ({
      email_comunicazioni: s.email,
      flag_privacy: 1,
      autenticazioneVO: { ...credentials(s), password: 'Lampione77Verde' },
    }),
    ok: 'EMAIL_GIA_IN_USO',
  },
  logout: { ok: 204 },
  refreshtoken: { ok: 200 },
  cambia_password: {
    body: () => ({ vecchia_password: 'Sbagliata9', nuova_password: 'Brontolo-2222' }),
    ok: 'VECCHIA_PASSWORD_ERRATA',
  },
  chiedi_recupero: { query: () => ({ username: 'nessuno@posta.example' }), ok: 'UTENTE_NON_TROVATO' },
  recupera_password: { body: () => ({ token: 'x'.repeat(43), password: 'Brontolo-2222' }), ok: 'LINK_SCADUTO' },
  invia_verifica_email: { ok: 204 },
  verifica_email: { query: () => ({ token: 'x'.repeat(43) }), ok: 302 },
  conferma_email: { body: () => ({ token: 'x'.repeat(43), mio: true }), ok: 'LINK_SCADUTO' },
  rinvia_verifica: { body: () => ({ token: 'x'.repeat(43) }), ok: 'LINK_SCADUTO' },
  social: { query: (s) => ({ email: s.email }), ok: 200 },
  accessi_social: { ok: 200 },
  social_avvia: { query: () => ({ social: 'GOOGLE' }), ok: 'SOCIAL_NON_ATTIVO' },
  social_ritorno: { query: () => ({ state: 'x', code: 'y' }), ok: 302 },
  chiedi_dispositivo: { body: credentials, ok: 'CREDENZIALI_ERRATE' },
  conferma_dispositivo: { body: () => ({ token: 'x'.repeat(43) }), ok: 'LINK_SCADUTO' },
  // Profile
  utente: { query: (_, own) => ({ id_utente_idoneo: own }), ok: 200 },
  elimina_utente: {
    query: (_, own) => ({ id_utente_idoneo: own }),
    body: () => ({ password: 'Sbagliata9' }),
    ok: 'VECCHIA_PASSWORD_ERRATA',
  },
  aggiorna_utente: { query: (_, own) => ({ id_utente_idoneo: own }), body: () => ({ flag_notifiche: 0 }), ok: 204 },
  livello: { ok: 200 },
  reportistica_utente: { query: (s, own) => ({ id_utente_idoneo: own, ...bank(s) }), ok: 204 },
  getpromouser: { ok: 200 },
  dispositivi_utente: { ok: 200 },
  disabilita_dispostivo: { query: () => ({ id_dispostivo: 'dispositivo-altrui' }), ok: 'DISPOSITIVO_NON_TROVATO' },
  esci_altrove: { ok: 204 },
  accessi_collegati: { ok: 200 },
  collega_accesso: { body: () => ({ social: 'GOOGLE', token_social: 'ignoto' }), ok: 'TOKEN_SOCIAL_SCADUTO' },
  scollega_accesso: { query: () => ({ social: 'GOOGLE' }), ok: 'NON_TROVATO' },
  secondo_fattore: { ok: 200 },
  avvia_secondo_fattore: { body: () => ({ password: 'Sbagliata9' }), ok: 'VECCHIA_PASSWORD_ERRATA' },
  conferma_secondo_fattore: { body: () => ({ codice: '000000' }), ok: 'NON_TROVATO' },
  spegni_secondo_fattore: { body: () => ({ password: 'Sbagliata9', codice: '000000' }), ok: 'NON_TROVATO' },
  chiedi_senza_codice: { body: credentials, ok: 'CREDENZIALI_ERRATE' },
  conferma_senza_codice: { body: () => ({ token: 'ignoto' }), ok: 'LINK_SCADUTO' },
  avvisi: { ok: 200 },
  cambia_avviso: { body: () => ({ tipo: 'banche', valore: true }), ok: 204 },
  segui: { body: () => ({ tipo: 'bando', chiave: '0', valore: true }), ok: 'NON_TROVATO' },
  iscrivi_push: {
    body: () => ({ indirizzo: 'https://altrove.example/x', p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) }),
    ok: 'RICHIESTA_NON_VALIDA',
  },
  togli_push: { body: () => ({ indirizzo: 'https://altrove.example/x' }), ok: 204 },
  smetti_avvisi: { body: () => ({ token: '1.bandi.x' }), ok: 'LINK_SCADUTO' },
  consensi: { ok: 200 },
  cambia_consenso: { body: () => ({ tipo: 'statistiche', valore: true }), ok: 204 },
  esporta_dati: { ok: 200 },
  esporta_con_prova: { body: () => ({ token: 'ignoto' }), ok: 'LINK_SCADUTO' },
  annulla_eliminazione: { body: () => ({ token: 'ignoto' }), ok: 'LINK_SCADUTO' },
  conferma_indirizzo: { body: () => ({ token: 'ignoto' }), ok: 'LINK_SCADUTO' },
  gestore: { ok: 200 },
  pagina_vista: { body: () => ({ percorso: '/guida' }), ok: 204 },
  assistenza: { body: () => ({ email: 'chi@posta.example', argomento: 'ALTRO', testo: 'ciao' }), ok: 200 },
  // Money
  incrementa_livello: { query: () => ({ incremento: 3 }), ok: 'PREMIUM_NON_APPLICATO' },
  verifica_transazione: {
    body: () => ({ fornitore: 'PROVA', id_sessione: 'prova_altrui' }),
    ok: 'TRANSAZIONE_NON_TROVATA',
  },
  listino: { ok: 200 },
  pagamento: {
    body: () => ({ durata: 'premium-3', accetta_condizioni: true, esecuzione_immediata: true }),
    ok: 200,
    except: { premium: 'GIA_PREMIUM' },
  },
  webhook_pagamento: {
    body: () => ({ id: 'evt_1' }),
    headers: { 'stripe-signature': 't=1,v1=x' },
    ok: 'FIRMA_NON_VALIDA',
  },
  acquisti: { ok: 200 },
  recesso: { body: () => ({ id_acquisto: 1, conferma: true }), ok: 'TRANSAZIONE_NON_TROVATA' },
  // Operator
  aggiorna_livello: { ok: 200 },
  disattiva_premium: { query: () => ({ attivati_da: '2020-01-01', attivati_a: '2020-01-02' }), ok: 200 },
  concorsi_from_cache: { ok: 200 },
  percorsi_from_cache: { ok: 200 },
  simulazioni_from_cache: { ok: 200 },
  flush_all_cache: { ok: 200 },
  flush_all_cache_and_aws: { ok: 200 },
  config_reload_concorso: { ok: 200 },
  config_reload_utente: { ok: 200 },
  config_reload: { ok: 200 },
  // Banks
  concorsi: { ok: 200 },
  domanda_prova: { ok: 200 },
  concorsi_utente: { ok: 200 },
  concorso: {
    query: bank,
    ok: 200,
    except: { demo_exhausted: 'DEMO_ESAURITA', premium_expired: 'PREMIUM_SCADUTO' },
  },
  elimina_concorso: {
    query: bank,
    ok: 204,
    except: { demo_exhausted: 'CONCORSO_NON_TUO', premium_expired: 'CONCORSO_NON_TUO' },
  },
  percorsi: { ok: 200 },
  percorsi_utente: { ok: 200 },
  percorso: {
    query: (s) => ({ id_argomento: s.id_argomento }),
    ok: 200,
    except: {
      demo: NO_PREMIUM,
      demo_exhausted: NO_PREMIUM,
      lite: NO_PREMIUM,
      premium_expired: 'PREMIUM_SCADUTO',
    },
  },
  elimina_percorso: { query: (s) => ({ id_argomento: s.id_argomento }), ok: 204, except: NOT_MINE },
  enti: { ok: 200 },
  risorse_aggiuntive: { query: bank, ok: 200 },
  graduatoria: { query: bank, ok: 200 },
  indirizzi_concorso: { query: bank, ok: 200 },
  spiegazione_web: {
    query: (s) => ({ id_domanda: s.id_domanda }),
    ok: 200,
    except: {
      demo: NO_PREMIUM,
      demo_exhausted: NO_PREMIUM,
      lite: NO_PREMIUM,
      legacy: NO_PREMIUM,
      premium_expired: NO_PREMIUM,
    },
  },
  spiegazioni: {
    query: bank,
    ok: 200,
    except: {
      demo: NO_PREMIUM,
      demo_exhausted: NO_PREMIUM,
      lite: NO_PREMIUM,
      legacy: NO_PREMIUM,
      premium_expired: NO_PREMIUM,
    },
  },
  simulazioni: { query: bank, ok: 200 },
  simulazione: { query: sim, ok: 200 },
  uptime: { ok: 200 },
  bandi: { ok: 200 },
  store: { ok: 200 },
  gruppi_studio: { ok: 200 },
  notizie: { ok: 200 },
  getBanners: { query: () => ({ token: 'x', apikey: 'y' }), ok: 200 },
  richiedi_banca: { body: () => ({ id_richiesta: TICKET, ente: 'Ente di prova' }), ok: 204 },
  // Reports
  risposte_concorso: {
    query: bank,
    ok: 200,
    except: { demo_exhausted: 'CONCORSO_NON_TUO', premium_expired: 'CONCORSO_NON_TUO' },
  },
  invia_risposte_concorso: {
    body: (s) => [
      {
        id_concorso: s.id_concorso,
        id_domanda: s.id_domanda,
        livello_conoscenza: 1,
        data_eseguita: '2026-11-20T10:00:00.000+01:00',
        preferiti: false,
        modalita: ['ESEGUITA'],
      },
    ],
    ok: 204,
    except: { demo_exhausted: 'CONCORSO_NON_TUO', premium_expired: 'CONCORSO_NON_TUO' },
  },
  risposte_percorso: { query: (s) => ({ id_argomento: s.id_argomento }), ok: 200, except: NOT_MINE },
  invia_risposte_percorso: {
    body: (s) => [
      {
        id_argomento: s.id_argomento,
        id_domanda: s.id_domanda_percorso,
        livello_conoscenza: 1,
        data_eseguita: '2026-11-20T10:00:00.000+01:00',
        preferiti: false,
        modalita: ['ESEGUITA'],
      },
    ],
    ok: 204,
    except: NOT_MINE,
  },
  eventi: { query: () => ({ cursore: 0 }), ok: 200 },
  invia_eventi: {
    body: (s) => ({
      eventi: [
        {
          id: 'evento-di-prova',
          tipo: 'RISPOSTA',
          chiave: null,
          id_concorso: s.id_concorso,
          id_domanda: s.id_domanda,
          dati: '{}',
          ts_client: '2026-11-20T10:00:00.000+01:00',
          versione_banca: null,
          dispositivo: 'd',
          seq: 1,
        },
      ],
    }),
    ok: 200,
  },
  risposte_simulazione: { query: sim, ok: 200 },
  invia_risposte_simulazione: {
    query: (_, __, { gettone }) => ({ gettone }),
    body: (s) => [{ id_domanda: String(s.id_domanda), risposta: 2 }],
    ok: 204,
    theirs: 'NON_TROVATO',
  },
  sospendi_simulazione: { query: (_, __, { gettone }) => ({ gettone, pausa: 'true' }), ok: 200, theirs: 'NON_TROVATO' },
  classifica: { query: sim, ok: 200 },
  esiti_simulazione: { query: sim, ok: 200 },
  invia_esiti_simulazione: {
    query: sim,
    body: (_, __, { gettone }) => ({ ...DELIVERED, gettone }),
    ok: 200,
    theirs: 'NON_TROVATO',
  },
  crea_sfida: { body: (_, __, { consegnato }) => ({ gettone: consegnato }), ok: 200, theirs: 'NON_TROVATO' },
  // A challenge is a link for others: what it shows of who made it is asserted apart.
  sfida: { query: (_, __, { sfida }) => ({ codice: sfida }), ok: 200, theirs: 200 },
  dettaglio_risposte_gettonate: {
    query: (s) => ({ ...bank(s), id_domanda: s.id_domanda }),
    ok: 200,
    except: { demo_exhausted: 'CONCORSO_NON_TUO', premium_expired: 'CONCORSO_NON_TUO' },
  },
  segnalaquiz: { query: (s, own) => ({ id_user: own, id_domanda: s.id_domanda, rcode: 'ALTRO' }), ok: 204 },
}
