import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { finestre, makeAccount, newEmail, openContext, ROOT, SCRIVANIA, signIn, TELEFONO } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, apriScheda, openBanca, testoDomanda } from './pratica.ts'

const BANCA = 'Diritto costituzionale'
const SITUAZIONALE = 'Quesiti situazionali'

/** From the bank to the form of a trial of `n` questions in ten minutes. */
async function componi(page: Page, banca: string, n: number): Promise<void> {
  await openBanca(page, banca)
  await apriScheda(page, 'Prove')
  await page.getByRole('link', { name: 'Prova personalizzata' }).click()
  await page.getByRole('heading', { level: 1, name: 'Prova personalizzata' }).waitFor()
  await page.getByLabel('Quante in tutto').fill(String(n))
  await page.getByRole('button', { name: 'In proporzione' }).click()
  await page.getByLabel('Minuti', { exact: true }).fill('10')
}
const risposte = (page: Page) => page.getByRole('radiogroup', { name: 'Risposte', disabled: false }).getByRole('radio')
const inizia = async (page: Page) => {
  await page.getByRole('button', { name: 'Inizia la prova' }).click()
  await risposte(page).first().waitFor()
}
async function consegna(page: Page, telefono: boolean): Promise<void> {
  if (telefono) await page.getByRole('button', { name: /^Foglio risposte, / }).click()
  const dove = telefono ? page.getByRole('dialog') : page
  await dove.getByRole('button', { name: 'Consegna la prova' }).click()
  const finestra = page.getByRole('alertdialog', { name: 'Consegni la prova?' })
  await finestra.getByRole('button', { name: 'Consegna', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^Prova (non )?(superata|consegnata)$/ }).waitFor()
}
const complete = (page: Page) => page.getByRole('radio', { name: 'Regole avanzate' }).check()
const gruppo = (page: Page, nome: string) => page.locator('summary', { hasText: nome })

/** The real competition with a timer for each of its two sections, over 12 questions: answers how many the first has. */
async function cominciaSezioni(page: Page): Promise<number> {
  await openBanca(page, BANCA)
  await apriScheda(page, 'Prove')
  await page.getByRole('link', { name: 'Prova personalizzata' }).click()
  await page.getByRole('radio', { name: 'Come un concorso' }).check()
  const cambia = page.getByRole('button', { name: 'Cambia concorso' })
  if (await cambia.isVisible()) await cambia.click()
  await page.getByRole('button', { name: /^Assistenti giudiziari \(2017\), prova scritta/ }).click()
  await page.getByLabel('Quante in tutto').fill('12')
  await page.getByRole('button', { name: 'In proporzione' }).click()
  const sezioni = page.getByLabel(/^Sezione di /)
  for (let i = 1; i < (await sezioni.count()); i += 2) await sezioni.nth(i).selectOption({ label: 'Seconda prova' })
  await page.getByRole('button', { name: 'Inizia la prova' }).click()
  await risposte(page).first().waitFor()
  const stretto = (page.viewportSize()?.width ?? 0) < 800
  if (stretto) await page.getByRole('button', { name: /^Foglio risposte, / }).click()
  const aperti = foglio(page).getByRole('button', { name: /^Domanda \d+, da fare$/ })
  await aperti.first().waitFor()
  return aperti.count()
}
const foglio = (page: Page) => page.getByRole('complementary').or(page.getByRole('dialog'))
const posto = (page: Page, n: number) =>
  page
    .getByRole('banner')
    .getByText(new RegExp(`^${n} di \\d+ `))
    .waitFor()
const dopo = (page: Page) => page.getByRole('button', { name: 'Sezione successiva' })

