import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finestre, makeAccount, newEmail, openContext, signIn, TELEFONO, url } from './aiuti.ts'
import { addBanca } from './pratica.ts'
import { DOMANDE, importBanca, premi, publishSimulazione, scrivi, tabTo } from './viaggi.ts'

const risposte = (page: Page) => page.getByRole('radiogroup', { name: 'Risposte', disabled: false })
const date = (page: Page, n: number) =>
  page
    .getByRole('progressbar', { name: 'Risposte date' })
    .and(page.locator(`[aria-valuenow="${n}"]`))
    .waitFor({ state: 'attached' })
const posto = (page: Page, n: number) =>
  page
    .getByRole('banner')
    .getByText(new RegExp(`^${n} di \\d+`))
    .waitFor()

/** The key that marks the right answer of the question on screen, or a wrong one. */
async function tasto(page: Page, bene: boolean): Promise<string> {
  await risposte(page).waitFor()
  const testi = await risposte(page).getByRole('radio').allInnerTexts()
  const dove = testi.findIndex((t) => t.includes('Giusta'))
  return 'abc'[bene ? dove : (dove + 1) % 3] as string
}

/** From the dashboard into the bank. */
async function entra(page: Page, banca: string): Promise<void> {
  await page.goto(url('/'))
  await page.getByRole('heading', { name: banca }).waitFor()
  await premi(page, page.getByRole('link', { name: 'Esercitati', exact: true }))
  await page.getByRole('heading', { level: 1, name: banca }).waitFor()
}

/** Another tab of the bank, by the arrows. */
async function apriSimulazioni(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('tab', { selected: true }))
  while ((await page.getByRole('tab', { name: 'Prove', selected: true }).count()) === 0)
    await page.keyboard.press('ArrowRight')
  // The list comes from the server: what stands under it moves when it does.
  await page.getByRole('region', { name: 'Simulazioni ufficiali' }).getByRole('listitem').first().waitFor()
}

/** Through the review of a result with the keyboard: filters, one question open, back to the bank. */
async function rivedi(page: Page, banca: string, errate: number): Promise<void> {
  const rivista = page.getByRole('region', { name: 'Rivedi la prova' })
  await premi(page, page.getByRole('button', { name: 'Rivedi tutta la prova' }).locator('visible=true'))
  await page.getByRole('heading', { name: 'Rivedi la prova' }).and(page.locator(':focus')).waitFor()
  await tabTo(page, rivista.getByRole('radio', { name: 'Tutte', checked: true }))
  expect(await rivista.locator('details').count()).toBe(DOMANDE)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => rivista.locator('details').count()).toBe(errate)
  await premi(page, rivista.locator('summary').first())
  await rivista.getByText('La tua risposta').waitFor()
  await rivista.getByText('Risposta corretta').waitFor()
  await premi(page, page.getByRole('link', { name: 'Torna alla banca dati' }))
  await page.getByRole('heading', { level: 1, name: banca }).waitFor()
}

