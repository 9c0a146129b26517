import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bytesOf, idoneo, makeAccount, newEmail, openContext, SCRIVANIA, signIn, TELEFONO, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import { importBanca, inspectDialog } from './viaggi.ts'

const NAME = 'Banca per i bandi'
const DAY_MS = 86_400_000
/** A day so many days from now on the Italian calendar, at noon: no clock change moves it. */
const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' }).format(Date.now() + days * DAY_MS)

const publish = async (name: string, entries: unknown, ...args: string[]) => {
  const file = join(inject('dataDir'), `${name}.json`)
  await writeFile(file, JSON.stringify(entries))
  await idoneo(...args, 'importa', file)
}

describe('calls, store, groups, news and requests', () => {
  const email = newEmail('bandi')
  let browser: BrowserContext
  let page: Page
  let banca: number

  beforeAll(async () => {
    banca = await importBanca(NAME)
    const ente = { ente: 'Comune di Prova', tipo_ente: 'ente-locale', banche: [banca] }
    await publish(
      'bandi',
      [
        {
          ...ente,
          nome: 'Tre agenti, scade presto',
          scadenza: dayFromNow(0),
          settore: 'sicurezza',
          area: 'sud',
          url: 'https://comune.example/agenti',
        },
        {
          ...ente,
          nome: 'Due informatici; con posti, e altro',
          scadenza: `${dayFromNow(4)} 12:00`,
          settore: 'informatico',
          titolo_di_studio: 'diploma',
          regione: 'Lazio',
          posti: 2,
          in_evidenza: 'sì',
          url: 'https://comune.example/bando',
        },
        ...Array.from({ length: 60 }, (_, i) => ({
          nome: `Bando numero ${i}`,
          ente: 'Ente',
          scadenza: dayFromNow(40 + i),
          url: `https://ente.example/${i}`,
        })),
      ],
      'bandi',
    )
    const price = (chiave: string, more: object) => ({
      chiave,
      titolo: `Articolo ${chiave}`,
      link: 'https://x.example/',
      ...more,
    })
    await publish(
      'articoli',
      [
        price('uno', { tipo_prezzo: 'fisso', prezzo: 2490, banche: [banca] }),
        price('due', { tipo_prezzo: 'gratuito' }),
        price('tre', { tipo_prezzo: 'variabile', prezzo: 1000 }),
      ],
      'contenuto',
      'articoli',
    )
    await publish(
      'banner',
      [{ chiave: 'b', titolo: 'Avviso di prova', link: '/store', azione: 'Vai' }],
      'contenuto',
      'banner',
    )
    await publish(
      'gruppi',
      [{ chiave: 'g', nome: 'Un’ora a settimana', descrizione: 'Si studia.', regole: [], link: 'https://g.example/' }],
      'contenuto',
      'gruppi',
    )
    await idoneo('risorse', String(banca), '--manuale', 'https://libri.example/', '--news', 'https://news.example/')
    await makeAccount(email, 'premium')
    browser = await openContext({ viewport: TELEFONO, anticipo: true })
    await signIn(browser, email)
    page = await browser.newPage()
    await page.goto(url('/'))
  })
  afterAll(() => browser?.close())
  const rows = () => page.getByRole('main').getByRole('link', { name: /agenti|informatici|Bando numero/ })
  const status = (text: RegExp) => page.getByRole('status').filter({ hasText: text })

  it('[RT14][SC22] the six filters and the words leave what fits, the first to expire first', async () => {
    await page.getByRole('region', { name: 'Bandi in scadenza' }).getByText('Tre agenti').waitFor()
    await page.goto(url('/bandi-in-scadenza'))
    await status(/\d+ bandi aperti/).waitFor()
    expect(await rows().first().textContent()).toMatch(/Tre agenti.*scade oggi/)
    await page.getByRole('button', { name: 'Filtri' }).click()
    const choose = async (filter: string, value: string) => {
      await page.getByRole('button', { name: filter }).click()
      await page.getByRole('dialog').getByText(value, { exact: true }).click()
    }
    await choose('Scadenza', 'Entro 7 giorni')
    await choose('Titolo di studio', 'Diploma')
    await choose('Settore', 'Informatico')
    await choose('Area geografica', 'Centro')
    await choose('Tipo di ente', 'Comune, provincia, unione')
    await page.getByRole('switch', { name: 'Solo in evidenza' }).check()
    await page.getByRole('searchbox').fill('INFORMATICI prova')
    await status(/^1 di \d+ bandi aperti$/).waitFor()
    await page.getByRole('button', { name: 'Filtri (6)' }).waitFor()
    expect(await inspect(page)).toEqual([])
    await page.setViewportSize(TELEFONO)
    await page.getByRole('searchbox').fill('nessuno')
    await page.getByRole('heading', { name: 'Nessun bando con questi filtri' }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Azzera i filtri' }).last().click()
    await page.getByRole('button', { name: /^Mostra altri \d+$/ }).click()
  })

  it('[EN37][BA5] a call says what is known of it, leads to its bank and its page, and goes to the calendar', async () => {
    await page.getByRole('link', { name: /Due informatici/ }).click()
    const dialog = page.getByRole('dialog', { name: /Due informatici/ })
    await dialog.getByText(/, ore 12:00$/).waitFor()
    await dialog.getByText('tra 4 giorni').waitFor()
    expect(await dialog.getByRole('link', { name: 'Pagina ufficiale' }).getAttribute('href')).toBe(
      'https://comune.example/bando',
    )
    expect(await dialog.getByRole('link', { name: NAME }).getAttribute('href')).toMatch(
      new RegExp(`id_concorso=${banca}$`),
    )
    expect(await inspectDialog(page)).toEqual([])
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Aggiungi al calendario' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/\.ics$/)
    const ics = (await bytesOf(download)).toString()
    expect(ics).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(ics.replaceAll('\r\n ', '')).toContain('SUMMARY:Scade: Due informatici\\; con posti\\, e altro\r\n')
    const [, stamp = ''] = /DTSTART:(\d{8}T\d{6})Z/.exec(ics) ?? []
    const at = stamp.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z')
    const inRome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' })
    expect(inRome.format(new Date(at))).toBe(`${dayFromNow(4)} 12:00`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('[NT1][NT2] a call is followed from its page, and left from the profile', async () => {
    await page.goto(url('/bandi-in-scadenza'))
    let release = (_: Route) => {}
    const asked = new Promise<Route>((done) => {
      release = done
    })
    await page.route('**/ms_utente/avvisi', (route) => release(route), { times: 1 })
    await page.getByRole('link', { name: /Due informatici/ }).click()
    const held = await asked
    const calendar = page.getByRole('dialog').getByRole('button', { name: 'Aggiungi al calendario' })
    await calendar.click({ trial: true })
    const before = await calendar.boundingBox()
    await held.continue()
    const follow = page.getByRole('dialog').getByRole('switch', { name: 'Avvisami per e-mail della scadenza' })
    await follow.waitFor()
    // The answer that brings the switches moves no button beneath a finger.
    expect(await calendar.boundingBox()).toEqual(before)
    await follow.click()
    await expect.poll(() => follow.isChecked()).toBe(true)
    // Expect the focus on the switch, which was busy.
    await follow.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.goto(url('/profilo?pagina=studio'))
    await page.getByRole('switch', { name: 'Scadenza dei bandi che segui', checked: true }).waitFor()
    await page.getByRole('switch', { name: 'Aggiornamenti delle banche del tuo elenco', checked: false }).waitFor()
    await page.getByRole('button', { name: /^Non seguire più Due informatici/ }).click()
    await page.getByText(/^Non segui più Due informatici/).waitFor()
  })

  it('[BA1][CO11] without addresses of stores there is no banner; with one, its badge 100 ms after the list', async () => {
    await page.goto(url('/bandi-in-scadenza'))
    // Wait for the list, which brings the banner's room.
    await rows().first().waitFor()
    expect(await page.getByRole('complementary', { name: 'L’app di Idoneo' }).count()).toBe(0)
    await page.route('**/ms_concorso/bandi?*', async (route) => {
      const response = await route.fetch()
      const app = { app_store: null, google_play: 'https://play.google.com/store/apps/details?id=x', app_gallery: null }
      await route.fulfill({ response, json: { ...(await response.json()), app } })
    })
    await page.goto(url('/bandi-in-scadenza'))
    const banner = page.getByRole('complementary', { name: 'L’app di Idoneo' })
    await banner.waitFor({ state: 'attached' })
    await banner.getByRole('link', { name: 'Scarica l’app da Google Play' }).waitFor()
    expect(await banner.getByRole('link').count()).toBe(1)
    await page.unroute('**/ms_concorso/bandi?*')
  })

  it('[RT13][SC21][EN39][PD13] store, groups and news from the rail, in both windows', async () => {
    await page.setViewportSize(SCRIVANIA)
    const rail = page.getByRole('navigation', { name: 'Principale' }).first()
    await rail.getByRole('link', { name: 'Libri e corsi' }).click()
    await page.getByText('Da 10,00 €').waitFor()
    await page.getByText('Gratuito').waitFor()
    await page.getByText('24,90 €').waitFor()
    // The account has Premium: it is not offered to it.
    expect(await page.getByRole('link', { name: 'Scopri Premium' }).count()).toBe(0)
    await rail.getByRole('link', { name: 'Gruppi di studio' }).click()
    await page.getByRole('heading', { name: 'Un’ora a settimana' }).waitFor()
    await page.getByText('Ci si trova su g.example.', { exact: false }).waitFor()
    await rail.getByRole('link', { name: 'Notizie' }).click()
    await page.getByRole('link', { name: /Come sono scritti i quesiti/ }).click()
    await page.getByText('Le norme cambiano.', { exact: false }).waitFor()
    expect(await inspect(page)).toEqual([])
  })

  it('[CA47][EN40] a banner on the home leads where it says, and stays closed; the rest is under Altro', async () => {
    await page.setViewportSize(TELEFONO)
    await page.goto(url('/'))
    const banner = page.getByRole('complementary', { name: 'Avviso' })
    await banner.getByText('Avviso di prova').waitFor()
    expect(await banner.getByRole('link', { name: 'Vai' }).getAttribute('href')).toMatch(/\/store$/)
    await banner.getByRole('button', { name: 'Chiudi: Avviso di prova' }).click()
    await banner.waitFor({ state: 'detached' })
    const listed = page.waitForResponse((r) => r.url().includes('/getBanners') && r.ok())
    await page.reload()
    await (await listed).finished()
    await page.getByRole('navigation', { name: 'Altro' }).getByRole('link', { name: 'Notizie' }).waitFor()
    expect(await banner.count()).toBe(0)
  })

  it('[EN26] the additional resources of a bank stand on its page', async () => {
    await page.goto(url(`/aggiungi-banca-dati?id_concorso=${banca}`))
    await page.getByRole('dialog').getByRole('button', { name: 'Aggiungi e scarica' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Apri' }).click()
    const resources = page.getByRole('region', { name: 'Risorse' })
    expect(await resources.getByRole('link', { name: 'Manuale' }).getAttribute('href')).toBe('https://libri.example/')
    expect(await resources.getByRole('link').count()).toBe(2)
  })

  it('[RB1][BA8] without a network the lists are there, and a request for a bank waits and leaves later', async () => {
    await page.goto(url('/aggiungi-banca-dati'))
    await page.getByRole('button', { name: 'Chiedi una banca dati' }).waitFor()
    await browser.setOffline(true)
    await page.getByRole('button', { name: 'Chiedi una banca dati' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Chiedi una banca dati' })
    await dialog.getByRole('button', { name: 'Invia la richiesta' }).click()
    await dialog.getByText('Scrivi l’ente che ha bandito il concorso.').waitFor()
    await dialog.getByLabel('Anno (facoltativo)').fill('12')
    await dialog.getByLabel('Ente', { exact: true }).fill('Comune che manca')
    await dialog.getByRole('button', { name: 'Invia la richiesta' }).click()
    await dialog.getByText('Scrivi un anno tra il 1990 e il 2100.').waitFor()
    expect(await inspectDialog(page)).toEqual([])
    await dialog.getByLabel('Anno (facoltativo)').fill('2026')
    await dialog.getByRole('button', { name: 'Invia la richiesta' }).click()
    await dialog.getByText(/la inviamo appena possibile/).waitFor()
    await dialog.getByRole('button', { name: 'Chiudi', exact: true }).last().click()
    await page.getByRole('link', { name: 'Home' }).last().click()
    await page.getByRole('navigation', { name: 'Altro' }).getByRole('link', { name: 'Bandi in scadenza' }).click()
    await status(/bandi aperti/).waitFor()
    await page.getByText(/Elenco salvato .* si aggiorna appena torna la rete/).waitFor()
    const sent = page.waitForResponse((r) => r.url().includes('/richiedi_banca') && r.status() === 204)
    await browser.setOffline(false)
    await sent
    expect(await idoneo('richieste')).toMatch(/Comune che manca, 2026/)
  })

  it('[EB29] a list that did not come says why, and is asked again', async () => {
    await page.evaluate(() => caches.delete('idoneo-elenchi'))
    await page.route('**/ms_concorso/notizie', (route) => route.abort())
    await page.goto(url('/notizie'))
    await page.getByRole('heading', { name: 'Le notizie non sono arrivate' }).waitFor()
    await page.unroute('**/ms_concorso/notizie')
    await page.getByRole('button', { name: 'Riprova' }).click()
    await page.getByRole('link', { name: /Come sono scritti i quesiti/ }).waitFor()
  })
})
