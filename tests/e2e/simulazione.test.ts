import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  api,
  killProfile,
  makeAccount,
  newEmail,
  newProfile,
  openContext,
  openProfile,
  PASSWORD,
  ROOT,
  signIn,
  TELEFONO,
} from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, openBanca, risposte, testoDomanda } from './pratica.ts'
import { scatta } from './viaggi.ts'

const BANCA = 'Diritto costituzionale'
const SIMULAZIONE = 'Diritto costituzionale: 40 quesiti in 60 minuti, con le regole dei concorsi RIPAM'

const QUESITI: { testo: string; risposte: string[]; corretta: number }[] = JSON.parse(
  readFileSync(join(ROOT, 'content/banche/diritto-costituzionale/domande.json'), 'utf8'),
)

const scheda = (page: Page) => page.getByRole('region', { name: 'Simulazioni ufficiali' })
const voce = (page: Page) => scheda(page).getByRole('listitem', { name: SIMULAZIONE, exact: true })
const classifica = (page: Page) => page.getByRole('region', { name: 'Classifica' })
const segnate = (page: Page) => page.getByRole('radio', { checked: true })

async function trovaGiusta(page: Page): Promise<Locator> {
  await risposte(page).first().waitFor()
  const testo = await testoDomanda(page)
  const quesito = QUESITI.find((q) => q.testo === testo)
  // The words of an answer may be the beginning of another's.
  return risposte(page).filter({
    has: page.getByText(quesito?.risposte[quesito.corretta - 1] ?? 'nessuna', { exact: true }),
  })
}

/** Marks the answer at a place of the question on screen, or the right one, and waits until the store has it. */
async function segna(page: Page, posto: number | 'giusta', date: number): Promise<void> {
  await (posto === 'giusta' ? await trovaGiusta(page) : risposte(page).nth(posto)).click()
  const barra = page.getByRole('progressbar', { name: 'Risposte date' })
  await barra.and(page.locator(`[aria-valuenow="${date}"]`)).waitFor({ state: 'attached' })
}

/** Waits until a sitting lasted a second for each answer: the server ranks no faster one. */
const beReadable = (begun: number, answers: number) =>
  expect.poll(() => Date.now() - begun, { interval: 50 }).toBeGreaterThan(answers * 1_000)

/** Reads the ranking twice; the first answer, from when one person was in it, comes last. */
async function overtake(page: Page): Promise<void> {
  const held: Route[] = []
  await page.route('**/ms_reportistica/classifica?*', (route) =>
    held.push(route) === 1 ? undefined : route.continue(),
  )
  const asked = () => page.waitForRequest(/\/ms_reportistica\/classifica\?/)
  const answered = () => page.waitForResponse(/\/ms_reportistica\/classifica\?/)
  await Promise.all([asked(), classifica(page).getByRole('button', { name: 'Aggiorna la classifica' }).click()])
  await page.context().setOffline(true)
  await Promise.all([answered(), page.context().setOffline(false)])
  const early = held[0]
  const now = early ? await (await page.request.fetch(early.request())).json() : null
  await Promise.all([answered(), early?.fulfill({ json: { ...now, numero_partecipanti: 1 } })])
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  await page.unrouteAll()
}

async function consegna(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Consegna la prova' }).click()
  await page
    .getByRole('alertdialog', { name: 'Consegni la prova?' })
    .getByRole('button', { name: 'Consegna', exact: true })
    .click()
  await classifica(page).waitFor()
}

