import { createApp } from './app.ts'
import { startRounds } from './background.ts'
import { readEnvironment } from './config-reload.ts'
import { readConfiguration } from './configuration.ts'
import { handlers } from './handlers.ts'
import { openLogger } from './logger.ts'
import { openDeps, seedContent } from './open-deps.ts'
import { closeOnSignal, explainStart } from './shutdown.ts'

try {
  const config = readConfiguration(readEnvironment(process.env))
  const deps = await openDeps(config, openLogger(config.logLevel))
  await seedContent(deps)
  const app = await createApp(deps, handlers)
  const close = closeOnSignal(app, deps)
  app.addHook('onClose', startRounds(deps))
  await app.listen({ port: config.port, host: config.host }).catch(close)
  console.log(`Idoneo è pronto: ${config.publicUrl}/simulatore/`)
} catch (error) {
  console.error(explainStart(error))
  process.exit(1)
}
