import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  api,
  attenzione,
  finestre,
  killProfile,
  makeAccount,
  newEmail,
  newProfile,
  openProfile,
  signIn,
  TELEFONO,
} from './aiuti.ts'
import { addBanca, avvio, openBanca, testoDomanda } from './pratica.ts'
import { DOMANDE, importBanca, MATERIE, publishSimulazione, scatta, scorri } from './viaggi.ts'

const BANCA = 'Banca dei viaggi'
const LUNGA = 'Simulazione lunga'
const LAMPO = 'Simulazione lampo'
/** Long enough for a browser that was killed to be open again. */
const LAMPO_SECONDI = 30

const gruppo = (page: Page) => page.getByRole('radiogroup', { name: 'Risposte', disabled: false })
const radio = (page: Page, inizio: 'Giusta' | 'Sbagliata' | 'Altra') =>
  gruppo(page).getByRole('radio', { name: new RegExp(inizio) })
const date = (page: Page, n: number) =>
  page
    .getByRole('progressbar', { name: 'Risposte date' })
    .and(page.locator(`[aria-valuenow="${n}"]`))
    .waitFor({ state: 'attached' })
const posto = (page: Page, n: number) =>
  page
    .getByRole('banner')
    .getByText(new RegExp(`^${n} di ${DOMANDE}`))
    .waitFor()
const classifica = (page: Page) => page.getByRole('region', { name: 'Classifica' })
const simulazione = (page: Page, nome: string) =>
  page.getByRole('region', { name: 'Simulazioni ufficiali' }).getByRole('listitem', { name: nome, exact: true })

let id_concorso = 0
beforeAll(async () => {
  id_concorso = await importBanca(BANCA)
  await publishSimulazione(id_concorso, LUNGA, '00:20:00')
  await publishSimulazione(id_concorso, LAMPO, `00:00:${LAMPO_SECONDI}`)
})

