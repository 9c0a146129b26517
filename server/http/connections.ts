import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration.ts'
import { callerOf } from './address.ts'

/** Most connections of the process, whatever its descriptors. */
const MAX_CONNECTIONS = 10_000
/** Descriptors kept for the database, the packages and the system. */
const RESERVED = 160
/** Connections of one address: a browser holds six, a school behind one address a few hundred. */
const PER_ADDRESS = 400

/** Requests that one connection may begin before the first response. Browsers and proxies wait for each. */
const PIPELINED = 16
/** Return value that makes the parser read nothing after this request, as after an upgrade. */
const NO_MORE = 2

/** Returns the descriptors that this process may open; a cautious number where the system shows none. */
function descriptorLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft ? Number(soft) : 1024
  } catch {
    return 1024
  }
}

/** A download needs two descriptors: the connection and the file. */
export const maxConnectionsOf = (descriptors: number): number =>
  Math.max(16, Math.min(MAX_CONNECTIONS, Math.floor((descriptors - RESERVED) / 2)))

/** Caps connections, in all and per address. Behind a proxy all share its address, so only the first cap counts. */
export function capConnections(
  app: FastifyInstance,
  { limits, trustedProxies }: Pick<Configuration, 'limits' | 'trustedProxies'>,
  descriptors = descriptorLimit(),
): void {
  app.server.maxConnections = maxConnectionsOf(descriptors)
  if (limits === 'aperti' || trustedProxies !== false) return
  const most = Math.min(PER_ADDRESS, Math.floor(app.server.maxConnections / 2)) * (limits === 'ampi' ? 10 : 1)
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const key = callerOf(socket.remoteAddress ?? '')
    const now = open.get(key) ?? 0
    if (now >= most) {
      socket.destroy()
      return
    }
    open.set(key, now + 1)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
  })
}

/**
 * Node's own parser of a connection: the return value of its callback decides whether it reads on. No public way leaves
 * received bytes unread (decision 0097).
 */
type Parsed = Socket & { parser?: { onIncoming?: ((...request: unknown[]) => unknown) | null } | null }

/**
 * Closes a connection that sends requests without waiting for responses. A few megabytes are hundreds of thousands of
 * requests, which would all begin before any other caller's.
 */
export function capPipelines({ server }: Pick<FastifyInstance, 'server'>): void {
  const begun = new WeakMap<Socket, number>()
  server.on('connection', (socket: Parsed) => {
    const { parser } = socket
    const begin = parser?.onIncoming
    if (!parser || !begin) return
    parser.onIncoming = (...request) => {
      const now = begun.get(socket) ?? 0
      if (now < PIPELINED) {
        begun.set(socket, now + 1)
        return begin(...request)
      }
      socket.destroy()
      return NO_MORE
    }
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => begun.set(socket, (begun.get(socket) ?? 1) - 1))
  })
}
