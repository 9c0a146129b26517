import type { CHIAMATE } from '#contract/chiamate'

type Pronta<N extends keyof typeof CHIAMATE> = (typeof CHIAMATE)[N]['pronta']

/** The recovery of the password is offered once its call is built: a contract that says otherwise does not compile. */
export const RECUPERO_PRONTO: Pronta<'chiedi_recupero'> = false
