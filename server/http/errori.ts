import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CHIAMATE, type Chiamata } from '#contract/chiamate'
import type { Failure } from '#contract/result'
import { isDatabaseDown, isDatoRifiutato } from '../db/guasti.ts'
import { sendProblema } from './problemi.ts'

export const API = '/api'

const DI_FASTIFY: Record<string, Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { codice: 'CORPO_TROPPO_GRANDE' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { codice: 'FORMATO_NON_AMMESSO' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { codice: 'RICHIESTA_NON_VALIDA', campi: ['corpo'] },
  FST_ERR_CTP_INVALID_JSON_BODY: { codice: 'RICHIESTA_NON_VALIDA', campi: ['corpo'] },
  FST_ERR_BAD_URL: { codice: 'RICHIESTA_NON_VALIDA', campi: ['percorso'] },
  FST_ERR_MAX_PARAM_LENGTH: { codice: 'RICHIESTA_NON_VALIDA', campi: ['percorso'] },
}

/** Names of the fields that failed their schema, e.g. `autenticazioneVO.password`; `corpo` for the body as a whole. */
function readCampi(errore: FastifyError): string[] {
  const intero = errore.validationContext === 'querystring' ? 'query' : 'corpo'
  const nomi = (errore.validation ?? []).map((v) => v.instancePath.split('/').filter(Boolean).join('.') || intero)
  return [...new Set(nomi)]
}

/** What a thrown error means to the caller; null when nobody foresaw it. */
function explain(errore: FastifyError): Failure | null {
  if (errore.validation) return { codice: 'RICHIESTA_NON_VALIDA', campi: readCampi(errore) }
  const noto = DI_FASTIFY[errore.code]
  if (noto) return noto
  if (isDatabaseDown(errore)) return { codice: 'SERVIZIO_NON_PRONTO' }
  if (isDatoRifiutato(errore)) return { codice: 'RICHIESTA_NON_VALIDA' }
  if (errore.statusCode === 503) return { codice: 'SERVIZIO_NON_PRONTO' }
  const cliente = errore.statusCode !== undefined && errore.statusCode >= 400 && errore.statusCode < 500
  return cliente ? { codice: errore.statusCode === 404 ? 'NON_TROVATO' : 'RICHIESTA_NON_VALIDA' } : null
}

/** The one place where errors become answers. What nobody foresaw is logged with the request's id and tells nothing else. */
export function handleError(errore: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const guasto = explain(errore)
  if (!guasto) {
    request.log.error({ err: errore, rotta: request.routeOptions?.url }, 'errore imprevisto')
    return sendProblema(reply, { codice: 'ERRORE_INTERNO', dati: { id: request.id } })
  }
  if (guasto.codice === 'SERVIZIO_NON_PRONTO') request.log.warn({ err: errore }, 'servizio non pronto')
  return sendProblema(reply, guasto)
}

const METODI = new Map<string, string[]>()
for (const { metodo, percorso } of Object.values(CHIAMATE) as Chiamata[])
  METODI.set(API + percorso, [...(METODI.get(API + percorso) ?? []), metodo])

/** Unknown addresses outside the page: 405 with the methods that exist, else 404. */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const metodi = METODI.get(request.url.split('?')[0] ?? '')
  if (metodi) return sendProblema(reply.header('allow', metodi.join(', ')), { codice: 'METODO_NON_AMMESSO' })
  return sendProblema(reply, { codice: 'NON_TROVATO' })
}

/** JSON is the only body the API reads. An empty one is no body: some clients name the type without sending any. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, corpo, done) => {
    if (corpo === '') done(null, undefined)
    else parse(request, corpo as string, done)
  })
}
