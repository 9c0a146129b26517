import type { BrowserContext } from 'playwright-core'
import { cifra, median, percentile, readOpzioni, report } from './lib/cifre.ts'
import type { Kind } from './lib/filo.ts'
import { openNuda } from './lib/nuda.ts'
import { openProdotto, type Prodotto, prepareDevice } from './lib/prodotto.ts'
import { type Load, load, readSeen, throttle, watchEverything } from './lib/telefono.ts'

const BANCA = 'Diritto costituzionale'
/** Answered and gone on from, for the interactions. */
const ANSWERS = 30
/** A question that shows no level for so long has gone on, milliseconds. */
const GONE_ON_MS = 5_000

// Measure a candidate's waits on a phone (slow 4G, processor four times slower, 390 px), --n loads of each, 3 by default.
// Measure a bare page of the same React, font and styles beside them, so that the machine's pace cancels out.
const opzioni = readOpzioni(3)
const prodotto = await openProdotto()
// Build after the product started: a build in this process sets NODE_ENV for what starts later.
const nuda = await openNuda()
const told: string[] = []
try {
  const email = await prodotto.makeAccount()
  const bare = await withProfile('block', prodotto.newProfile(), (browser) => repeat(browser, nuda.url, '/', true))
  const keptBare = await withProfile('allow', prodotto.newProfile(), async (browser) => {
    await keepBare(browser)
    return repeat(browser, nuda.url, '/', false)
  })
  const login = await withProfile('block', prodotto.newProfile(), (browser) =>
    repeat(browser, prodotto.url, '/auth/?type=login', true),
  )
  const profile = prodotto.newProfile()
  const { home, banca, cls, inp } = await withProfile('block', profile, async (browser) => {
    await prepareDevice(browser, prodotto.url, email, BANCA)
    const bank = await hrefOfBank(browser)
    return {
      home: await repeat(browser, prodotto.url, '/', true),
      banca: await repeat(browser, prodotto.url, bank, true),
      cls: await routes(browser, bank),
      inp: await interactions(browser),
    }
  })
  const kept = await withProfile('allow', profile, async (browser) => {
    await keepPage(browser)
    return repeat(browser, prodotto.url, '/', false)
  })
  await prodotto.stopServer()
  const offline: number[] = []
  for (let giro = 0; giro < opzioni.n; giro++) offline.push(await withProfile('allow', profile, firstQuestion))
  const lcp = (loads: readonly Load[]) => median(loads.map((l) => l.lcp))
  const beside = (name: string, value: number, peer: readonly Load[], most: number) =>
    cifra(name, value, 'ms', `bare page, wanted ${most}`, lcp(peer))
  report('pagina', opzioni, [
    beside('lcp_login', lcp(login), bare, 1),
    beside('lcp_home', lcp(home), bare, 1.4),
    beside('lcp_banca', lcp(banca), bare, 1.5),
    beside('lcp_kept', lcp(kept), keptBare, 1.5),
    beside('offline_first_question', median(offline), keptBare, 4),
    cifra('cls_max', Math.max(...[...login, ...home, ...banca, ...cls].map((l) => l.cls)), '', 'wanted', 0.02),
    cifra('inp_p75', percentile(inp, 0.75), 'ms', 'wanted', 80),
    cifra('requests_max', Math.max(...cls.map((l) => l.requests)), '', 'wanted', 25),
    cifra('title_kb_max', Math.max(...cls.map((l) => l.kB)), 'kB', 'wanted', 220),
  ])
  if (!opzioni.json) {
    console.log('main thread before LCP, ms')
    console.table(mapValues({ bare, login, home, banca, keptBare, kept }, threadOf))
    console.log(told.join('\n'))
  }
} finally {
  await prodotto.close()
  await nuda.close()
}

/** The median of each kind. */
function threadOf(loads: readonly Load[]): Record<string, number> {
  return mapValues(loads[0]?.thread ?? {}, (_, kind) => Math.round(median(loads.map((l) => l.thread[kind as Kind]))))
}

function mapValues<V, W>(of: Readonly<Record<string, V>>, make: (value: V, name: string) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, make(value, name)]))
}

/** Runs in a browser opened for it. */
async function withProfile<T>(
  serviceWorkers: Parameters<Prodotto['openProfile']>[1],
  profile: string,
  run: (browser: BrowserContext) => Promise<T>,
): Promise<T> {
  const browser = await prodotto.openProfile(profile, serviceWorkers)
  try {
    await watchEverything(browser)
    return await run(browser)
  } finally {
    await browser.close()
  }
}

async function repeat(browser: BrowserContext, url: string, path: string, cold: boolean): Promise<Load[]> {
  const loads: Load[] = []
  for (let giro = 0; giro < opzioni.n; giro++) loads.push(await tell(browser, url, path, cold))
  return loads
}

