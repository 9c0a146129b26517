import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, stepAt } from '#server/utente/totp'
import { idoneo, makeAccount, newEmail, openContext } from './aiuti.ts'
import {
  enterConsole,
  gestione,
  inspectAll,
  plugAuthenticator,
  setUpPasskey,
  typeEnrolment,
  typeLogin,
} from './gestione.ts'
import { inspectDialog, scatta } from './viaggi.ts'

/** Over the wire before the first screen of a signed-in person, bytes. */
const FIRST_BYTES = 150_000

/** Loads the console's home without a cache; returns the bytes of its files. */
async function weighFirst(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  const sizes: Promise<number>[] = []
  const add = (r: Request) => {
    if (!r.url().includes('/api/')) sizes.push(r.sizes().then((s) => s.responseBodySize))
  }
  page.on('requestfinished', add)
  await page.goto(gestione())
  await page.getByRole('heading', { name: 'Oggi', level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  page.off('requestfinished', add)
  await cdp.detach()
  const total = (await Promise.all(sizes)).reduce((a, b) => a + b, 0)
  console.log(`console: ${total} bytes in ${sizes.length} files`)
  expect(sizes.length).toBeGreaterThan(4)
  return total
}

describe('the operator’s console', () => {
  let device: BrowserContext
  let page: Page
  const email = newEmail('gestore')
  const problems: string[] = []
  let recovery: string[] = []

  beforeAll(async () => {
    await makeAccount(email, 'demo')
    device = await openContext({ viewport: { width: 1280, height: 900 } })
    page = await device.newPage()
    page.on('console', (m) => m.type() === 'error' && problems.push(m.text()))
    page.on('pageerror', (e) => problems.push(String(e)))
  })
  afterAll(() => device?.close())

  it('[OP41] no page frames it, and only its own files run in it', async () => {
    const { headers } = await fetch(gestione())
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe|blob:|data:/)
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  it('[OP40] refuses an account without a role, then leads one with it to a passkey', async () => {
    await plugAuthenticator(page)
    await page.goto(gestione())
    await page.getByRole('heading', { name: 'Gestione di Idoneo' }).waitFor()
    expect(await inspectAll(page, 'accesso')).toEqual([])
    await typeLogin(page, email)
    await page.getByText(/non ha un ruolo/).waitFor()
    const printed = await idoneo('ruolo', email, 'gestore')
    expect(printed).toContain('gestore (prima: nessuno)')
    await typeLogin(page, email)
    await page.getByRole('heading', { name: 'Imposta il secondo fattore' }).waitFor()
    await typeEnrolment(page, 'Codice di iscrizione: abcd-efgh-ijkl-mnop')
    await page.getByText('Questo codice non è accettato').waitFor()
    expect(await inspectAll(page, 'iscrizione')).toEqual([])
    await typeEnrolment(page, printed)
    await page.getByRole('button', { name: 'Aggiungi una passkey' }).waitFor()
    expect(await inspectAll(page, 'imposta')).toEqual([])
    await page.getByRole('button', { name: 'Aggiungi una passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Aggiungi una passkey' })
    await dialog.getByLabel('Nome della passkey').fill('Portatile')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Oggi', level: 1 }).waitFor()
  })

  it('[OP40] signs in again with the passkey, by the keyboard alone', async () => {
    await page.getByRole('button', { name: 'Esci' }).click()
    await page.getByRole('heading', { name: 'Gestione di Idoneo' }).waitFor()
    await typeLogin(page, email)
    await page.getByRole('heading', { name: 'Secondo fattore' }).waitFor()
    expect(await inspectAll(page, 'secondo')).toEqual([])
    await page.getByRole('button', { name: 'Usa la passkey' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Oggi', level: 1 }).waitFor()
    expect(await weighFirst(page)).toBeLessThanOrEqual(FIRST_BYTES)
    await page.getByRole('link', { name: 'Registro' }).click()
    await page.getByRole('heading', { name: 'Registro', level: 1 }).waitFor()
    // A reload keeps the session: the cookie and the secret beside it.
    await page.reload()
    await page
      .getByRole('row', { name: /conferma_passkey/ })
      .first()
      .waitFor()
  })

  it('[OP42] the audit shows what was done, and its filters stand in the address', async () => {
    expect(await inspectAll(page, 'registro')).toEqual([])
    await page.getByLabel('Operazione').fill('comando ruolo')
    await page.getByRole('button', { name: 'Filtra' }).click()
    await page.waitForURL(/atto=comando\+ruolo/)
    await page
      .getByRole('row', { name: /comando ruolo/ })
      .first()
      .waitFor()
    await page
      .getByRole('row', { name: /conferma_passkey/ })
      .first()
      .waitFor({ state: 'detached' })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Esporta in CSV' }).click()
    expect((await download).suggestedFilename()).toBe('registro.csv')
    await page.getByLabel('Operazione').fill('niente di simile')
    await page.getByRole('button', { name: 'Filtra' }).click()
    await page.getByText('Nessuna operazione').waitFor()
    expect(await inspectAll(page, 'registro-vuoto')).toEqual([])
  })

  it('[OP40] a person is found, masked, opened and helped', async () => {
    const other = newEmail('aiutata')
    await makeAccount(other, 'demo')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name: 'Persone' }).click()
    await page.getByRole('heading', { name: 'Persone', level: 1 }).waitFor()
    await page.getByLabel('Indirizzo o numero').fill('nessuno@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('Nessun account', { exact: true }).waitFor()
    await page.getByLabel('Indirizzo o numero').fill(other)
    await page.keyboard.press('Enter')
    const open = page.getByRole('link', { name: 'Apri l’account' })
    await open.waitFor()
    expect(await page.getByText(other).count()).toBe(0)
    expect(await inspectAll(page, 'persone')).toEqual([])
    await open.focus()
    await page.keyboard.press('Enter')
    await page.getByText(`${other} (verificata)`).waitFor()
    await page.getByRole('row', { name: /Conferma dell’indirizzo.*Inviata/ }).waitFor()
    expect(await inspectAll(page, 'persona')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Cambia livello' }).click()
    const tier = page.getByRole('dialog', { name: 'Cambia livello' })
    await tier.getByLabel('Livello').selectOption('Premium')
    await tier.getByLabel('Fino al').fill('2020-01-01')
    await tier.getByRole('button', { name: 'Conferma' }).click()
    await tier.getByText('Questo giorno è passato').waitFor()
    expect(await inspectDialog(page)).toEqual([])
    await scatta(page, 'gestione-livello-passato', true)
    await tier.getByLabel('Fino al').fill('2027-06-30')
    await tier.getByRole('button', { name: 'Conferma' }).click()
    await page.getByText('Fatto.').waitFor()
    await page.getByText('30 giu 2027').waitFor()
    await page.getByRole('button', { name: /^Libera/ }).click()
    const free = page.getByRole('alertdialog', { name: 'Libera' })
    expect(await inspectDialog(page)).toEqual([])
    await free.getByRole('button', { name: 'Libera' }).click()
    await page.getByRole('region', { name: 'Dispositivi' }).waitFor({ state: 'detached' })
  })

  it('[OP40] a recovery code gives the second factor once', async () => {
    await page.goto(gestione('/accesso'))
    await page.getByRole('button', { name: 'Usa i codici di un’app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Codici di un’app' })
    await dialog.getByRole('button', { name: 'Usa i codici di un’app' }).click()
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await dialog.getByLabel('Codice', { exact: true }).fill(codeNow(secret))
    await page.keyboard.press('Enter')
    const shown = page.getByRole('alertdialog', { name: 'Salva i codici di recupero' })
    await shown.waitFor()
    recovery = await shown.locator('code').allInnerTexts()
    expect(recovery).toHaveLength(10)
    await shown.getByRole('button', { name: 'Li ho salvati' }).click()
    expect(await inspectAll(page, 'sicurezza')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Esci' }).click()
    await typeLogin(page, email)
    await page.getByLabel('Codice').fill(recovery[0] ?? '')
    await page.getByRole('button', { name: 'Conferma' }).click()
    await page.getByRole('heading', { name: 'Il mio accesso', level: 1 }).waitFor()
    await page.getByText('Codici di recupero rimasti: 9.').waitFor()
  })

  it('[OP53] an idle tab warns and stays by a click; the end empties every tab', async () => {
    const tab = await device.newPage()
    await tab.clock.install()
    await tab.goto(gestione(`/registro?chi=${encodeURIComponent(email)}`))
    await tab.getByRole('row').nth(1).waitFor()
    await tab.clock.fastForward('29:05')
    const warning = tab.getByRole('alertdialog', { name: 'Stai per uscire' })
    await warning.getByText(/Da quasi mezz’ora non fai nulla/).waitFor()
    expect(await inspectAll(tab, 'fine')).toEqual([])
    await warning.getByRole('button', { name: 'Resta' }).click()
    await warning.waitFor({ state: 'detached' })
    await tab.getByRole('row').nth(1).waitFor()
    await tab.clock.fastForward('30:05')
    await tab.getByText(/L’accesso è finito/).waitFor()
    expect([await tab.getByText(email).count(), tab.url().includes('@')]).toEqual([0, false])
    await page.getByRole('heading', { name: 'Gestione di Idoneo' }).waitFor()
    await tab.close()
    await page.bringToFront()
    await typeLogin(page, email)
    await page.getByLabel('Codice', { exact: true }).fill(recovery[1] ?? '')
    await page.getByRole('button', { name: 'Conferma' }).click()
    await page.getByRole('heading', { name: 'Il mio accesso', level: 1 }).waitFor()
  })

  it('[OP40] a role that is taken ends the session at its next call, and says so', async () => {
    await idoneo('ruolo', email, 'nessuno')
    await page.goto(gestione('/registro'))
    await page.getByRole('heading', { name: 'Gestione di Idoneo' }).waitFor()
    expect(problems.filter((text) => !/status of 40[13]/.test(text))).toEqual([])
  })

  it('[OP51] who signs out in one tab leaves nothing in the others, whoever enters next', async () => {
    const [first, second] = [newEmail('prima'), newEmail('seconda')]
    await makeAccount(second, 'demo')
    const { device: shared, page } = await enterConsole(first, 'gestore')
    const tab = await shared.newPage()
    await plugAuthenticator(tab)
    await tab.goto(gestione('/accesso'))
    await tab.getByRole('button', { name: 'Esci' }).click()
    await page.getByRole('heading', { name: 'Gestione di Idoneo' }).waitFor()
    expect(await page.getByText(first).count()).toBe(0)
    await setUpPasskey(tab, second, await idoneo('ruolo', second, 'gestore'))
    await page.reload()
    await page.getByText(second).waitFor()
    await shared.close()
  })
})

/** The code of a secret in base32 now (RFC 6238). */
function codeNow(secret: string): string {
  const bits = [...secret].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return codeOf(Buffer.from(bytes), stepAt(new Date()))
}
