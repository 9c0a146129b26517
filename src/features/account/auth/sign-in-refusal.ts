import type { Failure } from '#contract/result'
import type { Proof } from '../../../domain/sign-in.ts'

/** A login that was refused, and what it had proved. */
export type Refused = { error: Failure; proof: Proof }

const ASKS_MORE: readonly string[] = ['TROPPI_DISPOSITIVI', 'DISPOSITIVO_MOBILE_ATTIVO', 'CODICE_RICHIESTO']

/**
 * Whether a login that proved who the person is needs one thing more: a mail that lets the device in [AU35], or the code of the second
 * factor [AU46].
 */
export const asksMore = ({ codice }: Failure): boolean => ASKS_MORE.includes(codice)
