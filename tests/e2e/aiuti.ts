import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { inject } from 'vitest'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const TELEFONO = { width: 390, height: 844 }
export const SCRIVANIA = { width: 1440, height: 900 }
export const PASSWORD = 'Prova-sicura-2026'

const ARGOMENTI = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const eseguibile = () => process.env.CHROMIUM || '/usr/bin/chromium'

/** A browser profile on disk: two of them are two devices, one reopened is the same device after a crash. */
export const newProfile = () => mkdtempSync(join(tmpdir(), 'idoneo-profilo-'))

export async function openProfile(
  profilo: string,
  opzioni: { viewport?: { width: number; height: number }; scuro?: boolean } = {},
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profilo, {
    executablePath: eseguibile(),
    args: ARGOMENTI,
    headless: true,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: opzioni.viewport ?? SCRIVANIA,
    colorScheme: opzioni.scuro ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
}

/** Kills the browser of a profile as a dead battery would: SIGKILL to every process of it, no farewell. */
export async function killProfile(profilo: string): Promise<void> {
  const run = promisify(execFile)
  await run('pkill', ['-9', '-f', profilo]).catch(() => null)
}

/** Waits for the newest mail to an address and answers its first link. */
export async function linkFromMail(a: string): Promise<string> {
  const dir = join(inject('dataDir'), 'posta')
  const end = Date.now() + 15_000
  while (Date.now() < end) {
    const names = (await readdir(dir).catch(() => []))
      .filter((n) => n.endsWith('.eml'))
      .sort()
      .reverse()
    for (const name of names) {
      const mail = await PostalMime.parse(await readFile(join(dir, name)))
      const link = mail.to?.some((t) => t.address === a) ? mail.text?.match(/https?:\/\/\S+/)?.[0] : undefined
      if (link) return link
    }
    await new Promise((r) => setTimeout(r, 100))
  }
  throw new Error(`Nessuna mail per ${a}`)
}

/** Runs the operator's command against the product under test; answers standard output. */
export async function idoneo(...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: inject('dataDir'), PUBLIC_URL: inject('indirizzo') }
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/idoneo.ts', ...args], {
    cwd: ROOT,
    env,
  })
  return stdout
}

/** Registers by the API, verifies by the link in the mail, and grants a tier: for journeys about something else. */
export async function makeAccount(email: string, tier: 'demo' | 'premium'): Promise<void> {
  const url = inject('indirizzo')
  const risposta = await fetch(`${url}/api/ms_utente/registrazione`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email_comunicazioni: email,
      flag_privacy: 1,
      autenticazioneVO: {
        username: email,
        password: PASSWORD,
        dispositivo: 'web',
        id_dispositivo: `prova-${Math.random().toString(36).slice(2, 12)}`,
      },
    }),
  })
  if (!risposta.ok) throw new Error(`Registrazione: ${risposta.status} ${await risposta.text()}`)
  await fetch(await linkFromMail(email), { redirect: 'manual' })
  if (tier === 'premium') await idoneo('livello', email, 'premium')
}

export async function login(page: Page, email: string): Promise<void> {
  await page.goto(`${inject('indirizzo')}/simulatore/auth/?type=login`)
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await page.waitForURL(/\/simulatore\/?$/)
}

export const vere = () => Boolean(process.env.BANCHE_VERE)
