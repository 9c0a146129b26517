import type { FastifyInstance } from 'fastify'
import { isMigrated } from './db/migrate.ts'
import type { Deps } from './deps.ts'

/** `/salute/vivo`: this process answers. `/salute/pronto`: it can serve; 503 as soon as it starts to shut down. */
export function registerHealth(app: FastifyInstance, { db, mailer, log }: Deps): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/salute/vivo', { schema: { hide: true } }, async () => ({ stato: 'vivo', secondi: process.uptime() }))
  app.get('/salute/pronto', { schema: { hide: true } }, async (_, reply) => {
    const migrations = await isMigrated(db).catch((error) => {
      log.warn({ err: error }, 'database non raggiungibile')
      return null
    })
    const ready = migrations === true && !closing
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        stato: closing ? 'in chiusura' : ready ? 'pronto' : 'non pronto',
        database: { motore: db.engine, raggiungibile: migrations !== null, migrato: migrations === true },
        posta: mailer.mode,
      })
  })
}
