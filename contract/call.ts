import * as z from 'zod/mini'
import { intQuery, nonNegative } from './schemas.ts'

/** Callers allowed: anybody, a session (B), a session even before its e-mail is verified, an operator's key (K). */
type CallAccess = 'pubblica' | 'sessione' | 'sessione_non_verificata' | 'chiave'

/** Call of the specification's §7, declared once for page, server and OpenAPI. `risposta` null means 204, no body. */
export type Call = {
  metodo: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the API's base, as in spec §7. */
  percorso: string
  accesso: CallAccess
  query?: z.core.$ZodType
  corpo?: z.core.$ZodType
  risposta: z.core.$ZodType | null
  /** Statuses without a body that count as `risposta`: everything stored, or a redirect. */
  senzaCorpo?: readonly (204 | 302)[]
  /** The body may come as gzip (decision 0082). */
  gzip?: true
  /** The token may come in the query as well, where the specification writes it (decision 0111). */
  tokenInQuery?: true
  /** The server's clock decides the outcome: the call is refused while that clock is in doubt (decision 0106). */
  orologio?: true
  sommario: string
}

export const call = <const C extends Call>(c: C): C => c
export const listOf = <T extends z.core.$ZodType>(elemento: T) =>
  z.object({ elementi: z.array(elemento), totale: nonNegative })
export const paging = {
  start: z.optional(intQuery),
  size: z.optional(intQuery),
  search: z.optional(z.string().check(z.maxLength(200))),
}
export const idUtente = z.object({ id_utente_idoneo: z.optional(intQuery) })
export const idConcorso = z.object({ id_concorso: intQuery })
export const idArgomento = z.object({ id_argomento: intQuery })
export const idSimulazione = z.object({ id_simulazione: intQuery })
export const opaque = z.unknown()
