import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, makeAccount, newEmail, newProfile, openProfile, SCRIVANIA, TELEFONO, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, apriScheda, cardBanca, openBanca, risposte, waitPronta } from './pratica.ts'
import { importBanca, scatta } from './viaggi.ts'

const BANCA = 'Banca dei due dispositivi'
const TRA_DIECI_GIORNI = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)

describe('what was done and chosen on the phone is at the desk [SY13] [SY14]', () => {
  const email = newEmail('altro-dispositivo')
  const browsers: BrowserContext[] = []
  let phone: Page
  let desk: Page

  const device = async (viewport: typeof TELEFONO): Promise<Page> => {
    const browser = await openProfile(newProfile(), { viewport })
    browsers.push(browser)
    const page = await browser.newPage()
    await login(page, email)
    return page
  }
  const history = (page: Page) => page.getByRole('list', { name: 'Storico' })
  const voce = (page: Page, tipo: string) => history(page).getByRole('link').filter({ hasText: tipo })

  const perVolta = (page: Page) =>
    page.getByRole('group', { name: 'Domande per volta' }).getByRole('radio', { name: '40' })

  beforeAll(async () => {
    await importBanca(BANCA)
    await makeAccount(email, 'premium')
    phone = await device(TELEFONO)
    await addBanca(phone, BANCA)
  })
  afterAll(() => Promise.all(browsers.map((b) => b.close())))

  it('a trial is delivered and an exercise concluded at 390, the day of the exam is said', async () => {
    await openBanca(phone, BANCA)
    await apriScheda(phone, 'Simulazioni')
    await phone.getByRole('link', { name: 'Prova personalizzata' }).click()
    await phone.getByLabel('Quante in tutto').fill('8')
    await phone.getByRole('button', { name: 'In proporzione' }).click()
    await phone.getByRole('button', { name: 'Inizia la prova' }).click()
    const radio = phone.getByRole('radiogroup', { name: 'Risposte', disabled: false }).getByRole('radio')
    await radio.first().click()
    await phone.getByRole('progressbar', { name: 'Risposte date' }).and(phone.locator('[aria-valuenow="1"]')).waitFor()
    await phone.getByRole('button', { name: /^Foglio risposte/ }).click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Consegna la prova' }).click()
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Consegna', exact: true }).click()
    await phone.waitForURL(/riepilogo.*prova=1/)

    await openBanca(phone, BANCA)
    await phone.getByRole('button', { name: 'Inizia' }).click()
    await risposte(phone)
      .filter({ hasText: /Giusta/ })
      .first()
      .click()
    await phone.getByRole('group', { name: 'Quanto la sai?' }).waitFor()
    await phone.getByRole('button', { name: 'Altre azioni' }).click()
    await phone.getByRole('menuitem', { name: 'Concludi' }).click()
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Concludi' }).click()
    await phone.waitForURL(/riepilogo/)

    await phone.goto(url('/'))
    await phone.getByLabel('Data della prova').fill(TRA_DIECI_GIORNI)
    const sent = phone.waitForResponse(
      (r) => r.url().includes('/ms_reportistica/eventi') && r.request().method() === 'PUT',
    )
    await phone.getByRole('button', { name: 'Salva la data' }).click()
    await phone.getByText(/\d+ domande al giorno/).waitFor()
    expect((await sent).ok()).toBe(true)
  })

  it('at 1440 both are among the sittings of a new profile', async () => {
    desk = await device(SCRIVANIA)
    await desk.goto(url('/progressi'))
    await history(desk).getByRole('listitem').nth(1).waitFor()
    expect(await history(desk).getByRole('listitem').count()).toBe(2)
    await scatta(desk, 'altro-dispositivo-1440-senza-banca')
    for (const tipo of ['Prova', 'Esercitazione']) {
      await desk.goto(url('/progressi'))
      await voce(desk, tipo).click()
      await desk.getByText('Le domande non sono su questo dispositivo').waitFor()
      expect(await desk.getByRole('button', { name: /^Rivedi tutta|^Continua con/ }).count()).toBe(0)
      expect(await inspect(desk)).toEqual([])
      for (const window of [TELEFONO, SCRIVANIA]) {
        await desk.setViewportSize(window)
        await scatta(desk, `altro-dispositivo-${tipo}-senza-banca-${window.width}`)
      }
    }
  })

  it('and open again there, with the answers, once the bank is', async () => {
    await desk.goto(url('/banche-dati'))
    await cardBanca(desk, BANCA).getByRole('button', { name: 'Scarica' }).click()
    await waitPronta(desk, BANCA)
    await desk.goto(url('/progressi'))
    await voce(desk, 'Prova').click()
    await desk.waitForURL(/riepilogo.*prova=1/)
    await desk.getByRole('heading', { name: 'Per materia' }).waitFor()
    expect(await inspect(desk)).toEqual([])
    await desk.setViewportSize(SCRIVANIA)
    await scatta(desk, 'altro-dispositivo-1440-esito')
    await desk.goto(url('/progressi'))
    await voce(desk, 'Esercitazione').click()
    await desk.waitForURL(/riepilogo/)
    await desk.getByRole('heading', { level: 1 }).waitFor()
    await scatta(desk, 'altro-dispositivo-1440-riepilogo')
  })

  it('the day of the exam is there too, and what is chosen there comes back', async () => {
    await desk.goto(url('/'))
    await desk.getByText(/\d+ domande al giorno/).waitFor()
    await scatta(desk, 'altro-dispositivo-1440-oggi')
    const sent = desk.waitForResponse((r) => r.url().includes('/eventi') && r.request().method() === 'PUT')
    await perVolta(desk).check()
    expect((await sent).ok()).toBe(true)
    await phone.goto(url('/'))
    // As it comes, without a visit more.
    await expect.poll(() => perVolta(phone).isChecked()).toBe(true)
    await scatta(phone, 'altro-dispositivo-390-oggi')
    await phone.goto(url('/progressi'))
    await history(phone).getByRole('listitem').nth(1).waitFor()
    await scatta(phone, 'altro-dispositivo-390-progressi')
  })
})
