import type { CALLS } from '#contract/calls'

type Ready<N extends keyof typeof CALLS> = (typeof CALLS)[N]['pronta']

/** The recovery of the password is offered once its call is built: a contract that says otherwise does not compile. */
export const RECUPERO_READY: Ready<'chiedi_recupero'> = false
