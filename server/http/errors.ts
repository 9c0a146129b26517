import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CALLS, type Chiamata } from '#contract/calls'
import type { Failure } from '#contract/result'
import { isAccountGone, isDatabaseDamaged, isDatabaseDown, isRefusedData } from '../db/failures.ts'
import { StoreFailure } from '../package-files/s3-requests.ts'
import { sendProblem } from './problems.ts'

export const API = '/api'
/**
 * Returns the route of a request, in whatever form its address was written (`/%61pi/…`, `http://host/api/…`); the
 * address where there is none.
 */
export const routeOf = ({ routeOptions, url }: FastifyRequest): string => routeOptions.url ?? url

const FROM_FASTIFY: Record<string, Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { codice: 'CORPO_TROPPO_GRANDE' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { codice: 'FORMATO_NON_AMMESSO' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { codice: 'RICHIESTA_NON_VALIDA', campi: ['corpo'] },
  FST_ERR_CTP_INVALID_JSON_BODY: { codice: 'RICHIESTA_NON_VALIDA', campi: ['corpo'] },
  FST_ERR_BAD_URL: { codice: 'RICHIESTA_NON_VALIDA', campi: ['percorso'] },
  FST_ERR_MAX_PARAM_LENGTH: { codice: 'RICHIESTA_NON_VALIDA', campi: ['percorso'] },
}

/** Returns the value at a path of the sent data. */
function sentAt(sent: unknown, path: readonly string[]): unknown {
  let value = sent
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name]
  return value
}

/**
 * Returns fields that failed their schema, e.g. `autenticazioneVO.password`; `corpo` for the body as a whole. Where
 * some are missing it returns those alone, with the catalogue's code for that (spec §8).
 */
function explainFields(error: FastifyError, { query, body }: FastifyRequest): Failure {
  const inQuery = error.validationContext === 'querystring'
  const nameOf = (path: readonly string[]) => path.join('.') || (inQuery ? 'query' : 'corpo')
  const failed = (error.validation ?? []).map((v) => v.instancePath.split('/').filter(Boolean))
  const missing = failed.filter((path) => sentAt(inQuery ? query : body, path) === undefined)
  const codice = missing.length > 0 ? 'MISSING_REQUIRED_PARAM' : 'RICHIESTA_NON_VALIDA'
  return { codice, campi: [...new Set((missing.length > 0 ? missing : failed).map(nameOf))] }
}

/** Maps a thrown error to a failure for the caller; null for an unforeseen error. */
function explain(error: FastifyError, request: FastifyRequest): Failure | null {
  if (error.validation) return explainFields(error, request)
  const known = FROM_FASTIFY[error.code]
  if (known) return known
  if (isDatabaseDown(error) || isDatabaseDamaged(error)) return { codice: 'SERVIZIO_NON_PRONTO' }
  if (error instanceof StoreFailure)
    return { codice: error.code === 'DEPOSITO_MANCANTE' ? 'NON_TROVATO' : 'SERVIZIO_NON_PRONTO' }
  if (isRefusedData(error)) return { codice: 'RICHIESTA_NON_VALIDA' }
  // A caller without a session retries, and gets the state of then.
  if (isAccountGone(error)) return { codice: request.sessione ? 'TOKEN_NON_VALIDO' : 'SERVIZIO_NON_PRONTO' }
  if (error.statusCode === 503) return { codice: 'SERVIZIO_NON_PRONTO' }
  const client = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return client ? { codice: error.statusCode === 404 ? 'NON_TROVATO' : 'RICHIESTA_NON_VALIDA' } : null
}

/**
 * Turns errors into responses, in this place alone. An unforeseen error is logged with the request's id, and the
 * response hides its cause.
 */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = explain(error, request)
  if (!failure) {
    request.log.error({ err: error, rotta: request.routeOptions?.url }, 'errore imprevisto')
    return sendProblem(reply, { codice: 'ERRORE_INTERNO', dati: { id: request.id } })
  }
  if (isDatabaseDamaged(error)) request.log.error({ err: error }, 'database danneggiato: ripristinare un backup')
  else if (error instanceof StoreFailure) request.log.error({ err: error }, 'deposito dei pacchetti')
  else if (failure.codice === 'SERVIZIO_NON_PRONTO') request.log.warn({ err: error }, 'servizio non pronto')
  return sendProblem(reply, failure, error.statusCode === 416 ? 416 : undefined)
}

const METHODS = new Map<string, string[]>()
for (const { metodo: method, percorso: path } of Object.values(CALLS) as Chiamata[])
  METHODS.set(API + path, [...(METHODS.get(API + path) ?? []), method])

/** Responds to unknown addresses outside the page: 405 with the methods that exist, else 404. */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = METHODS.get(request.url.split('?')[0] ?? '')
  if (methods) return sendProblem(reply.header('allow', methods.join(', ')), { codice: 'METODO_NON_AMMESSO' })
  return sendProblem(reply, { codice: 'NON_TROVATO' })
}
