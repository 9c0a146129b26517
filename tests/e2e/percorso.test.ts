import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { idoneo, linkFromMail, newProfile, openProfile, PASSWORD, vere } from './aiuti.ts'

const EMAIL = 'percorso@example.org'

describe.skipIf(!vere())('the road of one answer', () => {
  const telefono = newProfile()
  let browser: BrowserContext
  let page: Page
  const url = () => `${inject('indirizzo')}/simulatore`

  beforeAll(async () => {
    browser = await openProfile(telefono)
    page = await browser.newPage()
  })
  afterAll(async () => {
    await browser?.close().catch(() => null)
  })

  it('registers, and waits for the mail to be opened', async () => {
    await page.goto(`${url()}/`)
    await page.waitForURL(/auth\/?\?type=login/)
    await page.getByRole('link', { name: 'Registrati gratis' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill(EMAIL)
    await page.getByLabel('Conferma e-mail').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Conferma password').fill(PASSWORD)
    await page.getByLabel(/Accetto i termini/).check()
    await page.getByLabel(/Acconsento all’uso/).check()
    await page.getByRole('button', { name: 'Crea l’account' }).click()
    await page.waitForURL(/auth\/check-email/)
    expect(await page.getByText(EMAIL).first().isVisible()).toBe(true)
  })

  it('the link in the mail verifies, and the page lets in', async () => {
    await page.goto(await linkFromMail(EMAIL))
    await page.waitForURL(/\/simulatore\/?$/)
    await page.getByText('Aggiungi la tua prima banca dati').first().waitFor()
    await idoneo('livello', EMAIL, 'premium')
  })

  it('adds the bank of 12,132 questions and downloads it', async () => {
    await page.goto(`${url()}/aggiungi-banca-dati`)
    await page.getByRole('button', { name: 'Aggiungi Banca di prova R' }).click()
    await page.getByRole('button', { name: 'Aggiungi e scarica' }).click()
    await page.getByText(/è pronta, anche offline/).waitFor({ timeout: 60_000 })
  })
})
