import { resolve } from 'node:path'

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
  fidatiProxy: boolean
}

const intero = (valore: string | undefined, altrimenti: number): number => {
  if (valore === undefined || valore === '') return altrimenti
  const n = Number(valore)
  if (!Number.isInteger(n) || n < 0) throw new Error(`Valore di configurazione non valido: ${valore}`)
  return n
}

export function readConfigurazione(env: Record<string, string | undefined>): Configurazione {
  const porta = intero(env.PORT, 8080)
  return {
    porta,
    host: env.HOST ?? '0.0.0.0',
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${porta}`).replace(/\/+$/, ''),
    dataDir: resolve(env.DATA_DIR ?? './dati'),
    databaseUrl: env.DATABASE_URL || null,
    smtpUrl: env.SMTP_URL || null,
    mittente: env.MITTENTE ?? 'Idoneo <non-rispondere@idoneo.example>',
    adminApiKey: env.ADMIN_API_KEY || null,
    produzione: env.NODE_ENV === 'production',
    dispositivi7Giorni: intero(env.DISPOSITIVI_7_GIORNI, 3),
    dispositiviMese: intero(env.DISPOSITIVI_MESE, 5),
    quizDemo: intero(env.QUIZ_DEMO, 500),
    fidatiProxy: env.FIDATI_PROXY === 'true',
  }
}
