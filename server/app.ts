import fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { registerOneClick } from './avvisi/one-click.ts'
import type { Deps } from './deps.ts'
import { consoleHandlers } from './gestione/handlers.ts'
import { registerConsole } from './gestione/routes.ts'
import type { Handlers } from './handler.ts'
import { registerHealth } from './health.ts'
import { acceptJsonOnly, MAX_BODY_BYTES } from './http/bodies.ts'
import { registerCallerLimits } from './http/caller-limits.ts'
import { registerCompression } from './http/compression.ts'
import { capConnections, capPipelines } from './http/connections.ts'
import { registerConsolePage } from './http/console-page.ts'
import { handleError } from './http/errors.ts'
import { registerHeaders } from './http/headers.ts'
import { hasOneHost, refusalsOf } from './http/malformed.ts'
import { registerMetrics } from './http/metrics-page.ts'
import { registerOpenapi } from './http/openapi.ts'
import { registerOverload } from './http/overload.ts'
import { PAGE_FOLDER, registerPage } from './http/page.ts'
import { registerPolicyReports } from './http/policy-reports.ts'
import { sendProblem } from './http/problems.ts'
import { idMaker, registerRequestId } from './http/request-id.ts'
import { registerCalls, rewriteMethod } from './http/routes.ts'
import { type BodyTimes, limitBodies } from './http/slow-bodies.ts'
import { registerPackages } from './pacchetti/routes.ts'
import { registerTrialCheckout } from './payments/trial-checkout.ts'
import { registerFormPost } from './social/form-post.ts'

/** Longest time, in ms: for the headers of a request, and without a byte in either direction. */
const HEADERS_MS = 20_000
const SILENCE_MS = 30_000
/** Time between two looks for slow connections, in ms. */
const CHECKING_MS = 5_000

/** Refuse requests on open connections while the server closes; callers retry with its successor. */
function refuseClosing(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (closing) return sendProblem(reply, { codice: 'SERVIZIO_NON_PRONTO' })
  })
  // Close the connection after its response, so that the stop waits for none.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}

export type AppOptions = {
  /** Folder of the built page. */
  page?: string
  /** False: no request is refused for load, for tests that send a thousand calls at once. */
  shedding?: boolean
  /** Times of bodies, for tests. */
  bodies?: Partial<BodyTimes>
  /** Returns true while the first content of the installation is being published. */
  isEmpty?: () => boolean
}

/** Makes the whole server from its dependencies. The server opens no port, so tests inject requests. */
export async function createApp(deps: Deps, handlers: Handlers, options: AppOptions = {}): Promise<FastifyInstance> {
  const { trustedProxies: fidatiProxy } = deps.config
  const refusals = refusalsOf(deps.config)
  const app = fastify({
    loggerInstance: deps.log,
    // Write one own line per response: the framework's has the query, where some calls carry secrets.
    logController: new LogController({ disableRequestLogging: true }),
    // The log adds the id to each line by itself.
    childLoggerFactory: (log) => log,
    genReqId: idMaker(deps.config),
    trustProxy: fidatiProxy === false ? false : (_, hop) => hop < fidatiProxy,
    bodyLimit: MAX_BODY_BYTES,
    // The framework's own refusal has neither our headers nor a code; `refuseClosing` returns both.
    return503OnClosing: false,
    // `limitBodies` gives each body its time.
    requestTimeout: 0,
    connectionTimeout: SILENCE_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECKING_MS, requireHostHeader: false },
    // The longest name of an image (rules/image).
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 105 },
    rewriteUrl: (request) => rewriteMethod(request.url ?? '/'),
    frameworkErrors: refusals.address,
    clientErrorHandler: refusals.connection,
    // Cast: the custom logger makes the type generic, and every module takes the plain one.
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.decorateReply('problem', null)
  acceptJsonOnly(app)
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        ...request.traced,
        metodo: request.method,
        rotta: request.routeOptions.url ?? 'sconosciuta',
        stato: reply.statusCode,
        codice: reply.problem ?? undefined,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        utente: request.sessione?.id_utente,
      },
      'risposta',
    )
  })
  registerRequestId(app)
  await registerHeaders(app, deps)
  registerCompression(app, deps.config)
  refuseClosing(app)
  app.server.on('checkExpectation', refusals.expectation)
  capConnections(app, deps.config)
  capPipelines(app)
  limitBodies(app, refusals.connection, options.bodies)
  // Register in this order: requests that wait behind their own caller are no load for the others.
  const callers = registerCallerLimits(app, deps)
  if (options.shedding !== false) registerOverload(app, deps)
  else app.decorateRequest('aside', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!hasOneHost(request.raw)) return sendProblem(reply, { codice: 'RICHIESTA_NON_VALIDA', campi: ['host'] })
  })
  await registerOpenapi(app)
  registerHealth(app, deps, options.isEmpty ?? (() => false))
  registerMetrics(app, deps)
  registerCalls(app, deps, handlers, callers)
  registerConsole(app, deps, consoleHandlers, callers)
  registerPackages(app, deps)
  await registerTrialCheckout(app, deps)
  await registerFormPost(app, deps)
  await registerOneClick(app, deps)
  await registerPolicyReports(app, deps)
  await registerPage(app, deps, options.page ?? PAGE_FOLDER)
  registerConsolePage(app)
  return app
}
