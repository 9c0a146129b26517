import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import type { CONSOLE_CALLS, ConsoleCallName, ConsoleResponseOf } from '#contract/gestione'
import type { Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import type { Streamed } from '../handler.ts'
import type { ActNote } from './acts.ts'
import type { Gestore } from './sessions.ts'

type Def<N extends ConsoleCallName> = (typeof CONSOLE_CALLS)[N]
type Parsed<S> = S extends z.core.$ZodType ? z.output<S> : undefined

/** Arguments of a console's handler: parsed by the contract's schemas, never raw. */
export type ConsoleRequest<N extends ConsoleCallName> = {
  /** Of an act: bound to its transaction. */
  deps: Deps
  /** Not bound: for bytes that are read while they are sent. */
  world: Deps
  gestore: Def<N>['prova'] extends 'nessuna' ? null : Gestore
  query: Def<N> extends { query: infer Q } ? Parsed<Q> : undefined
  body: Def<N> extends { corpo: infer B } ? Parsed<B> : undefined
  /** Body of a call that takes a file. */
  file: Readable | null
  /** Adds object, before and after to the row of the act. */
  note: (more: ActNote) => void
  /** Identifies the request in the audit, for the calls that write their own row. */
  origin: { blocco: string; id_richiesta: string }
}

/** A response with the session's cookie; null ends it. */
export type WithCookie<T> = { value: T; cookie: string | null }

type Answer<N extends ConsoleCallName> =
  | ConsoleResponseOf<N>
  | Streamed
  | (N extends 'accedi' | 'esci' ? WithCookie<ConsoleResponseOf<N>> : never)

/** A call of the console without its handler does not compile. */
export type ConsoleHandlers<N extends ConsoleCallName = ConsoleCallName> = {
  [K in N]: (r: ConsoleRequest<K>) => Promise<Result<Answer<K>>>
}