for (const [nome, viewport] of finestre('1440'))
  describe(`the rules of a trial at ${nome} px`, () => {
    const telefono = nome === '390'
    let browser: BrowserContext
    let page: Page
    beforeAll(async () => {
      const email = newEmail(`regole${nome}`)
      await makeAccount(email, 'premium')
      browser = await openContext({ viewport })
      await signIn(browser, email)
      page = await browser.newPage()
      await addBanca(page, BANCA)
      await addBanca(page, SITUAZIONALE)
    })
    afterAll(() => browser?.close().catch(() => null))

    it('full rules open on the three scores in force, and tell what is wrong as it is typed', async () => {
      await componi(page, BANCA, 8)
      await page.getByLabel('Corretta', { exact: true }).fill('0,75')
      await complete(page)
      expect(await page.getByLabel('Corretta', { exact: true }).inputValue()).toBe('0,75')
      await page.getByLabel('Errata', { exact: true }).fill('-0,3333')
      await page.getByText('Scrivi un numero, al massimo con tre decimali').first().waitFor()
      await page.getByRole('button', { name: 'Inizia la prova' }).click()
      await page.getByText('Scrivi un numero, al massimo con tre decimali').nth(1).waitFor()
      await page.getByLabel('Errata', { exact: true }).fill('-0,33')
      await page.getByText('Scrivi un numero, al massimo con tre decimali').first().waitFor({ state: 'detached' })
    })

    it('by keyboard a group opens, sections are added, and the screen passes axe with everything open', async () => {
      for (const titolo of ['Sezioni', 'Per essere ammessi', 'Altre regole']) {
        await gruppo(page, titolo).focus()
        await page.keyboard.press('Enter')
      }
      await page.getByRole('button', { name: 'Aggiungi una sezione' }).focus()
      await page.keyboard.press('Enter')
      const prima = page.getByRole('group', { name: 'Sezione 1' })
      await prima.getByRole('radio', { name: 'Suoi' }).check()
      await prima.getByRole('radio', { name: 'Per difficoltà' }).check()
      await prima.getByLabel('Corretta, difficile').fill('3')
      await prima.getByRole('switch', { name: 'Estrai per difficoltà' }).check()
      await prima.getByLabel('Minuti (facoltativi)').fill('un’ora')
      await prima.getByText('Scrivi i minuti, da 1 a 1.440').waitFor()
      await prima.getByLabel('Minuti (facoltativi)').fill('10')
      await page.getByRole('radio', { name: 'Multiplo dei posti' }).check()
      await page.getByLabel('Posti', { exact: true }).fill('20')
      await page.getByLabel('Quante volte i posti').fill('1,5')
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
    })

    it('the document goes out as a file and comes back in; a wrong one is refused in words', async () => {
      await componi(page, BANCA, 10)
      await complete(page)
      await page.getByRole('button', { name: 'Importa o esporta' }).click()
      const finestra = page.getByRole('dialog', { name: 'Importa o esporta le regole' })
      const scarico = page.waitForEvent('download')
      await finestra.getByRole('button', { name: 'Scarica' }).click()
      const file = await scarico
      expect(file.suggestedFilename()).toBe('regole.json')
      expect(JSON.parse(await text(await file.createReadStream()))).toEqual({
        punti: { tipo: 'fissi', corretta: 1, sbagliata: 0, omessa: 0 },
        durata: '00:10:00',
        pausa: true,
      })
      await finestra.getByLabel('Documento').fill('{"sezoni": []}')
      await finestra.getByRole('button', { name: 'Usa queste regole' }).click()
      await finestra.getByText('«sezoni» non è un campo delle regole: toglilo o correggi il nome.').waitFor()
      const regole = {
        nome: 'Il mio bando',
        sezioni: [
          { nome: 'Prima', domande: 4, materie: ['Parlamento'], sbarramento: 1, durata: '00:05:00' },
          { nome: 'Seconda', domande: 6, materie: ['Fonti del diritto', 'Regioni ed enti locali'], durata: '00:15:00' },
        ],
        punti: { tipo: 'fissi', corretta: 1, sbagliata: -0.33, omessa: -0.1 },
        ammissione: { minimo: 6, primi: 50 },
        scala: 30,
      }
      const scritto = join(inject('dataDir'), `regole-${nome}.json`)
      await writeFile(scritto, JSON.stringify(regole))
      await finestra.locator('input[type=file]').setInputFiles(scritto)
      await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('Il mio bando'))
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await finestra.getByRole('button', { name: 'Usa queste regole' }).click()
      await page.getByText('Regole importate.').waitFor()
      expect(await page.getByLabel('Nome delle regole (facoltativo)').inputValue()).toBe('Il mio bando')
      expect(await page.getByLabel('Minuti', { exact: true }).inputValue()).toBe('20')
      // Subjects by name, in their sections: the rest of the bank waits in the first, with no question asked of it.
      await page.getByRole('button', { name: 'Azzera' }).click()
      await page.getByLabel('Parlamento: quante domande').fill('4')
      await page.getByLabel('Fonti del diritto: quante domande').fill('5')
      await page.getByRole('button', { name: 'Inizia la prova' }).click()
      await page.getByText('La sezione «Seconda» vuole 6 domande, le sue materie ne danno 5.').first().waitFor()
      await page.getByLabel('Regioni ed enti locali: quante domande').fill('1')
    })

    it('such rules are kept with the trial, sat, and their thresholds and scale are in the result', async () => {
      const salvate = () => page.getByRole('button', { name: 'Prove salvate' }).click()
      await salvate()
      await page.getByLabel('Nome', { exact: true }).fill('Bando mio')
      await page.getByRole('button', { name: 'Salva', exact: true }).click()
      await page.getByText('«Bando mio» salvata.').waitFor()
      await page.reload()
      await salvate()
      await page.getByRole('button', { name: 'Usa «Bando mio»' }).click()
      await page.getByText('10 domande').first().waitFor()
      expect(await page.getByLabel('Nome delle regole (facoltativo)').inputValue()).toBe('Il mio bando')
      await inizia(page)
      await risposte(page).first().click()
      await consegna(page, telefono)
      await page.getByText(/ · Il mio bando · /).waitFor()
      await page.getByRole('heading', { name: 'Per sezione' }).waitFor()
      await page.getByText('soglia 6').first().waitFor()
    })

    it('a competition that looks at difficulty is drawn by it where the bank says it', async () => {
      await componi(page, BANCA, 10)
      await page.getByRole('radio', { name: 'Come un concorso' }).check()
      await page.getByRole('button', { name: 'Cambia concorso' }).click()
      await page.getByRole('button', { name: /^Polizia, commissari/ }).click()
      await page.getByRole('switch', { name: 'Estrai 3 facili, 5 medie e 2 difficili' }).waitFor()
      await page.getByText('La fonte non dice la durata: scrivila tu.').waitFor()
      await page.getByLabel('Minuti', { exact: true }).fill('10')
      await page.getByRole('button', { name: 'Tutte', exact: true }).click()
      await page.getByRole('button', { name: 'Inizia la prova' }).click()
      // The whole bank does not have that proportion: it says what there is, and the way out starts.
      await page
        .getByText(/^Per «Materie» servono .* con queste scelte ci sono /)
        .first()
        .waitFor()
      await page.getByRole('switch', { name: /^Estrai / }).uncheck()
      await page
        .getByText(/^Per «Materie» servono /)
        .first()
        .waitFor({ state: 'detached' })
      await page.getByRole('switch', { name: /^Estrai / }).check()
      await page.getByRole('button', { name: 'Azzera' }).click()
      await page.getByLabel('Quante in tutto').fill('10')
      await page.getByRole('button', { name: 'In proporzione' }).click()
      await inizia(page)
      await consegna(page, telefono)
      await page.getByText(/ · Polizia, commissari e ispettori · /).waitFor()
    })

    it('a situational answer worth part of the points is shown as neutral, with its points', async () => {
      type Quesito = { testo: string; risposte: string[]; punti: number[] }
      const quesiti: Quesito[] = JSON.parse(
        await readFile(join(ROOT, 'content/banche/competenze-situazionali/domande.json'), 'utf8'),
      )
      await componi(page, SITUAZIONALE, 2)
      await inizia(page)
      const testo = await testoDomanda(page)
      const quesito = quesiti.find((q) => q.testo === testo)
      const media = quesito?.risposte[quesito.punti.indexOf(0.375)] ?? ''
      await risposte(page).filter({ hasText: media }).click()
      await page.getByRole('progressbar', { name: 'Risposte date' }).and(page.locator('[aria-valuenow="1"]')).waitFor()
      await consegna(page, telefono)
      await page.getByRole('radio', { name: 'Tutte' }).check()
      const rivista = page.getByRole('region', { name: 'Rivedi la prova' })
      await rivista.locator('summary', { hasText: 'Neutra' }).click()
      await rivista.getByText('La tua · Neutra · +0,375 punti').waitFor()
      await rivista.getByText('La più efficace · +0,75 punti').waitFor()
      await rivista.getByText('La meno efficace · 0 punti').waitFor()
      expect(await inspect(page)).toEqual([])
    })

    describe('whose sections have a timer each', () => {
      beforeAll(() => page.clock.install())

      it('a section closed before its time is confirmed first, and loses the rest', async () => {
        await page.setViewportSize(TELEFONO)
        const n = await cominciaSezioni(page)
        await page.getByRole('dialog').getByText('È aperta una sezione alla volta').waitFor()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: `Domanda ${n}, da fare`, exact: true })
          .click()
        await posto(page, n)
        await dopo(page).click()
        const finestra = page.getByRole('alertdialog', { name: 'Passi alla sezione successiva?' })
        await finestra.getByText(/Il tempo che resta \(1 ora e 1[45] minut[io]\) va perso/).waitFor()
        expect(await inspect(page)).toEqual([])
        await page.setViewportSize(TELEFONO)
        await finestra.getByRole('button', { name: 'Chiudi la sezione' }).click()
        await posto(page, n + 1)
        await page.getByText(/^Seconda prova: 1:1[45]:\d\d$/).waitFor()
        await page
          .getByText(/^1:1[45]:\d\d$/)
          .first()
          .waitFor()
      })

      it('only the open section can be touched; at its end the next one opens by itself, said aloud', async () => {
        await page.setViewportSize(SCRIVANIA)
        const n = await cominciaSezioni(page)
        expect(n).toBeGreaterThan(1)
        expect(n).toBeLessThan(12)
        await page.getByText(/^Prima prova: 1:1[45]:\d\d$/).waitFor()
        const chiusa = page
          .getByRole('complementary')
          .getByRole('button', { name: `Domanda ${n + 1}, da fare, sezione non aperta` })
        expect(await chiusa.getAttribute('aria-disabled')).toBe('true')
        await chiusa.click({ force: true })
        await posto(page, 1)
        await page.clock.fastForward('01:15:01')
        await page.getByRole('status').filter({ hasText: 'Il tempo di «Prima prova» è finito' }).waitFor()
        await posto(page, n + 1)
        await page.getByText(/^Seconda prova: 1:1[45]:\d\d$/).waitFor()
        expect(await page.getByRole('button', { name: 'Domanda precedente' }).isDisabled()).toBe(true)
        await page
          .getByRole('complementary')
          .getByRole('button', { name: 'Domanda 1, da fare, sezione non aperta' })
          .waitFor()
        expect(await inspect(page)).toEqual([])
        await page.setViewportSize(SCRIVANIA)
        await page.getByRole('button', { name: 'Prossima' }).click()
        await posto(page, n + 2)
        expect(await page.getByText('Il tempo di «Prima prova» è finito').count()).toBe(0)
      })
    })
  })
