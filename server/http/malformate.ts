import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { handleError } from './errori.ts'
import { INTESTAZIONI_MINIME } from './intestazioni.ts'
import { toProblema } from './problemi.ts'

const STATO: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** What is no HTTP at all: the same body as every other refusal, written by hand because no request exists. */
export function refuseConnection(errore: ConnectionError, socket: Socket): void {
  if (errore.code === 'ECONNRESET' || socket.destroyed) return
  const status = STATO[errore.code] ?? 400
  const title = STATUS_CODES[status] ?? 'Bad Request'
  const corpo = JSON.stringify({ ...toProblema({ codice: 'RICHIESTA_NON_VALIDA' }), title, status })
  const intestazioni = {
    ...INTESTAZIONI_MINIME,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(corpo)),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const righe = Object.entries(intestazioni).map(([nome, valore]) => `${nome}: ${valore}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${title}\r\n${righe.join('')}\r\n${corpo}`)
  socket.destroy(errore)
}

/** An address that cannot be read (a broken percent sign): no hook ran, so the headers are put here. */
export const refuseAddress = (errore: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  handleError(errore, request, reply.headers(INTESTAZIONI_MINIME))
