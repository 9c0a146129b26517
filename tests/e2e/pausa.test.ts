import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finestre, makeAccount, newEmail, openContext, signIn, url } from './aiuti.ts'
import { addBanca, apriScheda, openBanca, testoDomanda } from './pratica.ts'
import { DOMANDE, importBanca, publishSimulazione, scatta } from './viaggi.ts'

const BANCA = 'Banca della pausa'
const CON = 'Simulazione con pausa'
const SENZA = 'Simulazione senza pausa'
const RICONTATA = 'Simulazione ricontata'
const MINUTI = 20
const ESITI = /\/ms_reportistica\/esiti_simulazione\?/
const CONTATA = {
  ...{ punteggio: 21.75, superata: true, numero_risposte_corrette: 29, numero_risposte_errate: 0 },
  ...{ numero_risposte_intermedie: 0, numero_non_risposte: 11 },
}

const risposte = (page: Page) => page.getByRole('radiogroup', { name: 'Risposte', disabled: false }).getByRole('radio')
const bottone = (page: Page, nome: string | RegExp) =>
  page.getByRole('button', { name: nome, exact: typeof nome === 'string' }).locator('visible=true')
const sospesa = (page: Page) => page.getByRole('dialog', { name: 'Riprendi quando vuoi' })
const simulazione = (page: Page, nome: string) =>
  page.getByRole('region', { name: 'Simulazioni ufficiali' }).getByRole('listitem', { name: nome, exact: true })

/** Seconds on the countdown. */
async function secondi(page: Page): Promise<number> {
  const [s = 0, m = 0] = (await bottone(page, /^Tempo rimasto/).innerText()).split(':').map(Number).reverse()
  return m * 60 + s
}

/** What the sheet says of every place. */
async function foglio(page: Page): Promise<string[]> {
  const suBottone = bottone(page, /^Foglio risposte, /)
  const telefono = (await suBottone.count()) > 0
  if (telefono) await suBottone.click()
  const caselle = page.getByRole('grid').getByRole('button')
  await caselle.first().waitFor()
  const nomi = await caselle.evaluateAll((nodi) => nodi.map((n) => n.getAttribute('aria-label') ?? n.textContent ?? ''))
  if (telefono) await page.keyboard.press('Escape')
  return nomi
}

/** Presses what stops the time or lets it run, and waits for the server's word: the instant of the end. */
async function chiede(page: Page, nome: 'Pausa' | 'Riprendi'): Promise<number> {
  const [risposta] = await Promise.all([
    page.waitForResponse((r) => r.url().includes('/sospendi_simulazione')),
    bottone(page, nome).click(),
  ])
  const { fine } = (await risposta.json()) as { fine: string }
  return Date.parse(fine)
}

let id_concorso = 0
beforeAll(async () => {
  id_concorso = await importBanca(BANCA)
  await publishSimulazione(id_concorso, CON, `00:${MINUTI}:00`, { pausa: true })
  await publishSimulazione(id_concorso, SENZA, `00:${MINUTI}:00`)
  await publishSimulazione(id_concorso, RICONTATA, '01:00:00')
})

