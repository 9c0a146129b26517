import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import type { CALLS, CallName, ResponseOf } from '#contract/calls'
import type { Result } from '#contract/result'
import type { Deps } from './deps.ts'

/** The caller, as the token proves it; no field is from the request's own data. */
export type Session = {
  id_sessione: number
  id_utente: number
  id_dispositivo: string
  /** Effective tier now: an expired premium is 0 (D7). */
  livello: 0 | 1 | 2 | 3
  email_verificata: boolean
}

type Def<N extends CallName> = (typeof CALLS)[N]
type Parsed<S> = S extends z.core.$ZodType ? z.output<S> : undefined
type SessionOf<N extends CallName> = Def<N>['accesso'] extends 'pubblica' | 'chiave' ? Session | null : Session

/** Arguments of a handler: parsed by the contract's schemas, never raw. */
export type CallRequest<N extends CallName> = {
  deps: Deps
  session: SessionOf<N>
  query: Def<N> extends { query: infer Q } ? Parsed<Q> : undefined
  body: Def<N> extends { corpo: infer B } ? Parsed<B> : undefined
  /** The bearer token as received; only its rotation needs it. */
  token: string | null
  ip: string
  /** A header of the request by its lower-case name. */
  header: (name: string) => string | null
  cookie: (name: string) => string | null
  /** The body as received, where a signature covers it (signed events of the payment provider). */
  raw: string | null
}

/** A redirect instead of a body (the link in a mail), with a cookie to set when there is one. */
export type Redirect = { redirect: string; cookie?: string }

/** A body sent piece by piece; with a name, as a file to keep. */
export type Streamed = { stream: Iterable<string> | Readable; type: string; name?: string }

/** JSON written by the database. A test checks it against its schema; the server does not. */
export type Written = { json: string }

type Handler<N extends CallName> = (
  r: CallRequest<N>,
) => Promise<Result<ResponseOf<N> | Redirect | Streamed | Written | null>>

/** A call of the contract without its handler does not compile. */
export type Handlers<N extends CallName = CallName> = { [K in N]: Handler<K> }
