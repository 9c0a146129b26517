import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
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

/** Strictness of the limits per account and per address: as documented, ten times wider, or none (tests and benches). */
export type LimitLevel = 'normali' | 'ampi' | 'aperti'

/** A process's use of its database (docs/operators/commands.md). Times in ms, 0 for none. */
export type PoolSettings = {
  connections: number
  /** Connections reserved for sign-ins: a flood of other calls cannot occupy them. */
  reserved: number
  /** Statements are prepared once per connection; false behind PgBouncer in transaction mode. */
  prepared: boolean
  statementMs: number
  lockMs: number
  idleMs: number
}

/** An S3-compatible store of packages. `publicUrl`: where browsers reach it; null: the server passes its files on. */
export type S3Settings = {
  url: string
  bucket: string
  region: string
  keyId: string
  key: string
  publicUrl: string | null
}

/** The configuration by environment, with a working default for every entry (D2). */
export type Configuration = AccountConfig & {
  port: number
  host: string
  /** Address that people and mails use, without a trailing slash. */
  publicUrl: string
  dataDir: string
  /** Store of the packages; null: in DATA_DIR. */
  s3: S3Settings | null
  databaseUrl: string | null
  /** PostgreSQL itself, where `databaseUrl` is a PgBouncer. */
  databaseDirect: string | null
  database: PoolSettings
  smtpUrl: string | null
  sender: string
  adminApiKey: string | null
  /** Key by which `/metriche` is read; null: there is no such page. */
  metricsKey: string | null
  production: boolean
  /** Daily backups: folder (null for none), Italian hour from which, how many dated files stay, secret that seals them. */
  backup: { folder: string | null; hour: number; keep: number; key: string | null }
  /** Newest devices allowed (D10). */
  devices7Days: number
  devicesMonth: number
  /** Quizzes of the demo tier (spec §9). */
  quizDemo: number
  /** Limit of an account's journal, in MiB (decision 0086). */
  giornaleMb: number
  /** Most memory of the thread that reads a file of the console, in MiB. */
  readingMb: number
  /** Packs events of closed months (decision 0150): no older program runs from then on. */
  giornaleImpacca: boolean
  /** Trusted proxies in front, nearest first. */
  trustedProxies: number | false
  limits: LimitLevel
  /** Milliseconds by which the server's clock is ahead of the machine's, for tests alone. */
  clockAheadMs: number
  /** Least logged level: debug, info, warn, error, silent. */
  logLevel: string
}

const MAX_PORT = 65_535
const MAX_COUNT = 1_000_000

/**
 * Parses the number of trusted proxies: `true` is one. A number too high would let callers choose their own address.
 */
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

/** Parses an address of this machine or its name; whether a server can listen there shows at the start. */
function readHost(env: Variables): string {
  const value = env.HOST || '127.0.0.1'
  if (isIP(value) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) return value
  return refuse('HOST', `deve essere un indirizzo o un nome di questa macchina, senza http:// e porta, non ${value}`)
}

/** Accepts a database's socket too, which has no host. Refuses here what the client would refuse. */
function readDatabaseUrl(env: Variables, name: 'DATABASE_URL' | 'DATABASE_DIRETTO'): string | null {
  const value = env[name]
  if (!value) return null
  if (!/^postgres(ql)?:\/\/./.test(value)) refuse(name, 'deve essere un indirizzo postgres://…')
  const unreadable = (why: string) =>
    refuse(
      name,
      `deve essere un indirizzo postgres://utente:password@host:porta/nome leggibile (${why}). Nella password i segni come @ : / ? # % vanno scritti in percent-encode (@ è %40)`,
    )
  if (value.includes('#')) unreadable('ha un #')
  try {
    new pg.Client({ connectionString: value })
  } catch (error) {
    unreadable((error as NodeJS.ErrnoException).code ?? 'non si legge')
  }
  return value
}

/** Connections beyond what the cores can run only wait for each other; fewer than four leave a disk idle. */
const CONNECTIONS = Math.min(10, Math.max(4, 2 * availableParallelism()))
const MAX_MS = 86_400_000

const readDatabase = (env: Variables): PoolSettings => ({
  // A backup of the day holds one while it reads by another.
  connections: Math.max(2, readInteger(env, 'DATABASE_CONNESSIONI', CONNECTIONS, 1_000) || CONNECTIONS),
  reserved: 2,
  prepared: readChoice(env, 'DATABASE_PREPARED', ['true', 'false']) === 'true',
  statementMs: readInteger(env, 'DATABASE_ISTRUZIONE_MS', 30_000, MAX_MS),
  lockMs: readInteger(env, 'DATABASE_BLOCCO_MS', 10_000, MAX_MS),
  idleMs: readInteger(env, 'DATABASE_TRANSAZIONE_MS', 60_000, MAX_MS),
})

/** Least length of a key of ours, and least number of characters that differ in it. */
const MIN_KEY = 24
const MIN_DIFFERENT = 8

function readOwnKey(env: Variables, name: string): string | null {
  const key = readKey(env, name)
  if (key !== null && key.length < MIN_KEY)
    refuse(name, `deve avere almeno ${MIN_KEY} caratteri: npm run idoneo -- chiave ne stampa una`)
  if (key !== null && new Set(key).size < MIN_DIFFERENT)
    refuse(name, 'non deve ripetere pochi caratteri: npm run idoneo -- chiave ne stampa una')
  return key
}

const MAX_BACKUPS = 1_000

function readBackup(env: Variables): Configuration['backup'] {
  const keep = readInteger(env, 'BACKUP_TIENI', 14, MAX_BACKUPS)
  if (keep === 0) refuse('BACKUP_TIENI', 'deve essere almeno 1')
  const folder = env.BACKUP_CARTELLA ? resolve(env.BACKUP_CARTELLA) : null
  return { folder, hour: readInteger(env, 'BACKUP_ORA', 3, 23), keep, key: readOwnKey(env, 'BACKUP_CHIAVE') }
}

