import type { ResponseOf } from './calls.ts'

/** The explanation of a question, plain text from the server. */
export type Spiegazione = ResponseOf<'spiegazione_web'>
