import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { handleError } from './errors.ts'
import { minimalHeaders } from './headers.ts'
import { toProblem } from './problems.ts'

const STATUS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

type Minimal = ReturnType<typeof minimalHeaders>

/** What is no HTTP at all: the same body as every other refusal, written by hand because no request exists. */
const refuseConnection =
  (minimal: Minimal) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = STATUS[error.code] ?? 400
    const title = STATUS_CODES[status] ?? 'Bad Request'
    const body = JSON.stringify(toProblem({ codice: 'RICHIESTA_NON_VALIDA' }, status))
    const headers = {
      ...minimal,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      connection: 'close',
    }
    const rows = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${title}\r\n${rows.join('')}\r\n${body}`)
    socket.destroy(error)
  }

/** `Expect: x`: Node would answer an empty 417 by itself. */
const refuseExpectation =
  (minimal: Minimal) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    const body = JSON.stringify(toProblem({ codice: 'RICHIESTA_NON_VALIDA' }, 417))
    response.writeHead(417, {
      ...minimal,
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    })
    response.end(body)
  }

/** Whether a request names its host once, as HTTP/1.1 wants. */
export function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/**
 * An address that cannot be read (a broken percent sign): no hook ran, so the headers are put here, and nothing counted it, so its
 * connection ends.
 */
const refuseAddress =
  (minimal: Minimal) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    handleError(error, request, reply.headers({ ...minimal, connection: 'close' }))

/** Refusals of what no hook sees, with the headers that every answer has. */
export function refusalsOf(config: Parameters<typeof minimalHeaders>[0]) {
  const minimal = minimalHeaders(config)
  return {
    connection: refuseConnection(minimal),
    expectation: refuseExpectation(minimal),
    address: refuseAddress(minimal),
  }
}
