import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#server/config-reload'
import { checkFolder, WrongConfiguration } from '#server/config-values'
import { describeWide, readConfiguration } from '#server/configuration'
import { openLogger } from '#server/logger'
import { openDeps } from '#server/open-deps'
import { ROOT } from '#server/root'
import { explainStart } from '#server/shutdown'

const GOOGLE = { OIDC_GOOGLE_ID: 'io', OIDC_GOOGLE_SEGRETO: 's' }
const STRIPE = { STRIPE_CHIAVE: 'sk_x', STRIPE_WEBHOOK_SEGRETO: 'whsec_x' }
const KEY = 'chiave-di-ventiquattro-caratteri'
const PEM = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
const NO_URL = ['x', 'ftp://x', 'https://', 'https://[', 'http://x:99999']
const S3 = { S3_URL: 'http://x', S3_SECCHIO: 'idoneo', S3_CHIAVE_ID: 'io', S3_CHIAVE: 's' }
const NO_BASE = [...NO_URL, 'https://x/?a=1', 'https://x/#a']
const NO_KEYS = [...NO_BASE, 'https://u:p@a.it', 'https://u@a.it']

type Case = { bad: readonly string[]; good: readonly string[]; beside?: Record<string, string> }
/** Every variable with values that cannot be meant, and with values that can. The folders are in a test of their own. */
const VARIABLES: Record<string, Case> = {
  PORT: { bad: ['ottanta', '65536', '-1', '80.5', '0x50', '1e3', ' 80'], good: ['80', '0', ''] },
  HOST: { bad: ['http://x', 'a b', 'x:80', '-'], good: ['0.0.0.0', '::', 'localhost', 'quiz.example'] },
  PUBLIC_URL: {
    bad: ['nonunurl', ...NO_KEYS],
    good: ['https://quiz.example/', 'http://localhost:8080'],
  },
  DATABASE_URL: {
    bad: [
      'postgres://[',
      'postgres://',
      'mysql://x/y',
      'x',
      'postgres://h:99999/x',
      'postgres://u:p@ss/w#rd@h:5432/x',
      'postgres://h/x?sslrootcert=/non/c/e',
    ],
    good: ['postgres://u:p@h:5432/idoneo', 'postgresql:///idoneo', 'postgres://%2Fvar%2Frun/idoneo'],
  },
  DATABASE_DIRETTO: { bad: ['mysql://x/y', 'x', 'postgres://u:p@ss/w#rd@h/x'], good: ['postgres://u:p@h:5432/idoneo'] },
  DATABASE_PREPARED: { bad: ['no', '0'], good: ['true', 'false'] },
  DATABASE_CONNESSIONI: { bad: ['tante', '-1', '1001'], good: ['4'] },
  DATABASE_ISTRUZIONE_MS: { bad: ['30s', '-1'], good: ['0', '30000'] },
  DATABASE_BLOCCO_MS: { bad: ['1.5'], good: ['0', '10000'] },
  DATABASE_TRANSAZIONE_MS: { bad: ['x'], good: ['0', '60000'] },
  S3_URL: { bad: ['', ...NO_KEYS], good: ['http://127.0.0.1:9000', 'https://s3.example/'], beside: S3 },
  S3_SECCHIO: { bad: ['', 'a', 'Secchio', 'a/b', '../x'], good: ['idoneo', 'quiz.idoneo-1'], beside: S3 },
  S3_CHIAVE_ID: { bad: ['', 'a b'], good: ['AKIA'], beside: S3 },
  S3_CHIAVE: { bad: ['', 'a b'], good: ['s/+='], beside: S3 },
  S3_REGIONE: { bad: ['a b'], good: ['eu-south-1'], beside: S3 },
  S3_URL_PUBBLICO: { bad: NO_KEYS, good: ['https://file.example'], beside: S3 },
  SMTP_URL: { bad: ['x', 'http://x', 'smtp://', 'smtp://['], good: ['smtps://u:p@posta.example:465'] },
  MITTENTE: { bad: ['zz', 'Idoneo <zz>', 'a@b', 'Idoneo <a@b.it'], good: ['a@b.it', 'Idoneo, prove <a@b.it>'] },
  ADMIN_API_KEY: { bad: ['a', 'k'.repeat(24), 'abc'.repeat(10), `${KEY} `, `${KEY}è`], good: [KEY] },
  METRICHE_CHIAVE: { bad: ['a', 'k'.repeat(24), `${KEY} `], good: [KEY] },
  BACKUP_ORA: { bad: ['24', 'notte'], good: ['0', '23'] },
  BACKUP_TIENI: { bad: ['0', '-1'], good: ['1'] },
  BACKUP_CHIAVE: { bad: ['a', `${KEY} `], good: [KEY] },
  QUIZ_DEMO: { bad: ['-1', 'molti', '1.5'], good: ['0', '500'] },
  LETTURA_MB: { bad: ['-1', 'tanto', '0.5'], good: ['64'] },
  GIORNALE_MB: { bad: ['-1', 'tanto', '0.5'], good: ['64'] },
  GIORNALE_IMPACCA: { bad: ['true', 'SI'], good: ['si', 'no'] },
  DISPOSITIVI_7_GIORNI: { bad: ['-1', 'tre'], good: ['3'] },
  DISPOSITIVI_MESE: { bad: ['-1', 'cinque'], good: ['5'] },
  LIMITI: { bad: ['nessuno', 'NORMALI'], good: ['normali', 'ampi', 'aperti'] },
  OROLOGIO_AVANTI: { bad: ['-1', 'un poco', '31536001'], good: ['120'] },
  LIVELLO_LOG: { bad: ['tanto'], good: ['warn', 'silent'] },
  FIDATI_PROXY: { bad: ['forse', '21', '-1'], good: ['true', 'false', '2'] },
  NODE_ENV: { bad: ['prod', 'Production'], good: ['production', 'development', 'test'] },
  GESTORE: { bad: ['x'.repeat(501)], good: ['Idoneo, via Roma 1'] },
  ASSISTENZA: { bad: ['zz', 'Aiuto <a@b.it>'], good: ['aiuto@quiz.example'] },
  RECUPERO_RISERVATO: { bad: ['1', 'si', 'TRUE'], good: ['true', 'false'] },
  SBLOCCHI_MESE: { bad: ['-1', 'due', '10000'], good: ['0'] },
  RECESSO_GIORNI: { bad: ['-1', 'x'], good: ['14'] },
  PREMIUM_DURATE: { bad: ['3', '3:x', '0:999', '3:10', '3:999,3:1000'], good: ['3:999,6:1499'] },
  STRIPE_CHIAVE: { bad: ['', 'sk x'], good: ['sk_x'], beside: { STRIPE_WEBHOOK_SEGRETO: 'whsec_x' } },
  STRIPE_WEBHOOK_SEGRETO: { bad: ['', 'whsec x'], good: ['whsec_x'], beside: { STRIPE_CHIAVE: 'sk_x' } },
  STRIPE_URL: { bad: NO_BASE, good: ['http://127.0.0.1:1'], beside: STRIPE },
  OIDC_GOOGLE_ID: { bad: ['', 'a b'], good: ['io'], beside: { OIDC_GOOGLE_SEGRETO: 's' } },
  OIDC_GOOGLE_SEGRETO: { bad: ['', 'a b'], good: ['s'], beside: { OIDC_GOOGLE_ID: 'io' } },
  OIDC_GOOGLE_ISSUER: { bad: NO_URL, good: ['https://x.example/'], beside: GOOGLE },
  OIDC_GOOGLE_SCOPE: { bad: ['email'], good: ['openid email'], beside: GOOGLE },
  OIDC_APPLE_TEAM: { bad: ['a b'], good: ['T'], beside: { OIDC_APPLE_ID: 'io', OIDC_APPLE_SEGRETO: 's' } },
  OIDC_APPLE_CHIAVE_ID: { bad: ['a b'], good: ['K'], beside: { OIDC_APPLE_ID: 'io', OIDC_APPLE_SEGRETO: 's' } },
  OIDC_APPLE_CHIAVE: {
    bad: ['x', '-----BEGIN PRIVATE KEY-----\\nx\\n-----END PRIVATE KEY-----'],
    good: [String(PEM).replaceAll('\n', '\\n')],
    beside: { OIDC_APPLE_ID: 'io', OIDC_APPLE_TEAM: 'T', OIDC_APPLE_CHIAVE_ID: 'K' },
  },
  VERIFICA_TLS_URL: { bad: NO_BASE, good: ['https://tls.example/base'] },
  CONTATTI_CHIAVE: { bad: ['a b'], good: ['k'] },
  CONTATTI_URL: { bad: NO_BASE, good: ['https://x.example/v3'], beside: { CONTATTI_CHIAVE: 'k' } },
  APP_STORE_URL: {
    bad: ['x', 'http://apps.apple.com/a', 'https://x.example'],
    good: ['https://apps.apple.com/it/app/x'],
  },
  GOOGLE_PLAY_URL: { bad: ['x', 'https://x.example'], good: ['https://play.google.com/store/apps/details?id=x'] },
  APP_GALLERY_URL: { bad: ['x', 'https://x.example'], good: ['https://appgallery.huawei.com/app/C1'] },
}
/** Of files and folders, and of the system's own. */
const ELSEWHERE = ['DATA_DIR', 'BACKUP_CARTELLA', 'CONFIGURAZIONE', 'PATH', 'BANCHE_VERE']

