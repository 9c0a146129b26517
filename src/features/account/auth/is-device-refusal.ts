import type { Failure } from '#contract/result'
import type { Proof } from '../../../session/sign-in.ts'

/** A login that was refused, and what it had proved. */
export type Refused = { error: Failure; proof: Proof }

/** Whether a login was refused for its device: then the person has proved who they are, and a mail may let it in [AU35]. */
export const isDeviceRefusal = ({ codice }: Failure): boolean =>
  codice === 'TROPPI_DISPOSITIVI' || codice === 'DISPOSITIVO_MOBILE_ATTIVO'
