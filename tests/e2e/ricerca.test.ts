import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matches, normalizeText, parseQuery, searchableText, words } from '#rules/text'
import { makeAccount, newEmail, openContext, ROOT, signIn, TELEFONO, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, livello, risposte } from './pratica.ts'
import { conto, riga, scelte, search } from './ricerca-pagina.ts'

const COSTITUZIONE = 'Diritto costituzionale'
const CONTRATTI = 'Contratti pubblici'

type Fonte = { testo: string; risposte: string[]; materia: string }
const source = async (slug: string): Promise<Fonte[]> =>
  JSON.parse(await readFile(join(ROOT, 'content/banche', slug, 'domande.json'), 'utf8'))
/** How many questions of the starter banks have the words, by a plain scan. */
const scan = (domande: readonly Fonte[], parole: string, come: 'ALL' | 'ANY' = 'ALL'): number => {
  const termini = parseQuery(parole)
  return domande.filter((d) => matches(searchableText(d), termini, come)).length
}

/** The longer words of some questions. */
const wordsOf = (domande: readonly Fonte[]): string[] =>
  domande.flatMap((d) => words(normalizeText(d.testo))).filter((w) => /^[a-z]{7,}$/.test(w))

const campo = (page: Page): Locator => page.getByRole('searchbox', { name: 'Cerca nelle domande e nelle risposte' })
const casella = (page: Page, posto: number): Locator => riga(page, posto).getByRole('checkbox')
const pannello = (page: Page): Locator => page.getByRole('complementary', { name: 'Filtri' })
describe('advanced search', () => {
  const email = newEmail('ricerca')
  let browser: BrowserContext
  let page: Page
  let tutte: Fonte[]
  let costituzione: Fonte[]

  beforeAll(async () => {
    costituzione = await source('diritto-costituzionale')
    tutte = [...costituzione, ...(await source('contratti-pubblici'))]
    browser = await openContext()
    await makeAccount(email, 'premium')
    await signIn(browser, email)
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())

  it('without a bank it says where to begin, offline too', async () => {
    await page.goto(url('/'))
    await page.getByRole('link', { name: 'Cerca', exact: true }).click()
    await page.getByRole('heading', { name: 'Qui cerchi nelle tue banche dati' }).waitFor()
    expect(await page.getByRole('link', { name: 'Aggiungi banca dati' }).getAttribute('href')).toContain(
      '/aggiungi-banca-dati',
    )
    expect(await inspect(page)).toEqual([])
    await browser.setOffline(true)
    await page.getByText('Per scaricare la prima serve la rete').waitFor()
    await browser.setOffline(false)
  })

  it('[SC13] the dashboard finds banks, says how many questions have the words, and leads to them', async () => {
    await addBanca(page, COSTITUZIONE)
    await addBanca(page, CONTRATTI)
    await page.goto(url('/'))
    await page.getByRole('searchbox', { name: 'Cerca in banche dati e domande' }).fill('contratti')
    await page.getByRole('region', { name: 'Tra le tue' }).getByRole('link', { name: CONTRATTI }).waitFor()
    const n = scan(tutte, 'contratti')
    await page.getByText(`${n} domande con «contratti» nelle tue banche dati.`).waitFor()
    // A subject by its name leads to its questions.
    const { materie } = JSON.parse(
      await readFile(join(ROOT, 'content/banche/diritto-costituzionale/banca.json'), 'utf8'),
    ) as { materie: { slug: string; nome: string }[] }
    const { slug, nome } = materie.at(-1) ?? { slug: '', nome: '' }
    await page.getByRole('searchbox', { name: 'Cerca in banche dati e domande' }).fill(nome.toUpperCase())
    await page.getByRole('region', { name: 'Materie' }).getByRole('link', { name: nome }).click()
    await conto(page, costituzione.filter((d) => d.materia === slug).length).waitFor()
    await page.goto(url('/'))
    await page.getByRole('searchbox', { name: 'Cerca in banche dati e domande' }).fill('contratti')
    await page.getByText(`${n} domande con «contratti» nelle tue banche dati.`).waitFor()
    await page.getByRole('link', { name: 'Vedi le domande' }).click()
    await conto(page, n).waitFor()
    expect(new URL(page.url()).search).toBe('?parole=contratti')
    expect(await campo(page).inputValue()).toBe('contratti')
  })

  it('[VA11] [CO14] finds what a plain scan finds, with any words, all of them, or the sentence', async () => {
    const parole = 'legge costituzionale'
    await campo(page).fill(parole)
    await conto(page, scan(tutte, parole)).waitFor()
    await pannello(page).getByRole('radio', { name: 'Almeno una' }).check()
    await conto(page, scan(tutte, parole, 'ANY')).waitFor()
    await pannello(page).getByRole('radio', { name: 'Frase esatta' }).check()
    await conto(page, scan(tutte, `"${parole}"`)).waitFor()
    expect(scan(tutte, `"${parole}"`)).toBeGreaterThan(0)
    const segni = async () => (await riga(page, 0).locator('mark').allInnerTexts()).map(normalizeText)
    await expect.poll(segni).toContain(parole)
    await page.getByRole('button', { name: 'Togli il filtro: Frase esatta' }).click()
    await conto(page, scan(tutte, parole)).waitFor()
    // Mistyped, it shows the same and says so; the field keeps what was typed until the words are touched [PP5].
    await campo(page).fill('lege costituzonale')
    await page.getByText('Nessuna domanda con «lege costituzonale».').waitFor()
    await conto(page, scan(tutte, parole)).waitFor()
    expect(await campo(page).inputValue()).toBe('lege costituzonale')
    await page.getByRole('button', { name: parole, exact: true }).click()
    await page.getByText('Forse cercavi:').waitFor({ state: 'detached' })
    expect(await campo(page).inputValue()).toBe(parole)
  })

  it('counts live what each filter would leave, and every filter is a chip that takes it off', async () => {
    const parole = 'legge'
    await campo(page).fill(parole)
    const suoi = scan(costituzione, parole)
    const voce = pannello(page).getByRole('checkbox', { name: new RegExp(`^${COSTITUZIONE}, ${suoi} domande`) })
    await voce.check()
    await conto(page, suoi).waitFor()
    await page.getByRole('button', { name: `Togli il filtro: ${COSTITUZIONE}` }).click()
    await conto(page, scan(tutte, parole)).waitFor()
    expect(await voce.isChecked()).toBe(false)
  })

  it('[RT37] a reload and the way back show the same search in the same order', async () => {
    const inCima = () => Promise.all([0, 1, 2].map((posto) => riga(page, posto).innerText()))
    const ufficiali = await inCima()
    // The filter leaves all that was found, since nothing was answered.
    await pannello(page)
      .getByRole('checkbox', { name: /^Non risposte/ })
      .check()
    await page.waitForURL(/livelli=-99/)
    await page.getByRole('combobox', { name: 'Ordine' }).selectOption('CASUALE')
    await page.waitForURL(/ordine=CASUALE/)
    // The address changes before the worker has answered.
    await expect.poll(inCima).not.toEqual(ufficiali)
    await casella(page, 0).waitFor()
    const prima = await riga(page, 0).innerText()
    await page.reload()
    await riga(page, 0).getByRole('checkbox').waitFor()
    expect(await riga(page, 0).innerText()).toBe(prima)
    await page.getByRole('link', { name: 'Banche dati', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Banche dati' }).waitFor()
    await page.goBack()
    await riga(page, 0).getByRole('checkbox').waitFor()
    expect(await riga(page, 0).innerText()).toBe(prima)
    await page.getByRole('button', { name: 'Togli il filtro: Non risposte' }).waitFor()
  })

  it('a row takes the click of somebody quick: the list scrolls, or has just scrolled', async () => {
    await search(page, '')
    await casella(page, 3).waitFor()
    const sotto = await page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame)
      const scorsa = new Promise((r) => addEventListener('scroll', r, { once: true }))
      scrollBy(0, 40)
      await scorsa
      for (let n = 0; n < 2; n++) await frame()
      const { x, y } = document.querySelector('[data-posto="3"] input')?.getBoundingClientRect() ?? { x: 0, y: 0 }
      return document
        .elementFromPoint(x + 4, y + 4)
        ?.closest('[data-posto]')
        ?.getAttribute('data-posto')
    })
    expect(sotto).toBe('3')
  })

  it('the way back shows the list where it was left, with what was selected', async () => {
    await search(page, '')
    for (let posto = 0; posto < 24; posto += 3) await riga(page, posto).scrollIntoViewIfNeeded()
    await casella(page, 21).check()
    await scelte(page).waitFor()
    const alto = async () => (await riga(page, 21).boundingBox())?.y ?? Number.NaN
    const prima = await alto()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000)
    await page.evaluate(() => (document.querySelector('a[href$="/ricerca/sql"]') as HTMLElement).click())
    await page.getByRole('heading', { level: 1, name: 'Finestra SQL' }).waitFor()
    await page.goBack()
    await scelte(page).getByText('1 selezionata').waitFor()
    expect(await casella(page, 21).isChecked()).toBe(true)
    await expect.poll(async () => Math.abs((await alto()) - prima)).toBeLessThan(48)
  })

  it('nothing found says what to try', async () => {
    await search(page, '?parole=legge')
    await campo(page).fill('legge parolachenonesiste')
    await page.getByRole('heading', { name: 'Nessuna domanda trovata' }).waitFor()
    expect(await inspect(page)).toEqual([])
    await page.getByRole('button', { name: 'Cerca almeno una parola' }).click()
    await conto(page, scan(tutte, 'legge')).waitFor()
  })

  it('marks a favourite in the list; the counts follow', async () => {
    await search(page, '?parole=referendum')
    await riga(page, 0)
      .getByRole('button', { name: /^Preferita/ })
      .click()
    await riga(page, 0)
      .getByRole('button', { name: /^Preferita/, pressed: true })
      .waitFor()
    await pannello(page).getByRole('checkbox', { name: 'Preferite, 1 domanda' }).check()
    await conto(page, 1).waitFor()
  })

  it('opens a hit to all its answers', async () => {
    await search(page, '?parole=referendum')
    const apri = riga(page, 0).getByRole('button', { name: /^Mostra le risposte/ })
    await apri.click()
    await riga(page, 0).getByRole('list').waitFor()
    expect(await riga(page, 0).getByRole('list').getByRole('listitem').count()).toBeGreaterThan(1)
    expect(await apri.getAttribute('aria-expanded')).toBe('true')
    await apri.click()
    await riga(page, 0).getByRole('list').waitFor({ state: 'detached' })
  })

  it('a search is kept, opened, renamed, deleted, and comes back', async () => {
    await search(page, '?parole=parlamento&livelli=-99')
    const apri = () => page.getByRole('button', { name: 'Ricerche salvate' }).click()
    const foglio = page.getByRole('dialog', { name: 'Ricerche salvate' })
    await apri()
    await foglio.getByRole('button', { name: 'Salva', exact: true }).click()
    await foglio.getByText('Scrivi un nome per ritrovarla.').waitFor()
    await foglio.getByLabel('Nome').fill('Parlamento da fare')
    await page.keyboard.press('Enter')
    await page.getByText('«Parlamento da fare» salvata').waitFor()
    await search(page, '?parole=referendum')
    await conto(page, scan(tutte, 'referendum')).waitFor()
    await apri()
    await foglio.getByRole('button', { name: 'Apri la ricerca «Parlamento da fare»' }).waitFor()
    expect(await inspect(page)).toEqual([])
    await foglio.getByRole('button', { name: 'Cambia nome a «Parlamento da fare»' }).click()
    await foglio.getByLabel('Nome').last().fill('Camere')
    await foglio.getByRole('button', { name: 'Cambia nome', exact: true }).click()
    await foglio.getByRole('button', { name: 'Apri la ricerca «Camere»' }).click()
    await conto(page, scan(tutte, 'parlamento')).waitFor()
    await page.getByRole('button', { name: 'Togli il filtro: Non risposte' }).waitFor()
    await apri()
    await foglio.getByRole('button', { name: 'Elimina «Camere»' }).click()
    await page.getByText('«Camere» eliminata').waitFor()
    await page.getByRole('button', { name: 'Annulla' }).click()
    await apri()
    await foglio.getByRole('button', { name: 'Apri la ricerca «Camere»' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('works without a network', async () => {
    await search(page, '')
    await browser.setOffline(true)
    await campo(page).fill('regione')
    await conto(page, scan(tutte, 'regione')).waitFor()
    await browser.setOffline(false)
  })

  it('passes axe with hits, a selection and an open row, in both windows and themes', async () => {
    // Few hits: the window of axe is as tall as the page.
    const poche = wordsOf(tutte).find((w) => scan(tutte, w) === 4)
    await search(page, `?parole=${poche}&livelli=-99`)
    await riga(page, 0)
      .getByRole('button', { name: /^Mostra le risposte/ })
      .click()
    await casella(page, 1).check()
    await scelte(page).waitFor()
    expect(await inspect(page)).toEqual([])
    await page.setViewportSize(TELEFONO)
    await page.getByRole('button', { name: /^Filtri/ }).click()
    await page.getByRole('dialog', { name: 'Filtri' }).waitFor()
    expect(await inspect(page)).toEqual([])
  })

  describe('on a phone', () => {
    beforeAll(() => page.setViewportSize(TELEFONO))

    it('each bank of the list is a link, the one in front has a button too', async () => {
      await page.goto(url('/banche-dati'))
      for (const nome of [COSTITUZIONE, CONTRATTI]) await page.getByRole('link', { name: nome, exact: true }).waitFor()
      expect(await page.getByRole('link', { name: /^Esercitati su / }).count()).toBe(1)
    })

    it('filters come in a sheet that says what they leave', async () => {
      await search(page, '?parole=legge')
      await page.getByRole('button', { name: 'Filtri', exact: true }).click()
      const foglio = page.getByRole('dialog', { name: 'Filtri' })
      const suoi = scan(costituzione, 'legge')
      await foglio.getByRole('checkbox', { name: new RegExp(`^${COSTITUZIONE}`) }).check()
      await foglio.getByRole('button', { name: `Mostra ${suoi} domande` }).click()
      await conto(page, suoi).waitFor()
      await page.getByRole('button', { name: 'Filtri, 1 attivo' }).waitFor()
    })

    it('starts an exercise with chosen questions of two banks; it survives a reload and is found again', async () => {
      // Words of both banks, few enough to be all in the page.
      const contratti = tutte.slice(costituzione.length)
      const parole = wordsOf(costituzione).find((w) => {
        const [a, b] = [scan(costituzione, w), scan(contratti, w)]
        return a > 0 && b > 0 && a + b < 8
      })
      await search(page, `?parole=${parole}`)
      // The bar covers no hit: it stands over them, and stays in sight once they are scrolled past.
      const boxes = await Promise.all([scelte(page).boundingBox(), riga(page, 0).boundingBox()])
      expect((boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0)).toBeLessThanOrEqual(boxes[1]?.y ?? 0)
      await scelte(page).getByText('o solo le spuntate').waitFor()
      for (const nome of [COSTITUZIONE, CONTRATTI])
        await page.getByRole('listitem').filter({ hasText: nome }).first().getByRole('checkbox').check()
      await scelte(page).getByText('2 selezionate').waitFor()
      await scelte(page).getByRole('button', { name: 'Esercitati' }).click()
      await risposte(page).first().waitFor()
      await page.getByText('di 2', { exact: true }).waitFor()
      await risposte(page).first().click()
      await livello(page, 'La sai').waitFor()
      await page.getByRole('button', { name: 'Prossima' }).click()
      await risposte(page).first().click()
      // Wait for the answer: the store has the place from then on.
      await livello(page, 'La sai').waitFor()
      await page.reload()
      await livello(page, 'La sai').waitFor()
      expect(await page.getByRole('progressbar', { name: 'Avanzamento' }).getAttribute('aria-valuenow')).toBe('2')
      await page.getByRole('button', { name: 'Esci dall’esercitazione' }).click()
      await page.getByRole('button', { name: 'Continua un’altra volta' }).click()
      await page.getByText('Un’esercitazione lasciata a metà su più banche dati').waitFor()
      await page.getByRole('button', { name: 'Continua dalla 2ª di 2' }).click()
      await page.getByRole('button', { name: 'Concludi' }).click()
      await page.getByRole('heading', { level: 1, name: 'Riepilogo' }).waitFor()
      await page.getByText(/^Più banche dati · /).waitFor()
      await page.getByRole('link', { name: 'Torna alla ricerca' }).waitFor()
    })

    it('what ended is in the history of the dashboard, to be looked through again after a reload too [RT24]', async () => {
      await page.goto(url('/'))
      const storico = page.getByRole('region', { name: 'Storico' })
      await storico.getByRole('link', { name: /Esercitazione.* su 2 date · Più banche dati$/ }).click()
      await page.getByText(/^Più banche dati · /).waitFor()
      await page.getByRole('link', { name: 'Torna alla home' }).waitFor()
      await page.reload()
      await page.getByText(/^Più banche dati · /).waitFor()
      await page.goBack()
      await storico.waitFor()
    })
  })

  describe('with the keyboard alone', () => {
    beforeAll(() => page.setViewportSize({ width: 1440, height: 900 }))
    const focused = () =>
      page.evaluate(() => Number(document.activeElement?.closest<HTMLElement>('[data-posto]')?.dataset.posto ?? -1))
    const press = async (...tasti: string[]) => {
      for (const tasto of tasti) await page.keyboard.press(tasto)
    }
    const pressUntil = async (tasto: string, isThere: () => Promise<boolean>) => {
      for (let n = 0; n < 7 && !(await isThere()); n++) await press(tasto)
      expect(await isThere()).toBe(true)
    }
    const waitFocus = (posto: number) => expect.poll(focused).toBe(posto)

    it('/ goes to the words; one stop of Tab is the list; arrows, Space, Shift and Ctrl+A select', async () => {
      await search(page, '')
      const n = tutte.length
      await riga(page, 0).getByRole('checkbox').waitFor()
      await press('/')
      expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
      const salta = page.getByRole('link', { name: 'Vai ai risultati' })
      await press('Tab')
      expect(await salta.evaluate((link) => link === document.activeElement)).toBe(true)
      await press('Enter')
      await pressUntil('Tab', async () => (await focused()) === 0)
      await press('Space')
      await scelte(page).getByText('1 selezionata').waitFor()
      await press('ArrowDown', 'ArrowDown')
      await waitFocus(2)
      await press('Shift+Space')
      await scelte(page).getByText('3 selezionate').waitFor()
      expect(await casella(page, 2).isChecked()).toBe(true)
      await press('Shift+ArrowDown')
      await scelte(page).getByText('4 selezionate').waitFor()
      await press('End')
      await waitFocus(n - 1)
      await riga(page, n - 1)
        .getByRole('checkbox', { name: /^Seleziona/ })
        .waitFor()
      await press('Home')
      await waitFocus(0)
      await press('Enter')
      await riga(page, 0).getByRole('list').waitFor()
      await press('Control+a')
      await scelte(page).getByText(`${n} selezionate`).waitFor()
    })

    it('the start is right before the list, the rest of the screen past the row; Enter starts', async () => {
      // Tab passes the row's own buttons, then what is under the list.
      await pressUntil('Tab', async () => (await focused()) === -1)
      const testo = () => page.evaluate(() => document.activeElement?.textContent)
      // Focus under the list may have scrolled the page: the one stop is then the first row in sight.
      const rows = new Set<number>()
      await pressUntil('Shift+Tab', async () => {
        if ((await testo()) === 'Esercitati') return true
        rows.add(await focused())
        return false
      })
      rows.delete(-1)
      expect(rows.size).toBeLessThanOrEqual(1)
      await press('Enter')
      await risposte(page).first().waitFor()
      await page.getByText(`di ${tutte.length}`).first().waitFor()
    })
  })
})
