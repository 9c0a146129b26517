import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attenzione, login, makeAccount, newEmail, newProfile, openProfile, TELEFONO } from './aiuti.ts'
import { addBanca, openBanca, risposte } from './pratica.ts'

const BANCA = 'Diritto costituzionale'
const SIMULAZIONE = 'Diritto costituzionale: 40 quesiti in 60 minuti, con le regole dei concorsi RIPAM'

/** Moves the device's wall clock; the page's own goes on as it was. */
const shiftOrologio = (page: Page, minuti: number) =>
  page.evaluate((ms) => {
    const vero = Date.now.bind(Date)
    Date.now = () => vero() + ms
  }, minuti * 60_000)
const torna = (page: Page) => page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow')))
/** The time left stands in the header, in the fifties of its sixty minutes. */
const ancoraTempo = (page: Page) =>
  page
    .getByText(/^5\d:\d\d$/)
    .first()
    .waitFor()

describe('a simulation on a device whose clock jumps', () => {
  let browser: BrowserContext
  let page: Page
  beforeAll(async () => {
    const email = newEmail('orologio')
    await makeAccount(email, 'premium')
    browser = await openProfile(newProfile(), { viewport: TELEFONO })
    page = await browser.newPage()
    await login(page, email)
    await addBanca(page, BANCA)
    await openBanca(page, BANCA, 'Simulazioni')
    await page
      .getByRole('listitem', { name: SIMULAZIONE, exact: true })
      .getByRole('button', { name: /^Inizia/ })
      .click()
    await page.getByRole('button', { name: 'Comincia ora' }).click()
    await risposte(page).first().click()
    await page.getByRole('radio', { checked: true }).waitFor()
  })
  afterAll(() => browser?.close().catch(() => undefined))

  it('[SI10] two hours ahead: the server is asked, and the trial goes on with the time it had', async () => {
    await shiftOrologio(page, 120)
    const chiesto = page.waitForResponse((r) => r.url().includes('/uptime') && r.ok())
    await torna(page)
    await chiesto
    // The person is told that the clock is wrong.
    await attenzione(page).getByRole('button', { name: 'Ho capito' }).click()
    await page.getByRole('button', { name: 'Prossima' }).click()
    await risposte(page).nth(1).click()
    await page
      .getByRole('progressbar', { name: 'Risposte date' })
      .and(page.locator('[aria-valuenow="2"]'))
      .waitFor({ state: 'attached' })
    await ancoraTempo(page)
    expect(await page.getByText('Consegnata da sola allo scadere del tempo.').count()).toBe(0)
  })

  it('[SI10] ahead again while the server does not answer, and reloaded: nothing is delivered', async () => {
    await page.route('**/api/**', (r) => r.abort('internetdisconnected'))
    await page.addInitScript(() => {
      const vero = Date.now.bind(Date)
      Date.now = () => vero() + 4 * 3_600_000
    })
    await page.reload()
    await page
      .getByRole('progressbar', { name: 'Risposte date' })
      .and(page.locator('[aria-valuenow="2"]'))
      .waitFor({ state: 'attached' })
    await page.getByRole('radio', { checked: true }).waitFor()
    await ancoraTempo(page)
    await page.getByRole('button', { name: 'Precedente' }).click()
    await page.getByRole('radio', { checked: true }).waitFor()
  })
})