describe.each(finestre('390'))('every sitting at %s px, by touch on a phone', (nome, viewport) => {
  const finestra = { viewport, tocco: viewport === TELEFONO }
  const profilo = newProfile()
  const errori: string[] = []
  let token = ''
  let browser: BrowserContext
  let page: Page

  const premi = (dove: Locator) => (finestra.tocco ? dove.tap() : dove.click())
  const bottone = (testo: string | RegExp, esatto = true) =>
    premi(page.getByRole('button', { name: testo, exact: esatto }).locator('visible=true'))
  const apri = async () => {
    browser = await openProfile(profilo, finestra)
    page = await browser.newPage()
    page.on('pageerror', (e) => errori.push(String(e)))
  }
  /** What the server has of a simulation, newest first. */
  const esiti = async (descrizione: string) => {
    const { corpo } = await api(`/ms_concorso/simulazioni?id_concorso=${id_concorso}&attiva=true`, { token })
    const elenco = corpo.elementi as { id_simulazione: number; descrizione: string }[]
    const id = elenco.find((s) => s.descrizione === descrizione)?.id_simulazione
    const letti = await api(`/ms_reportistica/esiti_simulazione?id_simulazione=${id}`, { token })
    return letti.corpo.elementi as { punteggio: number; consegnata: boolean }[]
  }
  const comincia = async (descrizione: string) => {
    await openBanca(page, BANCA, 'Prove')
    await premi(simulazione(page, descrizione).getByRole('button', { name: /^Inizia/ }))
    await bottone('Comincia ora')
    await gruppo(page).waitFor()
  }

  beforeAll(async () => {
    const email = newEmail(`viaggi${nome}`)
    token = await makeAccount(email, 'premium')
    await apri()
    await signIn(browser, email)
    await addBanca(page, BANCA)
  })
  afterAll(() => browser?.close().catch(() => null))

  it('an exercise: answered, paused, reloaded, left, resumed, concluded, with its summary by subject [SC18][EX1][EX2]', async () => {
    await openBanca(page, BANCA)
    await premi(avvio(page).getByRole('button', { name: 'Inizia' }))
    await premi(radio(page, 'Giusta'))
    await page.getByText('Risposta corretta', { exact: true }).waitFor()
    if (finestra.tocco) {
      const first = await testoDomanda(page)
      await scorri(page, 'avanti')
      await expect.poll(() => testoDomanda(page)).not.toBe(first)
      await scorri(page, 'indietro')
      await expect.poll(() => testoDomanda(page)).toBe(first)
      // What was answered stays so, and a stroke answers nothing.
      await page.getByText('Risposta corretta', { exact: true }).waitFor()
    }
    await bottone('Prossima')
    await premi(radio(page, 'Altra'))
    await page.getByText('Risposta errata', { exact: true }).waitFor()
    await scatta(page, `esercizio-errata-${nome}`)
    await bottone('Pausa')
    await page.getByRole('dialog', { name: 'Riprendi quando vuoi' }).waitFor()
    expect(await gruppo(page).count()).toBe(0)
    await scatta(page, `esercizio-pausa-${nome}`)
    await bottone('Riprendi')
    const testo = await testoDomanda(page)
    await page.reload()
    await page.getByText('Risposta errata', { exact: true }).waitFor()
    expect(await testoDomanda(page)).toBe(testo)
    await bottone('Esci dall’esercitazione')
    await bottone('Continua un’altra volta')
    await bottone(`Continua dalla 2ª di ${DOMANDE}`)
    await page.getByText('Risposta errata', { exact: true }).waitFor()
    await bottone('Altre azioni')
    await premi(page.getByRole('menuitem', { name: 'Concludi' }))
    await premi(page.getByRole('alertdialog').getByRole('button', { name: 'Concludi' }))
    await page.getByRole('heading', { level: 1, name: 'Riepilogo' }).waitFor()
    await page.getByRole('region', { name: 'Risultato' }).getByText('/2', { exact: true }).waitFor()
    const materie = page.getByRole('region', { name: 'Per materia' }).getByRole('listitem')
    expect(await materie.first().innerText()).toMatch(new RegExp(` in (?:${MATERIE.join('|')})\\.$`))
    await scatta(page, `riepilogo-${nome}`, true)
  })

  it('a simulation: killed in the middle it resumes on its question with what was marked, flagged and the time left [EX13]', async () => {
    await comincia(LUNGA)
    for (const [n, inizio] of [
      [1, 'Giusta'],
      [2, 'Sbagliata'],
      [3, 'Giusta'],
    ] as const) {
      await premi(radio(page, inizio))
      await date(page, n)
      await bottone('Prossima')
      await posto(page, n + 1)
    }
    await gruppo(page).waitFor()
    await bottone('Da rivedere')
    await page.getByRole('button', { name: 'Da rivedere', exact: true, pressed: true }).waitFor()
    await premi(radio(page, 'Giusta'))
    await date(page, 4)
    await scatta(page, `simulazione-${nome}`)
    const era = [await testoDomanda(page), await gruppo(page).getByRole('radio').allInnerTexts()]
    const indirizzo = page.url()
    await killProfile(profilo, browser)
    await apri()
    await page.goto(indirizzo)
    await gruppo(page).waitFor()
    expect([await testoDomanda(page), await gruppo(page).getByRole('radio').allInnerTexts()]).toEqual(era)
    await date(page, 4)
    await page.getByRole('button', { name: 'Da rivedere', exact: true, pressed: true }).waitFor()
    expect(await radio(page, 'Giusta').getAttribute('aria-checked')).toBe('true')
    await page.getByRole('button', { name: /^Tempo rimasto: (1[6-9]|20) minuti/ }).waitFor()
  })

  it('delivered without a network it tells the result, and leaves when the network is back [SI2]', async () => {
    await browser.setOffline(true)
    if (finestra.tocco) await bottone(/^Foglio risposte, /)
    await page.getByRole('grid').waitFor()
    await scatta(page, `foglio-${nome}`)
    await bottone('Consegna la prova')
    await page.getByText(`Restano ${DOMANDE - 4} domande senza risposta. Ne hai segnata una da rivedere.`).waitFor()
    await premi(page.getByRole('alertdialog').getByRole('button', { name: 'Consegna', exact: true }))
    await page.getByRole('heading', { level: 1, name: 'Prova non superata' }).waitFor()
    const punteggio = page.getByRole('region', { name: 'Punteggio' })
    await punteggio.getByText('2,75/12', { exact: true }).waitFor()
    await punteggio.getByText('−3,25 dalla soglia').waitFor()
    await classifica(page)
      .getByText(/La classifica arriva con la rete/)
      .waitFor()
    expect(await esiti(LUNGA)).toEqual([])
    await browser.setOffline(false)
    await classifica(page)
      .getByText(/^Questa consegna è /)
      .waitFor()
    expect(await esiti(LUNGA)).toMatchObject([{ punteggio: 2.75, consegnata: true }])
    await page.reload()
    await punteggio.getByText('2,75/12', { exact: true }).waitFor()
  })

  it('its review: points lost, subjects, filters, letters as they were, the explanation [SI1]', async () => {
    const persi = page.getByRole('region', { name: 'Dove hai lasciato punti' })
    await persi.getByText('−1,25', { exact: true }).waitFor()
    await persi.getByText('−8', { exact: true }).waitFor()
    const materie = page.getByRole('region', { name: 'Per materia' })
    for (const materia of MATERIE)
      await materie.getByRole('rowheader', { name: materia }).waitFor({ state: 'attached' })
    await scatta(page, `risultati-${nome}`, true)
    const rivista = page.getByRole('region', { name: 'Rivedi la prova' })
    await bottone('Rivedi tutta la prova')
    for (const [filtro, quante] of [
      ['Tutte', DOMANDE],
      ['Omesse 8', 8],
      ['Da rivedere 1', 1],
      ['Errate 1', 1],
    ] as const) {
      await premi(rivista.locator('label', { hasText: filtro }))
      await expect.poll(() => rivista.locator('details').count(), { message: filtro }).toBe(quante)
    }
    await premi(rivista.locator('summary'))
    await rivista.getByText('La tua risposta', { exact: true }).waitFor()
    await rivista.getByText('−0,25 punti', { exact: false }).waitFor()
    await bottone('Spiegazione')
    await rivista.getByText(/^Perché la \d+ è giusta\.$/).waitFor()
    await scatta(page, `rivedi-${nome}`, true)
    const [scarico] = await Promise.all([page.waitForEvent('download'), bottone('Condividi')])
    expect(scarico.suggestedFilename()).toBe('idoneo-esito.png')
    if (process.env.SCATTI) await scarico.saveAs(`${process.env.SCATTI}/condivisa-${nome}.png`)
    await bottone('Ripassa l’errore')
    await gruppo(page).waitFor()
    await page.getByText('di 1', { exact: true }).first().waitFor()
  })

  it('at zero what was marked is delivered by itself, also offline or with the browser dead [SI11]', async () => {
    await comincia(LAMPO)
    await premi(radio(page, 'Giusta'))
    await date(page, 1)
    const indirizzo = page.url()
    // The phone's twin without a network is in simulazione-tardi.
    if (!finestra.tocco) await browser.setOffline(true)
    else {
      await killProfile(profilo, browser)
      await apri()
      // Open it by its address: a browser that is late delivers there too.
      await page.goto(indirizzo)
    }
    await page.getByText('Consegnata da sola allo scadere del tempo.').waitFor()
    await page.getByRole('region', { name: 'Punteggio' }).getByText('1/12', { exact: true }).waitFor()
    await browser.setOffline(false)
    await expect.poll(() => esiti(LAMPO)).toMatchObject([{ punteggio: 1, consegnata: true }])
    expect(await attenzione(page).count()).toBe(0)
    expect(errori).toEqual([])
  })
})
