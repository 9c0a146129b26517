import { gunzip } from 'node:zlib'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { CALLS, type Chiamata } from '#contract/calls'
import { API } from './errors.ts'

/** Largest body, in bytes, compressed or not: a push of 500 records takes about a fifth of it. */
export const MAX_BODY_BYTES = 1024 * 1024

/** Routes whose body is signed as it came, to the byte. */
const SIGNED = new Set([API + CALLS.webhook_pagamento.percorso])
/** Calls whose body may come as gzip. */
const COMPRESSIBLE = new Set(
  (Object.values(CALLS) as Chiamata[]).filter((c) => c.gzip).map((c) => `${c.metodo} ${API}${c.percorso}`),
)

declare module 'fastify' {
  interface FastifyRequest {
    /** The body before it was read, of a signed call. */
    rawText: string | null
    /** Bytes of a body that came compressed, as it was; 0 of any other. */
    inflated: number
  }
}

const keyOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url ?? ''}`
const errorOf = (code: string): FastifyError => Object.assign(new Error(code), { code, statusCode: 400 })

/** JSON is the only body the API reads. An empty one is no body: some clients name the type without sending any. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('rawText', null)
  app.decorateRequest('inflated', 0)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const read = (bytes: Buffer) => {
      const text = bytes.toString('utf8')
      if (SIGNED.has(request.routeOptions.url ?? '')) request.rawText = text
      if (text === '') done(null, undefined)
      else parse(request, text, done)
    }
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding === 'identity') return read(body)
    if (encoding !== 'gzip' || !COMPRESSIBLE.has(keyOf(request))) return done(errorOf('FST_ERR_CTP_INVALID_MEDIA_TYPE'))
    // It stops where the limit is: what a few bytes would become is never made.
    gunzip(body, { maxOutputLength: MAX_BODY_BYTES }, (error: NodeJS.ErrnoException | null, bytes) => {
      if (error?.code === 'ERR_BUFFER_TOO_LARGE') return done(errorOf('FST_ERR_CTP_BODY_TOO_LARGE'))
      if (error) return done(errorOf('FST_ERR_CTP_INVALID_JSON_BODY'))
      request.inflated = bytes.length
      read(bytes)
    })
  })
}
