import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { refuse, type Variables } from './config-values.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import type { Deps } from './deps.ts'

/** Entries that a running server reloads; ports, folders and database stay as at its start. */
const RELOADED = [
  'quizDemo',
  'giornaleMb',
  'devices7Days',
  'devicesMonth',
  'sblocchiMese',
  'durate',
  'recessoGiorni',
  'recuperoRiservato',
  'assistenza',
  'gestore',
  'social',
  'stripe',
  'contatti',
  'app',
  'adminApiKey',
] as const satisfies readonly (keyof Configuration)[]

/**
 * Adds the configuration file to the environment: CONFIGURAZIONE, or `idoneo.env` in DATA_DIR. The environment wins.
 */
export function readEnvironment(env: Variables): Variables {
  const named = env.CONFIGURAZIONE
  const file = named || join(resolve(env.DATA_DIR || './dati'), 'idoneo.env')
  if (!named && !existsSync(file)) return env
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...env }
  } catch (error) {
    return refuse(
      'CONFIGURAZIONE',
      `deve essere un file leggibile: ${file} non lo è (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}

/**
 * Reads the configuration again; returns the names of changed entries. Throws on an invalid value, and changes nothing.
 */
export function reloadConfig({ config, log, environment }: Pick<Deps, 'config' | 'log' | 'environment'>): string[] {
  const next = readConfiguration(readEnvironment({ ...environment(), DATA_DIR: config.dataDir }))
  const changed = RELOADED.filter((name) => JSON.stringify(next[name]) !== JSON.stringify(config[name]))
  for (const name of changed) Object.assign(config, { [name]: next[name] })
  if (changed.length > 0) log.info({ cambiate: changed }, 'configurazione riletta')
  return changed
}
