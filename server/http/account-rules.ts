import type { CallName } from '#contract/calls'
import type { ErrorCode } from '#contract/errors'
import type { ConsoleCallName } from '#contract/gestione'

/**
 * `failures`: codes that count; absent, every request counts except those that end with a code of `free`. `account`:
 * the typed address; `user`: the signed-in account; `guess`: the account whose password is tried, over all calls;
 * `operator`: the account that enters the console (operator-tries.ts).
 */
export type Rule =
  | {
      per: 'ip' | 'account' | 'user'
      max: number
      window: number
      failures?: readonly ErrorCode[]
      free?: readonly ErrorCode[]
      /** Counts no browser that an operator's account knows. */
      strangers?: true
    }
  | { per: 'guess'; failures: readonly ErrorCode[] }
  | { per: 'operator'; failures: readonly ErrorCode[] }

const HOUR = 60 * 60_000

/** A password or a code that is tried, at a sign-in or with a token. */
const GUESS: Rule = { per: 'guess', failures: ['CREDENZIALI_ERRATE', 'VECCHIA_PASSWORD_ERRATA', 'CODICE_ERRATO'] }

/** A mail that a token alone can send: the holder of a stolen token must not fill a mailbox. */
const MAILED: Rule = { per: 'user', max: 3, window: HOUR, failures: ['CONFERMA_PER_POSTA'] }

/**
 * Consents given or withdrawn are kept for ever, and listed with the account's consents: no person needs hundreds.
 */
const CONSENTS: Rule = { per: 'user', max: 60, window: HOUR }

/**
 * Limits of the calls that reveal whether an address exists, send mail, try a password, open a provider's page or store
 * a permanent row. Rules that count failures alone also slow down as failures grow.
 */
export const ACCOUNT_RULES: Partial<Record<CallName, readonly Rule[]>> = {
  login: [{ per: 'ip', max: 100, window: HOUR }, GUESS],
  chiedi_dispositivo: [{ per: 'ip', max: 20, window: HOUR }, GUESS],
  registrazione: [
    { per: 'ip', max: 5, window: HOUR, free: ['PASSWORD_OVVIA'] },
    { per: 'ip', max: 40, window: HOUR, failures: ['PASSWORD_OVVIA'] },
    { per: 'ip', max: 10, window: 24 * HOUR, failures: ['EMAIL_GIA_IN_USO'] },
  ],
  // The caller of an unverified account names the address: without a limit this call could harass its owner.
  invia_verifica_email: [{ per: 'ip', max: 20, window: HOUR }],
  conferma_email: [{ per: 'ip', max: 20, window: HOUR, failures: ['LINK_SCADUTO', 'CREDENZIALI_ERRATE'] }],
  rinvia_verifica: [{ per: 'ip', max: 20, window: HOUR }],
  chiedi_recupero: [
    { per: 'ip', max: 20, window: HOUR },
    { per: 'account', max: 3, window: HOUR },
    { per: 'ip', max: 10, window: HOUR, failures: ['UTENTE_NON_TROVATO'] },
  ],
  recupera_password: [{ per: 'ip', max: 20, window: HOUR, failures: ['LINK_SCADUTO'] }],
  conferma_dispositivo: [{ per: 'ip', max: 20, window: HOUR, failures: ['LINK_SCADUTO'] }],
  social: [{ per: 'ip', max: 10, window: HOUR }],
  social_avvia: [{ per: 'ip', max: 60, window: HOUR }],
  avvia_secondo_fattore: [GUESS, { per: 'user', max: 20, window: HOUR }],
  conferma_secondo_fattore: [GUESS],
  spegni_secondo_fattore: [GUESS],
  chiedi_senza_codice: [{ per: 'ip', max: 20, window: HOUR }, GUESS],
  conferma_senza_codice: [{ per: 'ip', max: 20, window: HOUR, failures: ['LINK_SCADUTO'] }],
  collega_accesso: [GUESS],
  cambia_avviso: [CONSENTS],
  segui: [{ per: 'user', max: 300, window: HOUR }],
  iscrivi_push: [CONSENTS],
  togli_push: [CONSENTS],
  smetti_avvisi: [{ per: 'ip', max: 60, window: HOUR }],
  cambia_password: [GUESS],
  elimina_utente: [GUESS],
  cambia_consenso: [CONSENTS],
  aggiorna_utente: [CONSENTS, GUESS, MAILED, { per: 'user', max: 10, window: HOUR, failures: ['EMAIL_GIA_IN_USO'] }],
  assistenza: [{ per: 'ip', max: 10, window: HOUR }],
  pagina_vista: [{ per: 'ip', max: 600, window: HOUR }],
  annulla_eliminazione: [{ per: 'ip', max: 20, window: HOUR, failures: ['LINK_SCADUTO'] }],
  conferma_indirizzo: [{ per: 'ip', max: 20, window: HOUR }],
  esporta_dati: [{ per: 'user', max: 10, window: HOUR }, MAILED],
  esporta_con_prova: [{ per: 'ip', max: 20, window: HOUR }, GUESS],
  pagamento: [{ per: 'user', max: 20, window: HOUR }],
  verifica_transazione: [{ per: 'user', max: 120, window: HOUR }],
}

const OPERATOR: Rule = { per: 'operator', failures: ['CREDENZIALI_ERRATE', 'CODICE_ERRATO'] }

/** Limits of the console's calls that try a password or a second factor. */
export const CONSOLE_RULES: Partial<Record<`gestione.${ConsoleCallName}`, readonly Rule[]>> = {
  'gestione.accedi': [{ per: 'ip', max: 30, window: HOUR, strangers: true }, OPERATOR],
  'gestione.iscrivi': [OPERATOR],
  'gestione.conferma_codice': [OPERATOR],
  'gestione.conferma_passkey': [OPERATOR],
  'gestione.aggiungi_passkey': [OPERATOR],
  'gestione.aggiungi_codici': [OPERATOR],
}
