import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAccount, newEmail, openContext, PASSWORD, signIn, TELEFONO, url } from './aiuti.ts'
import { inspect } from './axe.ts'

const HOME = /\/simulatore\/?$/
const ENTRY = '**/assets/index-*.js'

/** Keeps the page's own code away until it is let through. */
async function hold(page: Page): Promise<() => void> {
  let release = () => {}
  const open = new Promise<void>((done) => {
    release = done
  })
  await page.route(ENTRY, async (route) => {
    await open
    await route.continue()
  })
  return () => release()
}

describe('the login that the server sends drawn (decision 0085)', () => {
  const email = newEmail('disegnata')
  let browser: BrowserContext
  let page: Page
  const said: string[] = []
  const mail = () => page.getByLabel('E-mail', { exact: true })
  const password = () => page.getByLabel('Password', { exact: true })
  const press = () => page.getByRole('button', { name: 'Accedi', exact: true }).click()
  const open = () => page.goto(url('/auth/?type=login'), { waitUntil: 'commit' })
  const taken = () => page.locator('html[data-copy="taken"]').waitFor({ state: 'attached' })

  beforeAll(async () => {
    await makeAccount(email, 'demo')
  })
  beforeEach(async () => {
    await browser?.close()
    browser = await openContext({ consenso: 'chiedi', viewport: TELEFONO })
    page = await browser.newPage()
    said.length = 0
    page.on('console', (m) => m.type() === 'error' && said.push(m.text()))
    page.on('pageerror', (e) => said.push(String(e)))
  })
  afterAll(() => browser?.close())

  it('keeps its fields, what was typed and the focus when the code arrives, and nothing moves', async () => {
    const release = await hold(page)
    // Social logins take their room when the server has named them: that is not the code's arrival.
    await page.route('**/ms_utente/accessi_social', (route) => route.fulfill({ json: { elementi: [] } }))
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput && entry.startTime > Number(document.documentElement.dataset.since ?? 0))
            document.documentElement.dataset.moved = String(
              Number(document.documentElement.dataset.moved ?? 0) + entry.value,
            )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open()
    await page.getByRole('heading', { level: 1, name: 'Accedi' }).waitFor()
    await page.getByRole('region', { name: 'Cookie' }).waitFor()
    await mail().fill(email)
    await page.getByLabel('Ricordami').uncheck()
    await password().fill(PASSWORD)
    const field = await password().elementHandle()
    // How the drawn page itself came is not the code's doing: its letters may be slow on a busy machine.
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      // A shift is told of after its frame, on a busy machine much later: it is its time that says whose it was.
      document.documentElement.dataset.since = String(performance.now())
      document.documentElement.dataset.moved = '0'
    })
    release()
    await taken()
    expect(Number(await page.locator('html').getAttribute('data-moved'))).toBeLessThanOrEqual(0.02)
    // Listened to: the question about cookies goes away.
    await page.getByRole('button', { name: 'Rifiuta' }).click()
    await page.getByRole('region', { name: 'Cookie' }).waitFor({ state: 'detached' })
    expect(await field?.evaluate((f) => f.isConnected && f.id !== '')).toBe(true)
    expect(await mail().inputValue()).toBe(email)
    expect(await password().inputValue()).toBe(PASSWORD)
    expect(await page.getByLabel('Ricordami').isChecked()).toBe(false)
    expect(said).toEqual([])
    await password().press('Enter')
    await page.waitForURL(HOME)
  })

  it('the focus stays where it was', async () => {
    const release = await hold(page)
    await open()
    await mail().fill(email)
    release()
    await taken()
    expect(await mail().evaluate((f) => f === document.activeElement)).toBe(true)
  })

  it('sends nothing before its code is here; what was pressed is pressed then', async () => {
    const release = await hold(page)
    const asked: string[] = []
    page.on('request', (r) => r.method() === 'POST' && asked.push(r.url()))
    await open()
    await mail().fill(email)
    await password().fill(PASSWORD)
    await press()
    expect(page.url()).toBe(url('/auth/?type=login'))
    expect(asked).toEqual([])
    release()
    await page.waitForURL(HOME)
    expect(said).toEqual([])
  })

  it('without scripts it says what is missing, and a press keeps the password out of every address', async () => {
    const cdp = await browser.newCDPSession(page)
    await cdp.send('Emulation.setScriptExecutionDisabled', { value: true })
    await page.goto(url('/auth/?type=login'))
    const missing = page.locator('noscript')
    await missing.waitFor()
    expect(await missing.textContent()).toContain('Per usare Idoneo serve JavaScript')
    await mail().fill(email)
    await password().fill(PASSWORD)
    await press()
    expect(page.url()).toBe(url('/auth/?type=login'))
  })

  it('has no axe finding in both windows and themes', async () => {
    await hold(page)
    await open()
    await page.getByRole('heading', { level: 1, name: 'Accedi' }).waitFor()
    expect(await inspect(page)).toEqual([])
    expect(said).toEqual([])
  })

  it('who is signed in never sees it', async () => {
    // An account of its own: three devices a week are all that the others' has.
    const own = newEmail('entrata')
    await makeAccount(own, 'demo')
    await signIn(browser, own)
    await page.addInitScript(() => {
      const look = () => {
        const title = document.querySelector('#radice h1')
        if (title?.textContent === 'Accedi' && title.getClientRects().length > 0) localStorage.setItem('flashed', 'yes')
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const release = await hold(page)
    await open()
    await page.locator('html[data-copy="hidden"]').waitFor({ state: 'attached' })
    await page.locator('#radice main').waitFor({ state: 'attached' })
    expect(await page.getByRole('heading', { name: 'Accedi' }).count()).toBe(0)
    release()
    await page.waitForURL(HOME)
    expect(await page.evaluate(() => localStorage.getItem('flashed'))).toBeNull()
  })
})

describe('the first page', () => {
  let browser: BrowserContext
  let page: Page
  const said: string[] = []

  beforeAll(async () => {
    browser = await openContext({ consenso: 'chiedi', viewport: TELEFONO })
    page = await browser.newPage()
    page.on('console', (m) => m.type() === 'error' && said.push(m.text()))
    page.on('pageerror', (e) => said.push(String(e)))
  })
  afterAll(() => browser?.close())

  it('[PP1][PP2] comes with its question before its code, judges the answer, and leads to the login', async () => {
    const release = await hold(page)
    await page.goto(url('/'), { waitUntil: 'commit' })
    const answers = page.getByRole('main').getByRole('list').first().getByRole('button')
    await answers.nth(3).waitFor()
    await answers.first().click()
    release()
    await page.waitForURL(/\/auth\/\?type=login&prova=1$/)
    await page.getByText('Così funziona: ogni errore torna finché non lo sai.').waitFor()
    expect(await answers.filter({ hasText: 'corretta' }).count()).toBe(1)
    expect(await inspect(page)).toEqual([])
    await page.getByRole('link', { name: 'Ho già un account' }).click()
    const email = page.getByLabel('E-mail', { exact: true })
    await expect.poll(() => email.evaluate((f) => f === document.activeElement)).toBe(true)
    expect(page.url()).toMatch(/\?type=login$/)
    expect(said).toEqual([])
  })

  it('[PP6] without a network the form says that nobody enters, and what works', async () => {
    await browser.setOffline(true)
    await page.getByText(/^Sei senza rete: adesso non si può entrare/).waitFor()
    await page.getByRole('link', { name: 'Intanto leggi la guida' }).waitFor()
    expect(await inspect(page)).toEqual([])
    await browser.setOffline(false)
    await page.getByText(/^Sei senza rete/).waitFor({ state: 'detached' })
  })

  it('[PP3] what is pasted into a field of the registration stands in its repeat', async () => {
    await page.getByRole('link', { name: 'Registrati gratis' }).click()
    await page.getByText('Scrivile due volte per sicurezza').click()
    await page.getByLabel('E-mail', { exact: true }).evaluate((field) => {
      Object.assign(field, { value: 'a@b.it' })
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
    })
    expect(await page.getByLabel('Conferma e-mail').inputValue()).toBe('a@b.it')
  })

  it('[PP2] has the two ways in where the installation has no question', async () => {
    await page.route('**/ms_concorso/domanda_prova', (route) => route.fulfill({ json: { domanda: null } }))
    // With a query the home is the page alone, which asks.
    await page.goto(url('/?senza'))
    await page.getByRole('link', { name: 'Inizia gratis' }).waitFor()
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    await page.unroute('**/ms_concorso/domanda_prova')
  })
})
