import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { refusalsOf } from './malformed.ts'

/** Time, in ms, in which a whole body arrives, and bytes a second at which a file of the console may take longer. */
const BODY_MS = 30_000
const FILE_BYTES_PER_SECOND = 40_000

export type BodyTimes = { bodyMs: number; fileBytesPerSecond: number }

type Body = { began: number; before: number; isFile: boolean }
const bodies = new WeakMap<IncomingMessage, Body>()

/** Gives a body time in proportion to what arrives of it: the caller is known, and sends a file. */
export function allowFile({ raw }: FastifyRequest): void {
  const body = bodies.get(raw)
  if (body) body.isFile = true
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Ends a connection whose body takes too long (decision 0157). Node's own limit is one for all requests; this one counts
 * from the end of the headers, which Node limits.
 */
export function limitBodies(
  { server }: Pick<FastifyInstance, 'server'>,
  refuse: ReturnType<typeof refusalsOf>['connection'],
  { bodyMs = BODY_MS, fileBytesPerSecond = FILE_BYTES_PER_SECOND }: Partial<BodyTimes> = {},
): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const { socket } = request
    const body: Body = { began: performance.now(), before: socket.bytesRead, isFile: false }
    bodies.set(request, body)
    const leftMs = () => {
      const earned = body.isFile ? ((socket.bytesRead - body.before) / fileBytesPerSecond) * 1000 : 0
      return body.began + bodyMs + earned - performance.now()
    }
    const look = () => {
      const left = leftMs()
      if (left > 0) timer = setTimeout(look, left)
      else if (response.headersSent) socket.destroy()
      else refuse(Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }
    let timer = setTimeout(look, bodyMs)
    const stop = () => clearTimeout(timer)
    request.once('end', stop).once('close', stop)
  })
}
