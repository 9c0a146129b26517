import { gunzip } from 'node:zlib'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { CALLS, type Chiamata } from '#contract/calls'
import { API } from './errors.ts'

/** Largest body, in bytes, compressed or not: a push of 500 records takes about a fifth of it. */
export const MAX_BODY_BYTES = 1024 * 1024

/** Routes whose signature covers the body byte by byte. */
const SIGNED = new Set([API + CALLS.webhook_pagamento.percorso])
/** Calls that accept a gzip body. */
const COMPRESSIBLE = new Set(
  (Object.values(CALLS) as Chiamata[]).filter((c) => c.gzip).map((c) => `${c.metodo} ${API}${c.percorso}`),
)

declare module 'fastify' {
  interface FastifyRequest {
    /** The unparsed body of a signed call. */
    rawText: string | null
    /** Bytes of a compressed body after inflation; 0 for any other. */
    inflated: number
  }
}

const keyOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url ?? ''}`
const errorOf = (code: string): FastifyError => Object.assign(new Error(code), { code, statusCode: 400 })

/** Accepts JSON bodies alone. An empty one counts as absent: some clients send the type without a body. */
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
    // Stop inflation at the limit: a few bytes must not become a large body.
    gunzip(body, { maxOutputLength: MAX_BODY_BYTES }, (error: NodeJS.ErrnoException | null, bytes) => {
      if (error?.code === 'ERR_BUFFER_TOO_LARGE') return done(errorOf('FST_ERR_CTP_BODY_TOO_LARGE'))
      if (error) return done(errorOf('FST_ERR_CTP_INVALID_JSON_BODY'))
      request.inflated = bytes.length
      read(bytes)
    })
  })
}
