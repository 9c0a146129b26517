import type { FastifyInstance } from 'fastify'
import { isMigrated } from './db/migra.ts'
import type { Deps } from './deps.ts'

/** `/salute/vivo`: this process answers. `/salute/pronto`: it can serve; 503 as soon as it starts to shut down. */
export function registerSalute(app: FastifyInstance, { db, posta, log }: Deps): void {
  let inChiusura = false
  app.addHook('preClose', async () => {
    inChiusura = true
  })
  app.get('/salute/vivo', { schema: { hide: true } }, async () => ({ stato: 'vivo', secondi: process.uptime() }))
  app.get('/salute/pronto', { schema: { hide: true } }, async (_, reply) => {
    const migrazioni = await isMigrated(db).catch((errore) => {
      log.warn({ err: errore }, 'database non raggiungibile')
      return null
    })
    const pronto = migrazioni === true && !inChiusura
    return reply
      .code(pronto ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        stato: inChiusura ? 'in chiusura' : pronto ? 'pronto' : 'non pronto',
        database: { motore: db.motore, raggiungibile: migrazioni !== null, migrato: migrazioni === true },
        posta: posta.modo,
      })
  })
}
