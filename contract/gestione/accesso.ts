import * as z from 'zod/mini'
import { codice, isoDate, nonNegative } from '../schemas.ts'
import { consoleCall, RUOLI, ruolo } from './call.ts'

const passkey = z.object({ id: z.string(), nome: z.string(), creata: isoDate, ultimo_uso: isoDate })

/** The session as its page shows it. `confermata`: instant of the last second factor; null before the first. */
const sessioneGestione = z.object({
  email: z.string(),
  ruolo,
  confermata: z.nullable(isoDate),
  /** Latest end of the session, whatever is done. */
  scade: isoDate,
  passkey: z.array(passkey),
  /** Codes of an authenticator are on. */
  codici: z.boolean(),
  codici_rimasti: nonNegative,
  /** The session gave the code of the first second factor. */
  iscritta: z.boolean(),
})
export type SessioneGestione = z.infer<typeof sessioneGestione>

/** Objects that the browser's WebAuthn takes and returns; the server's library reads them. */
const webauthn = z.looseObject({})
const credenziale = z.looseObject({ id: z.string().check(z.maxLength(1024)) })

/** Sign-in, second factor and its settings. */
export const CONSOLE_ACCESS = {
  accedi: consoleCall({
    metodo: 'POST',
    percorso: '/accedi',
    prova: 'nessuna',
    ruoli: RUOLI,
    byte: 4 * 1024,
    corpo: z.object({
      username: z.string().check(z.maxLength(254)),
      password: z.string().check(z.maxLength(128)),
    }),
    risposta: z.object({ segreto: z.string(), sessione: sessioneGestione }),
    sommario: 'Proves the password; sets the cookie and returns the secret that goes beside it',
  }),
  sessione: consoleCall({
    metodo: 'GET',
    percorso: '/sessione',
    prova: 'password',
    ruoli: RUOLI,
    risposta: sessioneGestione,
    sommario: 'The session and the second factors of its account',
  }),
  esci: consoleCall({
    metodo: 'POST',
    percorso: '/esci',
    prova: 'password',
    ruoli: RUOLI,
    risposta: null,
    sommario: 'Ends the session',
  }),
  iscrivi: consoleCall({
    metodo: 'POST',
    percorso: '/iscrivi',
    prova: 'password',
    ruoli: RUOLI,
    corpo: z.object({ codice }),
    risposta: sessioneGestione,
    sommario: 'Gives the code that the command printed, before the first second factor is set up',
  }),
  conferma_codice: consoleCall({
    metodo: 'POST',
    percorso: '/conferma_codice',
    prova: 'password',
    ruoli: RUOLI,
    corpo: z.object({ codice }),
    risposta: sessioneGestione,
    sommario: 'Gives the second factor: a code of the authenticator, or a recovery code',
  }),
  sfida_passkey: consoleCall({
    metodo: 'POST',
    percorso: '/sfida_passkey',
    prova: 'password',
    ruoli: RUOLI,
    risposta: webauthn,
    sommario: 'Begins the second factor by a passkey',
  }),
  conferma_passkey: consoleCall({
    metodo: 'POST',
    percorso: '/conferma_passkey',
    prova: 'password',
    ruoli: RUOLI,
    corpo: z.object({ credenziale }),
    risposta: sessioneGestione,
    sommario: 'Gives the second factor by a passkey',
  }),
  avvia_passkey: consoleCall({
    metodo: 'POST',
    percorso: '/avvia_passkey',
    prova: 'primo_fattore',
    ruoli: RUOLI,
    risposta: webauthn,
    sommario: 'Begins a new passkey',
  }),
  aggiungi_passkey: consoleCall({
    metodo: 'POST',
    percorso: '/passkey',
    prova: 'primo_fattore',
    ruoli: RUOLI,
    corpo: z.object({ nome: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)), credenziale }),
    risposta: sessioneGestione,
    sommario: 'Adds the passkey that was begun',
  }),
  togli_passkey: consoleCall({
    metodo: 'DELETE',
    percorso: '/passkey',
    prova: 'fresca',
    ruoli: RUOLI,
    atto: 'intero',
    query: z.object({ id: z.string().check(z.maxLength(1024)) }),
    risposta: sessioneGestione,
    sommario: 'Removes a passkey; the last second factor stays',
  }),
  avvia_codici: consoleCall({
    metodo: 'POST',
    percorso: '/avvia_codici',
    prova: 'primo_fattore',
    ruoli: RUOLI,
    risposta: z.object({ segreto: z.string(), indirizzo: z.string() }),
    sommario: 'Makes the secret of an authenticator; a code then confirms it',
  }),
  aggiungi_codici: consoleCall({
    metodo: 'POST',
    percorso: '/codici',
    prova: 'primo_fattore',
    ruoli: RUOLI,
    corpo: z.object({ codice }),
    risposta: z.object({ codici: z.array(z.string()), sessione: sessioneGestione }),
    sommario: 'Turns the codes on with one of them; returns the recovery codes, once',
  }),
} as const
