import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { handleError } from './errors.ts'
import { minimalHeaders } from './headers.ts'
import { toProblem } from './problems.ts'

const STATUS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

type Minimal = ReturnType<typeof minimalHeaders>

/** Refuses bytes that are no HTTP with the usual body, written by hand because no request exists. */
const refuseConnection =
  (minimal: Minimal) =>
  (error: Error & Pick<ConnectionError, 'code'>, socket: Socket): void => {
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

/** `Expect: x`: replace Node's empty 417. */
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

/** Returns whether a request names its host once, as HTTP/1.1 requires. */
export function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/**
 * Refuses an unreadable address (a broken percent sign). No hook ran, so the headers are set here. No limit counted the
 * request, so its connection ends.
 */
const refuseAddress =
  (minimal: Minimal) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    handleError(error, request, reply.headers({ ...minimal, connection: 'close' }))

/** Returns the refusals of requests that no hook sees, with the headers of every response. */
export function refusalsOf(config: Parameters<typeof minimalHeaders>[0]) {
  const minimal = minimalHeaders(config)
  return {
    connection: refuseConnection(minimal),
    expectation: refuseExpectation(minimal),
    address: refuseAddress(minimal),
  }
}
