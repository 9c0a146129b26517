import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, makeAccount, newEmail, newProfile, openProfile, TELEFONO, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, rispondi, risposte, testoDomanda } from './pratica.ts'

const BANCA = 'Diritto costituzionale'
const SIMULAZIONE = 'Diritto costituzionale: 40 quesiti in 60 minuti, con le regole dei concorsi RIPAM'

describe('the home knows what to do today [OG1]', () => {
  const email = newEmail('oggi')
  let browser: BrowserContext
  let page: Page
  const comincia = () => page.getByRole('button', { name: /^Comincia: \d+ domande$/ })
  const answerTwo = async () => {
    const seen: string[] = []
    for (let n = 0; n < 2; n++) {
      await risposte(page).first().waitFor()
      seen.push(await testoDomanda(page))
      await rispondi(page)
      if (n === 0) {
        await page.getByRole('button', { name: 'Prossima' }).click()
        await page
          .getByRole('heading', { level: 1, name: seen[0] as string, exact: true })
          .waitFor({ state: 'detached' })
      }
    }
    return seen
  }

  beforeAll(async () => {
    await makeAccount(email, 'premium')
    browser = await openProfile(newProfile(), { viewport: TELEFONO })
    page = await browser.newPage()
    await login(page, email)
    await addBanca(page, BANCA)
  })
  afterAll(() => browser?.close())

  it('one tap starts the first question, and the next sitting goes on where coverage stopped', async () => {
    await page.goto(url('/'))
    await comincia().click()
    const first = await answerTwo()
    await page.getByRole('button', { name: 'Altre azioni' }).click()
    await page.getByRole('menuitem', { name: 'Concludi' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Concludi' }).click()
    await page.waitForURL(/riepilogo/)
    await page.goto(url('/'))
    await page.getByRole('img', { name: 'Oggi: 2 risposte su 20' }).waitFor()
    await comincia().click()
    const second = await answerTwo()
    expect(second.filter((testo) => first.includes(testo))).toEqual([])
  })

  it('says how many questions a day suffice until the exam, and goes on with the sitting left open', async () => {
    await page.goto(url('/'))
    await page.getByRole('link', { name: 'Continua l’esercitazione' }).waitFor()
    await page.getByLabel('Data della prova').fill('2020-01-01')
    await page.getByRole('button', { name: 'Salva la data' }).click()
    await page.getByText('Scegli un giorno che deve ancora venire.').waitFor()
    const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Data della prova').fill(inTenDays)
    await page.getByRole('button', { name: 'Salva la data' }).click()
    await page.getByText(/\d+ domande al giorno/).waitFor()
    expect(await inspect(page)).toEqual([])
    await page.reload()
    await page.getByText(/\d+ domande al giorno/).waitFor()
  })

  it('an official simulation begins with three taps, each where the screen already shows it', async () => {
    /** Pressed where it is: a driver's own press would scroll to it. */
    const tap = async (what: Locator) => {
      await what.waitFor()
      await expect
        .poll(() =>
          what.evaluate((element) => {
            const { left, top, width, height } = element.getBoundingClientRect()
            return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
          }),
        )
        .toBe(true)
      const box = await what.boundingBox()
      if (!box) throw new Error('nothing to press')
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    }
    await page.goto(url('/'))
    await tap(page.getByRole('link', { name: 'Simulazioni', exact: true }))
    await tap(page.getByRole('button', { name: `Inizia la simulazione: ${SIMULAZIONE}` }))
    await tap(page.getByRole('button', { name: 'Comincia ora' }))
    await risposte(page).first().waitFor()
  })
})
