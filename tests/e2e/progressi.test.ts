import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attenzione, makeAccount, newEmail, openContext, SCRIVANIA, signIn, TELEFONO, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, livello, openBanca, risposte } from './pratica.ts'
import { importBanca, scatta } from './viaggi.ts'

const BANCA = 'Banca dei progressi'

describe('progress [PG1] [PG2] [MB2] [MB4]', () => {
  const email = newEmail('progressi')
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    await importBanca(BANCA)
    await makeAccount(email, 'premium')
    browser = await openContext({ viewport: TELEFONO })
    await signIn(browser, email)
    page = await browser.newPage()
    await addBanca(page, BANCA)
  })
  afterAll(() => browser?.close())

  it('is empty until something was answered, then tells what was, and what stays wrong is practised from there', async () => {
    await page.goto(url('/progressi'))
    await page.getByRole('heading', { name: 'Qui vedrai come procede lo studio' }).waitFor()
    expect(await inspect(page)).toEqual([])
    // The same question wrong three times, in three sittings.
    for (let n = 0; n < 3; n++) {
      await openBanca(page, BANCA)
      await page.getByRole('button', { name: 'Inizia' }).click()
      await risposte(page)
        .filter({ hasNotText: /Giusta/ })
        .first()
        .click()
      await page.getByRole('group', { name: 'Quanto la sai?' }).waitFor()
      await page.getByRole('button', { name: 'Altre azioni' }).click()
      await page.getByRole('menuitem', { name: 'Concludi' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Concludi' }).click()
      await page.waitForURL(/riepilogo/)
    }
    await page.getByRole('link', { name: 'Progressi', exact: true }).locator('visible=true').click()
    await page.getByRole('heading', { level: 1, name: 'Progressi' }).waitFor()
    await page.getByText('Torna fra qualche giorno: qui vedrai la tua settimana.').waitFor()
    expect(await inspect(page)).toEqual([])
    // A week later there is a week to be told.
    const later = await browser.newPage()
    await later.addInitScript(() => {
      const real = Date.now.bind(Date)
      Date.now = () => real() + 7 * 86_400_000
    })
    await later.goto(url('/progressi'))
    await attenzione(later).getByRole('button', { name: 'Ho capito' }).click()
    const calendar = later.getByRole('table', { name: 'Risposte al giorno' })
    await calendar.waitFor({ state: 'attached' })
    expect(await calendar.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual([
      '3',
      '0',
      expect.any(String),
    ])
    expect(await inspect(later)).toEqual([])
    await scatta(later, 'progressi')
    await later.close()
    // Two columns of a wide window, each card as high as what it says.
    await page.setViewportSize(SCRIVANIA)
    const box = async (name: string) =>
      (await page.getByRole('region', { name }).boundingBox()) ?? { x: 0, y: 0, height: 0 }
    const compare = async () => {
      const [banks, errors] = [await box('Banca per banca'), await box('Errori da chiudere')]
      return [errors.x > banks.x, errors.y - banks.y, errors.height === banks.height]
    }
    // Charts take their new width after the window has it.
    await expect.poll(compare).toEqual([true, 0, false])
    await page.setViewportSize(TELEFONO)
    await page.getByRole('radio', { name: 'Simulazioni' }).check()
    await page.getByText('Nessuna seduta di questo tipo.').waitFor()
    await page.getByRole('button', { name: 'Martella bestie nere, 1' }).click()
    await page.getByRole('heading', { level: 1, name: /quesito di prova numero 1\?/ }).waitFor()
    await page.getByText('Ne resta 1').waitFor()
    const right = risposte(page)
      .filter({ hasText: /Giusta/ })
      .first()
    await right.click()
    await livello(page, 'La sai').waitFor()
    await page.getByRole('button', { name: 'Prossima' }).click()
    await right.click()
    await page.getByText('Tutte prese').waitFor()
    expect(await inspect(page)).toEqual([])
  })

  it('stands in the last tab of its bank too, subject by subject', async () => {
    await openBanca(page, BANCA, 'Progressi')
    await page.getByRole('table', { name: 'Materia per materia' }).waitFor({ state: 'attached' })
    expect(await inspect(page)).toEqual([])
  })
})
