import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
} from 'playwright-core'
import PostalMime from 'postal-mime'
import { inject } from 'vitest'
import { VERSIONI_TESTI } from '#contract/text-versions'
import { TIMEOUT_MS } from '#contract/timeout'
import { formatConsent } from '#rules/consent'
import { findShell } from '../../scripts/browser.mjs'
import { ADMIN_KEY, COMMAND, EXECUTABLE, SWITCHES } from './programs.ts'
import { chiudi, segui } from './referto.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Larger counts, and every window: `npm run test:notte`. */
export const NIGHT = process.env.NOTTE === '1'
export const TELEFONO = { width: 390, height: 844 }
export const SCRIVANIA = { width: 1440, height: 900 }

/**
 * The windows in which a journey is made: in one of the two by day, in both at night (`npm run test:notte`). Its screens are looked
 * at by axe in both windows anyway.
 */
export const finestre = (di_giorno: '1440' | '390') =>
  (
    [
      ['1440', SCRIVANIA],
      ['390', TELEFONO],
    ] as const
  ).filter(([nome]) => NIGHT || nome === di_giorno)
/** A call of the page is given up after `TIMEOUT_MS` and made again: a journey is more patient than that. */
export const PAZIENZA_MS = TIMEOUT_MS + 15_000
export const PASSWORD = 'Prova-sicura-2026'

/** An address of nobody else. */
export const newEmail = (nome: string) => `${nome}-${Math.random().toString(36).slice(2, 10)}@example.org`

/** Address of a screen. */
export const url = (path = '/') => `${inject('indirizzo')}/simulatore${path}`

type Options = {
  viewport?: { width: number; height: number }
  scuro?: boolean
  /** A phone: fingers instead of a mouse. */
  tocco?: boolean
  /** `allow` where the journey is about the page kept on the device; a journey that answers for the server needs none between. */
  serviceWorkers?: 'allow' | 'block'
  /** Fetches the screens' code early, where the journey opens one without a network. The others save data (decision 0169). */
  anticipo?: true
  /** The choice about cookies was made already, and refused; `chiedi`: this journey is asked. */
  consenso?: 'chiedi'
}

