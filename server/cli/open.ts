import { readEnvironment } from '../config-reload.ts'
import { checkFolder } from '../config-values.ts'
import { readConfiguration } from '../configuration.ts'
import { listMissing, migrate } from '../db/migrate.ts'
import { openDb } from '../db/open.ts'
import type { Db } from '../deps.ts'
import { openDestination, openLogger } from '../logger.ts'
import { openDeps } from '../open-deps.ts'
import type { Environment } from './exit.ts'

/** Read the configuration inside the commands that need it: a wrong value is then reported like any refusal. */
const open = () => {
  const config = readConfiguration(readEnvironment(process.env))
  // Log to standard error: standard output is for the result alone.
  return { config, log: openLogger(process.env.LIVELLO_LOG || 'warn', openDestination(process.stderr)) }
}

export const withDeps: Environment['withDeps'] = async (work) => {
  const { config, log } = open()
  const deps = await openDeps(config, log, true)
  return work(deps).finally(() => {
    deps.mailer.close()
    return deps.db.close()
  })
}

/** Runs `work` on the database as it is, before any migration. */
const withDb = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  const { config, log } = open()
  checkFolder('DATA_DIR', config.dataDir)
  const db = await openDb(config, log)
  return work(db).finally(() => db.close())
}

export const migrateDb: Environment['migrate'] = () => withDb(migrate)
export const listMissingOfDb: Environment['listMissing'] = () => withDb(listMissing)
