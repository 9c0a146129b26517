import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { TIMEOUT_MS } from '#contract/timeout'

const ARGOMENTI = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A dump keeps a crashed tab, and what it holds, for as long as it is written.
  '--disable-breakpad',
  // Hidden tabs of the tests work as fast as the visible one.
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--remote-debugging-port=0',
  'about:blank',
]

/** Times slower that the tabs lose patience with each other: on a busy machine a live owner may be silent for seconds. */
const PATIENT = 5

/**
 * A browser whose tabs are as people have them: one is visible, the others are hidden and can be frozen, and pages stay in the
 * back/forward cache. The driver's own launch makes every tab visible and switches that cache off.
 * `slow`: how many times slower their clock runs (workers/tabs/environment.ts).
 */
export async function openBrowser(slow = PATIENT): Promise<{ browser: BrowserContext; close: () => Promise<void> }> {
  const profilo = mkdtempSync(join(tmpdir(), 'idoneo-schede-profilo-'))
  const processo = spawn(process.env.CHROMIUM || '/usr/bin/chromium', [`--user-data-dir=${profilo}`, ...ARGOMENTI], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const uscito = new Promise<void>((r) => processo.once('exit', () => r()))
  const indirizzo = await new Promise<string>((resolve, reject) => {
    let detto = ''
    processo.stderr.on('data', (parte) => {
      detto += parte
      const trovato = /ws:\/\/\S+/.exec(detto)
      if (trovato) resolve(trovato[0])
    })
    processo.once('exit', (codice) => reject(new Error(`Chromium è uscito con ${codice}: ${detto.slice(0, 500)}`)))
  })
  const via = await chromium.connectOverCDP(indirizzo, { noDefaults: true })
  const [browser] = via.contexts()
  if (!browser) throw new Error('Chromium non ha un profilo')
  browser.setDefaultTimeout(TIMEOUT_MS)
  await browser.addInitScript((times) => {
    const Plain = Worker
    globalThis.Worker = class extends Plain {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, { ...options, ...(options?.name === 'archivio' && { name: `archivio ${times}` }) })
      }
    }
  }, slow)
  return {
    browser,
    async close() {
      const cdp = await via.newBrowserCDPSession().catch(() => null)
      await cdp?.send('Browser.close').catch(() => {})
      const tardi = setTimeout(() => processo.kill('SIGKILL'), 5_000)
      await uscito
      clearTimeout(tardi)
      await rm(profilo, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
