import type { ErrorCode } from '#contract/errors'
import type { Failure } from '#contract/result'

/** Failures in which the server said nothing of the request itself. */
const UNANSWERED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'REMOTE_REQUEST_FAILED',
  'RETE_ASSENTE',
  'ERRORE_INTERNO',
  'SERVIZIO_NON_PRONTO',
  'OROLOGIO_SERVER',
  'RISPOSTA_NON_VALIDA',
])

/** Whether nothing was heard of what was asked. */
export const isUnanswered = (codice: ErrorCode): boolean => UNANSWERED.has(codice)

const rete = ({ codice }: Failure) => (codice === 'RETE_ASSENTE' ? { rete: 1 } : {})

/** A sign-in that failed: its own sentence, or the generic one when server or network fail [EB3]. */
export const signInFailure = (error: Failure): Failure =>
  isUnanswered(error.codice) ? { codice: 'ACCESSO_FALLITO', dati: rete(error) } : error

/** Anything else of the account that failed: nothing waits to be sent later, unlike an answer [EB9][EB13]. */
export const accountFailure = (error: Failure): Failure =>
  isUnanswered(error.codice) ? { codice: 'ACCOUNT_SENZA_RISPOSTA', dati: rete(error) } : error

/** The same where the password asked for is the only one: there is no old one and no new one. */
export const ownPasswordFailure = (error: Failure): Failure =>
  error.codice === 'VECCHIA_PASSWORD_ERRATA' ? { codice: error.codice, dati: { attuale: 1 } } : accountFailure(error)
