import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createWake, senders } from './background.ts'
import { BELIEVED, createClockWatch, steadyMs } from './clock.ts'
import { checkFolder } from './config-values.ts'
import { type Configuration, listeningUrl } from './configuration.ts'
import { refuseLostData } from './db/engine.ts'
import { isEmpty, migrate } from './db/migrate.ts'
import { openDb } from './db/open.ts'
import { PATIENT } from './db/pool.ts'
import { readSecret } from './db/secrets.ts'
import type { Deps } from './deps.ts'
import { createGuesses } from './http/guesses.ts'
import { openMailer } from './mail/mail.ts'
import { createMetrics } from './metrics.ts'
import { flushOutbox } from './outbox.ts'
import { openPackageFiles } from './package-files/open.ts'
import { createReplicas } from './replicas.ts'
import { createPasswordHasher } from './utente/password.ts'

/**
 * Opens the dependencies of server and operator's command: database (migrated), mail, archive. Close `db` at the end.
 * `waits`: a command sends mail before it returns, because the process is about to end.
 */
export async function openDeps(config: Configuration, log: Logger, waits = false): Promise<Deps> {
  checkFolder('DATA_DIR', config.dataDir)
  // Set no time-outs for a command: a backup, or a restore that waits for calls, may take long.
  const database = waits ? { ...PATIENT, prepared: config.database.prepared } : config.database
  const db = await openDb({ ...config, database }, log)
  try {
    if (db.engine === 'esterno' && (await isEmpty(db))) refuseLostData(config.dataDir)
    const added = await migrate(db)
    if (added.length > 0) log.info({ nuove: added }, 'database migrato')
    return await assemble(config, log, db, waits)
  } catch (error) {
    await db.close()
    throw error
  }
}

async function assemble(config: Configuration, log: Logger, db: Deps['db'], waits: boolean): Promise<Deps> {
  const now = () => new Date(Date.now() + config.clockAheadMs)
  const key = await readSecret(db, 'pacchetti', randomBytes)
  const deps: Deps = {
    db,
    mailer: openMailer(config, log),
    packageFiles: await openPackageFiles(config, { key, now }),
    passwords: createPasswordHasher(),
    guesses: createGuesses({ db, log }, config.limits),
    replicas: createReplicas({ db, log }, listeningUrl(config)),
    log,
    metrics: createMetrics(),
    config,
    now,
    wait,
    // Skip the comparison where tests move the clock: it disagrees with every other.
    clock: config.clockAheadMs > 0 ? BELIEVED : createClockWatch({ db, log, now, steady: steadyMs }),
    random: randomBytes,
    wake: () => wake(),
    environment: () => process.env,
  }
  // Declare `wake` after `deps`, which it delivers for.
  const wake = waits ? () => flushOutbox(deps, senders).then(() => {}) : createWake(() => deps)
  return deps
}
