import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Chiamata } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import type { Session } from '../handler.ts'
import { fingerprint, writeAct } from '../operator/audit.ts'
import { findSession } from '../utente/sessions.ts'
import { blockOf } from './address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, as the token proves it. */
    sessione: Session | null
  }
}

const BEARER = /^Bearer +([A-Za-z0-9_-]{43})$/i
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const digest = (text: string) => createHash('sha256').update(text).digest()

export const readToken = (request: FastifyRequest): string | null =>
  BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null

/** Returns the token of a query, for the call that the specification writes so (decision 0111). */
function queryToken(request: FastifyRequest): string | null {
  const { token } = request.query as { token?: unknown }
  return typeof token === 'string' && TOKEN.test(token) ? token : null
}

/** Returns the secret of a `Bearer` header, of any shape. */
export const readBearer = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

/** Returns whether a caller's secret is the configured one; compares in constant time for every length. */
export function isSameSecret(given: unknown, wanted: string | null): boolean {
  if (wanted === null || typeof given !== 'string') return false
  return timingSafeEqual(digest(given), digest(wanted))
}

/**
 * Identifies the caller according to the call's `accesso`. A public call accepts a token too, and ignores a dead one.
 */
export async function authenticate(
  deps: Deps,
  call: Chiamata,
  request: FastifyRequest,
): Promise<Result<Session | null>> {
  if (call.accesso === 'chiave') {
    const valid = isSameSecret(request.headers['x-api-key'], deps.config.adminApiKey)
    const blocco = blockOf(request.ip)
    request.log.info({ rotta: call.percorso, blocco, buona: valid }, 'chiamata con chiave')
    if (!valid) return fail('VIETATO')
    await writeAct(deps.db, deps, {
      via: fingerprint(deps.config.adminApiKey),
      atto: `${call.metodo} ${call.percorso}`,
      blocco,
      id_richiesta: request.id,
    })
    return ok(null)
  }
  const token = readToken(request) ?? (call.tokenInQuery ? queryToken(request) : null)
  const isPublic = call.accesso === 'pubblica'
  if (!token) return isPublic ? ok(null) : fail('TOKEN_NON_VALIDO')
  const found = await findSession(deps, token)
  if (!found.ok) return isPublic ? ok(null) : found
  if (call.accesso === 'sessione' && !found.value.email_verificata) return fail('EMAIL_NON_VERIFICATA')
  return found
}

/** Refuses an account in the query, which the specification sends, other than the caller's own. */
export function checkIdUtente(request: FastifyRequest): Result<null> {
  const named = (request.query as Record<string, unknown> | undefined)?.id_utente_idoneo
  if (named === undefined || !request.sessione) return ok(null)
  if (String(named) === String(request.sessione.id_utente)) return ok(null)
  request.log.warn({ utente: request.sessione.id_utente, evento: 'id_utente altrui' }, 'chiamata rifiutata')
  return fail('VIETATO')
}