describe.each(finestre('1440'))('the pause of a simulation at %s px', (nome, viewport) => {
  let browser: BrowserContext
  let page: Page
  const comincia = async (descrizione: string, detto: RegExp) => {
    await openBanca(page, BANCA, 'Prove')
    await simulazione(page, descrizione)
      .getByRole('button', { name: /^Inizia/ })
      .click()
    await page.getByRole('dialog').getByText(detto).waitFor()
    await bottone(page, 'Comincia ora').click()
    await risposte(page).first().waitFor()
  }

  beforeAll(async () => {
    const email = newEmail(`pausa${nome}`)
    await makeAccount(email, 'premium')
    browser = await openContext({ viewport })
    await signIn(browser, email)
    page = await browser.newPage()
    await addBanca(page, BANCA)
  })
  afterAll(() => browser?.close().catch(() => null))

  it('where its rules allow one: the time stops at the server, a reload finds the pause, going on gives the time and the sheet back [EX2][D25]', async () => {
    await comincia(CON, /^Si può mettere in pausa, con la rete/)
    await risposte(page).nth(1).click()
    await page.getByRole('radio', { checked: true }).waitFor()
    const prima = await testoDomanda(page)
    await bottone(page, 'Prossima').click()
    // A mark is durable before another question shows.
    await page.getByRole('heading', { level: 1, name: prima, exact: true }).waitFor({ state: 'detached' })
    await risposte(page).first().waitFor()
    await bottone(page, 'Da rivedere').click()
    await page.getByRole('button', { name: 'Da rivedere', exact: true, pressed: true }).waitFor()
    await risposte(page).nth(0).click()
    await page.getByRole('radio', { checked: true }).waitFor()
    await expect.poll(async () => (await foglio(page))[1]).toBe('Domanda 2, risposta, da rivedere')
    const era = {
      testo: await testoDomanda(page),
      lette: await risposte(page).allInnerTexts(),
      foglio: await foglio(page),
    }
    expect(era.foglio).toHaveLength(DOMANDE)
    const restava = await secondi(page)

    const [inizio, finiva] = [Date.now(), await chiede(page, 'Pausa')]
    await sospesa(page).waitFor()
    const ferma = Date.now()
    expect(await page.getByRole('radio').count()).toBe(0)
    await scatta(page, `pausa-simulazione-${nome}`)
    await page.reload()
    await sospesa(page).waitFor()
    expect(await page.getByRole('radio').count()).toBe(0)
    const durata = Date.now() - ferma
    const finisce = await chiede(page, 'Riprendi')
    await risposte(page).first().waitFor()

    // The end moved by the pause: not by less than was seen of it, not by more than everything took.
    expect(finisce - finiva).toBeGreaterThanOrEqual(durata)
    expect(finisce - finiva).toBeLessThanOrEqual(Date.now() - inizio)
    const resta = await secondi(page)
    expect(resta).toBeLessThanOrEqual(restava)
    // Both are whole seconds, rounded up, and one was drawn a moment ago.
    expect(resta).toBeGreaterThanOrEqual(restava - (Date.now() - inizio - durata) / 1000 - 2)
    expect(await testoDomanda(page)).toBe(era.testo)
    expect(await risposte(page).allInnerTexts()).toEqual(era.lette)
    expect(await risposte(page).nth(0).getAttribute('aria-checked')).toBe('true')
    expect(await foglio(page)).toEqual(era.foglio)
  })

  it('leaving is a pause too, and the bank offers to go on', async () => {
    await bottone(page, 'Esci dalla prova').click()
    await page.getByText('Se esci ora la prova va in pausa e la riprendi da qui.', { exact: false }).waitFor()
    await bottone(page, 'Continua un’altra volta').click()
    await bottone(page, /^Continua dalla 2ª di /).click()
    await sospesa(page).waitFor()
    await chiede(page, 'Riprendi')
    await risposte(page).first().waitFor()
    expect((await foglio(page)).filter((casella) => !casella.includes('da fare'))).toHaveLength(2)
  })

  it('where they do not no pause is offered, and leaving says that the time runs on', async () => {
    await comincia(SENZA, /^Non si mette in pausa\.$/)
    expect(await bottone(page, 'Pausa').count()).toBe(0)
    await bottone(page, 'Esci dalla prova').click()
    await page.getByRole('alertdialog').getByText('il tempo', { exact: false }).waitFor()
    await bottone(page, 'Abbandona la prova').click()
    await bottone(page, 'Abbandona').click()
    await page.getByRole('heading', { level: 1, name: BANCA }).waitFor()
  })

  it('what ended is listed by its kind, in the bank and on the dashboard', async () => {
    await apriScheda(page, 'Progressi')
    const storico = page.getByRole('region', { name: 'Storico' })
    const lasciata = storico.getByRole('listitem').first()
    await lasciata.getByText(`Simulazione «${SENZA}»`).waitFor()
    await lasciata.getByText('Abbandonata').waitFor()
    // Nobody paused it when its page was left for the other: it runs.
    await bottone(page, /^Continua dalla 2ª di /).click()
    await risposte(page).first().waitFor()
    if (nome === '390') await bottone(page, /^Foglio risposte, /).click()
    await bottone(page, 'Consegna la prova').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Consegna', exact: true }).click()
    await page.getByRole('region', { name: 'Punteggio' }).waitFor()
    await openBanca(page, BANCA, 'Progressi')
    await storico.getByRole('link', { name: new RegExp(`Simulazione «${CON}» .*su 12`) }).waitFor()
    await scatta(page, `storico-banca-${nome}`, true)
    await page.goto(url('/'))
    await storico.getByRole('link', { name: new RegExp(`Simulazione «${CON}» .*su 12 · ${BANCA}`) }).waitFor()
    await scatta(page, `storico-home-${nome}`, true)
    await storico.getByRole('link', { name: new RegExp(CON) }).click()
    await page.getByRole('region', { name: 'Punteggio' }).waitFor()
  })

  it('[SI7] a result that the server counted otherwise is the server’s, at once and after a reload', async () => {
    // As if the key on the device were an older one.
    await browser.route(ESITI, async (route) => {
      const risposta = await route.fetch()
      const corpo = await risposta.json()
      // Whoever asks for the outcomes hears the same count: the ranking does, and may be the first.
      const elementi = corpo.elementi?.map((esito: object) => ({ ...esito, ...CONTATA }))
      const json = { ...corpo, ...(elementi ? { elementi } : CONTATA) }
      await route.fulfill({ response: risposta, json })
    })
    await openBanca(page, BANCA, 'Prove')
    await page.getByRole('button', { name: `Inizia la simulazione: ${RICONTATA}` }).click()
    await page.getByRole('button', { name: 'Comincia ora' }).click()
    await risposte(page).nth(1).click()
    if (nome === '390') await bottone(page, /^Foglio risposte, /).click()
    await bottone(page, 'Consegna la prova').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Consegna', exact: true }).click()
    const controlla = async () => {
      await page.getByRole('heading', { level: 1, name: 'Prova superata' }).waitFor()
      const punteggio = page.getByRole('region', { name: 'Punteggio' })
      await punteggio.getByText(/^21,75/).waitFor()
      await punteggio.getByText(/^Il server ha ricontato le tue risposte: vale 21,75\. Qui risultavano /).waitFor()
    }
    await controlla()
    await page.reload()
    await controlla()
    expect(new URL(page.url()).searchParams.get('prova')).toBe('1')
    await browser.unroute(ESITI)
  })
})
