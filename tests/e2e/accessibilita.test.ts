import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attenzione, linkFromMail, newEmail, openContext, PASSWORD, setTier, TELEFONO, url, userOf } from './aiuti.ts'
import { inspect } from './axe.ts'
import {
  addBanca,
  apriImpostazioni,
  avvio,
  esci,
  foglio,
  inizia,
  livello,
  prossima,
  rispondi,
  risposte,
  scegliTutte,
  waitConto,
  waitPosto,
} from './pratica.ts'

const BANCA = 'Diritto costituzionale'

describe('practice for everybody', () => {
  const email = newEmail('accessibilita')
  let browser: BrowserContext
  let page: Page
  const fatte = () => page.getByRole('progressbar', { name: 'Avanzamento' }).getAttribute('aria-valuenow')

  beforeAll(async () => {
    browser = await openContext()
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())

  describe('screens pass axe in both windows and themes, and fit 320 px and a zoom of 200 %', () => {
    it('the page that waits for the mail', async () => {
      await page.goto(url('/auth?type=registrazione'))
      await page.getByLabel('E-mail', { exact: true }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByLabel(/^Accetto i termini/).check()
      await page.getByRole('button', { name: 'Crea l’account' }).click()
      await page.getByRole('heading', { name: 'Controlla la posta' }).waitFor()
      expect(await inspect(page)).toEqual([])
      await page.goto(await linkFromMail(email))
      await page.getByRole('button', { name: 'Sì, l’ho creato io' }).click()
      await page.waitForURL(/\/simulatore\/?$/)
      await setTier(await userOf(page), 'premium')
    })

    it('the bank with every setting, with filters, with nothing left of it [SC17]', async () => {
      await addBanca(page, BANCA)
      await page.getByRole('link', { name: 'Apri' }).click()
      await scegliTutte(page)
      await inizia(page)
      await esci(page)
      await page.getByRole('button', { name: /^Chiudi: / }).click()
      await page.getByText('Un’esercitazione lasciata a metà').waitFor({ state: 'detached' })
      await apriImpostazioni(page)
      expect(await inspect(page)).toEqual([])
      await page.getByLabel('Parole chiave').fill('parola che non c’è da nessuna parte')
      await avvio(page).getByText('Nessuna domanda con questi filtri').waitFor()
      expect(await inspect(page)).toEqual([])
      await avvio(page).getByRole('button', { name: 'Togli i filtri' }).click()
      await waitConto(page, '125 domande')
    })

    it('a question, its answer, its explanation', async () => {
      await avvio(page).getByRole('button', { name: 'Inizia' }).click()
      await risposte(page).first().waitFor()
      // The outcome moves no word of the answers.
      const texts = () =>
        risposte(page).evaluateAll((all) =>
          all.map((answer) => {
            const { x, width, height } = (answer.children[1] as Element).getBoundingClientRect()
            return [x, width, height]
          }),
        )
      const before = await texts()
      await rispondi(page)
      expect(await texts()).toEqual(before)
      const spiegazione = page.getByRole('button', { name: 'Spiegazione' })
      // After an error the explanation is open by itself.
      if ((await spiegazione.getAttribute('aria-expanded')) === 'false') await spiegazione.click()
      await page.getByText(/^Fonte: /).waitFor()
      expect(await inspect(page)).toEqual([])
    })

    it('the answer sheet, the pause, the keys, the way out [EX2]', async () => {
      await page.setViewportSize(TELEFONO)
      await page.getByRole('button', { name: 'Foglio risposte' }).click()
      await page.getByRole('dialog', { name: 'Foglio risposte' }).waitFor()
      expect(await inspect(page)).toEqual([])
      await page.keyboard.press('Escape')
      for (const [apri, titolo] of [
        ['Pausa', 'Riprendi quando vuoi'],
        ['Esci dall’esercitazione', 'Vuoi uscire?'],
      ] as const) {
        await page.getByRole('button', { name: apri, exact: true }).click()
        await page.getByRole('heading', { name: titolo }).waitFor()
        expect(await inspect(page), titolo).toEqual([])
        await page.keyboard.press('Escape')
        await page.getByRole('heading', { name: titolo }).waitFor({ state: 'detached' })
      }
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Tastiera' }).waitFor()
      expect(await inspect(page)).toEqual([])
      await page.keyboard.press('Escape')
    })

    it('the summary, and an error over the exercise [SC19][EB1]', async () => {
      await page.getByRole('button', { name: 'Altre azioni' }).click()
      await page.getByRole('menuitem', { name: 'Concludi' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Concludi' }).click()
      await page.getByRole('heading', { level: 1, name: 'Riepilogo' }).waitFor()
      await page.getByRole('region', { name: 'Per materia' }).getByRole('listitem').waitFor()
      await page.goto(url('/esercitazione/xyz'))
      await attenzione(page).waitFor()
    })
  })

  describe('with the keyboard alone', () => {
    let quante = ''
    /** Walks with Tab until the focus is on what has this name. */
    async function tabTo(nome: string): Promise<void> {
      for (let passi = 0; passi < 80; passi++) {
        await page.keyboard.press('Tab')
        const qui = await page.evaluate(() => {
          const nodo = document.activeElement
          const etichetta = nodo instanceof HTMLInputElement ? nodo.labels?.[0]?.textContent : null
          const letto = nodo?.cloneNode(true) as Element | undefined
          for (const nascosto of letto?.querySelectorAll('[aria-hidden="true"]') ?? []) nascosto.remove()
          return (nodo?.getAttribute('aria-label') ?? etichetta ?? letto?.textContent ?? '').trim()
        })
        if (qui === nome) return
      }
      throw new Error(`Tab never reaches "${nome}"`)
    }

    it('signs in and starts an exercise', async () => {
      await page.evaluate(() => localStorage.clear())
      await page.goto(url('/auth?type=login'))
      await page.getByRole('button', { name: 'Accedi', exact: true }).waitFor()
      await tabTo('E-mail')
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Esercitati' }).waitFor()
      await tabTo('Vai al contenuto')
      await page.keyboard.press('Enter')
      await tabTo('Esercitati')
      await page.keyboard.press('Enter')
      // All of them, as this person chose: it has come back with the account.
      quante =
        (
          await avvio(page)
            .getByText(/^1\d\d domande$/)
            .textContent()
        )?.split(' ')[0] ?? ''
      await tabTo('Inizia')
      await page.keyboard.press('Enter')
      await risposte(page).first().waitFor()
    })

    it('arrows walk through the answers without answering, Enter answers, Enter goes on', async () => {
      await risposte(page).first().focus()
      for (const tasto of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(tasto)
      expect(
        await risposte(page)
          .nth(1)
          .evaluate((n) => n === document.activeElement),
      ).toBe(true)
      expect(
        await risposte(page).evaluateAll((tutte) => tutte.map((r) => r.getAttribute('aria-checked'))),
      ).not.toContain('true')
      expect(await fatte()).toBe('0')
      await page.keyboard.press('Enter')
      await livello(page, 'La sai').waitFor()
      expect(await fatte()).toBe('1')
      await page.keyboard.press('Enter')
      await waitPosto(page, 2)
    })

    it('letters and figures answer, P marks, U takes back, the space bar pauses, Esc resumes', async () => {
      await risposte(page).first().waitFor()
      await page.keyboard.press('b')
      await livello(page, 'La sai').waitFor()
      expect(await risposte(page).nth(1).getAttribute('aria-checked')).toBe('true')
      await page.keyboard.press('p')
      await page.getByRole('button', { name: 'Togli dalle preferite' }).waitFor()
      await page.keyboard.press('u')
      await page.getByText('Risposta annullata: il livello è tornato com’era.').waitFor()
      expect(await fatte()).toBe('1')
      await page.keyboard.press('3')
      await livello(page, 'La sai').waitFor()
      await page.keyboard.press('ArrowRight')
      await waitPosto(page, 3)
      await page.keyboard.press('Space')
      await page.getByRole('heading', { name: 'Riprendi quando vuoi' }).waitFor()
      await page.keyboard.press('a')
      await page.keyboard.press('Escape')
      await risposte(page).first().waitFor()
      expect(await fatte()).toBe('2')
    })

    it('leaves for another time, and finds the sitting again [EX3]', async () => {
      await tabTo('Esci dall’esercitazione')
      await page.keyboard.press('Enter')
      await page.getByRole('alertdialog', { name: 'Vuoi uscire?' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('Un’esercitazione lasciata a metà').waitFor()
      await tabTo(`Continua dalla 3ª di ${quante}`)
      await page.keyboard.press('Enter')
      await waitPosto(page, 3)
      expect(
        await foglio(page)
          .getByRole('button', { name: /preferita$/ })
          .count(),
      ).toBe(1)
      await prossima(page, 4)
    })
  })
})
