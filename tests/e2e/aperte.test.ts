import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finestre, makeAccount, newEmail, openContext, signIn, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import {
  addBanca,
  apriScheda,
  esci,
  openBanca,
  rispondi,
  risposte,
  scegliTutte,
  inizia as startEsercizio,
} from './pratica.ts'

const BANCA = 'Diritto costituzionale'
const SCATTI = process.env.SCATTI

/** Pictures to look at in both themes, where a folder is named. */
async function scatta(page: Page, nome: string): Promise<void> {
  if (!SCATTI) return
  mkdirSync(SCATTI, { recursive: true })
  for (const tema of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: tema })
    await page.screenshot({ path: join(SCATTI, `aperte-${nome}-${tema}.png`) })
  }
  await page.emulateMedia({ colorScheme: null })
}

const prova = (page: Page) => page.getByRole('region', { name: 'Una prova lasciata a metà', exact: true })
const chiusura = (page: Page) => page.getByRole('alertdialog', { name: 'Chiudi la prova?' })

const waitDate = (page: Page, n: number) =>
  page.locator(`[role="progressbar"][aria-valuenow="${n}"]`).first().waitFor({ state: 'attached' })

/** From the bank to a trial of 8 questions and ten minutes. */
async function startProva(page: Page, pausa = true): Promise<void> {
  await apriScheda(page, 'Prove')
  await page.getByRole('link', { name: 'Prova personalizzata' }).click()
  await page.getByLabel('Quante in tutto').fill('8')
  await page.getByRole('button', { name: 'In proporzione' }).click()
  await page.getByLabel('Minuti').fill('10')
  await page.getByLabel('Corretta').fill('1')
  await page.getByLabel('Errata').fill('0')
  if (!pausa) await page.getByRole('switch', { name: 'Si può mettere in pausa' }).click()
  await page.getByRole('button', { name: 'Inizia la prova' }).click()
  await risposte(page).first().waitFor()
}

for (const [nome, viewport] of finestre('390'))
  describe(`sittings left open at ${nome} px`, () => {
    const email = newEmail(`aperte${nome}`)
    let browser: BrowserContext
    let page: Page
    /** The page is gone, and another one comes. */
    const reopen = async () => {
      const prima = page
      page = await browser.newPage()
      await prima.close()
    }

    beforeAll(async () => {
      await makeAccount(email, 'premium')
      browser = await openContext({ viewport })
      await signIn(browser, email)
      page = await browser.newPage()
      await addBanca(page, BANCA)
    })
    afterAll(() => browser?.close().catch(() => null))

    it('a paused trial stays in reach under the exercise opened after it [EX13]', async () => {
      await openBanca(page, BANCA)
      await startProva(page)
      for (const n of [1, 2]) {
        await risposte(page).first().click()
        await waitDate(page, n)
        await page.getByRole('button', { name: 'Prossima' }).click()
        await page
          .getByRole('banner')
          .getByText(new RegExp(`^${n + 1} di 8 `))
          .waitFor()
      }
      await page.getByRole('button', { name: 'Esci dalla prova' }).click()
      await page.getByRole('button', { name: 'Continua un’altra volta' }).click()
      await prova(page).waitFor()
      await scegliTutte(page)
      await startEsercizio(page)
      await rispondi(page)
      await esci(page)
      await page.getByRole('region', { name: 'Un’esercitazione lasciata a metà' }).waitFor()
      await page.getByRole('button', { name: 'Mostra l’altra' }).click()
      await prova(page)
        .getByText(/^Iniziata il .*La riprendi dove l’hai lasciata\.$/)
        .waitFor()
      await scatta(page, `banca-${nome}`)
      await page.goto(url('/'))
      const da_finire = page.getByRole('region', { name: 'Prove da finire' })
      await da_finire.getByText('3 di 8').waitFor()
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await da_finire.scrollIntoViewIfNeeded()
      await scatta(page, `home-${nome}`)
      await da_finire.getByRole('link').click()
      await page.getByRole('dialog', { name: 'Riprendi quando vuoi' }).waitFor()
      await page.getByRole('button', { name: 'Riprendi' }).click()
      await page
        .getByRole('banner')
        .getByText(/^3 di 8 /)
        .waitFor()
    })

    it('closing it asks, says how much is marked, and can deliver it', async () => {
      await page.getByRole('button', { name: 'Esci dalla prova' }).click()
      await page.getByRole('button', { name: 'Continua un’altra volta' }).click()
      await prova(page)
        .getByRole('button', { name: /^Chiudi: / })
        .click()
      await chiusura(page)
        .getByText(/^Hai risposto a 2 domande su 8\. /)
        .waitFor()
      expect(await chiusura(page).getByRole('button', { name: 'Lasciala aperta' }).evaluate(isFocused)).toBe(true)
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await scatta(page, `chiusura-${nome}`)
      await page.keyboard.press('Escape')
      await chiusura(page).waitFor({ state: 'detached' })
      await prova(page)
        .getByRole('button', { name: /^Chiudi: / })
        .click()
      await chiusura(page).getByRole('button', { name: 'Consegna la prova' }).click()
      await page.waitForURL(/\/riepilogo\?.*prova=1/)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await openBanca(page, BANCA)
      await page.getByRole('region', { name: 'Un’esercitazione lasciata a metà' }).waitFor()
      expect(await prova(page).count()).toBe(0)
    })

    it('[SI11] one that allows no pause and ran out unseen is delivered when the product is opened again', async () => {
      await startProva(page, false)
      await risposte(page).first().click()
      await waitDate(page, 1)
      await reopen()
      await page.addInitScript(() => {
        const vero = Date.now.bind(Date)
        Date.now = () => vero() + 3_600_000
      })
      // A screen that lists no sitting.
      await page.goto(url('/profilo'))
      await page.getByText('Il tempo di una prova è finito: è consegnata con quello che avevi risposto.').waitFor()
      await scatta(page, `scaduta-${nome}`)
      await reopen()
      await openBanca(page, BANCA, 'Progressi')
      const prove = page.getByRole('list', { name: 'Storico' }).getByRole('link').filter({ hasText: 'Prova' })
      await prove.nth(1).waitFor()
      expect(await prova(page).count()).toBe(0)
    })

    it('a simulation over several banks is called one in the search, and has no button that gives it up', async () => {
      await apriScheda(page, 'Prove')
      const simulazioni = page.getByRole('region', { name: 'Simulazioni ufficiali' })
      await simulazioni.getByRole('button', { name: /^Inizia la simulazione: Preselezione/ }).click()
      const avvio = page.getByRole('dialog', { name: /^Preselezione/ })
      await avvio.getByRole('button', { name: 'Scarica', exact: true }).click()
      await avvio.getByRole('button', { name: 'Comincia ora' }).click({ timeout: 120_000 })
      await risposte(page).first().waitFor()
      // Without results: axe looks at the whole page, however long.
      await page.goto(url('/ricerca?parole=parolachenonesiste'))
      const aperta = page.getByRole('region', { name: 'Una simulazione lasciata a metà su più banche dati' })
      await aperta.getByRole('button', { name: /^Continua dalla 1ª di / }).waitFor()
      expect(await aperta.getByRole('button').count()).toBe(1)
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await scatta(page, `ricerca-${nome}`)
      await aperta.getByRole('button').click()
      await risposte(page).first().waitFor()
    })
  })

const isFocused = (nodo: Element): boolean => document.activeElement === nodo
