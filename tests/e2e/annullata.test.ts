import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { finestre, idoneo, makeAccount, newEmail, openContext, signIn, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, cardBanca, inizia, livello, openBanca, risposte } from './pratica.ts'
import { scatta } from './viaggi.ts'

const BANCA = 'Banca delle annullate'

const ANNULLATO = 'Quesito annullato?;Vecchia;Altra;Terza;A;annullata'

/** The bank as a file of the operator. */
function scrivi(nome: string, ...righe: string[]): string {
  const file = join(inject('dataDir'), nome)
  writeFileSync(file, ['domanda;risposta_a;risposta_b;risposta_c;corretta;stato', ...righe, ''].join('\n'))
  return file
}

let id_concorso = ''
beforeAll(async () => {
  const file = scrivi('annullate.csv', ANNULLATO, 'Quesito valido?;Giusta;Altra;Terza;A;')
  const dati = ['--titolo', BANCA, '--ente', 'Ente di prova', '--anno', '2026']
  id_concorso = String(JSON.parse(await idoneo('importa', file, ...dati, '--json')).id_concorso)
})

describe.each(finestre('1440'))('an annulled question in an exercise at %s px', (nome, viewport) => {
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    const email = newEmail(`annullate${nome}`)
    await makeAccount(email, 'premium')
    browser = await openContext({ viewport })
    await signIn(browser, email)
    page = await browser.newPage()
    await addBanca(page, BANCA)
  })
  afterAll(() => browser?.close().catch(() => null))

  it('tells that it judges nobody, shows what had been published, and leaves the level [EN18][LV8]', async () => {
    await openBanca(page, BANCA)
    await inizia(page)
    await page.getByText('Domanda annullata dall’ente').waitFor()
    await risposte(page).filter({ hasText: 'Altra' }).click()
    const esito = page.getByRole('region', { name: 'Esito e navigazione' })
    await esito.getByText('Domanda annullata', { exact: true }).waitFor()
    await esito.getByText('L’ente l’ha annullata: non è né corretta né errata e il livello non cambia.').waitFor()
    await page.getByRole('radio', { name: /Vecchia.*Risposta pubblicata$/ }).waitFor()
    await scatta(page, `annullata-${nome}`)
    expect(await inspect(page)).toEqual([])
    await page.setViewportSize(viewport)
  })

  it('the summary tells it apart from right and wrong ones', async () => {
    await page.getByRole('button', { name: 'Prossima' }).click()
    await page.getByRole('heading', { level: 1, name: 'Quesito valido?' }).waitFor()
    await risposte(page).filter({ hasText: 'Giusta' }).click()
    await page.getByText('Risposta corretta', { exact: true }).waitFor()
    await livello(page, 'La sai').click()
    await expect.poll(() => livello(page, 'La sai').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Concludi' }).locator('visible=true').click()
    const risultato = page.getByRole('region', { name: 'Risultato' })
    await risultato.getByText('/1', { exact: true }).waitFor()
    await risultato.getByText('100% di risposte corrette').waitFor()
    await risultato.getByText('annullata', { exact: true }).waitFor()
    await scatta(page, `annullata-riepilogo-${nome}`, true)
  })

  it('reading says it too, and calls no answer right', async () => {
    await openBanca(page, BANCA, 'Domande')
    await page.getByRole('button', { name: 'Leggi', exact: true }).click()
    await page.getByRole('region', { name: 'Risposta pubblicata' }).getByText('Vecchia').waitFor()
    await page.getByText('Domanda annullata dall’ente').waitFor()
    expect(await page.getByText('Risposta corretta').count()).toBe(0)
    await scatta(page, `annullata-lettura-${nome}`)
    expect(await inspect(page)).toEqual([])
  })

  it('the search marks no answer of it as right', async () => {
    await page.goto(url('/ricerca?parole=quesito+annullato'))
    const voce = page.getByRole('listitem').filter({ hasText: 'annullato?' })
    await voce.getByRole('button', { name: /^Mostra/ }).click()
    await voce.getByText('Domanda annullata: la risposta pubblicata era la A.').waitFor()
    expect(await voce.getByText('Risposta corretta').count()).toBe(0)
    await scatta(page, `annullata-ricerca-${nome}`)
  })

  /** Asks for the version that is published now: what it changes is told before anything does. */
  const chiedi = async (premi: () => Promise<void>, ...cambia: string[]) => {
    await premi()
    const domanda = page.getByRole('dialog', { name: `Aggiornare «${BANCA}»?` })
    for (const testo of cambia) await domanda.getByText(testo).waitFor()
    return domanda
  }
  const dallElenco = () => cardBanca(page, BANCA).getByRole('button', { name: 'Aggiorna' }).click()
  const detto = () => page.getByRole('region', { name: `Che cosa è cambiato in «${BANCA}»` })

  it('an update by the operator is told before it is taken, and taken at a word: levels stay, a changed key is to be repeated [BK4][BK9][BK10][BK11]', async () => {
    const nuova = scrivi(
      'annullate-2.csv',
      ANNULLATO,
      'Quesito valido?;Giusta;Altra;Terza;B;',
      'Quesito nuovo?;Sì;No;Forse;A;',
    )
    await idoneo('banca', 'aggiorna', id_concorso, nuova, '--conferma')
    await page.setViewportSize(viewport)
    // A question whose code does not come, or that of all notices, is answered with no, and takes nothing else off the page.
    for (const manca of [/Aggiornare «/, /\/NoticesLayer-[^/]*\.js$/]) {
      await page.route('**/assets/*.js', async (route) => {
        const response = await route.fetch()
        if ([await response.text(), route.request().url()].some((dove) => manca.test(dove))) await route.abort()
        else await route.fulfill({ response })
      })
      await page.goto(url('/banche-dati'))
      await dallElenco()
      const mancata = page.getByRole('alert').filter({ hasText: 'Questo avviso non si è caricato' })
      await mancata.getByRole('button', { name: 'Chiudi' }).click()
      await mancata.waitFor({ state: 'detached' })
      await cardBanca(page, BANCA).getByRole('button', { name: 'Aggiorna' }).waitFor()
      await page.unroute('**/assets/*.js')
    }
    await page.goto(url('/banche-dati'))
    const cambia = ['1 domanda è come prima', '1 domanda ha un’altra risposta corretta', '1 domanda è nuova']
    const prima = 'I tuoi livelli restano, tranne 1 domanda da ripetere: la risposta che sai non sarà più quella.'
    const domanda = await chiedi(dallElenco, ...cambia, prima)
    await scatta(page, `aggiornare-${nome}`)
    expect(await inspect(page)).toEqual([])
    await page.setViewportSize(viewport)
    await domanda.getByRole('button', { name: 'Non ora' }).click()
    await domanda.waitFor({ state: 'detached' })
    await cardBanca(page, BANCA).getByText('2 di 3 domande', { exact: true }).waitFor()
    await chiedi(dallElenco, ...cambia, prima)
    await domanda.getByRole('button', { name: 'Aggiorna' }).click()
    await detto().waitFor()
    const dopo = 'I tuoi livelli sono rimasti, tranne 1 domanda da ripetere: la risposta che sapevi non è più quella.'
    for (const testo of [...cambia, dopo]) await detto().getByText(testo).waitFor()
    await scatta(page, `aggiornata-${nome}`)
    expect(await inspect(page)).toEqual([])
    await page.setViewportSize(viewport)
    await detto().getByRole('button', { name: 'Ho visto' }).click()
    await detto().waitFor({ state: 'detached' })
  })

  it('a version taken back by the operator comes back to the device, from the bank’s page and in numbers too [BK9]', async () => {
    await idoneo('banca', 'torna', id_concorso, '1')
    // The page hears of the version with the list.
    await page.goto(url('/banche-dati'))
    await cardBanca(page, BANCA).getByRole('button', { name: 'Aggiorna' }).waitFor()
    await openBanca(page, BANCA)
    const domanda = await chiedi(
      () => page.getByRole('button', { name: 'Aggiorna ora' }).click(),
      '1 domanda è come prima',
      '1 domanda ha un’altra risposta corretta',
      '1 domanda non c’è più',
    )
    await domanda.getByRole('button', { name: 'Aggiorna' }).click()
    await detto().getByRole('button', { name: 'Ho visto' }).click()
  })

  it('a bank withdrawn by the operator leaves the catalogue and stays with who has it', async () => {
    await idoneo('banca', 'ritira', id_concorso)
    await page.goto(url(`/aggiungi-banca-dati?cerca=${encodeURIComponent(BANCA)}`))
    await page.getByText('Nessuna banca dati trovata').waitFor()
    await openBanca(page, BANCA)
    await inizia(page)
    await risposte(page).filter({ hasText: 'Altra' }).click()
    await page.getByRole('region', { name: 'Esito e navigazione' }).waitFor()
    await idoneo('banca', 'ripristina', id_concorso)
  })
})
