import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { guasto } from '#src/text/common'
import { api, killProfile, makeAccount, newEmail, newProfile, openProfile, PASSWORD } from './aiuti.ts'
import { rispondi, risposte } from './pratica.ts'
import { StoppableServer } from './proxy.ts'

const BANCA = 'Diritto costituzionale'
/** Signed-in routes of the table that need no bank or sitting in the address, and a word of their screen's title. */
const ROUTES = ['/', '/banche-dati', '/aggiungi-banca-dati', '/progressi', '/ricerca', '/ricerca/sql', '/profilo']

describe('the page kept on the device', () => {
  const email = newEmail('treno')
  const profile = newProfile()
  const server = new StoppableServer(inject('indirizzo'))
  let token = ''
  let browser: BrowserContext
  let page: Page
  const go = (path: string) => page.goto(`${server.address}/simulatore${path}`)
  const open = async () => {
    browser = await openProfile(profile, { serviceWorkers: 'allow' })
    page = await browser.newPage()
  }
  const h1 = () => page.getByRole('heading', { level: 1 }).first().waitFor()

  beforeAll(async () => {
    token = await makeAccount(email, 'premium')
    await server.start()
    await open()
    await go('/auth/?type=login')
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await page.waitForURL(/\/simulatore\/?$/)
    await go(`/aggiungi-banca-dati?cerca=${encodeURIComponent(BANCA)}`)
    await page.getByRole('button', { name: `Aggiungi ${BANCA}` }).click()
    await page.getByRole('button', { name: 'Aggiungi e scarica' }).click()
    await page.getByText(`«${BANCA}» è pronta, anche offline`).waitFor({ timeout: 90_000 })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // Close it once: a browser killed so soon would lose the session (`killProfile`).
    await browser.close()
    await open()
  })
  afterAll(async () => {
    await browser?.close()
    await server.stop()
  })

  it('[PP6] says of a bank that it works without a network once the page and its questions are here', async () => {
    await go('/banche-dati')
    await page.getByText('Funziona anche offline').waitFor()
  })

  it('a file that another app shares is looked at before it is a bank', async () => {
    await go('/')
    await h1()
    // As the phone does it: a page opened by a form that carries the file.
    await page.evaluate(() => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/simulatore/da-file' })
      const input = document.createElement('input')
      Object.assign(input, { type: 'file', name: 'file' })
      const given = new DataTransfer()
      given.items.add(new File(['Domanda;A;B;Giusta\nUno?;sì;no;A\nDue?;sì;no;B\nTre?;sì;no;A'], 'Dal telefono.csv'))
      input.files = given.files
      form.append(input)
      document.body.append(form)
      form.submit()
    })
    const dialog = page.getByRole('dialog', { name: 'Banca dati da un file' })
    await dialog.getByRole('button', { name: /^Importa 3 domande/ }).waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Nome' }).first().inputValue()).toBe('Dal telefono')
    expect(new URL(page.url()).search).toBe('')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('opens every route from cold in a new tab with the server stopped [PD7]', async () => {
    await server.stop()
    for (const path of ROUTES) {
      const tab = await browser.newPage()
      await tab.goto(`${server.address}/simulatore${path}`)
      await tab.getByRole('heading', { level: 1 }).first().waitFor()
      // The title stands before the screen: its code must come too.
      await expect.poll(() => tab.locator('[aria-busy="true"]').count(), { message: path }).toBe(0)
      expect(await tab.getByText(guasto.pagina_errore_titolo).count(), path).toBe(0)
      await tab.close()
    }
  })

  it('goes on after a reload and after the browser was killed, and an answer given meanwhile arrives', async () => {
    await page.bringToFront()
    await page.reload()
    await h1()
    await killProfile(profile, browser)
    await open()
    await go('/banche-dati')
    await page.getByRole('region', { name: BANCA, exact: true }).getByRole('link', { name: BANCA, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: BANCA }).waitFor()
    await page.getByRole('button', { name: 'Inizia' }).first().click()
    await risposte(page).first().waitFor()
    for (let n = 0; n < 3; n++) {
      if (n > 0) await page.getByRole('button', { name: 'Prossima' }).click()
      await rispondi(page)
    }
    const sent = page.waitForResponse((r) => r.url().includes('/risposte_concorso') && r.request().method() === 'PUT')
    await server.start()
    await page.reload()
    expect((await sent).status()).toBeLessThan(300)
    const { corpo } = await api('/ms_concorso/concorsi_utente', { token })
    expect(JSON.stringify(corpo)).toContain(BANCA)
  })

  /** Files of the version in use that the device has, and how many it should have. */
  const count = () =>
    page.evaluate(
      () =>
        new Promise<{ expected: number; kept: number }>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }) => resolve(data)
          navigator.serviceWorker.controller?.postMessage('count', [port2])
        }),
    )

  it('offers a new version once outside a sitting, and takes it whole when asked', async () => {
    const page_of = /(index\.html[`'"],revision:[`'"])[^`'"]*/
    server.rewrite = (path, body) => (path === '/simulatore/sw.js' ? body.replace(page_of, '$1newer') : null)
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((r) => r?.update().then(() => undefined)))
    await page.waitForFunction(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return Boolean(registration?.waiting)
    })
    // In a sitting nothing is said.
    expect(await page.getByRole('button', { name: 'Aggiorna adesso' }).count()).toBe(0)
    // Each opening under the old version sweeps; the files of the one that waits stay.
    await go('/')
    const before = await count()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Aggiorna adesso' }).click()
    await reloaded
    await h1()
    expect(await page.getByRole('button', { name: 'Aggiorna adesso' }).count()).toBe(0)
    expect(await count()).toEqual(before)
    await server.stop()
    await go('/')
    await h1()
    await server.start()
  })

  it('fetches at its start what the device lost, and opens the root meanwhile', async () => {
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys())
          if (/index\.html|\/home-[^/]+\.js$/.test(request.url)) await cache.delete(request)
      }
    })
    const { expected, kept } = await count()
    expect(kept).toBe(expected - 2)
    await go('/')
    await h1()
    await expect.poll(count).toEqual({ expected, kept: expected })
  })

  it('a version whose code does not start is thrown away and loaded anew', async () => {
    const entry = await page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '')
    // What a damaged disk leaves: the entry is there and is not code.
    await page.evaluate(async (src) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        const found = await cache.match(src)
        if (found) await cache.put(src, new Response('broken(', { headers: { 'content-type': 'text/javascript' } }))
      }
    }, entry)
    await page.reload()
    await h1()
  })
})
