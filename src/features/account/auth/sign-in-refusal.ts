import type { Failure } from '#contract/result'
import type { Proof } from '../../../domain/sign-in.ts'

/** Login that the server refused, with the proof that it sent. */
export type Refused = { error: Failure; proof: Proof }

const ASKS_MORE: readonly string[] = ['TROPPI_DISPOSITIVI', 'DISPOSITIVO_MOBILE_ATTIVO', 'CODICE_RICHIESTO']

/**
 * Returns true where a login that proved the person lacks one thing more.
 * Server then requires a mail for the device [AU35], or the code of the second factor [AU46].
 */
export const asksMore = ({ codice }: Failure): boolean => ASKS_MORE.includes(codice)
