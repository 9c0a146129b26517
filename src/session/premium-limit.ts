import type { Failure } from '#contract/result'
import { session } from './session.ts'

/** Names of the premium functions in the refusal. */
export type PremiumFunction = 'spiegazioni' | 'pdf' | 'materie_premium'

/** Returns the refusal of a premium function: its name, the tier that lacks it, and the way to `/premium` [AC5][EB28]. */
export const premiumNeeded = (funzione: PremiumFunction): Failure => ({
  codice: 'PREMIUM_RICHIESTO',
  dati: { funzione, livello: session.credentials?.utente.livello ?? 0 },
})
