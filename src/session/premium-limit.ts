import type { Failure } from '#contract/result'
import { session } from './session.ts'

/** What only premium has, as the refusal names it. */
export type PremiumFunction = 'spiegazioni' | 'pdf' | 'materie_premium'

/** The refusal of what only premium has: it says what it is, which tier does not have it, and leads to `/premium` [AC5][EB28]. */
export const premiumNeeded = (funzione: PremiumFunction): Failure => ({
  codice: 'PREMIUM_RICHIESTO',
  dati: { funzione, livello: session.credentials?.utente.livello ?? 0 },
})
