import { createApp } from './app.ts'
import { startRounds } from './background.ts'
import { readEnvironment } from './config-reload.ts'
import { describeWide, readConfiguration } from './configuration.ts'
import { handlers } from './handlers.ts'
import { openLogger } from './logger.ts'
import { openDeps, seedContent } from './open-deps.ts'
import { listenToReplicas } from './operator/orders.ts'
import { closeOnSignal, explainStart, ListenFailed } from './shutdown.ts'

/** Failures of `listen` that concern the port; their sentence names it. */
const OF_THE_PORT = ['EADDRINUSE', 'EACCES']

try {
  const config = readConfiguration(readEnvironment(process.env))
  const deps = await openDeps(config, openLogger(config.logLevel))
  await seedContent(deps)
  const app = await createApp(deps, handlers)
  const close = closeOnSignal(app, deps)
  app.addHook('onClose', startRounds(deps))
  app.addHook('onClose', await listenToReplicas(deps))
  await app
    .listen({ port: config.port, host: config.host })
    .catch((error: NodeJS.ErrnoException) =>
      close(OF_THE_PORT.includes(error.code ?? '') ? error : new ListenFailed(config.host, error)),
    )
  console.log(`Idoneo è pronto: ${config.publicUrl}/simulatore/`)
  for (const sentence of describeWide(config)) console.log(sentence)
} catch (error) {
  console.error(explainStart(error))
  process.exit(1)
}
