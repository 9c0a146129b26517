import { isIP } from 'node:net'
import { resolve } from 'node:path'
import pg from 'pg'
import { type AccountConfig, readAccountConfig } from './account-config.ts'
import {
  readBaseUrl,
  readChoice,
  readInteger,
  readKey,
  readMailbox,
  readUrl,
  refuse,
  type Variables,
} from './config-values.ts'

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
  /** Room of an account's journal, in MiB (decision 0086). */
  giornaleMb: number
  /** Proxies in front that are believed, nearest first. */
  trustedProxies: number | false
  limits: LimitLevel
  /** How far the server's clock is ahead of the machine's, milliseconds: tests alone. */
  clockAheadMs: number
  /** Least level that is logged: debug, info, warn, error, silent. */
  logLevel: string
}

const MAX_PORT = 65_535
const MAX_COUNT = 1_000_000

/** How many proxies in front are believed: `true` is one. More than there are would let callers choose their own address. */
const readProxy = (env: Variables): number | false => {
  const value = env.FIDATI_PROXY
  if (value === 'true') return 1
  return value === 'false' ? false : readInteger(env, 'FIDATI_PROXY', 0, 20) || false
}

function readLimitLevel(env: Variables, production: boolean): LimitLevel {
  const level = readChoice(env, 'LIMITI', ['normali', 'ampi', 'aperti'])
  if (level === 'aperti' && production) refuse('LIMITI', 'non può essere aperti in produzione')
  return level
}

/** At most a year, in seconds. */
const MAX_AHEAD = 31_536_000

function readClockAhead(env: Variables, production: boolean): number {
  const seconds = readInteger(env, 'OROLOGIO_AVANTI', 0, MAX_AHEAD)
  if (seconds > 0 && production) refuse('OROLOGIO_AVANTI', 'non può essere impostato in produzione')
  return seconds * 1000
}

/** An address of this machine or its name; whether anything can listen there is told by the system. */
function readHost(env: Variables): string {
  const value = env.HOST || '127.0.0.1'
  if (isIP(value) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) return value
  return refuse('HOST', `deve essere un indirizzo o un nome di questa macchina, senza http:// e porta, non ${value}`)
}

/** A database may also be named by its socket, which has no host. What the client itself refuses is refused here. */
function readDatabaseUrl(env: Variables): string | null {
  const value = env.DATABASE_URL
  if (!value) return null
  if (!/^postgres(ql)?:\/\/./.test(value)) refuse('DATABASE_URL', 'deve essere un indirizzo postgres://…')
  try {
    new pg.Client({ connectionString: value })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    refuse('DATABASE_URL', `deve essere un indirizzo postgres://utente:password@host:porta/nome leggibile (${code})`)
  }
  return value
}

/** Least length of the operators' key. */
const MIN_KEY = 24

function readAdminKey(env: Variables): string | null {
  const key = readKey(env, 'ADMIN_API_KEY')
  if (key !== null && key.length < MIN_KEY)
    refuse('ADMIN_API_KEY', `deve avere almeno ${MIN_KEY} caratteri: npm run idoneo -- chiave ne stampa una`)
  return key
}

/** Throws on a value that cannot be meant: a typing error must not silently become a default. */
export function readConfiguration(env: Variables): Configuration {
  const port = readInteger(env, 'PORT', 8080, MAX_PORT)
  const production = readChoice(env, 'NODE_ENV', ['development', 'production', 'test']) === 'production'
  return {
    port,
    host: readHost(env),
    publicUrl: readBaseUrl(env, 'PUBLIC_URL') ?? `http://localhost:${port}`,
    dataDir: resolve(env.DATA_DIR || './dati'),
    databaseUrl: readDatabaseUrl(env),
    smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    sender: readMailbox(env, 'MITTENTE', 'Idoneo <non-rispondere@idoneo.example>', true),
    adminApiKey: readAdminKey(env),
    production,
    devices7Days: readInteger(env, 'DISPOSITIVI_7_GIORNI', 3, MAX_COUNT),
    devicesMonth: readInteger(env, 'DISPOSITIVI_MESE', 5, MAX_COUNT),
    quizDemo: readInteger(env, 'QUIZ_DEMO', 500, MAX_COUNT),
    giornaleMb: readInteger(env, 'GIORNALE_MB', 1024, MAX_COUNT),
    trustedProxies: readProxy(env),
    limits: readLimitLevel(env, production),
    clockAheadMs: readClockAhead(env, production),
    logLevel: readChoice(env, 'LIVELLO_LOG', ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent']),
    ...readAccountConfig(env),
  }
}

/** What this configuration leaves open, said at the start to whoever runs it. */
export function describeWide({ host, limits, clockAheadMs, adminApiKey, publicUrl }: Configuration): string[] {
  const anywhere = host === '0.0.0.0' || host === '::'
  return [
    ...(anywhere ? [`Risponde a tutta la rete (HOST=${host}); HOST=127.0.0.1 la chiude a questa macchina.`] : []),
    ...(limits === 'ampi' ? ['I limiti di frequenza sono dieci volte più larghi (LIMITI=ampi).'] : []),
    ...(limits === 'aperti' ? ['Nessun limite di frequenza (LIMITI=aperti): solo per le prove.'] : []),
    ...(clockAheadMs > 0 ? ['L’orologio del server è spostato in avanti (OROLOGIO_AVANTI): solo per le prove.'] : []),
    ...(adminApiKey ? [] : ['Le chiamate degli operatori sono spente: manca ADMIN_API_KEY.']),
    ...(publicUrl.startsWith('https:') ? [] : ['L’indirizzo pubblico non è https (PUBLIC_URL).']),
  ]
}