const cases = (which: 'bad' | 'good') =>
  Object.entries(VARIABLES).flatMap(([name, { beside, ...values }]) =>
    values[which].map((value) => [name, value, { ...beside, [name]: value }] as const),
  )

describe('[OP2] a value that cannot be meant', () => {
  it.each(cases('bad'))(
    '%s=%j is refused at the start, in a sentence that begins with its name',
    (name, value, env) => {
      let sentence = ''
      try {
        readConfiguration(env)
      } catch (error) {
        expect(error).toBeInstanceOf(WrongConfiguration)
        sentence = explainStart(error)
      }
      expect(sentence).toMatch(new RegExp(`^Idoneo non parte: ${name} (non )?(deve|manca|può)`))
      const told = value.split('//').at(-1) ?? ''
      if (/CHIAVE|SEGRETO|KEY|DATABASE_(URL|DIRETTO)|SMTP/.test(name) && told.length > 1)
        expect(sentence).not.toContain(told)
    },
  )

  it.each(cases('good'))('%s=%j is taken', (_, __, env) => {
    expect(() => readConfiguration(env)).not.toThrow()
  })

  it('a clock ahead is refused in production, and said at the start anywhere else', () => {
    const ahead = { OROLOGIO_AVANTI: '120' }
    expect(() => readConfiguration({ ...ahead, NODE_ENV: 'production' })).toThrow(/^OROLOGIO_AVANTI .*produzione/)
    expect(describeWide(readConfiguration(ahead)).join('\n')).toContain('OROLOGIO_AVANTI')
    expect(describeWide(readConfiguration({})).join('\n')).not.toContain('OROLOGIO_AVANTI')
  })

  it('no variable of the documents, and none that the server reads, is without a case here', async () => {
    const pages = await Promise.all(
      ['README.md', 'docs/operators/configuration.md'].map((page) => readFile(join(ROOT, page), 'utf8')),
    )
    const told = [...pages.join('\n').matchAll(/^\| (`[A-Z][^|]+`) \|/gm)].flatMap(
      ([, names = '']) => names.match(/[A-Z][A-Z0-9_]+/g) ?? [],
    )
    const known = new Set([...Object.keys(VARIABLES), ...ELSEWHERE])
    expect(told.length).toBeGreaterThan(30)
    expect(told.filter((name) => !known.has(name))).toEqual([])
    const files = (await readdir(join(ROOT, 'server'), { recursive: true })).filter((file) => file.endsWith('.ts'))
    const read = new Set<string>()
    for (const file of files) {
      const source = await readFile(join(ROOT, 'server', file), 'utf8')
      for (const [, name = ''] of source.matchAll(/\b(?:env\.|\(env, ')([A-Z][A-Z0-9_]+)/g)) read.add(name)
    }
    expect(read.size).toBeGreaterThan(25)
    expect([...read].filter((name) => !known.has(name))).toEqual([])
  })
})

describe('[OP2] files and folders', () => {
  it('a DATA_DIR that is a file, below one, or closed is refused by its name before anything is touched', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'idoneo-cartella-'))
    const file = join(folder, 'file')
    await writeFile(file, 'x')
    for (const dataDir of [file, join(file, 'dentro')]) {
      const open = openDeps(readConfiguration({ DATA_DIR: dataDir }), openLogger('silent'))
      await expect(open).rejects.toThrow(`DATA_DIR deve essere una cartella: ${file} è un file`)
    }
    expect(await readFile(file, 'utf8')).toBe('x')
    expect(() => checkFolder('DATA_DIR', join(folder, 'nuova', 'dentro'))).not.toThrow()
    await rm(folder, { recursive: true })
  })

  it.runIf(process.platform === 'linux')('a DATA_DIR where nobody can write is refused', () => {
    expect(() => checkFolder('DATA_DIR', '/proc/1/nuova')).toThrow(
      /^DATA_DIR deve essere una cartella in cui si può scrivere/,
    )
  })

  it('a CONFIGURAZIONE that is named and cannot be read is refused, an absent file of DATA_DIR is not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'idoneo-configurazione-'))
    for (const CONFIGURAZIONE of [join(folder, 'manca.env'), folder])
      expect(() => readEnvironment({ CONFIGURAZIONE })).toThrow(/^CONFIGURAZIONE deve essere un file leggibile/)
    expect(readEnvironment({ DATA_DIR: folder })).toEqual({ DATA_DIR: folder })
    await writeFile(join(folder, 'idoneo.env'), 'QUIZ_DEMO=molti')
    expect(() => readConfiguration(readEnvironment({ DATA_DIR: folder }))).toThrow(/^QUIZ_DEMO /)
    await rm(folder, { recursive: true })
  })
})

