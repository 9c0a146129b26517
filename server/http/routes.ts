import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { CALLS, type CallName, type Chiamata } from '#contract/calls'
import type { Failure, Result } from '#contract/result'
import { problem } from '#contract/schemas'
import type { Deps } from '../deps.ts'
import type { CallRequest, Handlers, Redirect, Streamed, Written } from '../handler.ts'
import { authenticate, checkIdUtente, readToken } from './authentication.ts'
import type { CallerLimits } from './caller-limits.ts'
import { readCookie } from './cookies.ts'
import { API } from './errors.ts'
import { usesPasswords } from './overload.ts'
import { sendProblem } from './problems.ts'
import { type Attempt, createRateLimiter, type RateLimiter } from './rate-limits.ts'

type AnyHandler = (r: CallRequest<CallName>) => Promise<Result<unknown>>

const isRedirect = (value: unknown): value is Redirect =>
  typeof value === 'object' && value !== null && 'redirect' in value && typeof value.redirect === 'string'

const isStreamed = (value: unknown): value is Streamed =>
  typeof value === 'object' && value !== null && 'stream' in value && 'type' in value

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && 'json' in value && typeof value.json === 'string'

/** Sends a handler's result: nothing 204, a redirect 302, a value 200 stripped by its schema, a failure RFC 9457. */
export function sendResult(reply: FastifyReply, result: Result<unknown>): FastifyReply {
  if (!result.ok) return sendProblem(reply, result.error)
  if (isRedirect(result.value)) {
    if (result.value.cookie) reply.header('set-cookie', result.value.cookie)
    return reply.redirect(result.value.redirect, 302)
  }
  if (isStreamed(result.value)) {
    const { stream, type, name } = result.value
    if (name) reply.header('content-disposition', `attachment; filename="${name}"`)
    return reply.type(type).send(stream instanceof Readable ? stream : Readable.from(stream))
  }
  if (isWritten(result.value)) return reply.type('application/json; charset=utf-8').send(result.value.json)
  if (result.value === null) return reply.code(204).send()
  return reply.code(200).send(result.value)
}

const ERROR = { description: 'RFC 9457', content: { 'application/problem+json': { schema: problem } } }

function describe(name: CallName, call: Chiamata) {
  const security = { pubblica: [], chiave: [{ chiave: [] }] }[call.accesso as string] ?? [{ token_api: [] }]
  const empty = call.senzaCorpo ?? []
  const valid = {
    ...(call.risposta === null || empty.includes(302) ? {} : { 200: call.risposta }),
    ...Object.fromEntries((call.risposta === null ? [204] : empty).map((status) => [status, z.null()])),
  }
  return {
    operationId: name,
    summary: call.sommario,
    tags: [call.percorso.split('/')[1]?.startsWith('ms_') ? (call.percorso.split('/')[1] ?? 'altro') : 'altro'],
    security: security,
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.corpo ? { body: call.corpo } : {}),
    response: { ...valid, '4xx': ERROR, '5xx': ERROR },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The counts that the rate limits took for this call. */
    tentativo: Attempt | null
  }
}

/** The page sends waiting data again after so many seconds: the repair of a clock takes longer. */
const CLOCK_DOUBTFUL: Failure = { codice: 'OROLOGIO_SERVER', dati: { secondi: 60 } }

/** A parameter without a value is absent: `id_concorso=` would be bank 0. */
export function dropEmpty(query: Record<string, unknown>): void {
  for (const name of Object.keys(query)) if (query[name] === '') delete query[name]
}

function hooks(deps: Deps, call: Chiamata, limiter: RateLimiter, callers: CallerLimits) {
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (call.orologio && !(await deps.clock.admit())) return sendProblem(reply, CLOCK_DOUBTFUL)
      const result = await authenticate(deps, call, request)
      if (!result.ok) return sendProblem(reply, result.error)
      request.sessione = result.value
      if (result.value === null) return
      const admitted = await callers.enterAccount(request, reply, result.value.id_utente)
      if (!admitted.ok) return sendProblem(reply, admitted.error)
    },
    preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
      dropEmpty(request.query as Record<string, unknown>)
      const result = checkIdUtente(request)
      if (!result.ok) return sendProblem(reply, result.error)
    },
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      const result = await limiter(request)
      if (!result.ok) return sendProblem(reply, result.error)
      request.tentativo = result.value
    },
  }
}

/** Largest body of a public call, in bytes: credentials and a few fields. */
const MAX_PUBLIC_BODY_BYTES = 4 * 1024
/** A payment provider's event carries its whole session; a person's letter is longer than a form. */
const LARGER_BODIES: Partial<Record<CallName, number>> = { webhook_pagamento: 256 * 1024, assistenza: 24 * 1024 }

/**
 * Registers every call of the contract from its one declaration: route, access, validation, limits, response, OpenAPI.
 */
export function registerCalls(app: FastifyInstance, world: Deps, handlers: Handlers, callers: CallerLimits): void {
  app.decorateRequest('sessione', null)
  app.decorateRequest('tentativo', null)
  for (const name of Object.keys(CALLS) as CallName[]) {
    const call: Chiamata = CALLS[name]
    const deps =
      usesPasswords(name) && world.db.reserved ? { ...world, db: { ...world.db, ...world.db.reserved } } : world
    const limiter = createRateLimiter(deps, name)
    // Cast: `Handlers` matches type and handler call by call, and a loop loses the pairing.
    const handler = (handlers as Record<CallName, unknown>)[name] as AnyHandler
    app.route({
      method: call.metodo,
      url: API + call.percorso,
      exposeHeadRoute: false,
      schema: describe(name, call),
      ...(call.accesso === 'pubblica' ? { bodyLimit: LARGER_BODIES[name] ?? MAX_PUBLIC_BODY_BYTES } : {}),
      ...hooks(deps, call, limiter, callers),
      handler: async (request, reply) => {
        const {
          sessione: session,
          query,
          body,
          ip,
          raw: { headers },
        } = request
        const result = await handler({
          deps,
          session,
          query,
          body,
          token: readToken(request),
          ip,
          header: (header) => headers[header]?.toString() ?? null,
          cookie: (cookie) => readCookie(headers.cookie, cookie),
          raw: request.rawText,
        } as CallRequest<CallName>)
        await request.tentativo?.settle(result.ok ? null : result.error.codice)
        return sendResult(reply, result)
      },
    })
  }
}

/** Rewrites the two calls addressed as `{base}/?method=…` (spec §7) to their other name. */
export function rewriteMethod(url: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  if (path !== API && path !== `${API}/`) return url
  const name = new URLSearchParams(query).get('method')
  return name === 'segnalaquiz' || name === 'getBanners' ? `${API}/${name}?${query}` : url
}
