import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, makeAccount, NIGHT, newEmail, newProfile, openContext, openProfile, signIn, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca } from './pratica.ts'

/** A bank that every installation has. */
const BANCA = 'Diritto costituzionale'
const SCATTATI = [
  ['telefono-scuro', 390, 844, 'dark'],
  ['telefono', 390, 844, 'light'],
  ['scrivania-scura', 1440, 900, 'dark'],
  ['scrivania', 1440, 900, 'light'],
] as const
/** With SCATTI in the environment: the page as it is, in both sizes and themes. */
async function shoot(page: Page, stato: string): Promise<void> {
  if (!process.env.SCATTI) return
  for (const [nome, width, height, colorScheme] of SCATTATI) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${process.env.SCATTI}/${stato}-${nome}.png` })
  }
}
const ISTANTANEA = 'idoneo.istantanea'

describe('first paint of the dashboard', () => {
  const email = newEmail('avvio')
  let browser: BrowserContext
  let page: Page
  const worker = /\/store\.worker-[^/]*\.js$/
  const codice = /\/serve-store-[^/]*\.js$/
  /** What a browser keeps compiled is on its disk. */
  const profilo = NIGHT ? newProfile() : null
  const inPrimoPiano = () => page.getByRole('heading', { level: 2, name: BANCA })
  const quadro = () => page.evaluate((k) => localStorage.getItem(k), ISTANTANEA)

  /** How often the browser was asked to keep what is stored: before the first download, after it. */
  let richieste: (string | null)[] = []

  beforeAll(async () => {
    await makeAccount(email, 'premium')
    browser = await (profilo ? openProfile(profilo) : openContext())
    await signIn(browser, email)
    page = await browser.newPage()
    await page.addInitScript(() => {
      const vera = StorageManager.prototype.persist
      StorageManager.prototype.persist = function () {
        localStorage.setItem('prova.chieste', String(Number(localStorage.getItem('prova.chieste')) + 1))
        return vera.call(this)
      }
    })
    await page.goto(url('/'))
    const chieste = () => page.evaluate(() => localStorage.getItem('prova.chieste'))
    const prima = await chieste()
    await addBanca(page, BANCA)
    richieste = [prima, await chieste()]
    await page.goto(url('/'))
    await inPrimoPiano().waitFor()
  })
  afterAll(() => browser?.close())

  it('the browser is asked to keep what is stored at the first download, not before', () => {
    expect(richieste).toEqual([null, '1'])
  })

  it('shows the banks of the last visit while the worker of the store is held back, and they stay when it comes', async () => {
    const trattenuti: Route[] = []
    await browser.route(worker, (route) => void trattenuti.push(route))
    await page.reload()
    await inPrimoPiano().waitFor()
    expect(await page.getByLabel('Caricamento').count()).toBe(0)
    const prima = await page.getByRole('main').boundingBox()
    await expect.poll(() => trattenuti.length).toBeGreaterThan(0)
    for (const route of trattenuti) await route.continue()
    await browser.unroute(worker)
    await page.getByRole('link', { name: 'Esercitati' }).first().waitFor()
    expect(await inPrimoPiano().count()).toBe(1)
    expect((await page.getByRole('main').boundingBox())?.y).toBe(prima?.y)
  })

  it('a store that does not open in ten seconds is told, with what to do; the band goes when it opens', async () => {
    const trattenuti: Route[] = []
    const fermo = await browser.newPage()
    await fermo.goto(url('/'))
    await fermo.clock.install()
    await browser.route(codice, (route) => void trattenuti.push(route))
    await fermo.reload()
    await expect.poll(() => trattenuti.length).toBeGreaterThan(0)
    const banda = fermo.getByText('L’archivio di questo dispositivo non risponde ancora')
    expect(await banda.count()).toBe(0)
    await fermo.clock.fastForward(10_000)
    await banda.waitFor()
    await fermo.getByRole('button', { name: 'Ricarica' }).waitFor()
    if (process.env.SCATTI) await fermo.screenshot({ path: `${process.env.SCATTI}/archivio-lento.png` })
    for (const route of trattenuti) await route.continue()
    await browser.unroute(codice)
    await banda.waitFor({ state: 'detached' })
    await fermo.close()
  })

  it('a worker whose code does not come is told, and opens the store when it is asked again', async () => {
    const fermo = await browser.newPage()
    let refused = 0
    await browser.route(codice, (route) => {
      refused++
      return route.abort()
    })
    await fermo.goto(url('/'))
    const avviso = fermo.getByText('L’archivio dei quiz su questo dispositivo non si è aperto').first()
    await avviso.waitFor()
    // Nor is it said that all is sent.
    await fermo.getByText('Archivio non aperto').first().waitFor()
    expect(await fermo.getByText('Sincronizzato', { exact: true }).count()).toBe(0)
    expect(await inspect(fermo)).toEqual([])
    await fermo.goto(url('/ricerca'))
    await avviso.waitFor()
    // Not "it is not on this device": nobody knows.
    await fermo.goto(url('/esercitazione/prova-personalizzata?id_concorso=999999'))
    await fermo.getByRole('heading', { name: 'Le tue banche dati non si sono aperte' }).waitFor()
    await avviso.waitFor()
    expect(await inspect(fermo)).toEqual([])
    await shoot(fermo, 'nuova-prova-non-aperta')
    await fermo.goto(url('/'))
    await avviso.waitFor()
    await shoot(fermo, 'archivio-non-aperto')
    // The card of today asks again too.
    const riprova = fermo.getByRole('status').getByRole('button', { name: 'Riprova' })
    const before = refused
    await riprova.click()
    await expect.poll(() => refused).toBeGreaterThan(before)
    await avviso.waitFor()
    await browser.unroute(codice)
    // Whoever asks next has it: the button, or the page itself before it can be pressed.
    await Promise.race([riprova.click().catch(() => null), avviso.waitFor({ state: 'detached' })])
    await avviso.waitFor({ state: 'detached' })
    await fermo.getByRole('link', { name: 'Esercitati' }).first().waitFor()
    await fermo.close()
  })

  it('a worker that came when somebody else asked again: the notice goes by itself', async () => {
    const altra = await browser.newPage()
    const avviso = altra.getByText('L’archivio dei quiz su questo dispositivo non si è aperto').first()
    const chieste: Route[] = []
    await browser.route(codice, (route) => (chieste.push(route) === 1 ? undefined : route.continue()))
    await altra.goto(url('/'))
    await expect.poll(() => chieste.length).toBe(1)
    await altra.getByRole('heading', { level: 2, name: BANCA }).waitFor()
    // It is written again with the list that the store gives.
    await altra.evaluate((k) => localStorage.removeItem(k), ISTANTANEA)
    await chieste[0]?.abort()
    await expect.poll(() => altra.evaluate((k) => localStorage.getItem(k), ISTANTANEA)).toContain(BANCA)
    await expect.poll(() => avviso.count()).toBe(0)
    expect(chieste.length).toBe(2)
    await browser.unroute(codice)
    await altra.close()
  })

  it('the page’s own code for the store does not come: the same notice, and it opens when the page is loaded again', async () => {
    const altra = await browser.newPage()
    const parte = /\/assets\/client-[^/]*\.js$/
    const avviso = altra.getByText('L’archivio dei quiz su questo dispositivo non si è aperto').first()
    await browser.route(parte, (route) => route.abort())
    await altra.goto(url('/'))
    await avviso.waitFor()
    await altra.getByRole('status').getByRole('button', { name: 'Riprova' }).waitFor()
    await browser.unroute(parte)
    // Whoever asks for the store next finds it, the button or the page itself: either way the notice goes.
    await altra.reload()
    await avviso.waitFor({ state: 'detached' })
    await altra.getByRole('link', { name: 'Esercitati' }).first().waitFor()
    await altra.close()
  })

  it('a screen whose code is late has its title from the first frame', async () => {
    const altra = await browser.newPage()
    const codice = /\/assets\/RicercaScreen-[^/]*\.js$/
    const chieste: Route[] = []
    await browser.route(codice, (route) => void chieste.push(route))
    await altra.goto(url('/ricerca'))
    await altra.getByRole('heading', { level: 1, name: 'Cerca nelle domande' }).waitFor()
    expect(await altra.getByRole('searchbox').count()).toBe(0)
    expect(await inspect(altra)).toEqual([])
    for (const route of chieste) await route.continue()
    await browser.unroute(codice)
    await altra.getByRole('searchbox').first().waitFor()
    await expect.poll(() => altra.getByRole('heading', { level: 1 }).count()).toBe(1)
    await altra.close()
  })

  it.runIf(NIGHT)(
    'the browser keeps the code of the store as it compiled it',
    async () => {
      const cartella = join(String(profilo), 'Default', 'Code Cache', 'js')
      const kept = async () => {
        const file = await Promise.all(
          (await readdir(cartella)).map((n) => readFile(join(cartella, n)).catch(() => null)),
        )
        return Math.max(...file.map((f) => (f?.includes('/serve-store-') ? f.length : 0)))
      }
      // Read from its cache twice: the browser marks what it reads once, and writes what it reads again. A page that is closed too
      // soon, on a busy machine, is no visit.
      const visit = async () => {
        const altra = await browser.newPage()
        await altra.goto(url('/'))
        await altra.getByRole('link', { name: 'Esercitati' }).first().waitFor()
        await altra.close()
        return kept()
      }
      await expect.poll(visit, { timeout: 150_000, interval: 500 }).toBeGreaterThan(100_000)
    },
    200_000,
  )

  it('the engine is asked for by the page before the worker has answered', async () => {
    const times = new Map<string, ReturnType<Request['timing']>>()
    const note = (r: Request) => void times.set(new URL(r.url()).pathname, r.timing())
    const timeOf = (path: RegExp) => [...times].find(([asked]) => path.test(asked))?.[1]
    page.on('requestfinished', note)
    await page.reload()
    await inPrimoPiano().waitFor()
    await expect.poll(() => Boolean(timeOf(/\.wasm$/) && timeOf(worker))).toBe(true)
    page.off('requestfinished', note)
    const { startTime = 0, responseEnd = 0 } = timeOf(worker) ?? {}
    expect(timeOf(/\.wasm$/)?.startTime).toBeLessThan(startTime + responseEnd)
  })

  it('the picture goes with the session, and another account never sees it', async () => {
    expect(await quadro()).toContain(BANCA)
    await page.goto(url('/profilo'))
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    await page.getByRole('dialog', { name: 'Esci da Idoneo' }).getByRole('button', { name: 'Esci' }).click()
    await page.waitForURL(/\/auth\//)
    expect(await quadro()).toBeNull()
    const altra = newEmail('avvio-altra')
    await makeAccount(altra, 'premium')
    await browser.route(worker, () => {})
    await login(page, altra)
    await page.reload()
    await page.getByPlaceholder('Cerca in banche dati e domande').waitFor()
    expect(await quadro()).toBeNull()
    expect(await inPrimoPiano().count()).toBe(0)
  })

  it('whoever closes the question while the sign-out is under way stays signed in (D29)', async () => {
    await browser.unroute(worker)
    const ferme: Route[] = []
    await browser.route(codice, (route) => void ferme.push(route))
    await page.goto(url('/profilo'))
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    const chiede = page.getByRole('dialog', { name: 'Esci da Idoneo' })
    await chiede.getByRole('button', { name: 'Esci' }).click()
    await chiede.getByRole('button', { name: 'Invio le ultime risposte' }).waitFor()
    await shoot(page, 'esci-in-corso')
    await chiede.getByRole('button', { name: 'Resta' }).click()
    await chiede.waitFor({ state: 'detached' })
    for (const route of ferme) await route.continue()
    await browser.unroute(codice)
    // The list comes from the store that the sign-out was waiting for.
    await page.getByRole('link', { name: 'Banche dati' }).first().click()
    await page.getByText('Nessuna banca dati', { exact: true }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('idoneo.sessione'))).not.toBeNull()
    expect(page.url()).toContain('/banche-dati')
  })

  it('whoever signs out where the store does not open is told that its data is still here (D29)', async () => {
    await browser.route(codice, (route) => route.abort())
    await page.goto(url('/profilo'))
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    const chiede = page.getByRole('dialog', { name: 'Esci da Idoneo' })
    await chiede.getByText('delle prove lasciate a metà, è solo qui').waitFor()
    await shoot(page, 'esci')
    await chiede.getByRole('button', { name: 'Esci' }).click()
    const ignote = page.getByRole('alertdialog', { name: 'Potrebbero esserci risposte non inviate' })
    await ignote.waitFor()
    expect(await inspect(page)).toEqual([])
    await shoot(page, 'esci-ignote')
    await ignote.getByRole('button', { name: 'Esci comunque' }).click()
    await page.getByText('I dati di questo account sono ancora su questo dispositivo').waitFor()
    await page.waitForURL(/\/auth\//)
    expect(await inspect(page)).toEqual([])
    await shoot(page, 'dati-rimasti')
    await browser.unroute(codice)
  })
})
