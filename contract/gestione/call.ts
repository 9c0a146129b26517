import * as z from 'zod/mini'
import { isRealDate } from '#rules/dates'

/** Roles of accounts that enter the console; the operator's command alone grants them. */
export const RUOLI = ['gestore', 'redattore', 'assistenza'] as const
export const ruolo = z.enum(RUOLI)
export type Ruolo = z.infer<typeof ruolo>

/**
 * Proof that a call needs. `nessuna`: none, the call opens the session. `password`: a session whose second factor is still
 * to come. `primo_fattore`: while the account has no second factor a session that gave the command's code, afterwards
 * `fresca`. `sessione`: both factors.
 * `fresca`: both, the second one in the last minutes, for money, deletion, restore and roles. `fresca_per_rimborsi`:
 * `fresca` where a refund is among what the call sends, else `sessione`.
 */
type ConsoleProof = 'nessuna' | 'password' | 'primo_fattore' | 'sessione' | 'fresca' | 'fresca_per_rimborsi'

/** Call of the console, declared once for page, server and the table of its authorization. */
export type ConsoleCall = {
  metodo: 'GET' | 'POST' | 'DELETE'
  /** Relative to the console's base, `/api/gestione`. */
  percorso: string
  prova: ConsoleProof
  /** Roles that may call. */
  ruoli: readonly Ruolo[]
  /** Roles, among `ruoli`, that may name each value of a field of query or body. */
  ruoliPer?: { campo: string; ruoli: Readonly<Record<string, readonly Ruolo[]>> }
  /**
   * The call is an act: one row of the audit, in its transaction. `intero`: the whole call is one transaction. `primo`: the
   * row goes with the first transaction of the use case, for work that takes long before it writes.
   */
  atto?: 'intero' | 'primo'
  query?: z.core.$ZodType
  corpo?: z.core.$ZodType
  /** The body is a file, which the handler reads as it comes. */
  flusso?: true
  /** Largest body, in bytes; 1 MB without. */
  byte?: number
  risposta: z.core.$ZodType | null
  sommario: string
}

/** A day of the calendar, AAAA-MM-GG, as Italy counts it. */
export const giorno = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d$/),
  z.refine((text) => isRealDate(`${text}T00:00:00Z`)),
)
export const consoleCall = <const C extends ConsoleCall>(c: C): C => c
/** Base of the console's calls. */
export const CONSOLE_API = '/api/gestione'
/** Header of a response: seconds until the session ends without another call, then until it ends whatever is done. */
export const SESSION_HEADER = 'x-sessione-gestione'
/** Header with the secret of the session, which the page keeps: a cookie alone calls nothing. */
export const SECRET_HEADER = 'x-segreto-gestione'
