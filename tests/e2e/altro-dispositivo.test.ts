import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  api,
  killProfile,
  makeAccount,
  newEmail,
  newProfile,
  openContext,
  openProfile,
  SCRIVANIA,
  signIn,
  TELEFONO,
  url,
} from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, apriScheda, openBanca, risposte, waitPronta } from './pratica.ts'
import { importBanca, scatta } from './viaggi.ts'

const BANCA = 'Banca vista da un altro posto'
const TRA_DIECI_GIORNI = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)

describe('what was done and chosen on the phone is at the desk [SY13] [SY14] [SY15]', () => {
  const email = newEmail('altro-dispositivo')
  const browsers: BrowserContext[] = []
  const profile = newProfile()
  let token = ''
  let phone: Page
  let desk: Page

  const device = async (browser: BrowserContext): Promise<Page> => {
    browsers.push(browser)
    await signIn(browser, email)
    return browser.newPage()
  }
  const history = (page: Page) => page.getByRole('list', { name: 'Storico' })
  const voce = (page: Page, tipo: string) => history(page).getByRole('link').filter({ hasText: tipo })

  const radio = (page: Page) => page.getByRole('radiogroup', { name: 'Risposte', disabled: false }).getByRole('radio')
  const waitGiven = (page: Page, n: number) =>
    page
      .getByRole('progressbar', { name: 'Risposte date' })
      .and(page.locator(`[aria-valuenow="${n}"]`))
      .waitFor()
  const beginTrial = async (page: Page) => {
    await openBanca(page, BANCA)
    await apriScheda(page, 'Prove')
    await page.getByRole('link', { name: 'Prova personalizzata' }).click()
    await page.getByLabel('Quante in tutto').fill('8')
    await page.getByRole('button', { name: 'In proporzione' }).click()
    await page.getByRole('button', { name: 'Inizia la prova' }).click()
  }
  const deliver = async (page: Page) => {
    const end = page.getByRole('button', { name: 'Consegna la prova' })
    // On a wide window the sheet stands beside the question.
    if (!(await end.isVisible())) await page.getByRole('button', { name: /^Foglio risposte/ }).click()
    await end.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Consegna', exact: true }).click()
    await page.waitForURL(/riepilogo.*prova=1/)
  }
  const sentEvents = async () => {
    const { corpo } = await api('/ms_reportistica/eventi?cursore=0&aperte=true', { token })
    return corpo.eventi as { tipo: string; dati: string }[]
  }
  /** Ended sittings on the server. A device fetches them as it opens, and not again while it has nothing to send. */
  const sentSedute = async () => (await sentEvents()).filter(({ tipo }) => tipo === 'SEDUTA').length
  /** Answers of the trial under way that the server has. */
  const sentMarks = async () => {
    const open = (await sentEvents()).findLast(({ tipo }) => tipo === 'APERTA')
    return open ? (JSON.parse(open.dati) as { voci: (number | null)[][] }).voci.filter((v) => v[1] !== null).length : 0
  }

  const perVolta = (page: Page) =>
    page.getByRole('group', { name: 'Domande per volta' }).getByRole('radio', { name: '40' })

  beforeAll(async () => {
    await importBanca(BANCA)
    token = await makeAccount(email, 'premium')
    phone = await device(await openProfile(profile, { viewport: TELEFONO }))
    await addBanca(phone, BANCA)
  })
  afterAll(() => Promise.all(browsers.map((b) => b.close().catch(() => null))))

  it('a trial is delivered and an exercise concluded at 390, the day of the exam is said', async () => {
    await beginTrial(phone)
    await radio(phone).first().click()
    await waitGiven(phone, 1)
    await deliver(phone)

    await openBanca(phone, BANCA)
    // The trial drew its questions by chance: another one than it asked.
    await phone.getByRole('radio', { name: /^Nuove/ }).check()
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
    await phone.getByRole('button', { name: 'Scegli la data' }).click()
    await phone.getByLabel('Data della prova').fill(TRA_DIECI_GIORNI)
    const sent = phone.waitForResponse(
      (r) => r.url().includes('/ms_reportistica/eventi') && r.request().method() === 'PUT',
    )
    await phone.getByRole('button', { name: 'Salva la data' }).click()
    await phone.getByText(/Con \d+ al giorno/).waitFor()
    expect((await sent).ok()).toBe(true)
    await expect.poll(sentSedute).toBe(2)
  })

  it('at 1440 both are among the sittings of a new profile', async () => {
    desk = await device(await openContext({ viewport: SCRIVANIA }))
    await desk.goto(url('/progressi'))
    await history(desk).getByRole('listitem').nth(1).waitFor()
    expect(await history(desk).getByRole('listitem').count()).toBe(2)
    await scatta(desk, 'altro-dispositivo-1440-senza-banca')
    for (const tipo of ['Prova', 'Esercitazione']) {
      await desk.goto(url('/progressi'))
      await voce(desk, tipo).click()
      await desk.getByText('Le domande non sono su questo dispositivo').waitFor()
      expect(await desk.getByRole('button', { name: /^Rivedi tutta|^Continua con/ }).count()).toBe(0)
      if (tipo === 'Prova') expect(await inspect(desk)).toEqual([])
      for (const window of [TELEFONO, SCRIVANIA]) {
        await desk.setViewportSize(window)
        await scatta(desk, `altro-dispositivo-${tipo}-senza-banca-${window.width}`)
      }
    }
  })

  it('and open again there, with the answers, once the home has brought the bank and today’s questions', async () => {
    await desk.goto(url('/'))
    const elsewhere = desk.getByRole('region', { name: 'Le domande non sono ancora qui' })
    await elsewhere.waitFor()
    expect(await inspect(desk)).toEqual([])
    for (const window of [TELEFONO, SCRIVANIA]) {
      await desk.setViewportSize(window)
      await scatta(desk, `altro-dispositivo-${window.width}-da-scaricare`)
    }
    await elsewhere.getByRole('button', { name: `Scarica ${BANCA}`, exact: true }).click()
    await waitPronta(desk, BANCA)
    await desk.getByRole('button', { name: /^Comincia: \d+ domande$/ }).waitFor()
    expect(await desk.evaluate(() => document.activeElement?.textContent)).toBe(BANCA)
    await desk.goto(url('/progressi'))
    await voce(desk, 'Prova').click()
    await desk.waitForURL(/riepilogo.*prova=1/)
    await desk.getByRole('heading', { name: 'Per materia' }).waitFor()
    await scatta(desk, 'altro-dispositivo-1440-esito')
    await desk.goto(url('/progressi'))
    await voce(desk, 'Esercitazione').click()
    await desk.waitForURL(/riepilogo/)
    await desk.getByRole('heading', { level: 1 }).waitFor()
    await scatta(desk, 'altro-dispositivo-1440-riepilogo')
  })

  it('the day of the exam is there too, and what is chosen there comes back', async () => {
    // The bank's own page was not opened there: what the phone answered came with the download, or comes with the home.
    const asked = desk.waitForResponse(
      (r) => r.url().includes('/risposte_concorso?') && r.request().method() === 'GET' && r.ok(),
    )
    await desk.goto(url('/'))
    await asked
    await desk.getByText(/Con \d+ al giorno/).waitFor()
    const seen = () => desk.getByText(/viste su/).allInnerTexts()
    await expect.poll(seen).toEqual([expect.stringContaining('2 viste su 12 domande')])
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

  it('a trial goes on at the desk with the answers of a phone that died, and the phone has it ended', async () => {
    await beginTrial(phone)
    for (let n = 1; n <= 5; n++) {
      await radio(phone).first().click()
      await waitGiven(phone, n)
      await phone.getByRole('button', { name: 'Prossima' }).click()
    }
    await expect.poll(sentMarks).toBe(5)
    await killProfile(profile, phone.context())

    await desk.goto(url('/'))
    await desk.getByText('Aperta su un altro dispositivo').first().waitFor()
    expect(await inspect(desk)).toEqual([])
    await desk.setViewportSize(SCRIVANIA)
    await scatta(desk, 'altro-dispositivo-1440-aperta')
    await desk.getByRole('link', { name: 'Continua la prova' }).click()
    await waitGiven(desk, 5)
    // Its rules allow a pause: it has waited in one since the phone died.
    await desk.getByRole('button', { name: 'Riprendi', exact: true }).click()
    // The place travels after the answer: a phone that died between them left the fifth question on screen.
    const given = radio(desk).and(desk.getByRole('radio', { checked: true }))
    await radio(desk).first().waitFor()
    if ((await given.count()) > 0) await desk.getByRole('button', { name: 'Prossima' }).click()
    await given.waitFor({ state: 'detached' })
    await radio(desk).first().click()
    await waitGiven(desk, 6)
    await expect.poll(sentMarks).toBe(6)

    const browser = await openProfile(profile, { viewport: TELEFONO })
    browsers.push(browser)
    phone = browser.pages()[0] ?? (await browser.newPage())
    await phone.goto(url('/'))
    await phone.getByText('Aperta su un altro dispositivo').first().waitFor()
    await scatta(phone, 'altro-dispositivo-390-aperta')
    await deliver(desk)
    await expect.poll(sentSedute).toBe(3)
    await phone.goto(url('/progressi'))
    await expect.poll(() => history(phone).getByRole('listitem').count()).toBe(3)
    await phone.goto(url('/'))
    await phone.getByRole('heading', { level: 2, name: BANCA }).first().waitFor()
    await expect.poll(() => phone.getByText('Aperta su un altro dispositivo').count()).toBe(0)
  })
})