const contextOptions = (opzioni: Options): BrowserContextOptions => ({
  serviceWorkers: opzioni.serviceWorkers ?? 'block',
  locale: 'it-IT',
  timezoneId: 'Europe/Rome',
  viewport: opzioni.viewport ?? SCRIVANIA,
  colorScheme: opzioni.scuro ? 'dark' : 'light',
  reducedMotion: 'reduce',
  ...(opzioni.tocco && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
})

/** The browser of the run, reached once by each worker of the tests. */
const connection: { browser: Promise<Browser> | null } = { browser: null }

/** A device of its own in the browser of the run: nothing of it outlives `close`. */
export async function openContext(opzioni: Options = {}): Promise<BrowserContext> {
  connection.browser ??= chromium.connect(inject('browser'))
  return prepare(await (await connection.browser).newContext(contextOptions(opzioni)), opzioni)
}

/** A browser profile on disk: two of them are two devices, one reopened is the same device after a crash. It goes with DATA_DIR. */
export const newProfile = () => mkdtempSync(join(inject('dataDir'), 'profilo-'))

/** A browser of its own, for a journey that kills it, starts it again, or is about what it keeps on the disk. */
export async function openProfile(
  profilo: string,
  opzioni: Options & {
    /** The whole browser, where its own storage is the subject. */
    intero?: boolean
    /** With the back/forward cache, which the shell lacks. */
    conCronologia?: boolean
    /** Further arguments of the browser's command line. */
    argomenti?: readonly string[]
  } = {},
): Promise<BrowserContext> {
  const browser = await chromium.launchPersistentContext(profilo, {
    executablePath: opzioni.intero || opzioni.conCronologia ? EXECUTABLE : (findShell() ?? EXECUTABLE),
    args: [...SWITCHES, ...(opzioni.argomenti ?? [])],
    // The driver switches the back/forward cache off; people's browsers have it on.
    ...(opzioni.conCronologia && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    headless: true,
    ...contextOptions(opzioni),
  })
  return prepare(browser, opzioni)
}

async function prepare(
  browser: BrowserContext,
  { anticipo, serviceWorkers, consenso }: Options,
): Promise<BrowserContext> {
  if (!anticipo && serviceWorkers !== 'allow')
    await browser.addInitScript(() => {
      const { connection } = navigator as { connection?: object }
      if (connection) Object.defineProperty(connection, 'saveData', { get: () => true })
    })
  if (consenso !== 'chiedi')
    await browser.addCookies([
      {
        name: 'idoneo_consenso',
        value: formatConsent({ choice: 'no', at: Date.now() }, VERSIONI_TESTI.statistiche),
        url: inject('indirizzo'),
        expires: Math.floor(Date.now() / 1000) + 86_400,
      },
    ])
  browser.setDefaultTimeout(PAZIENZA_MS)
  segui(browser)
  for (const dove of [browser, ...browser.pages()]) lasciaAndare(dove)
  browser.on('page', lasciaAndare)
  const close = browser.close.bind(browser)
  browser.close = async (motivo) => {
    await chiudi(browser)
    // Web Storage of a page that closes is written at once; the process that writes it may outlive the browser.
    await Promise.all(browser.pages().map((page) => page.close().catch(() => undefined)))
    await close(motivo)
  }
  return browser
}

/** An address of no call, by which a page shows that its requests are held. */
const PROBE = '/api/prova-della-rete'

/**
 * Waits until requests of the page meet its routes: Chromium says so before the document knows, and a press just after would
 * reach the server. A page that is frozen, gone or served by a worker of its own is not waited for.
 */
async function untilRouted(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return
  const asked = page.evaluate(async (probe) => {
    for (let n = 0; n < 20; n++) if ((await fetch(probe).catch(() => null))?.status === 204) return
  }, PROBE)
  await Promise.race([asked.catch(() => undefined), new Promise((go) => setTimeout(go, 2_000).unref())])
}

/**
 * A route holds every request from its return on. One whose route, page or browser goes while a journey answers it is heard by
 * nobody: that is not the journey's failure.
 */
function lasciaAndare(dove: BrowserContext | Page): void {
  const route = dove.route.bind(dove)
  const unroute = dove.unroute.bind(dove)
  dove.route = async (indirizzo, rispondi, opzioni) => {
    const held = await route(
      indirizzo,
      async (...richiesta) => {
        try {
          await rispondi(...richiesta)
        } catch (e) {
          if (!/already handled|has been closed|disposed/.test(String(e))) throw e
        }
      },
      opzioni,
    )
    await route(`**${PROBE}`, (probe) => probe.fulfill({ status: 204 }))
    await Promise.all(('pages' in dove ? dove.pages() : [dove]).map(untilRouted))
    await unroute(`**${PROBE}`).catch(() => undefined)
    return held
  }
}

/**
 * Kills the browser of a profile as a dead battery would: SIGKILL to its process group, which the profile's folder names.
 * Chromium writes Web Storage up to a minute late, so a session younger than that needs a close before.
 */
export async function killProfile(profilo: string, browser: BrowserContext): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pgid=,args='], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const pid = Number.parseInt(stdout.split('\n').find((line) => line.includes(`--user-data-dir=${profilo}`)) ?? '', 10)
  const chiuso = new Promise((r) => browser.once('close', r))
  process.kill(-pid, 'SIGKILL')
  await chiuso
}

/** Mails by their file's name, each read once: recipient as it is written, and the text. */
const mails = new Map<string, { to: string; text: string }>()

/** The newest mail to an address, null when there is none yet. */
export async function newestMail(a: string): Promise<string | null> {
  const dir = join(inject('dataDir'), 'posta')
  const names = (await readdir(dir).catch(() => [])).filter((n) => n.endsWith('.eml'))
  for (const name of names) {
    if (mails.has(name)) continue
    const mail = await PostalMime.parse(await readFile(join(dir, name)))
    mails.set(name, { to: mail.to?.map((t) => t.address).join(' ') ?? '', text: mail.text ?? '' })
  }
  const own = names.filter((name) => mails.get(name)?.to.split(' ').includes(a)).sort()
  return mails.get(own.at(-1) ?? '')?.text ?? null
}

/** Waits for the newest mail to an address and answers its first link. */
export async function linkFromMail(a: string): Promise<string> {
  const end = Date.now() + PAZIENZA_MS
  while (Date.now() < end) {
    const link = (await newestMail(a))?.match(/https?:\/\/\S+/)?.[0]
    if (link) return link
    await new Promise((r) => setTimeout(r, 100))
  }
  throw new Error(`Nessuna mail per ${a}`)
}

/** Runs the operator's command against the product under test; answers standard output. */
export async function idoneo(...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: inject('dataDir'), PUBLIC_URL: inject('indirizzo') }
  const { stdout } = await promisify(execFile)(process.execPath, [...COMMAND, ...args], { cwd: ROOT, env })
  return stdout
}

type RispostaApi = { stato: number; corpo: Record<string, unknown> & { codice?: string } }

/** One call to the API as any client may make it; `path` is relative to its base. */
export async function api(
  path: string,
  { token, chiave, metodo = 'GET', corpo }: { token?: string; chiave?: string; metodo?: string; corpo?: unknown } = {},
): Promise<RispostaApi> {
  const risposta = await fetch(`${inject('indirizzo')}/api${path}`, {
    method: metodo,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(chiave !== undefined && { 'x-api-key': chiave }),
      ...(corpo !== undefined && { 'content-type': 'application/json' }),
    },
    ...(corpo !== undefined && { body: JSON.stringify(corpo) }),
  })
  const testo = await risposta.text()
  return { stato: risposta.status, corpo: testo === '' ? {} : JSON.parse(testo) }
}

