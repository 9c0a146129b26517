import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration.ts'

/** Least length of a response that is compressed: below, nothing is saved on the way. */
const WORTH = 1024
/** Gzip in Accept-Encoding, without a weight of zero. */
const ACCEPTED = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
const compress = promisify(gzip)

/**
 * Compresses JSON responses for browsers that accept gzip. Behind a proxy it does nothing: the proxy does it better
 * (deploy/nginx.conf).
 */
export function registerCompression(app: FastifyInstance, { trustedProxies }: Configuration): void {
  if (trustedProxies !== false) return
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH) return payload
    if (!/^application\/(?:problem\+)?json\b/.test(String(reply.getHeader('content-type')))) return payload
    reply.header('vary', 'accept-encoding')
    if (!ACCEPTED.test(String(request.headers['accept-encoding'] ?? ''))) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload, { level: constants.Z_BEST_SPEED })
  })
}
