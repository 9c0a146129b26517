import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import type { Deps } from '../deps.ts'
import { lastBackup } from '../operator/audit.ts'
import { countOutbox, type Waiting } from '../outbox.ts'
import { isSameSecret, readBearer } from './authentication.ts'
import { sendProblem } from './problems.ts'

/** Adds the gauges that are read at each scrape. */
function addGauges({ metrics: { registry }, db, now }: Deps): void {
  const registers = [registry]
  const pool = new Gauge({
    name: 'idoneo_database_connections',
    help: 'Connections of this process by state (open, idle), and callers that wait for one',
    labelNames: ['state'] as const,
    registers,
    collect: () => {
      for (const [state, count] of Object.entries(db.connections())) pool.set({ state }, count)
    },
  })
  // Read beside the calls: figures matter most when the others wait. A database that is down leaves them out.
  const q = db.reserved ?? db
  let asked: Promise<Waiting[]> | null = null
  const counted = (): Promise<Waiting[]> => {
    asked ??= countOutbox(q, now())
      .catch((): Waiting[] => [])
      .finally(() => {
        asked = null
      })
    return asked
  }
  const outbox = new Gauge({
    name: 'idoneo_outbox_rows',
    help: 'Rows of the outbox by kind and state (waiting, abandoned)',
    labelNames: ['kind', 'state'] as const,
    registers,
    collect: async () => {
      const rows = await counted()
      outbox.reset()
      for (const { tipo, attesa, abbandonate } of rows) {
        outbox.set({ kind: tipo, state: 'waiting' }, attesa)
        outbox.set({ kind: tipo, state: 'abandoned' }, abbandonate)
      }
    },
  })
  const overdue = new Gauge({
    name: 'idoneo_outbox_overdue_seconds',
    help: 'Time for which the oldest due row waits, by kind',
    labelNames: ['kind'] as const,
    registers,
    collect: async () => {
      const rows = await counted()
      overdue.reset()
      for (const { tipo, minuti } of rows) overdue.set({ kind: tipo }, minuti * 60)
    },
  })
  const backup = new Gauge({
    name: 'idoneo_backup_last_timestamp_seconds',
    help: 'Instant of the last whole backup; absent before the first',
    registers,
    collect: async () => {
      const last = await lastBackup(q).catch(() => null)
      if (last) backup.set(last.getTime() / 1000)
      else backup.remove()
    },
  })
}

/** `GET /metriche`: text for Prometheus, behind METRICHE_CHIAVE; a page that does not exist where the key is unset. */
export function registerMetrics(app: FastifyInstance, deps: Deps): void {
  const { metrics, config, now } = deps
  app.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions
    const labels = { method: request.method, route: url ?? 'none', status: `${Math.floor(reply.statusCode / 100)}xx` }
    metrics.calls.observe(labels, reply.elapsedTime / 1000)
    if (!reply.problem) return
    metrics.refusals.inc({ code: reply.problem })
    metrics.recent.add(now(), reply.problem, reply.statusCode)
  })
  if (config.metricsKey === null) return
  collectDefaultMetrics({ register: metrics.registry })
  addGauges(deps)
  app.get('/metriche', { schema: { hide: true } }, async (request, reply) => {
    if (!isSameSecret(readBearer(request), config.metricsKey)) return sendProblem(reply, { codice: 'VIETATO' })
    const text = await metrics.registry.metrics()
    return reply.header('cache-control', 'no-store').type(metrics.registry.contentType).send(text)
  })
}
