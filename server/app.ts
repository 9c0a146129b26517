import { randomUUID } from 'node:crypto'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Deps } from './deps.ts'
import type { Handlers } from './handler.ts'
import { registerHealth } from './health.ts'
import { acceptJsonOnly, handleError } from './http/errors.ts'
import { registerHeaders } from './http/headers.ts'
import { refuseAddress, refuseConnection } from './http/malformed.ts'
import { registerOpenapi } from './http/openapi.ts'
import { PAGE_FOLDER, registerPage } from './http/page.ts'
import { sendProblem } from './http/problems.ts'
import { registerRateLimits } from './http/rate-limits.ts'
import { registerCalls, rewriteMethod } from './http/routes.ts'
import { registerPackages } from './pacchetti/routes.ts'
import { registerTrialCheckout } from './payments/trial.ts'
import { registerFormPost } from './social/form-post.ts'

/** Largest body, in bytes: a push of 500 records takes about a fifth of it. */
const MAX_BODY_BYTES = 1024 * 1024
/** Longest request, in ms (spec §7). */
const MAX_REQUEST_MS = 60_000
/** Delay of the event loop, in ms, beyond which new requests are asked to come back. */
const MAX_LOOP_DELAY_MS = 5_000

export type AppOptions = {
  /** Folder of the built page. */
  page?: string
}

/** The whole server as a function of its world: no port, so tests inject requests. */
export async function createApp(deps: Deps, handlers: Handlers, options: AppOptions = {}): Promise<FastifyInstance> {
  const { trustedProxies: fidatiProxy } = deps.config
  const app = fastify({
    loggerInstance: deps.log,
    // One line per answer of our own instead: the framework's has the query, where some calls carry secrets.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    genReqId: () => randomUUID(),
    trustProxy: fidatiProxy === false ? false : (_, hop) => hop < fidatiProxy,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: MAX_REQUEST_MS,
    routerOptions: { ignoreTrailingSlash: false },
    rewriteUrl: (request) => rewriteMethod(request.url ?? '/'),
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  acceptJsonOnly(app)
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        metodo: request.method,
        rotta: request.routeOptions.url ?? 'sconosciuta',
        stato: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        utente: request.sessione?.id_utente,
      },
      'risposta',
    )
  })
  await registerHeaders(app, deps)
  await registerRateLimits(app)
  await app.register(underPressure, {
    // A process that was not scheduled for a second reads as an endless delay: without limits nobody is turned away for it.
    maxEventLoopDelay: deps.config.limits === 'aperti' ? 0 : MAX_LOOP_DELAY_MS,
    pressureHandler: (_request, reply) => {
      sendProblem(reply, { codice: 'SERVIZIO_NON_PRONTO' })
    },
  })
  await registerOpenapi(app)
  registerHealth(app, deps)
  registerCalls(app, deps, handlers)
  registerPackages(app, deps)
  await registerTrialCheckout(app, deps)
  await registerFormPost(app, deps)
  await registerPage(app, options.page ?? PAGE_FOLDER)
  return app
}
