import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Chiamata } from '#contract/chiamate'
import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import type { Sessione } from '../gestore.ts'
import { findSessione } from '../utente/sessioni.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling, as the token proves it. */
    sessione: Sessione | null
  }
}

const BEARER = /^Bearer +([A-Za-z0-9_-]{43})$/i
const impronta = (testo: string) => createHash('sha256').update(testo).digest()

export const readToken = (request: FastifyRequest): string | null =>
  BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null

/** Whether the operator's key is right; compares in constant time whatever the lengths are. */
function isChiave(request: FastifyRequest, attesa: string | null): boolean {
  const data = request.headers['x-api-key']
  if (attesa === null || typeof data !== 'string') return false
  return timingSafeEqual(impronta(data), impronta(attesa))
}

/** Who calls, according to the call's `accesso`; a public call also takes a token, but never fails for a dead one. */
export async function authenticate(
  deps: Deps,
  chiamata: Chiamata,
  request: FastifyRequest,
): Promise<Result<Sessione | null>> {
  if (chiamata.accesso === 'chiave') {
    const buona = isChiave(request, deps.config.adminApiKey)
    request.log.info({ rotta: chiamata.percorso, ip: request.ip, buona }, 'chiamata con chiave')
    return buona ? ok(null) : fail('VIETATO')
  }
  const token = readToken(request)
  const pubblica = chiamata.accesso === 'pubblica'
  if (!token) return pubblica ? ok(null) : fail('TOKEN_NON_VALIDO')
  const trovata = await findSessione(deps, token)
  if (!trovata.ok) return pubblica ? ok(null) : trovata
  if (chiamata.accesso === 'sessione' && !trovata.value.email_verificata) return fail('EMAIL_NON_VERIFICATA')
  return trovata
}

/** The account named in the query, which the specification sends, may only be the caller's own (reliability S7). */
export function checkIdUtente(request: FastifyRequest): Result<null> {
  const nominato = (request.query as Record<string, unknown> | undefined)?.id_utente_idoneo
  if (nominato === undefined || !request.sessione) return ok(null)
  if (String(nominato) === String(request.sessione.id_utente)) return ok(null)
  request.log.warn({ utente: request.sessione.id_utente, evento: 'id_utente altrui' }, 'chiamata rifiutata')
  return fail('VIETATO')
}