/** One load, and its line for whoever reads along. */
async function tell(browser: BrowserContext, url: string, path: string, cold: boolean): Promise<Load> {
  const l = await load(browser, `${url}/simulatore${path}`, cold)
  told.push(
    `${cold ? 'cold' : 'kept'}${url === nuda.url ? ' bare' : ''} ${path}: LCP ${Math.round(l.lcp)} ms, title ${Math.round(l.title)} ms after ${l.requests} requests and ` +
      `${l.kB.toFixed(0)} kB, CLS ${l.cls.toFixed(3)}${l.cls > 0.02 ? ` (${l.moved.join('; ')})` : ''}`,
  )
  return l
}

/** Address of the downloaded bank's page, without the base. */
async function hrefOfBank(browser: BrowserContext): Promise<string> {
  const page = await browser.newPage()
  await page.goto(`${prodotto.url}/simulatore/banche-dati`)
  const href = await page.getByRole('link', { name: 'Esercitati' }).first().getAttribute('href')
  await page.close()
  return (href ?? '').replace('/simulatore', '')
}

/** Every route that a signed-in person opens by its address, once. */
async function routes(browser: BrowserContext, bank: string): Promise<Load[]> {
  const id = new URLSearchParams(bank.split('?')[1]).get('id_concorso')
  const trial = `/esercitazione/prova-personalizzata?id_concorso=${id}`
  const paths = [
    '/',
    bank,
    '/banche-dati',
    '/aggiungi-banca-dati',
    '/progressi',
    '/ricerca',
    '/ricerca/sql',
    '/profilo?pagina=account',
    '/profilo?pagina=dati',
    trial,
  ]
  const loads: Load[] = []
  for (const path of [...paths, '/bandi-in-scadenza', '/materie'])
    loads.push(await tell(browser, prodotto.url, path, true))
  return loads
}

/** Milliseconds from each press of an answer or of what follows it to the next paint. */
async function interactions(browser: BrowserContext): Promise<number[]> {
  const page = await browser.newPage()
  await throttle(page, false)
  await page.goto(`${prodotto.url}/simulatore/`)
  await page.getByRole('button', { name: /^Comincia: \d+ domande$/ }).click()
  const answers = page.getByRole('radiogroup', { name: 'Risposte', disabled: false }).getByRole('radio')
  await answers.first().waitFor()
  await page.evaluate(() => {
    ;(window as unknown as { seen: { inp: number[] } }).seen.inp = []
  })
  for (let n = 1; n <= ANSWERS; n++) {
    await answers.first().click()
    const next = page.getByRole('button', { name: 'Prossima' })
    const level = page.getByRole('group', { name: 'Quanto la sai?' }).getByRole('radio').first()
    // Skip a right answer: its question goes on by itself, on a busy machine before the level is seen.
    const timeout = GONE_ON_MS
    const seen = await level.waitFor({ timeout }).catch((error: Error) => error)
    if (seen) continue
    if ((await next.count()) === 0) break
    await next.click({ timeout }).catch(() => undefined)
    await answers.first().waitFor()
  }
  const { inp } = await readSeen(page)
  await page.close()
  return inp
}

/** Waits until the service worker has the whole bare page. */
async function keepBare(browser: BrowserContext): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`${nuda.url}/simulatore/`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.close()
}

/** Waits until the service worker has the whole page. */
async function keepPage(browser: BrowserContext): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`${prodotto.url}/simulatore/banche-dati`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await page.getByText('Funziona anche offline').waitFor({ timeout: 60_000 })
  await page.close()
}

/**
 * Without a server, in a browser just started: from opening the page to the first question painted, by the home's one button. The page
 * presses it as soon as it can be pressed and notes the instant: from outside, looking every half second, up to a second is added.
 */
async function firstQuestion(browser: BrowserContext): Promise<number> {
  const page = await browser.newPage()
  await throttle(page, false)
  await page.addInitScript(() => {
    const seen = { pressed: false }
    const look = () => {
      const button =
        !seen.pressed &&
        [...document.querySelectorAll<HTMLElement>('main :is(button:enabled, a)')].find((b) =>
          /^(Comincia: \d+ domande|Continua l’esercitazione)$/.test(b.textContent ?? ''),
        )
      if (button) {
        seen.pressed = true
        button.click()
      } else if (seen.pressed && document.querySelector('[role=radiogroup] [role=radio]')) {
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => (document.documentElement.dataset.first = `${performance.now()}`)))
      }
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  })
  await page.goto(`${prodotto.url}/simulatore/`, { waitUntil: 'commit' })
  const answers = page.getByRole('radiogroup', { name: 'Risposte', disabled: false }).getByRole('radio')
  await answers.first().waitFor()
  return Number(await page.locator('html[data-first]').getAttribute('data-first'))
}