/** Says that the account of an address is its owner's, with the link of the newest mail. */
export async function confirmEmail(email: string): Promise<void> {
  const token = new URL(await linkFromMail(email)).searchParams.get('token')
  const { stato, corpo } = await api('/ms_utente/verifica_email', { metodo: 'POST', corpo: { token, mio: true } })
  if (stato !== 200) throw new Error(`Conferma: ${stato} ${JSON.stringify(corpo)}`)
}

/** The tier of an account from now on, by the operator's call. */
export async function setTier(id_utente_idoneo: number, tier: 'demo' | 'premium'): Promise<void> {
  const livello = tier === 'demo' ? 0 : 3
  const { stato, corpo } = await api('/ms_utente/aggiorna_livello', {
    chiave: ADMIN_KEY,
    metodo: 'POST',
    corpo: { id_utente_idoneo, livello },
  })
  if (stato !== 200) throw new Error(`Livello: ${stato} ${JSON.stringify(corpo)}`)
}

/** What a sign-in of a new device sends. */
const proof = (email: string, id_dispositivo: string) => ({
  username: email,
  password: PASSWORD,
  ricordami: true,
  dispositivo: 'web',
  id_dispositivo,
})
const newDevice = () => `prova-${Math.random().toString(36).slice(2, 12)}`

/** Registers by the API, verifies by the link in the mail, grants a tier: for journeys about something else. Its token. */
export async function makeAccount(email: string, tier: 'demo' | 'premium'): Promise<string> {
  const { stato, corpo } = await api('/ms_utente/registrazione', {
    metodo: 'POST',
    corpo: { email_comunicazioni: email, flag_privacy: 1, autenticazioneVO: proof(email, newDevice()) },
  })
  if (typeof corpo.token_api !== 'string') throw new Error(`Registrazione: ${stato} ${JSON.stringify(corpo)}`)
  await confirmEmail(email)
  if (tier === 'premium') await setTier(Number(corpo.id_utente_idoneo), tier)
  return corpo.token_api
}

/**
 * Signs a device in as the form does, without the form: the answer of the call is put where the page keeps it. To be called before the
 * device has anything else; the next page that is opened is signed in. Answers the token.
 */
export async function signIn(device: BrowserContext, email: string): Promise<string> {
  const id_dispositivo = newDevice()
  const { stato, corpo } = await api('/ms_utente/login', { metodo: 'POST', corpo: proof(email, id_dispositivo) })
  const { token_api: token, ...utente } = corpo
  if (typeof token !== 'string') throw new Error(`Accesso: ${stato} ${JSON.stringify(corpo)}`)
  const kept = {
    'idoneo.dispositivo': id_dispositivo,
    'idoneo.sessione': JSON.stringify({ token, utente, ricordami: true, emessa: Date.now() }),
    'idoneo.ultimo_utente': String(utente.id_utente_idoneo),
  }
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  await device.setStorageState({
    cookies: await device.cookies(),
    origins: [{ origin: inject('indirizzo'), localStorage }],
  })
  return token
}

/** Signs in by the form. */
export async function login(page: Page, email: string): Promise<void> {
  await page.goto(url('/auth/?type=login'))
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await page.waitForURL(/\/simulatore\/?$/)
}

/** What a page gave to keep; the browser of the run keeps it elsewhere. */
export async function bytesOf(download: Download): Promise<Buffer> {
  const file = join(mkdtempSync(join(inject('dataDir'), 'scaricato-')), 'file')
  await download.saveAs(file)
  return readFile(file)
}

/** The dialog of every error (spec §8). */
export const attenzione = (page: Page) => page.getByRole('alertdialog', { name: 'Attenzione' })

/** The account that a page remembers, by its id. */
export const userOf = (page: Page): Promise<number> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('idoneo.sessione') ?? '{}').utente.id_utente_idoneo as number)

/** The token of the session that a page remembers. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('idoneo.sessione') ?? '{}').token as string)

export const vere = () => Boolean(process.env.BANCHE_VERE)

/** Leaves the app for a page of the server's that is none of it; the page stays in the back/forward cache. */
export async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.tornata = 'no'
    addEventListener('pageshow', () => {
      dataset.tornata = 'sì'
    })
  })
  await page.goto(new URL('/api/openapi.json', url()).href, { waitUntil: 'commit' })
}

/**
 * Comes back after `leave`, out of the back/forward cache. Chromium gives such a return up now and then on a busy machine
 * (its reason: "navigation-canceled") and loads the page anew, which shows nothing of the cache: then there and back again.
 */
export async function comeBack(page: Page): Promise<void> {
  for (let volta = 1; volta <= 5; volta++) {
    await page.waitForLoadState()
    await page.goBack({ waitUntil: 'commit' })
    await page.locator('html:not([data-tornata="no"])').waitFor({ state: 'attached' })
    if ((await page.locator('html').getAttribute('data-tornata')) !== null) return
    await page.waitForLoadState()
    await leave(page)
  }
  throw new Error('the page never came back out of the back/forward cache')
}
