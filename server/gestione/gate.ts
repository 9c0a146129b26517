import type { FastifyRequest } from 'fastify'
import { type ConsoleCall, SECRET_HEADER } from '#contract/gestione/call'
import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import { readCookie } from '../http/cookies.ts'
import { findConsoleSession, type Gestore } from './sessions.ts'

/** Name of the session's cookie: the browser takes it over https (or on localhost) alone, for this host and every path. */
export const CONSOLE_COOKIE = '__Host-gestione'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the console, as cookie and secret prove it. */
    gestore: Gestore | null
  }
}

/** Returns whether the console's own page sent the request; a caller without a browser sends neither header. */
function isOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || headers.origin === new URL(publicUrl).origin
}

/** Returns whether the session has the proof that a call needs. */
function hasProof({ prova }: ConsoleCall, { confermata, fresca, fattori, iscritta }: Gestore): boolean {
  if (prova === 'password') return true
  if (prova === 'primo_fattore') return fattori === 0 ? iscritta : fresca
  return prova === 'fresca' ? fresca : confermata !== null
}

/** Refuses an act that sends a refund again, unless the second factor was given in the last minutes: its transaction ends. */
export const admitRefund = ({ fresca }: Gestore): Result<null> => (fresca ? ok(null) : fail('CODICE_RICHIESTO'))

/** Returns whether the role may name the value that query or body names. */
export function mayName({ ruoliPer }: ConsoleCall, { ruolo }: Gestore, { query, body }: FastifyRequest): boolean {
  if (!ruoliPer) return true
  const named = { ...(query as object), ...(body as object) } as Record<string, unknown>
  const value = named[ruoliPer.campo]
  return value === undefined || ruoliPer.ruoli[String(value)]?.includes(ruolo) === true
}

/**
 * Admits a call of the console: its own page, its session, its role, its proof. VIETATO from elsewhere or without the role;
 * the refusals of `findConsoleSession`; CODICE_RICHIESTO where the second factor is to be given, or given again.
 */
export async function admit(deps: Deps, call: ConsoleCall, request: FastifyRequest): Promise<Result<Gestore | null>> {
  if (!isOwnPage(request, deps.config.publicUrl)) return fail('VIETATO')
  if (call.prova === 'nessuna') return ok(null)
  const secret = request.headers[SECRET_HEADER]
  const found = await findConsoleSession(
    deps,
    readCookie(request.headers.cookie, CONSOLE_COOKIE),
    secret?.toString() ?? null,
  )
  if (!found.ok) return found
  if (!call.ruoli.includes(found.value.ruolo)) return fail('VIETATO')
  return hasProof(call, found.value) ? found : fail('CODICE_RICHIESTO')
}
