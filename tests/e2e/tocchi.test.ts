import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkFromMail, newEmail, openContext, PASSWORD, TELEFONO, url } from './aiuti.ts'
import { livello, risposte } from './pratica.ts'

const BANCA = 'Diritto costituzionale'
/** Presses from the first page to the first question; the mail takes three: its program, the mail, its link. */
const NUOVO = 10
const TRE_DOMANDE = 'Domanda;A;B;Giusta\nUno?;sì;no;A\nDue?;sì;no;A\nTre?;sì;no;A'

describe('presses from opening the page to the first question, on a phone', () => {
  let browser: BrowserContext
  let page: Page
  let presses = 0
  const tap = async (what: Locator) => {
    await what.tap()
    presses += 1
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const home = async () => {
    await page.goto(url('/'))
    presses = 0
  }

  beforeAll(async () => {
    browser = await openContext({ viewport: TELEFONO, tocco: true, consenso: 'chiedi' })
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())

  it(`somebody new needs ${NUOVO} at the most, the question about cookies left unanswered`, async () => {
    const email = newEmail('tocchi')
    const field = (name: string) => page.getByLabel(name, { exact: true })
    await page.goto(url('/'))
    await tap(page.getByRole('link', { name: 'Inizia gratis' }))
    // The form has the focus where one begins.
    await expect.poll(() => field('E-mail').evaluate((f) => f === document.activeElement)).toBe(true)
    await page.keyboard.type(email)
    await tap(field('Password'))
    await page.keyboard.type(PASSWORD)
    await tap(page.getByRole('checkbox', { name: /^Accetto i termini/ }))
    await tap(button('Crea l’account'))
    await page.getByRole('heading', { name: 'Controlla la posta' }).waitFor()
    await page.goto(await linkFromMail(email))
    presses += 3
    await tap(button('Sì, l’ho creato io'))
    await page.waitForURL(/\/simulatore\/?$/)
    await tap(page.getByRole('link', { name: `Aggiungi ${BANCA}` }))
    await tap(button('Aggiungi e comincia'))
    await risposte(page).first().waitFor()
    console.log(`new user: ${presses} presses`)
    expect(presses).toBeLessThanOrEqual(NUOVO)
  })

  it('who comes back needs one: to go on with what was left open', async () => {
    await home()
    await tap(page.getByRole('link', { name: 'Continua l’esercitazione' }))
    await risposte(page).first().waitFor()
    expect(presses).toBe(1)
  })

  it('who comes back needs one: for today’s questions', async () => {
    await conclude()
    await home()
    await tap(button(/^Comincia: \d+ domande$/))
    await risposte(page).first().waitFor()
    expect(presses).toBe(1)
    await conclude()
  })

  it('who comes back needs one: with every question seen and none due [OG2]', async () => {
    await page.goto(url('/banche-dati'))
    await button('Da un file').tap()
    const dialog = page.getByRole('dialog', { name: 'Banca dati da un file' })
    const file = { name: 'tre.csv', mimeType: 'text/plain', buffer: Buffer.from(TRE_DOMANDE) }
    await dialog.getByRole('button', { name: 'Scegli il file' }).waitFor()
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: /^Importa 3 domande/ }).tap()
    await page.getByRole('heading', { level: 1, name: 'tre' }).waitFor()
    await page.getByRole('region', { name: 'La tua esercitazione' }).getByRole('button', { name: 'Inizia' }).tap()
    for (let n = 1; n <= 3; n++) {
      await page.getByRole('radiogroup', { name: 'Risposte', disabled: false }).getByRole('radio', { name: /sì/ }).tap()
      await livello(page, 'La sai').waitFor()
      if (n < 3) {
        await button('Prossima').tap()
        const place = page.getByText(`${n + 1} di 3`, { exact: true })
        await place.first().waitFor()
      }
    }
    await conclude()
    await home()
    await tap(button('Continua: 3 domande'))
    await risposte(page).first().waitFor()
    expect(presses).toBe(1)
  })

  it('what starts a sitting is under nothing, the question about cookies unanswered, with letters twice as large too', async () => {
    const id = new URL(page.url()).searchParams.get('id_concorso')
    for (const [path, name] of [
      [`/banca-dati?id_concorso=${id}`, 'Inizia'],
      [`/esercitazione/prova-personalizzata?id_concorso=${id}`, 'Inizia la prova'],
    ] as const) {
      await page.goto(url(path))
      await button(name).waitFor()
      await page.getByRole('region', { name: 'Cookie' }).waitFor()
      for (const letters of ['100%', '200%']) {
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size
        }, letters)
        await button(name).scrollIntoViewIfNeeded()
        await expect.poll(() => button(name).evaluate(covered), { message: `${path} ${letters}` }).toBe(null)
      }
    }
  })

  async function conclude(): Promise<void> {
    await page.getByRole('button', { name: 'Altre azioni' }).tap()
    await page.getByRole('menuitem', { name: 'Concludi' }).tap()
    const dialog = page.getByRole('alertdialog')
    const sure = dialog.getByRole('button', { name: 'Concludi' })
    await sure
      .or(page.getByRole('heading', { level: 1, name: /Riepilogo|Ottimo|Fatto/ }))
      .first()
      .waitFor()
    if (await sure.isVisible()) await sure.tap()
    await page.waitForURL(/riepilogo/)
  }
})

/** What lies over the middle or a corner of an element where it is on the screen; null: nothing. */
function covered(element: HTMLElement): string | null {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const inside = 6
  for (const [x, y] of [
    [(left + right) / 2, (top + bottom) / 2],
    [left + inside, top + inside],
    [right - inside, bottom - inside],
  ] as const) {
    const over = document.elementFromPoint(x, y)
    if (!element.contains(over)) return over?.outerHTML.slice(0, 120) ?? `outside of the window: ${x}, ${y}`
  }
  return null
}
