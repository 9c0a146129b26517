import { resolve } from 'node:path'

/** How strict the limits per account and per address are: as documented, ten times wider, or none (tests and benches). */
export type Limiti = 'normali' | 'ampi' | 'aperti'

/** D2: configuration by environment, a working default for every entry. */
export type Configurazione = {
  porta: number
  host: string
  /** Address that people and mails use, without a trailing slash. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  smtpUrl: string | null
  mittente: string
  adminApiKey: string | null
  produzione: boolean
  /** Newest devices allowed (D10). */
  dispositivi7Giorni: number
  dispositiviMese: number
  /** Quizzes of the demo tier (spec §9). */
  quizDemo: number
  /** Proxies in front that are believed, nearest first. */
  fidatiProxy: number | false
  limiti: Limiti
  /** Least level that is logged: debug, info, warn, error, silent. */
  livelloLog: string
}

/** A value of the environment that cannot be meant. */
export class ConfigurazioneErrata extends Error {
  override name = 'ConfigurazioneErrata'
}

const PORTA_MASSIMA = 65_535

type Ambiente = Record<string, string | undefined>

const intero = (env: Ambiente, nome: string, altrimenti: number, massimo = 1_000_000): number => {
  const valore = env[nome]
  if (valore === undefined || valore === '') return altrimenti
  const n = Number(valore)
  if (!Number.isInteger(n) || n < 0 || n > massimo)
    throw new ConfigurazioneErrata(`${nome} deve essere un numero intero da 0 a ${massimo}, non ${valore}`)
  return n
}

/** How many proxies in front are believed: `true` is one. More than there are would let callers choose their own address. */
const readProxy = (env: Ambiente): number | false => {
  const valore = env.FIDATI_PROXY
  if (valore === 'true') return 1
  return valore === 'false' ? false : intero(env, 'FIDATI_PROXY', 0, 20) || false
}

function readLimiti(valore: string | undefined, produzione: boolean): Limiti {
  if (!valore) return produzione ? 'normali' : 'ampi'
  if (valore !== 'normali' && valore !== 'ampi' && valore !== 'aperti')
    throw new ConfigurazioneErrata(`LIMITI deve essere normali, ampi o aperti, non ${valore}`)
  if (valore === 'aperti' && produzione) throw new ConfigurazioneErrata('LIMITI=aperti non è ammesso in produzione')
  return valore
}

const LIVELLI_LOG = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Throws on a value that cannot be meant: a typing error must not silently become a default. */
export function readConfigurazione(env: Ambiente): Configurazione {
  const porta = intero(env, 'PORT', 8080, PORTA_MASSIMA)
  const produzione = env.NODE_ENV === 'production'
  const livelloLog = env.LIVELLO_LOG || 'info'
  if (!LIVELLI_LOG.includes(livelloLog))
    throw new ConfigurazioneErrata(`LIVELLO_LOG deve essere uno di ${LIVELLI_LOG.join(', ')}`)
  return {
    porta,
    host: env.HOST ?? '0.0.0.0',
    publicUrl: (env.PUBLIC_URL || `http://localhost:${porta}`).replace(/\/+$/, ''),
    dataDir: resolve(env.DATA_DIR || './dati'),
    databaseUrl: env.DATABASE_URL || null,
    smtpUrl: env.SMTP_URL || null,
    mittente: env.MITTENTE || 'Idoneo <non-rispondere@idoneo.example>',
    adminApiKey: env.ADMIN_API_KEY || null,
    produzione,
    dispositivi7Giorni: intero(env, 'DISPOSITIVI_7_GIORNI', 3),
    dispositiviMese: intero(env, 'DISPOSITIVI_MESE', 5),
    quizDemo: intero(env, 'QUIZ_DEMO', 500),
    fidatiProxy: readProxy(env),
    limiti: readLimiti(env.LIMITI, produzione),
    livelloLog,
  }
}
