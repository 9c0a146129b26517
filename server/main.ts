import { createApp } from './app.ts'
import { startRounds } from './background.ts'
import { readEnvironment } from './config-reload.ts'
import { describeWide, readConfiguration } from './configuration.ts'
import { handlers } from './handlers.ts'
import { keepPage } from './http/page.ts'
import { clearUploads } from './importazioni/upload.ts'
import { openLogger } from './logger.ts'
import { openDeps } from './open-deps.ts'
import { listenToReplicas } from './operator/orders.ts'
import { createStarter } from './pacchetti/starter.ts'
import { readProgram } from './program.ts'
import { closeOnSignal, explainStart, ListenFailed } from './shutdown.ts'

/** Failures of `listen` that concern the port; their sentence names it. */
const OF_THE_PORT = ['EADDRINUSE', 'EACCES']

try {
  const config = readConfiguration(readEnvironment(process.env))
  const deps = await openDeps(config, openLogger(config.logLevel))
  await clearUploads(deps)
  const starter = await createStarter(deps, readProgram().versione)
  const app = await createApp(deps, handlers, starter)
  const close = closeOnSignal(app, deps)
  keepPage(app, deps)
  app.addHook('onClose', startRounds(deps))
  app.addHook('onClose', await listenToReplicas(deps))
  app.addHook('onClose', starter.stop)
  await app
    .listen({ port: config.port, host: config.host })
    .catch((error: NodeJS.ErrnoException) =>
      close(OF_THE_PORT.includes(error.code ?? '') ? error : new ListenFailed(config.host, error)),
    )
  await starter.start()
  console.log(`Idoneo è pronto: ${config.publicUrl}/simulatore/`)
  for (const sentence of describeWide(config)) console.log(sentence)
} catch (error) {
  console.error(explainStart(error))
  process.exit(1)
}
