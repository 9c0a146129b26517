import type { BrowserContext } from 'playwright-core'
import { cifra, median, percentile, readOpzioni, report } from './lib/cifre.ts'
import { openProdotto, type Prodotto, prepareDevice } from './lib/prodotto.ts'
import { type Load, load, readSeen, throttle, watchEverything } from './lib/telefono.ts'

const BANCA = 'Diritto costituzionale'
/** Answered and gone on from, for the interactions. */
const ANSWERS = 30

// What a candidate waits for on a phone: slow 4G, a processor four times slower, 390 px; --n loads of each (3 unless told).
const opzioni = readOpzioni(3)
const prodotto = await openProdotto()
const told: string[] = []
try {
  const email = await prodotto.makeAccount()
  const auth = await withProfile('block', prodotto.newProfile(), (browser) =>
    repeat(browser, '/auth/?type=login', true),
  )
  const profile = prodotto.newProfile()
  const { home, banca, cls, inp } = await withProfile('block', profile, async (browser) => {
    await prepareDevice(browser, prodotto.url, email, BANCA)
    const bank = await hrefOfBank(browser)
    return {
      home: await repeat(browser, '/', true),
      banca: await repeat(browser, bank, true),
      cls: await routes(browser, bank),
      inp: await interactions(browser),
    }
  })
  const cached = await withProfile('allow', profile, async (browser) => {
    await keepPage(browser)
    return repeat(browser, '/', false)
  })
  await prodotto.stopServer()
  const offline: number[] = []
  for (let giro = 0; giro < opzioni.n; giro++) offline.push(await withProfile('allow', profile, firstQuestion))
  const lcp = (loads: readonly Load[]) => median(loads.map((l) => l.lcp))
  report('pagina', opzioni, [
    cifra('lcp_auth', lcp(auth), 'ms', 'wanted', 1300),
    cifra('lcp_home', lcp(home), 'ms', 'wanted', 2200),
    cifra('lcp_banca', lcp(banca), 'ms', 'wanted', 2500),
    cifra('lcp_cached', lcp(cached), 'ms', 'wanted', 900),
    cifra('offline_first_question', median(offline), 'ms', 'wanted', 1500),
    cifra('cls_max', Math.max(...[...auth, ...home, ...banca, ...cls].map((l) => l.cls)), '', 'wanted', 0.02),
    cifra('inp_p75', percentile(inp, 0.75), 'ms', 'wanted', 80),
    cifra('requests_max', Math.max(...cls.map((l) => l.requests)), '', 'wanted', 25),
    cifra('title_kb_max', Math.max(...cls.map((l) => l.kB)), 'kB', 'wanted', 180),
  ])
  if (!opzioni.json) console.log(told.join('\n'))
} finally {
  await prodotto.close()
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

async function repeat(browser: BrowserContext, path: string, cold: boolean): Promise<Load[]> {
  const loads: Load[] = []
  for (let giro = 0; giro < opzioni.n; giro++) loads.push(await tell(browser, path, cold))
  return loads
}

/** One load, and its line for whoever reads along. */
async function tell(browser: BrowserContext, path: string, cold: boolean): Promise<Load> {
  const l = await load(browser, `${prodotto.url}/simulatore${path}`, cold)
  told.push(
    `${cold ? 'cold' : 'kept'} ${path}: LCP ${Math.round(l.lcp)} ms, title ${Math.round(l.title)} ms after ${l.requests} requests and ` +
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
    '/profilo',
    trial,
  ]
  const loads: Load[] = []
  for (const path of [...paths, '/bandi-in-scadenza', '/materie']) loads.push(await tell(browser, path, true))
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
    await page.getByRole('group', { name: 'Quanto la sai?' }).getByRole('radio').first().waitFor()
    if ((await next.count()) === 0 || (await next.isDisabled())) break
    await next.click()
    await answers.first().waitFor()
  }
  const { inp } = await readSeen(page)
  await page.close()
  return inp
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
