import { randomUUID } from 'node:crypto'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Deps } from './deps.ts'
import type { Gestori } from './gestore.ts'
import { acceptJsonOnly, handleError } from './http/errori.ts'
import { registerIntestazioni } from './http/intestazioni.ts'
import { registerLimiti } from './http/limiti.ts'
import { refuseAddress, refuseConnection } from './http/malformate.ts'
import { registerOpenapi } from './http/openapi.ts'
import { CARTELLA_PAGINA, registerPagina } from './http/pagina.ts'
import { sendProblema } from './http/problemi.ts'
import { registerChiamate, rewriteMethod } from './http/rotte.ts'
import { registerPacchetti } from './pacchetti/rotte.ts'
import { registerSalute } from './salute.ts'

/** Largest body, in bytes: a push of 500 records takes about a fifth of it. */
const CORPO_MASSIMO = 1024 * 1024
/** Longest request, in ms (spec §7). */
const TEMPO_MASSIMO = 60_000
/** Delay of the event loop, in ms, beyond which new requests are asked to come back. */
const RITARDO_MASSIMO = 5_000

export type OpzioniApp = {
  /** Folder of the built page. */
  pagina?: string
}

/** The whole server as a function of its world: no port, so tests inject requests. */
export async function createApp(deps: Deps, gestori: Gestori, opzioni: OpzioniApp = {}): Promise<FastifyInstance> {
  const { fidatiProxy } = deps.config
  const app = fastify({
    loggerInstance: deps.log,
    // One line per answer of our own instead: the framework's has the query, where some calls carry secrets.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    genReqId: () => randomUUID(),
    trustProxy: fidatiProxy === false ? false : (_, salto) => salto < fidatiProxy,
    bodyLimit: CORPO_MASSIMO,
    requestTimeout: TEMPO_MASSIMO,
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
  await registerIntestazioni(app, deps)
  await registerLimiti(app)
  await app.register(underPressure, {
    maxEventLoopDelay: RITARDO_MASSIMO,
    pressureHandler: (_request, reply) => {
      sendProblema(reply, { codice: 'SERVIZIO_NON_PRONTO' })
    },
  })
  await registerOpenapi(app)
  registerSalute(app, deps)
  registerChiamate(app, deps, gestori)
  registerPacchetti(app, deps)
  await registerPagina(app, opzioni.pagina ?? CARTELLA_PAGINA)
  return app
}
