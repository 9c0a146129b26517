import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Configuration } from '../configuration.ts'
import { underWay } from '../logger.ts'

const ID = /^[\w-]{8,64}$/
/** Version, trace, parent and flags (W3C Trace Context). */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/

declare module 'fastify' {
  interface FastifyRequest {
    /** Fields of every line that this request logs. */
    traced: { id: string; traccia?: string } | null
  }
}

/** Makes the id of a request, or accepts the one that a trusted proxy gave. */
export const idMaker =
  ({ trustedProxies }: Pick<Configuration, 'trustedProxies'>) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = headers['x-request-id']
    return trustedProxies !== false && typeof given === 'string' && ID.test(given) ? given : randomUUID()
  }

function tracedOf({ id, headers }: FastifyRequest) {
  const { traceparent } = headers
  const traccia = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined
  return traccia ? { id, traccia } : { id }
}

/** Adds the id of its request to each line of the log, also where code deep inside writes it. */
export function registerRequestId(app: FastifyInstance): void {
  app.decorateRequest('traced', null)
  app.addHook('onRequest', (request, _, done) => {
    request.traced = tracedOf(request)
    underWay.run(request.traced, done)
  })
  // A body arrives by events of its socket, which have no context.
  app.addHook('preValidation', (request, _, done) => underWay.run(request.traced ?? { id: request.id }, done))
}