describe('[PD10] an official simulation', () => {
  const email = newEmail('simulazione')
  const profilo = newProfile()
  let token = ''
  let browser: BrowserContext
  let page: Page
  let link = ''
  let id_concorso = ''
  /** Attempts that the server has. */
  const esiti = async () => {
    const { corpo } = await api(`/ms_concorso/simulazioni?id_concorso=${id_concorso}&attiva=true`, { token })
    const elenco = corpo.elementi as { id_simulazione: number; descrizione: string }[]
    const id = elenco.find((s) => s.descrizione === SIMULAZIONE)?.id_simulazione
    const letti = await api(`/ms_reportistica/esiti_simulazione?id_simulazione=${id}`, { token })
    return letti.corpo.totale
  }
  beforeAll(async () => {
    token = await makeAccount(email, 'premium')
    browser = await openProfile(profilo)
    await signIn(browser, email)
    page = await browser.newPage()
    await addBanca(page, BANCA)
  })
  afterAll(() => browser?.close().catch(() => undefined))

  it('[SC16] the bank lists it: questions, time, threshold, points, never sat', async () => {
    await openBanca(page, BANCA, 'Prove')
    id_concorso = new URL(page.url()).searchParams.get('id_concorso') ?? ''
    await voce(page).getByText('40 domande · 1 ora', { exact: true }).waitFor()
    await voce(page).getByText('Si passa con 21.', { exact: true }).waitFor()
    await voce(page).getByText('Mai fatta', { exact: true }).waitFor()
    await voce(page).getByText('Ogni corretta vale +0,75, ogni errata −0,25, ogni omessa 0.', { exact: true }).waitFor()
  })

  it('a draw over several banks asks for them before its time begins', async () => {
    const ministeri = scheda(page).getByRole('button', { name: /^Inizia la simulazione: Preselezione/ })
    await ministeri.click()
    const avvio = page.getByRole('dialog', { name: /^Preselezione/ })
    await avvio.getByText(/^Le domande vengono anche da .*«Diritto amministrativo»/).waitFor()
    expect(await avvio.getByRole('button', { name: 'Comincia ora' }).count()).toBe(0)
    await avvio.getByRole('button', { name: 'Scarica', exact: true }).click()
    await avvio.getByRole('button', { name: 'Comincia ora' }).waitFor({ timeout: 120_000 })
    await avvio.getByRole('button', { name: 'Non ora' }).click()
  })

  it('begins with the rules in words, and a killed browser resumes it with its answer [EX13]', async () => {
    await voce(page)
      .getByRole('button', { name: /^Inizia/ })
      .click()
    const avvio = page.getByRole('dialog', { name: 'Diritto costituzionale' })
    await avvio.getByText('Hai 1 ora.').waitFor()
    expect(await inspect(page)).toEqual([])
    await avvio.getByRole('button', { name: 'Comincia ora' }).click()
    await segna(page, 1, 1)
    await killProfile(profilo, browser)
    browser = await openProfile(profilo)
    page = await browser.newPage()
    await openBanca(page, BANCA, 'Prove')
    await voce(page).getByText('In corso', { exact: true }).waitFor()
    await voce(page)
      .getByRole('link', { name: /^Riprendi/ })
      .click()
    await risposte(page).first().waitFor()
    expect(await segnate(page).count()).toBe(1)
    await page
      .getByText(/^5\d:\d\d$/)
      .first()
      .waitFor()
  })

  it('is delivered offline, waits with a badge, and leaves when the network is back [SI2]', async () => {
    await browser.setOffline(true)
    await consegna(page)
    await classifica(page)
      .getByText(/La classifica arriva con la rete/)
      .waitFor()
    await page.getByText('1 simulazione da inviare', { exact: true }).first().waitFor()
    expect(await esiti()).toBe(0)
    await browser.setOffline(false)
    await classifica(page).getByText('Questa consegna è in classifica.').waitFor()
    await classifica(page).getByText('1º', { exact: false }).first().waitFor()
    await classifica(page).getByText('su 1 partecipante').waitFor()
    // Wait for the badge: the page removes it after the whole exchange, and may show the ranking before.
    await page.getByText('1 simulazione da inviare').first().waitFor({ state: 'detached' })
  })

  it('throws a challenge: a link without names', async () => {
    await page.getByRole('button', { name: 'Sfida qualcuno' }).click()
    link = await page.getByRole('textbox', { name: 'Link della sfida' }).inputValue()
    expect(new URL(link).search).toMatch(/^\?sfida=[\w-]{16}$/)
    await page.getByText('Ancora nessuno ha consegnato').waitFor()
    expect(await inspect(page)).toEqual([])
    await page.reload()
    const tornato = page.getByRole('textbox', { name: 'Link della sfida' })
    await tornato.waitFor()
    expect(await tornato.inputValue()).toBe(link)
  })

  it('on a phone the link survives the sign-in, the same draw is sat and both sides compare', async () => {
    const altro = newEmail('sfidato')
    await makeAccount(altro, 'premium')
    const telefono = await openContext({ viewport: TELEFONO })
    const p = await telefono.newPage()
    try {
      await p.goto(link)
      await p.getByLabel('E-mail', { exact: true }).fill(altro)
      await p.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await p.getByRole('button', { name: 'Accedi', exact: true }).click()
      await p.getByRole('heading', { level: 1, name: 'Ti hanno sfidato' }).waitFor()
      await p.getByText(/^Serve la banca dati su questo dispositivo/).waitFor()
      await p.getByRole('button', { name: 'Accetta la sfida' }).click()
      await p.getByRole('button', { name: 'Scarica', exact: true }).click()
      await p.getByRole('button', { name: 'Comincia ora' }).click({ timeout: 90_000 })
      await risposte(p).first().waitFor()
      const begun = Date.now()
      // Two right answers are worth more than a point and one at most 0.75: two bands, whatever the draw.
      await segna(p, 'giusta', 1)
      expect(await inspect(p)).toEqual([])
      await p.setViewportSize(TELEFONO)
      await p.getByRole('button', { name: 'Prossima' }).click()
      await p
        .getByRole('banner')
        .getByText(/^2 di 40 /)
        .waitFor()
      await segna(p, 'giusta', 2)
      await beReadable(begun, 2)
      await p.getByRole('button', { name: /^Foglio risposte/ }).click()
      await consegna(p)
      const tabella = p.getByRole('table', { name: 'Il confronto' })
      await tabella.getByRole('row', { name: /^Chi ti ha sfidato/ }).waitFor()
      await classifica(p).getByText('su 2 partecipanti').waitFor()
      await classifica(p)
        .getByRole('img', { name: /^Grafico in 2 fasce.*Tu sei nella fascia/ })
        .waitFor()
      expect(await inspect(p)).toEqual([])
      await overtake(p)
      await classifica(p).getByText('su 2 partecipanti').waitFor()
      expect(await classifica(p).getByText('su 1 partecipante', { exact: true }).count()).toBe(0)
    } finally {
      await telefono.close()
    }
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: 'Questa sfida l’hai lanciata tu' }).waitFor()
    await page.getByRole('row', { name: /^Persona 1/ }).waitFor()
  })

  it('a challenge whose sitting was already open goes on from there, and compares', async () => {
    const terzo = newEmail('aperta')
    await makeAccount(terzo, 'premium')
    const suo = await openContext()
    await signIn(suo, terzo)
    const p = await suo.newPage()
    try {
      await addBanca(p, BANCA)
      await openBanca(p, BANCA, 'Prove')
      await voce(p)
        .getByRole('button', { name: /^Inizia/ })
        .click()
      await p.getByRole('button', { name: 'Comincia ora' }).click()
      await segna(p, 2, 1)
      await p.goto(link)
      await p.getByRole('button', { name: 'Riprendi la sfida' }).click()
      await segnate(p).waitFor()
      await consegna(p)
      await p
        .getByRole('table', { name: 'Il confronto' })
        .getByRole('row', { name: /^Chi ti ha sfidato/ })
        .waitFor()
    } finally {
      await suo.close()
    }
  })

  it('whoever had seen the questions before is told apart in the comparison [SI8]', async () => {
    const token = await makeAccount(newEmail('rivista'), 'premium')
    const codice = new URL(link).searchParams.get('sfida')
    const { corpo: sfida } = await api(`/ms_reportistica/sfida?codice=${codice}`, { token })
    for (const consegnata of [false, true]) {
      const inizio = `/ms_concorso/simulazione?id_simulazione=${sfida.id_simulazione}&sfida=${codice}`
      const { gettone } = (await api(inizio, { token })).corpo
      const corpo = { gettone, data_simulazione: new Date().toISOString(), sorgente: 'WEB', consegnata, risposte: [] }
      const fine = `/ms_reportistica/esiti_simulazione?id_simulazione=${sfida.id_simulazione}`
      expect((await api(fine, { token, metodo: 'PUT', corpo })).stato).toBe(200)
    }
    await page.goto(link)
    const riga = page.getByRole('row').filter({ hasText: 'Domande già viste in un tentativo precedente.' })
    await riga.waitFor()
    expect(await riga.count()).toBe(1)
    expect(await inspect(page)).toEqual([])
    await scatta(page, 'confronto-1440')
    await page.setViewportSize(TELEFONO)
    await riga.scrollIntoViewIfNeeded()
    await scatta(page, 'confronto-390')
  })
})
