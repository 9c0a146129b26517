// `npm run idoneo -- COMANDO`: the operator's command (D3).
import { destination } from 'pino'
import { esegui } from './comandi/esegui.ts'
import { readConfigurazione } from './configurazione.ts'
import { migrate } from './db/migra.ts'
import { openDb } from './db/open.ts'
import { openMondo } from './mondo.ts'
import { openRegistro } from './registro.ts'

/** Read only by the commands that need it, and inside them: a wrong value is told like any other refusal. */
const open = () => {
  const config = readConfigurazione(process.env)
  // Standard output is for the result alone.
  return { config, log: openRegistro(process.env.LIVELLO_LOG || 'warn', destination(2)) }
}

process.exitCode = await esegui(process.argv.slice(2), {
  out: (riga) => console.log(riga),
  err: (riga) => console.error(riga),
  withDeps: async (lavoro) => {
    const { config, log } = open()
    const deps = await openMondo(config, log)
    return lavoro(deps).finally(() => deps.db.close())
  },
  migrate: async () => {
    const { config, log } = open()
    const db = await openDb(config, log)
    return migrate(db).finally(() => db.close())
  },
})
