import type { ResponseOf } from './calls.ts'
import type { Result } from './result.ts'

/** The explanation of a question, plain text from the server. */
export type Spiegazione = ResponseOf<'spiegazione_web'>

/** Explanations that the account has read, kept for reading offline (D20) [PK12]. Who may read them is not the store's to know. */
export interface Spiegazioni {
  /** Null when it was never kept. */
  readSpiegazione(args: { id_domanda: number }): Promise<Result<Spiegazione | null>>
  /** Keeps it is now; null: there is none any more. */
  saveSpiegazione(args: { id_domanda: number; nuova: Omit<Spiegazione, 'id_domanda'> | null }): Promise<Result<null>>
}
