import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { login, makeAccount, openContext } from './aiuti.ts'
import { inspect } from './axe.ts'

const EMAIL = `schermi${Date.now()}@example.org`

describe('the screens', () => {
  let browser: BrowserContext
  let page: Page
  const url = (path: string) => `${inject('indirizzo')}/simulatore${path}`
  const errori: string[] = []

  beforeAll(async () => {
    browser = await openContext()
    page = await browser.newPage()
    page.on('pageerror', (e) => errori.push(String(e)))
    page.on('console', (m) => {
      // Calls under way when the network goes fail too.
      if (m.type() === 'error' && !/status of (40[13]|500)|ERR_INTERNET_DISCONNECTED/.test(m.text()))
        errori.push(m.text())
    })
  })
  afterAll(() => browser?.close())

  it('a visit without a session goes to the login [RT22]; unknown paths end there too [RT21]', async () => {
    for (const path of ['/profilo', '/banche-dati', '/aggiungi-banca-dati', '/riepilogo']) {
      await page.goto(url(path))
      await page.getByRole('button', { name: 'Accedi', exact: true }).waitFor()
      expect(new URL(page.url()).search, path).toBe('?type=login')
    }
    // Home is the first page of who is new [PP1].
    for (const path of ['/', '/non-esiste']) {
      await page.goto(url(path))
      await page.getByRole('link', { name: 'Ho già un account' }).waitFor()
      expect(new URL(page.url()).search, path).toBe('?type=login&prova=1')
    }
  })

  it('check-email without a session goes to the login [RT30]', async () => {
    await page.goto(url('/auth/check-email'))
    await page.waitForURL(/auth\/?\?type=login/)
  })

  it('download_data keeps its two ids and nothing else, then goes on [RT15][RT25]', async () => {
    await page.goto(url('/download_data?id_concorso=3&id_argomento=9&altro=1'))
    await page.waitForURL(/type=login/)
    const kept = await page.evaluate(() => Object.entries(sessionStorage).filter(([k]) => !k.startsWith('idoneo.')))
    expect(Object.fromEntries(kept)).toEqual({ id_concorso: '3', id_argomento: '9' })
  })

  it('the affiliate code of the address is kept until a signed-in screen [PR1][PR4][RT32]', async () => {
    await page.goto(url('/auth?type=login&code=AMICO-1'))
    await page.getByRole('button', { name: 'Accedi', exact: true }).waitFor()
    expect(await page.evaluate(() => document.cookie)).toContain('affopqcode=AMICO-1')
  })

  it('login and registration pass axe, their errors too [SC1][SC2]', async () => {
    await page.goto(url('/auth?type=login'))
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await page.getByText('Inserisci un indirizzo email').waitFor()
    expect(await inspect(page)).toEqual([])
    await page.getByRole('link', { name: 'Registrati gratis' }).click()
    await page.getByRole('button', { name: 'Crea l’account' }).click()
    await page.getByText(/La password deve essere di 8 caratteri/).waitFor()
    // The focus follows with the next frame.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    expect(await inspect(page)).toEqual([])
  })

  it('a wrong password is told under its field, which has the focus; a server that fails in the dialog Attenzione, which takes and gives back the focus [EB1][EB4][D4]', async () => {
    await page.goto(url('/auth?type=login'))
    await page.getByLabel('E-mail', { exact: true }).fill('nessuno@example.org')
    await page.getByLabel('Password', { exact: true }).fill('Sbagliata1')
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/^E-mail o password non corrispondono/)
      .waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
    expect(await inspect(page)).toEqual([])
    await page.route('**/ms_utente/login', (route) => route.fulfill({ status: 500 }))
    await page.keyboard.press('Enter')
    const dialogo = page.getByRole('alertdialog', { name: 'Attenzione' })
    await dialogo.waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Riprova')
    expect(await inspect(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialogo.waitFor({ state: 'detached' })
    await page.unroute('**/ms_utente/login')
    expect(page.url()).toMatch(/type=login/)
  })

  it('signs in, and the login then leads home [RT26]', async () => {
    await makeAccount(EMAIL, 'demo')
    await login(page, EMAIL)
    await page.getByText('Aggiungi la tua prima banca dati').waitFor()
    expect(await page.evaluate(() => document.cookie)).not.toContain('affopqcode')
    await page.goto(url('/auth?type=login'))
    await page.waitForURL(/\/simulatore\/?$/)
  })

  it('the empty dashboard, my banks and the catalogue pass axe [SC11][SC15]', async () => {
    await page.getByRole('heading', { name: 'In evidenza' }).waitFor()
    expect(await inspect(page)).toEqual([])
    await page.goto(url('/banche-dati'))
    await page.getByText('Nessuna banca dati').waitFor()
    expect(await inspect(page)).toEqual([])
    await page.goto(url('/aggiungi-banca-dati'))
    await page
      .getByRole('button', { name: /^Aggiungi / })
      .first()
      .waitFor()
    expect(await inspect(page)).toEqual([])
  })

  it('filters by year, shows the summary, adds and downloads [SC15][BK1]', async () => {
    await page.getByRole('button', { name: /^Anno/ }).click()
    await page.getByRole('dialog', { name: 'Anno' }).getByRole('radio').nth(1).click()
    await page
      .getByRole('button', { name: /^Anno/ })
      .getByText(/20\d\d/)
      .waitFor()
    await page.goto(url('/aggiungi-banca-dati?cerca=costituzionale'))
    await page.getByRole('button', { name: 'Aggiungi Diritto costituzionale' }).click()
    const riassunto = page.getByRole('dialog', { name: 'Diritto costituzionale' })
    await riassunto.waitFor()
    expect(await inspect(page)).toEqual([])
    await riassunto.getByRole('button', { name: 'Aggiungi e scarica' }).click()
    // The focus is on the way to the bank; the outcome stands in the dialog, not over it.
    const open = riassunto.getByRole('link', { name: 'Apri' })
    await expect.poll(() => open.evaluate((link) => link === document.activeElement)).toBe(true)
    await riassunto.getByText('«Diritto costituzionale» è pronta, anche offline').waitFor()
  })

  it('the bank is on the dashboard, found by its words, listed with its state [SC11][SC13][SC14]', async () => {
    await page.goto(url('/'))
    await page.getByRole('heading', { name: 'Diritto costituzionale' }).waitFor()
    expect(await inspect(page)).toEqual([])
    await page.getByRole('searchbox').fill('COSTITUZIONÀLE')
    await page.getByRole('heading', { name: 'Tra le tue' }).waitFor()
    expect(await inspect(page)).toEqual([])
    await page.goto(url('/banche-dati'))
    await page.getByText(/^(?:Scaricata|Funziona anche offline)$/).waitFor()
    expect(await inspect(page)).toEqual([])
  })

  it('a deletion is taken back, then done on this device only [D41]', async () => {
    const banca = page.getByRole('heading', { name: 'Diritto costituzionale' })
    const delete_ = async () => {
      await page.getByRole('button', { name: 'Altre azioni per Diritto costituzionale' }).click()
      await page.getByRole('menuitem', { name: 'Elimina…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Elimina', exact: true }).click()
    }
    await delete_()
    await banca.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Annulla' }).click()
    await banca.waitFor()
    await page.getByText(/^(?:Scaricata|Funziona anche offline)$/).waitFor()
    await delete_()
    await page.getByText('Da scaricare').waitFor()
    // What it takes of the demo to have it again is said before [D41].
    await page.getByText('Le 125 domande che ti spettano le hai già ricevute').waitFor()
    expect(await inspect(page)).toEqual([])
  })

  it('offline is told and blocks nothing', async () => {
    await browser.setOffline(true)
    await page.getByText(/^Sei offline/).waitFor()
    expect(await inspect(page)).toEqual([])
    await browser.setOffline(false)
    await page.getByText(/^Sei offline/).waitFor({ state: 'detached' })
  })

  it('the theme follows the stored preference [CC2]', async () => {
    await page.goto(url('/profilo?pagina=aspetto'))
    await page.getByRole('radio', { name: 'Scuro' }).waitFor()
    expect(await inspect(page)).toEqual([])
    const fondo = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const chiaro = await fondo()
    await page.getByRole('radio', { name: 'Scuro' }).check()
    expect(await fondo()).not.toBe(chiaro)
    const scuro = await fondo()
    await page.reload()
    await page.getByRole('radio', { name: 'Scuro' }).waitFor()
    expect(await fondo()).toBe(scuro)
  })

  it('a page put aside gives the store up to another, and is served by it when it is back', async () => {
    const tell = (nome: 'pagehide' | 'pageshow') =>
      page.evaluate((n) => void dispatchEvent(new PageTransitionEvent(n, { persisted: true })), nome)
    await page.goto(url('/banche-dati'))
    await page.getByRole('heading', { name: 'Diritto costituzionale' }).waitFor()
    await tell('pagehide')
    const altra = await browser.newPage()
    await altra.goto(url('/banche-dati'))
    // The list comes first from its picture: the lock says that the store is open too.
    const locks = () =>
      altra.evaluate(async () => {
        const { held, pending } = await navigator.locks.query()
        return [held, pending].map((all) => all?.filter((l) => l.name?.startsWith('idoneo-archivio-')).length)
      })
    await expect.poll(locks).toEqual([1, 0])
    await tell('pageshow')
    await expect.poll(locks).toEqual([1, 1])
    await page.reload()
    await page.getByRole('heading', { name: 'Diritto costituzionale' }).waitFor()
    await altra.close()
    await tell('pagehide')
    await tell('pageshow')
    await page.goto(url('/banche-dati'))
    await page.getByRole('heading', { name: 'Diritto costituzionale' }).waitFor()
  })

  it('a session that the server ended leads to the login, says why and keeps the data [AU7][AU11][RT23]', async () => {
    const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('idoneo.sessione') ?? '{}'))
    // Nobody is there while it ends: an open page would hear of it first, and say it before it is asked anew.
    await page.goto('about:blank')
    await page.request.post(new URL('/api/ms_utente/logout', url('/')).href, {
      headers: { authorization: `Bearer ${token}` },
    })
    await page.goto(url('/'))
    await page
      .getByRole('alertdialog', { name: 'Attenzione' })
      .getByText(/Accedi di nuovo/)
      .waitFor()
    await page.waitForURL(/auth\/?\?type=login/)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => localStorage.getItem('idoneo.sessione'))).toBeNull()
    await login(page, EMAIL)
    await page.goto(url('/banche-dati'))
    await page.getByRole('heading', { name: 'Diritto costituzionale' }).waitFor()
    await page.goto(url('/profilo'))
  })

  it('signing out clears the session and its data [AU4][AU5]', async () => {
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Esci' }).click()
    await page.waitForURL(/type=login/)
    // How far this device's clock is from the server's, and the server's ways to sign in, are nobody's data.
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((k) => !/dispositivo|tema|scarto|accessi/.test(k))),
    ).toEqual([])
  })

  it('nothing was written to the console as an error', () => expect(errori).toEqual([]))
})