describe('with the keyboard alone, from the dashboard to the review', () => {
  const banca = 'Banca da tastiera'
  const simulazione = (nome: string) => `Simulazione da tastiera ${nome}`
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    const email = newEmail('tastiera')
    const id_concorso = await importBanca(banca)
    for (const nome of ['1440', '390']) await publishSimulazione(id_concorso, simulazione(nome), '00:30:00')
    await makeAccount(email, 'premium')
    browser = await openContext()
    await signIn(browser, email)
    page = await browser.newPage()
    await addBanca(page, banca)
  })
  afterAll(() => browser?.close().catch(() => null))

  describe.each(finestre('1440'))('at %s px', (nome, viewport) => {
    beforeAll(() => page.setViewportSize(viewport))

    it('a custom trial: composed, begun, paused, marked, erased, struck out, delivered, looked through', async () => {
      await entra(page, banca)
      await apriSimulazioni(page)
      await premi(page, page.getByRole('link', { name: 'Prova personalizzata' }))
      await page.getByRole('heading', { level: 1, name: 'Prova personalizzata' }).waitFor()
      await scrivi(page, page.getByLabel('Quante in tutto'), String(DOMANDE))
      await premi(page, page.getByRole('button', { name: 'In proporzione' }))
      await scrivi(page, page.getByLabel('Minuti'), '20')
      await scrivi(page, page.getByLabel('Corretta'), '0,75')
      await scrivi(page, page.getByLabel('Errata'), '-0,25')
      await scrivi(page, page.getByLabel('Soglia totale (facoltativa)'), '4')
      await premi(page, page.getByRole('button', { name: 'Inizia la prova' }))

      await page.keyboard.press(await tasto(page, true))
      await date(page, 1)
      await page.keyboard.press('Delete')
      await date(page, 0)
      await page.keyboard.press(await tasto(page, true))
      await date(page, 1)
      await tabTo(page, risposte(page).getByRole('radio', { checked: true }))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('x')
      await page.getByRole('radio', { name: /, esclusa$/ }).waitFor()
      await date(page, 1)
      await page.keyboard.press('f')
      await page.getByRole('button', { name: 'Da rivedere', exact: true, pressed: true }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Tastiera' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await premi(page, page.getByRole('button', { name: 'Pausa' }))
      await page.getByRole('dialog', { name: 'Riprendi quando vuoi' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      // Three more right ones and two wrong ones: 4 × 0.75 − 2 × 0.25.
      for (let n = 2; n <= 6; n++) {
        await page.keyboard.press('ArrowRight')
        await posto(page, n)
        await page.keyboard.press(await tasto(page, n <= 4))
        await date(page, n)
      }
      await consegna(page)
      await page.getByRole('heading', { level: 1, name: 'Prova non superata' }).waitFor()
      await page.getByRole('region', { name: 'Punteggio' }).getByText('2,5/9', { exact: true }).waitFor()
      await rivedi(page, banca, 2)
    })

    it('a simulation: rules read, begun, a place reached by the sheet, delivered, looked through', async () => {
      await entra(page, banca)
      await apriSimulazioni(page)
      await premi(page, page.getByRole('button', { name: `Inizia la simulazione: ${simulazione(nome)}` }))
      await page.getByRole('dialog', { name: simulazione(nome) }).waitFor()
      await premi(page, page.getByRole('button', { name: 'Comincia ora' }))
      await page.keyboard.press(await tasto(page, false))
      await date(page, 1)
      await apriFoglio(page)
      await tabTo(page, page.getByRole('grid').getByRole('button', { name: 'Domanda 1, risposta' }))
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await posto(page, DOMANDE)
      await page.keyboard.press(await tasto(page, true))
      await date(page, 2)
      await consegna(page)
      await page.getByRole('heading', { level: 1, name: 'Prova non superata' }).waitFor()
      await page.getByRole('region', { name: 'Punteggio' }).getByText('0,75/12', { exact: true }).waitFor()
      await page.getByRole('region', { name: 'Classifica' }).getByText('Ultimi 5 tentativi').waitFor()
      await rivedi(page, banca, 1)
    })

    /** The sheet stands beside the question on wide windows and under a button on the others. */
    async function apriFoglio(page: Page): Promise<void> {
      if (viewport === TELEFONO) await premi(page, page.getByRole('button', { name: /^Foglio risposte, / }))
      await page.getByRole('grid').waitFor()
    }
    async function consegna(page: Page): Promise<void> {
      await apriFoglio(page)
      await premi(page, page.getByRole('button', { name: 'Consegna la prova' }))
      const asked = page.getByRole('alertdialog', { name: 'Consegni la prova?' })
      await asked.waitFor()
      // Staying is under the finger first.
      await premi(page, asked.getByRole('button', { name: 'Consegna', exact: true }))
    }
  })
})
