import { execFile, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { chmod, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BrowserContext, chromium } from 'playwright-core'
import PostalMime from 'postal-mime'
import { buildIfNeeded } from '../../scripts/build.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PASSWORD = 'Prova-sicura-2026'
const READY_MS = 60_000

/** The built product with its embedded database, and a person's browser profiles; `close` leaves nothing behind. */
export type Prodotto = {
  /** Address without a trailing slash. */
  url: string
  /** Runs the operator's command; what it says. */
  idoneo(...args: string[]): Promise<string>
  /** A verified premium account; its e-mail. */
  makeAccount(): Promise<string>
  /** A browser over a profile folder: `newProfile` makes one. A phone of 390 pixels. */
  openProfile(profile: string, serviceWorkers: 'allow' | 'block'): Promise<BrowserContext>
  newProfile(): string
  /** Nothing answers any more, as on a train. */
  stopServer(): Promise<void>
  close(): Promise<void>
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** Asks until `ask` answers something; throws after a minute. */
async function until<T>(what: string, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const end = Date.now() + READY_MS; Date.now() < end; await new Promise((r) => setTimeout(r, 100))) {
    const found = await ask()
    if (found) return found
  }
  throw new Error(`${what}: not in ${READY_MS / 1000} s`)
}

async function confirmationLink(mails: string): Promise<string | undefined> {
  for (const name of await readdir(mails).catch(() => [])) {
    if (!name.endsWith('.eml')) continue
    const { text } = await PostalMime.parse(await readFile(join(mails, name)))
    const link = text?.match(/https?:\/\/\S+/)?.[0]
    if (link) return link
  }
}

async function register(url: string, dataDir: string, idoneo: Prodotto['idoneo']): Promise<string> {
  const email = 'banco@example.org'
  const autenticazioneVO = {
    username: email,
    password: PASSWORD,
    dispositivo: 'web',
    id_dispositivo: 'banco-di-misura',
  }
  const response = await fetch(`${url}/api/ms_utente/registrazione`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email_comunicazioni: email, flag_privacy: 1, autenticazioneVO }),
  })
  if (!response.ok) throw new Error(`registration: ${response.status} ${await response.text()}`)
  const link = await until('the mail', () => confirmationLink(join(dataDir, 'posta')))
  const token = new URL(link).searchParams.get('token')
  const confirmed = await fetch(`${url}/api/ms_utente/verifica_email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, mio: true }),
  })
  if (!confirmed.ok) throw new Error(`confirmation: ${confirmed.status} ${await confirmed.text()}`)
  await idoneo('livello', email, 'premium')
  return email
}

/** Builds when sources changed, and starts the server with its starter banks. */
export async function openProdotto(): Promise<Prodotto> {
  await buildIfNeeded({ log: console.error })
  const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-bench-'))
  // The embedded database refuses root and then runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LIMITI: 'aperti',
  }
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((r) => server.once('exit', r))
  await until('the server', () =>
    fetch(`${url}/salute/pronto`).then(
      (r) => r.ok,
      () => false,
    ),
  )
  const stopServer = async () => {
    server.kill('SIGTERM')
    await ended
  }
  const idoneo: Prodotto['idoneo'] = async (...args) => {
    const command = ['dist/server/idoneo.js', ...args]
    return (await promisify(execFile)(process.execPath, command, { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 }))
      .stdout
  }
  return {
    url,
    idoneo,
    makeAccount: () => register(url, dataDir, idoneo),
    newProfile: () => mkdtempSync(join(dataDir, 'profilo-')),
    openProfile: (profile, serviceWorkers) =>
      chromium.launchPersistentContext(profile, {
        executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
        headless: true,
        serviceWorkers,
        locale: 'it-IT',
        timezoneId: 'Europe/Rome',
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
      }),
    stopServer,
    async close() {
      await stopServer()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Signs in by the form, refuses the statistics and puts a bank on the device. */
export async function prepareDevice(browser: BrowserContext, url: string, email: string, banca: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`${url}/simulatore/auth/?type=login`)
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await page.waitForURL(/\/simulatore\/?$/)
  await page.getByRole('button', { name: 'Rifiuta' }).click()
  await page.goto(`${url}/simulatore/aggiungi-banca-dati?cerca=${encodeURIComponent(banca)}`)
  await page.getByRole('button', { name: `Aggiungi ${banca}` }).click()
  await page.getByRole('button', { name: 'Aggiungi e scarica' }).click()
  await page.getByText(`«${banca}» è pronta, anche offline`).waitFor({ timeout: READY_MS })
  await page.close()
}
