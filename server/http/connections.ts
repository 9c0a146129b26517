import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration.ts'
import { callerOf } from './address.ts'

/** Connections that the process may hold at most, whatever its descriptors. */
const MAX_CONNECTIONS = 10_000
/** Descriptors kept for the database, the packages and the system. */
const RESERVED = 160
/** Connections of one address: a browser holds six, a school behind one address a few hundred. */
const PER_ADDRESS = 400

/** Descriptors that this process may open; a cautious number where the system does not tell. */
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

/** Caps on connections, in all and per address; behind a proxy all come from it, so only the first counts. */
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
