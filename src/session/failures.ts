import type { ErrorCode } from '#contract/errors'
import type { Failure } from '#contract/result'

/** Failures without a decision of the server on the request. */
const UNANSWERED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'REMOTE_REQUEST_FAILED',
  'RETE_ASSENTE',
  'ERRORE_INTERNO',
  'SERVIZIO_NON_PRONTO',
  'OROLOGIO_SERVER',
  'RISPOSTA_NON_VALIDA',
])

/** Returns true for a failure without the server's decision. */
export const isUnanswered = (codice: ErrorCode): boolean => UNANSWERED.has(codice)

const rete = ({ codice }: Failure) => (codice === 'RETE_ASSENTE' ? { rete: 1 } : {})

/** Returns the failure of a sign-in: its own sentence, or the generic one when server or network fail [EB3]. */
export const signInFailure = (error: Failure): Failure =>
  isUnanswered(error.codice) ? { codice: 'ACCESSO_FALLITO', dati: rete(error) } : error

/** Returns the failure of another account call, of which nothing waits to be sent later, unlike an answer [EB9][EB13]. */
export const accountFailure = (error: Failure): Failure =>
  isUnanswered(error.codice) ? { codice: 'ACCOUNT_SENZA_RISPOSTA', dati: rete(error) } : error

/** Returns the failure of an account call with one password, whose sentence names no old and no new one. */
export const ownPasswordFailure = (error: Failure): Failure =>
  error.codice === 'VECCHIA_PASSWORD_ERRATA' ? { codice: error.codice, dati: { attuale: 1 } } : accountFailure(error)
