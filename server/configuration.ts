import { resolve } from 'node:path'
import { type AccountConfig, readAccountConfig } from './account-config.ts'

/** How strict the limits per account and per address are: as documented, ten times wider, or none (tests and benches). */
export type LimitLevel = 'normali' | 'ampi' | 'aperti'

/** D2: configuration by environment, a working default for every entry. */
export type Configuration = AccountConfig & {
  port: number
  host: string
  /** Address that people and mails use, without a trailing slash. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  smtpUrl: string | null
  sender: string
  adminApiKey: string | null
  production: boolean
  /** Newest devices allowed (D10). */
  devices7Days: number
  devicesMonth: number
  /** Quizzes of the demo tier (spec §9). */
  quizDemo: number
  /** Proxies in front that are believed, nearest first. */
  trustedProxies: number | false
  limits: LimitLevel
  /** Least level that is logged: debug, info, warn, error, silent. */
  logLevel: string
}

/** A value of the environment that cannot be meant. */
export class WrongConfiguration extends Error {
  override name = 'WrongConfiguration'
}

const MAX_PORT = 65_535

type Environment = Record<string, string | undefined>

const integer = (env: Environment, nome: string, fallback: number, max = 1_000_000): number => {
  const value = env[nome]
  if (value === undefined || value === '') return fallback
  const n = Number(value)
  if (!Number.isInteger(n) || n < 0 || n > max)
    throw new WrongConfiguration(`${nome} deve essere un numero intero da 0 a ${max}, non ${value}`)
  return n
}

/** How many proxies in front are believed: `true` is one. More than there are would let callers choose their own address. */
const readProxy = (env: Environment): number | false => {
  const value = env.FIDATI_PROXY
  if (value === 'true') return 1
  return value === 'false' ? false : integer(env, 'FIDATI_PROXY', 0, 20) || false
}

function readLimitLevel(value: string | undefined, production: boolean): LimitLevel {
  if (!value) return 'normali'
  if (value !== 'normali' && value !== 'ampi' && value !== 'aperti')
    throw new WrongConfiguration(`LIMITI deve essere normali, ampi o aperti, non ${value}`)
  if (value === 'aperti' && production) throw new WrongConfiguration('LIMITI=aperti non è ammesso in produzione')
  return value
}

/** An address of one of these schemes; null when there is none. Its secrets are never repeated in a refusal. */
function readUrl(env: Environment, name: string, schemes: readonly string[]): string | null {
  const value = env[name]
  if (!value) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !schemes.includes(url.protocol) || url.hostname === '')
    throw new WrongConfiguration(`${name} deve essere un indirizzo ${schemes.map((s) => `${s}//…`).join(' o ')}`)
  return value
}

/** A database may also be named by its socket, which has no host. */
function readDatabaseUrl(value: string | undefined): string | null {
  if (!value) return null
  if (!/^postgres(ql)?:\/\/./.test(value))
    throw new WrongConfiguration('DATABASE_URL deve essere un indirizzo postgres://…')
  return value
}

/** Least length of the operators' key. */
const MIN_KEY = 24

function readAdminKey(value: string | undefined): string | null {
  if (!value) return null
  if (value.length < MIN_KEY)
    throw new WrongConfiguration(
      `ADMIN_API_KEY deve avere almeno ${MIN_KEY} caratteri: npm run idoneo -- chiave ne stampa una`,
    )
  return value
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Throws on a value that cannot be meant: a typing error must not silently become a default. */
export function readConfiguration(env: Environment): Configuration {
  const port = integer(env, 'PORT', 8080, MAX_PORT)
  const production = env.NODE_ENV === 'production'
  const logLevel = env.LIVELLO_LOG || 'info'
  if (!LOG_LEVELS.includes(logLevel))
    throw new WrongConfiguration(`LIVELLO_LOG deve essere uno di ${LOG_LEVELS.join(', ')}`)
  return {
    port,
    host: env.HOST || '127.0.0.1',
    publicUrl: (readUrl(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir: resolve(env.DATA_DIR || './dati'),
    databaseUrl: readDatabaseUrl(env.DATABASE_URL),
    smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    sender: env.MITTENTE || 'Idoneo <non-rispondere@idoneo.example>',
    adminApiKey: readAdminKey(env.ADMIN_API_KEY),
    production,
    devices7Days: integer(env, 'DISPOSITIVI_7_GIORNI', 3),
    devicesMonth: integer(env, 'DISPOSITIVI_MESE', 5),
    quizDemo: integer(env, 'QUIZ_DEMO', 500),
    trustedProxies: readProxy(env),
    limits: readLimitLevel(env.LIMITI, production),
    logLevel,
    ...readAccountConfig(env, (message) => {
      throw new WrongConfiguration(message)
    }),
  }
}

/** What this configuration leaves open, said at the start to whoever runs it. */
export function describeWide({ host, limits, adminApiKey, publicUrl }: Configuration): string[] {
  const anywhere = host === '0.0.0.0' || host === '::'
  return [
    ...(anywhere ? [`Risponde a tutta la rete (HOST=${host}); HOST=127.0.0.1 la chiude a questa macchina.`] : []),
    ...(limits === 'ampi' ? ['I limiti di frequenza sono dieci volte più larghi (LIMITI=ampi).'] : []),
    ...(limits === 'aperti' ? ['Nessun limite di frequenza (LIMITI=aperti): solo per le prove.'] : []),
    ...(adminApiKey ? [] : ['Le chiamate degli operatori sono spente: manca ADMIN_API_KEY.']),
    ...(publicUrl.startsWith('https:') ? [] : ['L’indirizzo pubblico non è https (PUBLIC_URL).']),
  ]
}
