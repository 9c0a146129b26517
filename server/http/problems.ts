import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { ErrorCode } from '#contract/errors'
import type { Failure } from '#contract/result'
import type { Problem } from '#contract/schemas'

declare module 'fastify' {
  interface FastifyReply {
    /** Code of the problem that was sent; null for any other response. */
    problem: ErrorCode | null
  }
}

/** HTTP status of each code that the server returns. Codes of the page alone are absent. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  CONCORSO_NON_TROVATO: 404,
  CONCORSO_NON_TUO: 403,
  PERCORSO_NON_TROVATO: 404,
  PERCORSO_NON_TUO: 403,
  ID_CONCORSO_NON_COINCIDE: 409,
  MISSING_REQUIRED_PARAM: 400,
  INDEX_OUT_OF_BOUND: 400,
  REGOLE_NON_LO_PERMETTONO: 409,
  TEMPO_SCADUTO: 409,
  TROPPE_SIMULAZIONI: 429,
  DOMANDA_NON_TROVATA: 404,
  IMMAGINE_NON_DISPONIBILE: 404,
  RATE_LIMIT_EXCEEDED: 429,
  // An older page lacks this code and retries later: a 4xx would end its session or show a wrong sentence.
  GIORNALE_PIENO: 507,
  PACCHETTO_SCADUTO: 403,
  SESSIONE_SCADUTA: 401,
  TOKEN_NON_VALIDO: 401,
  DISPOSITIVO_DISCONNESSO: 401,
  ACCOUNT_DISABILITATO: 403,
  ACCESSO_FALLITO: 401,
  CREDENZIALI_ERRATE: 401,
  UTENTE_NON_TROVATO: 404,
  EMAIL_GIA_IN_USO: 409,
  EMAIL_NON_VERIFICATA: 403,
  TROPPI_DISPOSITIVI: 403,
  DISPOSITIVO_MOBILE_ATTIVO: 403,
  ALTRO_SOCIAL: 409,
  ACCESSO_GIA_COLLEGATO: 409,
  ULTIMO_ACCESSO: 409,
  VECCHIA_PASSWORD_ERRATA: 401,
  CONFERMA_PER_POSTA: 403,
  ACCOUNT_IN_ELIMINAZIONE: 403,
  CODICE_RICHIESTO: 401,
  CODICE_ERRATO: 401,
  ACCESSO_NON_RECENTE: 403,
  PASSWORD_OVVIA: 400,
  LINK_SCADUTO: 410,
  TOKEN_SOCIAL_SCADUTO: 401,
  COLLEGAMENTO_RICHIESTO: 409,
  SOCIAL_NON_ATTIVO: 404,
  DISPOSITIVO_NON_TROVATO: 404,
  CONDIZIONI_NON_ACCETTATE: 400,
  DURATA_NON_IN_VENDITA: 404,
  CODICE_PROMO_NON_VALIDO: 404,
  PAGAMENTO_NON_DISPONIBILE: 503,
  GIA_PREMIUM: 409,
  PREMIUM_NON_APPLICATO: 403,
  TRANSAZIONE_NON_TROVATA: 404,
  RECESSO_NON_AMMESSO: 409,
  DOMANDA_NON_CORRETTA: 409,
  VOCE_CAMBIATA: 409,
  FIRMA_NON_VALIDA: 400,
  DEMO_ESAURITA: 403,
  PREMIUM_SCADUTO: 403,
  PREMIUM_RICHIESTO: 403,
  SPIEGAZIONE_ASSENTE: 404,
  VIETATO: 403,
  RICHIESTA_NON_VALIDA: 400,
  NON_TROVATO: 404,
  FILE_RIFIUTATO: 422,
  METODO_NON_AMMESSO: 405,
  CORPO_TROPPO_GRANDE: 413,
  FORMATO_NON_AMMESSO: 415,
  SERVIZIO_NON_PRONTO: 503,
  OROLOGIO_SERVER: 503,
  ERRORE_INTERNO: 500,
}

/** The specification's own wording for a refused download (spec §8). */
const DETAIL: Partial<Record<ErrorCode, string>> = {
  DEMO_ESAURITA: 'demo o premium esaurita',
  PREMIUM_SCADUTO: 'demo o premium esaurita',
}

/** Default seconds after which a caller may retry. */
const RETRY_SECONDS = 5

export const statusOf = (code: ErrorCode): number => STATUS[code] ?? 500

/** Makes the RFC 9457 body of a failure (D4). The body has no internals: the page has the sentence. */
export function toProblem(failure: Failure, status: number = statusOf(failure.codice)): Problem {
  const { codice: code, campi: fields, dati: data } = failure
  const detail = DETAIL[code]
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    ...(detail ? { detail } : {}),
    codice: code,
    ...(fields ? { campi: [...fields] } : {}),
    ...(data ? { dati: { ...data } } : {}),
  }
}

/** Sends a failure; `status` overrides the status of its code. */
export function sendProblem(reply: FastifyReply, failure: Failure, status?: number): FastifyReply {
  const problem = toProblem(failure, status)
  reply.problem = failure.codice
  if (problem.status === 429 || problem.status === 503)
    reply.header('retry-after', String(failure.dati?.secondi ?? RETRY_SECONDS))
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(problem)
}
