import { createApp } from './app.ts'
import { closeOnSignal, explainStart } from './chiusura.ts'
import { readConfigurazione } from './configurazione.ts'
import { gestori } from './gestori.ts'
import { openMondo, seedMondo } from './mondo.ts'
import { openRegistro } from './registro.ts'

try {
  const config = readConfigurazione(process.env)
  const deps = await openMondo(config, openRegistro(config.livelloLog))
  await seedMondo(deps)
  const app = await createApp(deps, gestori)
  const close = closeOnSignal(app, deps)
  await app.listen({ port: config.porta, host: config.host }).catch(close)
  console.log(`Idoneo è pronto: ${config.publicUrl}/simulatore/`)
} catch (errore) {
  console.error(explainStart(errore))
  process.exit(1)
}
