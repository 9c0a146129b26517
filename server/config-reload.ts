import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { SOCIAL } from '#contract/account'
import { refuse, type Variables } from './config-values.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import type { Deps } from './deps.ts'

/** Entries that a running server reloads; ports, folders and database stay as at its start. */
const RELOADED = [
  'quizDemo',
  'giornaleMb',
  'giornaleImpacca',
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

/** Secrets that a running server reloads. */
export const RELOADED_SECRETS = [
  'ADMIN_API_KEY',
  'STRIPE_CHIAVE',
  'STRIPE_WEBHOOK_SEGRETO',
  'CONTATTI_CHIAVE',
  ...SOCIAL.flatMap((social) => [`OIDC_${social}_SEGRETO`, `OIDC_${social}_CHIAVE`]),
]

/** Variables with a secret, which may be in a file of its own: `ADMIN_API_KEY_FILE` names that of `ADMIN_API_KEY`. */
export const SECRETS = [
  ...['DATABASE_URL', 'DATABASE_DIRETTO', 'S3_CHIAVE_ID', 'S3_CHIAVE', 'SMTP_URL', 'METRICHE_CHIAVE', 'BACKUP_CHIAVE'],
  ...RELOADED_SECRETS,
]

/** Reads the secrets that are in files of their own, without the blanks at their ends. */
function readSecretFiles(env: Variables): Variables {
  const found: Variables = {}
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) refuse(`${name}_FILE`, `non può stare insieme a ${name}`)
    try {
      found[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      refuse(
        `${name}_FILE`,
        `deve essere un file leggibile: ${file} non lo è (${(error as NodeJS.ErrnoException).code})`,
      )
    }
    if (found[name] === '') refuse(`${name}_FILE`, `deve essere un file con il segreto: ${file} è vuoto`)
  }
  return { ...env, ...found }
}

/**
 * Adds the configuration file to the environment, CONFIGURAZIONE or `idoneo.env` in DATA_DIR, and the secrets that are
 * in files. The environment wins over the configuration file.
 */
export function readEnvironment(env: Variables): Variables {
  return readSecretFiles(addFile(env))
}

function addFile(env: Variables): Variables {
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
