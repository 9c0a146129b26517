import type { CHIAMATE } from '#contract/chiamate'

type Ready<N extends keyof typeof CHIAMATE> = (typeof CHIAMATE)[N]['pronta']

/** The recovery of the password is offered once its call is built: a contract that says otherwise does not compile. */
export const RECUPERO_READY: Ready<'chiedi_recupero'> = false