describe('what the start says', () => {
  const said = (env: Record<string, string>) =>
    describeWide(readConfiguration({ DATA_DIR: '/dati', ...env })).join('\n')

  it('[PY5] that premium is free where every payment is a trial, and nothing where it is not', () => {
    expect(said({})).toContain('Premium è gratis: ogni pagamento è di prova')
    expect(said({ NODE_ENV: 'production' })).not.toContain('Premium è gratis')
    expect(said({ STRIPE_CHIAVE: 'sk_x', STRIPE_WEBHOOK_SEGRETO: 'whsec_x' })).not.toContain('Premium è gratis')
  })

  it('[OP14] where mails go while SMTP_URL is unset', () => {
    expect(said({})).toContain('/dati/posta')
    expect(said({ SMTP_URL: 'smtp://posta.example' })).not.toContain('/dati/posta')
  })
})

it.each([
  ['3D000', 'il database di DATABASE_URL non esiste'],
  ['28P01', 'il database non accetta utente e password'],
  ['26000', 'DATABASE_PREPARED=false'],
  ['42P05', 'DATABASE_PREPARED=false'],
  ['08P01', 'PgBouncer'],
])('a database that refuses with %s is told in one sentence', (code, sentence) => {
  const told = explainStart(Object.assign(new Error('database "x" does not exist'), { code }))
  expect(told).toContain(sentence)
  expect(told.split('\n')).toHaveLength(1)
})