/** Refuse a password in an address that people see in mails, redirects, the log or the page's policy. */
function readPublicUrl(env: Variables, name: 'PUBLIC_URL' | 'S3_URL' | 'S3_URL_PUBBLICO'): string | null {
  const value = readBaseUrl(env, name)
  if (value === null) return null
  const { username, password } = new URL(value)
  return username || password ? refuse(name, 'deve essere un indirizzo senza nome utente e password') : value
}

const S3_NAMES = ['S3_URL', 'S3_SECCHIO', 'S3_CHIAVE_ID', 'S3_CHIAVE'] as const

function readS3(env: Variables): S3Settings | null {
  const missing = S3_NAMES.filter((name) => !env[name])
  const publicUrl = readPublicUrl(env, 'S3_URL_PUBBLICO')
  if (missing.length === S3_NAMES.length && publicUrl === null) return null
  if (missing[0]) refuse(missing[0], `manca: ${S3_NAMES.join(', ')} vanno insieme`)
  const bucket = env.S3_SECCHIO as string
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    refuse('S3_SECCHIO', `deve avere da 3 a 63 minuscole, cifre, punti o trattini, non ${bucket}`)
  return {
    url: readPublicUrl(env, 'S3_URL') as string,
    bucket,
    region: readKey(env, 'S3_REGIONE') ?? 'us-east-1',
    keyId: readKey(env, 'S3_CHIAVE_ID') as string,
    key: readKey(env, 'S3_CHIAVE') as string,
    publicUrl,
  }
}

/** Reads the configuration. Throws on an invalid value: a typing error must not silently become a default. */
export function readConfiguration(env: Variables): Configuration {
  const port = readInteger(env, 'PORT', 8080, MAX_PORT)
  const production = readChoice(env, 'NODE_ENV', ['development', 'production', 'test']) === 'production'
  return {
    port,
    host: readHost(env),
    publicUrl: readPublicUrl(env, 'PUBLIC_URL') ?? `http://localhost:${port}`,
    dataDir: resolve(env.DATA_DIR || './dati'),
    s3: readS3(env),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    databaseDirect: readDatabaseUrl(env, 'DATABASE_DIRETTO'),
    database: readDatabase(env),
    smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    sender: readMailbox(env, 'MITTENTE', 'Idoneo <non-rispondere@idoneo.example>', true),
    adminApiKey: readOwnKey(env, 'ADMIN_API_KEY'),
    metricsKey: readOwnKey(env, 'METRICHE_CHIAVE'),
    production,
    backup: readBackup(env),
    devices7Days: readInteger(env, 'DISPOSITIVI_7_GIORNI', 3, MAX_COUNT),
    devicesMonth: readInteger(env, 'DISPOSITIVI_MESE', 5, MAX_COUNT),
    quizDemo: readInteger(env, 'QUIZ_DEMO', 500, MAX_COUNT),
    giornaleMb: readInteger(env, 'GIORNALE_MB', 1024, MAX_COUNT),
    readingMb: Math.max(64, readInteger(env, 'LETTURA_MB', 512, MAX_COUNT)),
    giornaleImpacca: readChoice(env, 'GIORNALE_IMPACCA', ['no', 'si']) === 'si',
    trustedProxies: readProxy(env),
    limits: readLimitLevel(env, production),
    clockAheadMs: readClockAhead(env, production),
    logLevel: readChoice(env, 'LIVELLO_LOG', ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent']),
    ...readAccountConfig(env),
  }
}

/**
 * Returns the address at which a replica listens for the others; null for one server alone. PgBouncer in transaction
 * mode passes no notification on.
 */
export const listeningUrl = ({ databaseUrl, databaseDirect, database }: Configuration): string | null =>
  databaseUrl && (databaseDirect ?? (database.prepared ? databaseUrl : null))

/** Lists what this configuration leaves open; the start prints it for the operator. */
export function describeWide(config: Configuration): string[] {
  const { host, limits, clockAheadMs, adminApiKey, publicUrl, stripe, production, smtpUrl, dataDir } = config
  const anywhere = host === '0.0.0.0' || host === '::'
  return [
    ...(anywhere ? [`Risponde a tutta la rete (HOST=${host}); HOST=127.0.0.1 la chiude a questa macchina.`] : []),
    ...(limits === 'ampi' ? ['I limiti di frequenza sono dieci volte più larghi (LIMITI=ampi).'] : []),
    ...(limits === 'aperti' ? ['Nessun limite di frequenza (LIMITI=aperti): solo per le prove.'] : []),
    ...(clockAheadMs > 0 ? ['L’orologio del server è spostato in avanti (OROLOGIO_AVANTI): solo per le prove.'] : []),
    ...(stripe || production
      ? []
      : ['Premium è gratis: ogni pagamento è di prova, finché manca STRIPE_CHIAVE (NODE_ENV=production lo spegne).']),
    ...(smtpUrl ? [] : [`Le mail non partono: sono scritte in ${join(dataDir, 'posta')}, finché manca SMTP_URL.`]),
    ...(config.databaseUrl && !listeningUrl(config)
      ? [
          'config_reload non arriva alle altre repliche, finché manca DATABASE_DIRETTO (PgBouncer non passa le notifiche).',
        ]
      : []),
    ...(adminApiKey ? [] : ['Le chiamate degli operatori sono spente: manca ADMIN_API_KEY.']),
    ...(publicUrl.startsWith('https:') ? [] : ['L’indirizzo pubblico non è https (PUBLIC_URL).']),
  ]
}
