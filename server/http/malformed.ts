import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { handleError } from './errors.ts'
import { MINIMAL_HEADERS } from './headers.ts'
import { toProblem } from './problems.ts'

const STATUS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** What is no HTTP at all: the same body as every other refusal, written by hand because no request exists. */
export function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = STATUS[error.code] ?? 400
  const title = STATUS_CODES[status] ?? 'Bad Request'
  const body = JSON.stringify({ ...toProblem({ codice: 'RICHIESTA_NON_VALIDA' }), title, status })
  const headers = {
    ...MINIMAL_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const rows = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${title}\r\n${rows.join('')}\r\n${body}`)
  socket.destroy(error)
}

/** An address that cannot be read (a broken percent sign): no hook ran, so the headers are put here. */
export const refuseAddress = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  handleError(error, request, reply.headers(MINIMAL_HEADERS))
