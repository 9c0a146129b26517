import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, makeAccount, newEmail, newProfile, openProfile, SCRIVANIA, TELEFONO } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, apriScheda, openBanca, risposte } from './pratica.ts'

const BANCA = 'Diritto costituzionale'

/** The real competition with a timer for each of its two sections, over 12 questions: answers how many the first has. */
async function comincia(page: Page): Promise<number> {
  await openBanca(page, BANCA)
  await apriScheda(page, 'Simulazioni')
  await page.getByRole('link', { name: 'Prova personalizzata' }).click()
  await page.getByRole('radio', { name: 'Come un concorso' }).check()
  const cambia = page.getByRole('button', { name: 'Cambia concorso' })
  if (await cambia.isVisible()) await cambia.click()
  await page.getByRole('button', { name: /^Assistenti giudiziari \(2017\), prova scritta/ }).click()
  await page.getByLabel('Quante in tutto').fill('12')
  await page.getByRole('button', { name: 'In proporzione' }).click()
  const sezioni = page.getByLabel(/^Sezione di /)
  for (let i = 1; i < (await sezioni.count()); i += 2) await sezioni.nth(i).selectOption({ label: 'Seconda prova' })
  await page.getByRole('button', { name: 'Inizia la prova' }).click()
  await risposte(page).first().waitFor()
  const stretto = (page.viewportSize()?.width ?? 0) < 800
  if (stretto) await page.getByRole('button', { name: /^Foglio risposte, / }).click()
  const aperti = foglio(page).getByRole('button', { name: /^Domanda \d+, da fare$/ })
  await aperti.first().waitFor()
  return aperti.count()
}
const foglio = (page: Page) => page.getByRole('complementary').or(page.getByRole('dialog'))
const posto = (page: Page, n: number) =>
  page
    .getByRole('banner')
    .getByText(new RegExp(`^${n} di \\d+ `))
    .waitFor()
const dopo = (page: Page) => page.getByRole('button', { name: 'Sezione successiva' })

describe('a trial whose sections have a timer each', () => {
  let browser: BrowserContext
  let page: Page
  beforeAll(async () => {
    const email = newEmail('sezioni')
    await makeAccount(email, 'premium')
    browser = await openProfile(newProfile(), { viewport: SCRIVANIA })
    page = await browser.newPage()
    await page.clock.install()
    await login(page, email)
    await addBanca(page, BANCA)
  })
  afterAll(() => browser?.close().catch(() => undefined))

  it('a section closed before its time is confirmed first, and loses the rest', async () => {
    await page.setViewportSize(TELEFONO)
    const n = await comincia(page)
    await page.getByRole('dialog').getByText('È aperta una sezione alla volta').waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Domanda ${n}, da fare`, exact: true })
      .click()
    await posto(page, n)
    await dopo(page).click()
    const finestra = page.getByRole('alertdialog', { name: 'Passi alla sezione successiva?' })
    await finestra.getByText(/Il tempo che resta \(1 ora e 1[45] minut[io]\) va perso/).waitFor()
    expect(await inspect(page)).toEqual([])
    await page.setViewportSize(TELEFONO)
    await finestra.getByRole('button', { name: 'Chiudi la sezione' }).click()
    await posto(page, n + 1)
    await page.getByText(/^Seconda prova: 1:1[45]:\d\d$/).waitFor()
    await page
      .getByText(/^1:1[45]:\d\d$/)
      .first()
      .waitFor()
  })

  it('only the open section can be touched; at its end the next one opens by itself, said aloud', async () => {
    await page.setViewportSize(SCRIVANIA)
    const n = await comincia(page)
    expect(n).toBeGreaterThan(1)
    expect(n).toBeLessThan(12)
    await page.getByText(/^Prima prova: 1:1[45]:\d\d$/).waitFor()
    const chiusa = page
      .getByRole('complementary')
      .getByRole('button', { name: `Domanda ${n + 1}, da fare, sezione non aperta` })
    expect(await chiusa.getAttribute('aria-disabled')).toBe('true')
    await chiusa.click({ force: true })
    await posto(page, 1)
    await page.clock.fastForward('01:15:01')
    await page.getByRole('status').filter({ hasText: 'Il tempo di «Prima prova» è finito' }).waitFor()
    await posto(page, n + 1)
    await page.getByText(/^Seconda prova: 1:1[45]:\d\d$/).waitFor()
    expect(await page.getByRole('button', { name: 'Domanda precedente' }).isDisabled()).toBe(true)
    await page
      .getByRole('complementary')
      .getByRole('button', { name: 'Domanda 1, da fare, sezione non aperta' })
      .waitFor()
    expect(await inspect(page)).toEqual([])
    await page.setViewportSize(SCRIVANIA)
    await page.getByRole('button', { name: 'Prossima' }).click()
    await posto(page, n + 2)
    expect(await page.getByText('Il tempo di «Prima prova» è finito').count()).toBe(0)
  })
})
