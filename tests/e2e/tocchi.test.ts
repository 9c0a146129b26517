import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkFromMail, newEmail, newProfile, openProfile, PASSWORD, TELEFONO, url } from './aiuti.ts'
import { risposte } from './pratica.ts'

const BANCA = 'Diritto costituzionale'
/** Presses from the first page to the first question, the link of the mail among them. */
const NUOVO = 12

describe('presses from opening the page to the first question, on a phone', () => {
  let browser: BrowserContext
  let page: Page
  let presses = 0
  const tap = async (what: Locator) => {
    await what.tap()
    presses += 1
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const home = async () => {
    await page.goto(url('/'))
    presses = 0
  }

  beforeAll(async () => {
    browser = await openProfile(newProfile(), { viewport: TELEFONO, tocco: true, consenso: 'chiedi' })
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())

  it(`somebody new needs ${NUOVO} at the most, the question about cookies left unanswered`, async () => {
    const email = newEmail('tocchi')
    const type = async (field: string, text: string) => {
      await tap(page.getByLabel(field, { exact: true }))
      await page.keyboard.type(text)
    }
    await page.goto(url('/'))
    await tap(page.getByRole('link', { name: 'Registrati gratis' }))
    await type('E-mail', email)
    await type('Conferma e-mail', email)
    await type('Password', PASSWORD)
    await type('Conferma password', PASSWORD)
    await tap(page.getByLabel(/^Accetto i termini/))
    await tap(page.getByLabel(/^Acconsento all’uso/))
    await tap(button('Crea l’account'))
    await page.getByRole('heading', { name: 'Controlla la posta' }).waitFor()
    await page.goto(await linkFromMail(email))
    presses += 1
    await tap(button('Sì, l’ho creato io'))
    await page.waitForURL(/\/simulatore\/?$/)
    await tap(page.getByRole('link', { name: `Aggiungi ${BANCA}` }))
    await tap(button('Aggiungi e comincia'))
    await risposte(page).first().waitFor()
    console.log(`new user: ${presses} presses`)
    expect(presses).toBeLessThanOrEqual(NUOVO)
  })

  it('who comes back needs one: to go on with what was left open', async () => {
    await home()
    await tap(page.getByRole('link', { name: 'Continua l’esercitazione' }))
    await risposte(page).first().waitFor()
    expect(presses).toBe(1)
  })

  it('who comes back needs one: for today’s questions', async () => {
    await conclude()
    await home()
    await tap(button(/^Comincia: \d+ domande$/))
    await risposte(page).first().waitFor()
    expect(presses).toBe(1)
  })

  async function conclude(): Promise<void> {
    await page.getByRole('button', { name: 'Altre azioni' }).tap()
    await page.getByRole('menuitem', { name: 'Concludi' }).tap()
    const dialog = page.getByRole('alertdialog')
    const sure = dialog.getByRole('button', { name: 'Concludi' })
    await sure
      .or(page.getByRole('heading', { level: 1, name: /Riepilogo|Ottimo|Fatto/ }))
      .first()
      .waitFor()
    if (await sure.isVisible()) await sure.tap()
    await page.waitForURL(/riepilogo/)
  }
})
