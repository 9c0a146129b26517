import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { Ruolo } from '#contract/gestione/call'
import { idoneo, makeAccount, NIGHT, openContext, PASSWORD } from './aiuti.ts'
import { inspectWindow, measureWindow } from './axe.ts'
import { inspectDialog, scatta, tabThroughDialog } from './viaggi.ts'

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

/**
 * Run axe on the shown screen: by day in one window and theme, by turns of the screens, at night and where pictures are kept in
 * both windows and themes. The other window is only measured by day.
 */
export async function inspectAll(page: Page, nome: string): Promise<string[]> {
  const found: string[] = []
  const turn = nome.length % 2
  for (const [i, size] of WINDOWS.entries())
    for (const [j, theme] of (['dark', 'light'] as const).entries()) {
      if (!NIGHT && !process.env.SCATTI && i !== j) continue
      found.push(...(NIGHT || i === turn ? await inspectWindow(page, size, theme) : await measureWindow(page, size)))
      await scatta(page, `gestione-${nome}-${size.width}-${theme}`, true)
    }
  return found
}

/**
 * Opens a window and leaves it with a changed field: Esc, the close button and «Annulla» ask, as often as they are used, and
 * «Scarta» leaves.
 */
export async function leaveWindow(opener: Locator, label: string): Promise<void> {
  const page = opener.page()
  const window = page.getByRole('dialog')
  const field = window.getByLabel(label, { exact: true })
  const question = page.getByRole('alertdialog', { name: 'Scartare quello che hai scritto?' })
  await opener.click()
  const title = (await window.getByRole('heading').first().innerText()).toLowerCase().replace(/\W+/g, '-')
  await page.keyboard.press('Escape')
  await window.waitFor({ state: 'detached' })
  await opener.click()
  await field.fill('Da non perdere')
  // After a few in a row the browser closes a window by itself.
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Escape')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await window.waitFor()
  }
  expect(await field.inputValue()).toBe('Da non perdere')
  expect(await tabThroughDialog(page)).toEqual([])
  for (const size of WINDOWS) {
    await page.setViewportSize(size)
    await scatta(page, `gestione-finestra-${title}-${size.width}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await window.getByRole('button', { name: 'Chiudi' }).click()
  expect(await inspectDialog(page)).toEqual([])
  await scatta(page, `gestione-scartare-${title}-390`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await scatta(page, `gestione-scartare-${title}-1280`)
  await question.getByRole('button', { name: 'Resta' }).click()
  await window.getByRole('button', { name: 'Annulla' }).click()
  await question.getByRole('button', { name: 'Scarta' }).click()
  await window.waitFor({ state: 'detached' })
}

/** Address of the console, or of a screen of it. */
export const gestione = (path = '') => `${inject('indirizzo')}/gestione${path}`

/** Gives a page an authenticator of its own, as a laptop with a fingerprint has. */
export async function plugAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Types address and password into the console's login. */
export async function typeLogin(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

/** Types the code that the command `ruolo` printed. */
export async function typeEnrolment(page: Page, printed: string): Promise<void> {
  await page.getByLabel('Codice di iscrizione').fill(/Codice di iscrizione: (\S+)/.exec(printed)?.[1] ?? '')
  await page.keyboard.press('Enter')
}

/** Signs in for the first time, from the login to the sections. */
export async function setUpPasskey(page: Page, email: string, printed: string): Promise<void> {
  await typeLogin(page, email)
  await typeEnrolment(page, printed)
  await page.getByRole('button', { name: 'Aggiungi una passkey' }).click()
  await page.getByRole('dialog').getByLabel('Nome della passkey').fill('Portatile')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Sezioni' }).waitFor()
}

/** Opens the console as a new account of a role, which has set up a passkey. */
export async function enterConsole(email: string, ruolo: Ruolo): Promise<{ device: BrowserContext; page: Page }> {
  await makeAccount(email, 'demo')
  const printed = await idoneo('ruolo', email, ruolo)
  const device = await openContext({ viewport: { width: 1280, height: 900 } })
  const page = await device.newPage()
  await plugAuthenticator(page)
  await page.goto(gestione())
  await setUpPasskey(page, email, printed)
  return { device, page }
}
