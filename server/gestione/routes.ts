import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { CONSOLE_CALLS, type ConsoleCallName } from '#contract/gestione'
import { CONSOLE_API, type ConsoleCall, SESSION_HEADER } from '#contract/gestione/call'
import { ok, type Result } from '#contract/result'
import { problem } from '#contract/schemas'
import type { Deps } from '../deps.ts'
import { blockOf } from '../http/address.ts'
import type { CallerLimits } from '../http/caller-limits.ts'
import { sendProblem } from '../http/problems.ts'
import { createRateLimiter } from '../http/rate-limits.ts'
import { dropEmpty, sendResult } from '../http/routes.ts'
import { allowFile } from '../http/slow-bodies.ts'
import { runAct, runLongAct } from './acts.ts'
import { admit, CONSOLE_COOKIE, mayName } from './gate.ts'
import type { ConsoleHandlers, ConsoleRequest, WithCookie } from './handler.ts'
import { makeKnownCookie } from './known-browser.ts'
import { timeLeft } from './sessions.ts'

type AnyHandler = (r: ConsoleRequest<ConsoleCallName>) => Promise<Result<unknown>>

/** Calls after which both factors were given: their browser is known from then on. */
const GIVES_FACTOR: ReadonlySet<ConsoleCallName> = new Set([
  'conferma_codice',
  'conferma_passkey',
  'aggiungi_passkey',
  'aggiungi_codici',
])

const hasCookie = (value: unknown): value is WithCookie<unknown> =>
  typeof value === 'object' && value !== null && 'cookie' in value

/** Returns the session's cookie; the browser drops one without a value. */
const cookieOf = (token: string | null): string =>
  `${CONSOLE_COOKIE}=${token ?? ''}; Path=/; Secure; HttpOnly; SameSite=Strict${token === null ? '; Max-Age=0' : ''}`

function describe(call: ConsoleCall) {
  return {
    hide: true,
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.corpo ? { body: call.corpo } : {}),
    response: {
      ...(call.risposta === null ? { 204: z.null() } : { 200: call.risposta }),
      '4xx': problem,
      '5xx': problem,
    },
  }
}

/** Runs a handler by its call's kind: a read, or an act of one transaction or of a long work. */
function run(call: ConsoleCall, name: string, handler: AnyHandler, world: Deps, request: FastifyRequest) {
  const { query, body, gestore } = request
  const file = body instanceof Readable ? body : null
  const origin = { blocco: blockOf(request.ip), id_richiesta: request.id }
  const handle = (deps: Deps, note: ConsoleRequest<ConsoleCallName>['note']) =>
    handler({ deps, world, gestore, query, body, file, note, origin } as ConsoleRequest<ConsoleCallName>)
  if (!call.atto || !gestore) return handle(world, () => {})
  const { id_utente: id_gestore, ruolo } = gestore
  const act = { via: 'gestione', atto: name, id_gestore, ruolo, ...origin }
  return call.atto === 'intero' ? runAct(world, act, handle) : runLongAct(world, act, handle)
}

/** Makes the route of a call: admission, validation, limits, the audit of its acts and its response. */
function routeOf(name: ConsoleCallName, world: Deps, handlers: ConsoleHandlers, callers: CallerLimits) {
  const call: ConsoleCall = CONSOLE_CALLS[name]
  const limiter = createRateLimiter(world, `gestione.${name}`)
  // Cast: `ConsoleHandlers` matches type and handler call by call, and a loop loses the pairing.
  const handler = (handlers as Record<ConsoleCallName, unknown>)[name] as AnyHandler
  return {
    method: call.metodo,
    url: CONSOLE_API + call.percorso,
    exposeHeadRoute: false,
    schema: describe(call),
    ...(call.byte === undefined ? {} : { bodyLimit: call.byte }),
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const admitted = await admit(world, call, request)
      if (!admitted.ok) return sendProblem(reply, admitted.error)
      request.gestore = admitted.value
      if (admitted.value === null) return
      reply.header(SESSION_HEADER, timeLeft(admitted.value, world.now()))
      if (call.flusso) allowFile(request)
      const entered = await callers.enterAccount(request, reply, admitted.value.id_utente)
      if (!entered.ok) return sendProblem(reply, entered.error)
    },
    preValidation: async (request: FastifyRequest) => dropEmpty(request.query as Record<string, unknown>),
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.gestore && !mayName(call, request.gestore, request)) return sendProblem(reply, { codice: 'VIETATO' })
      const result = await limiter(request)
      if (!result.ok) return sendProblem(reply, result.error)
      request.tentativo = result.value
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const result = await run(call, name, handler, world, request)
      await request.tentativo?.settle(result.ok ? null : result.error.codice)
      if (result.ok && request.gestore && GIVES_FACTOR.has(name))
        reply.header('set-cookie', await makeKnownCookie(world, request.gestore.email))
      if (!result.ok || !hasCookie(result.value)) return sendResult(reply, result)
      reply.header('set-cookie', cookieOf(result.value.cookie))
      return sendResult(reply, ok(result.value.value))
    },
  }
}

/** Registers every call of the console from its one declaration; those that take a file have its bytes as a stream. */
export function registerConsole(
  app: FastifyInstance,
  world: Deps,
  handlers: ConsoleHandlers,
  callers: CallerLimits,
): void {
  app.decorateRequest('gestore', null)
  const names = Object.keys(CONSOLE_CALLS) as ConsoleCallName[]
  const takesFile = (name: ConsoleCallName): boolean => 'flusso' in CONSOLE_CALLS[name]
  for (const name of names) if (!takesFile(name)) app.route(routeOf(name, world, handlers, callers))
  app.register(async (files) => {
    files.addContentTypeParser('application/octet-stream', (_, body, done) => done(null, body))
    for (const name of names) if (takesFile(name)) files.route(routeOf(name, world, handlers, callers))
  })
}
