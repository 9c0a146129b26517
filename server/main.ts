import { createApp } from './app.ts'
import { closeOnSignal } from './chiusura.ts'
import { readConfigurazione } from './configurazione.ts'
import { gestori } from './gestori.ts'
import { openMondo } from './mondo.ts'
import { openRegistro } from './registro.ts'

const config = readConfigurazione(process.env)
const log = openRegistro(config.livelloLog)
const deps = await openMondo(config, log)
const app = await createApp(deps, gestori)
closeOnSignal(app, deps)
await app.listen({ port: config.porta, host: config.host })
console.log(`Idoneo è pronto: ${config.publicUrl}/simulatore/`)
