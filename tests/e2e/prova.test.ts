import { readFile } from 'node:fs/promises'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finestre, killProfile, makeAccount, newEmail, newProfile, openProfile, signIn, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, apriScheda, componiProva, openBanca, testoDomanda } from './pratica.ts'
import { tabThroughDialog } from './viaggi.ts'

const BANCA = 'Diritto costituzionale'
const DOMANDE = 8
/** Longer than the time in which the same answer touched again is one touch. */
const quiete = (page: Page) => page.clock.fastForward(500)

const radio = (page: Page): Locator =>
  page.getByRole('radiogroup', { name: 'Risposte', disabled: false }).getByRole('radio')
const date = (page: Page) => page.getByRole('progressbar', { name: 'Risposte date' }).getAttribute('aria-valuenow')
const orologio = (page: Page) => page.getByRole('button', { name: /^(Tempo rimasto|Meno di un minuto)/ })
/** Seconds on the countdown. */
const secondi = async (page: Page): Promise<number> => {
  const [s = 0, m = 0, h = 0] = (await orologio(page).innerText()).split(':').map(Number).reverse()
  return h * 3600 + m * 60 + s
}
const posto = (page: Page, n: number) =>
  page
    .getByRole('banner')
    .getByText(new RegExp(`^${n} di ${DOMANDE} `))
    .waitFor()
const waitDate = (page: Page, n: number) =>
  page
    .getByRole('progressbar', { name: 'Risposte date' })
    .and(page.locator(`[aria-valuenow="${n}"]`))
    .waitFor()

const inizia = async (page: Page) => {
  await page.getByRole('button', { name: 'Inizia la prova' }).click()
  await radio(page).first().waitFor()
}

for (const [nome, viewport] of finestre('390'))
  describe(`a trial at ${nome} px`, () => {
    const email = newEmail(`prova${nome}`)
    const profilo = newProfile()
    let browser: BrowserContext
    let page: Page

    beforeAll(async () => {
      await makeAccount(email, 'premium')
      browser = await openProfile(profilo, { viewport })
      page = await browser.newPage()
      await page.clock.install()
      await signIn(browser, email)
      await addBanca(page, BANCA)
    })
    afterAll(() => browser?.close().catch(() => null))

    it('the form says what is missing, and starts when nothing is [PD11][SC16][CT1][CT2][CT3][VA10][EB21]', async () => {
      await openBanca(page, BANCA)
      await apriScheda(page, 'Prove')
      await page.getByRole('link', { name: 'Prova personalizzata' }).click()
      // It opens ready: 40 questions, a minute and a half each.
      await page.getByText('40 domande').first().waitFor()
      expect(await page.getByLabel('Minuti').inputValue()).toBe('60')
      await page.getByRole('button', { name: 'Azzera' }).click()
      await page.getByLabel('Minuti').fill('')
      await page.getByRole('button', { name: 'Inizia la prova' }).click()
      await page.getByText('Scegli almeno una domanda.').first().waitFor()
      await page.getByText('Manca la durata della prova.').first().waitFor()
      await page.getByLabel('Minuti').fill('0')
      await page.getByText('Il tempo della prova deve essere maggiore di zero.').first().waitFor()
      await openBanca(page, BANCA)
      await componiProva(page, DOMANDE, { minuti: '10' })
      await page.getByText(`${DOMANDE} domande`).first().waitFor()
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await inizia(page)
    })

    it('marks, erases, flags, strikes out; nothing is told before delivery', async () => {
      // Stop the clock: a busy machine may take longer between the two touches than a double touch lasts.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000))
      await radio(page).nth(0).dblclick()
      await page.clock.resume()
      await waitDate(page, 1)
      expect(
        await page
          .getByRole('main')
          .getByText(/esatta|corretta|errata/i)
          .count(),
      ).toBe(0)
      await quiete(page)
      expect(await date(page)).toBe('1')
      await radio(page).nth(0).click()
      await waitDate(page, 0)
      // A key held down marks once.
      await radio(page).nth(1).focus()
      await page.keyboard.down('Enter')
      await waitDate(page, 1)
      await quiete(page)
      await page.keyboard.down('Enter')
      await page.keyboard.up('Enter')
      await quiete(page)
      expect(await date(page)).toBe('1')
      await page.getByRole('button', { name: 'Da rivedere', exact: true }).click()
      await page.getByRole('button', { name: 'Da rivedere', exact: true, pressed: true }).waitFor()
      await radio(page).nth(2).focus()
      await page.keyboard.press('x')
      await page.getByRole('radio', { name: /, esclusa$/ }).waitFor()
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
    })

    it('the pause stops the time and hides the question; going on continues [EX2][EX14]', async () => {
      await page.getByRole('button', { name: 'Pausa' }).click()
      await page.getByRole('dialog', { name: 'Riprendi quando vuoi' }).waitFor()
      expect(await page.getByRole('radio').count()).toBe(0)
      await page.getByRole('button', { name: 'Riprendi' }).click()
      await radio(page).first().waitFor()
      expect(await date(page)).toBe('1')
    })

    it('a browser killed in the middle opens on the same question, order, mark and time left [EX13][D25]', async () => {
      await page.getByRole('button', { name: 'Prossima' }).click()
      await posto(page, 2)
      await radio(page).nth(0).click()
      await waitDate(page, 2)
      const era = [await testoDomanda(page), await radio(page).allInnerTexts()]
      const restava = await secondi(page)
      const indirizzo = page.url()
      await killProfile(profilo, browser)
      browser = await openProfile(profilo, { viewport })
      page = await browser.newPage()
      await page.goto(indirizzo)
      await posto(page, 2)
      await radio(page).first().waitFor()
      expect([await testoDomanda(page), await radio(page).allInnerTexts()]).toEqual(era)
      expect(await radio(page).nth(0).getAttribute('aria-checked')).toBe('true')
      expect(await date(page)).toBe('2')
      const resta = await secondi(page)
      expect(resta).toBeLessThanOrEqual(restava)
      expect(resta).toBeGreaterThan(restava - 120)
    })

    it('the sheet is one stop of the Tab key, arrows inside, and tells what is blank and flagged', async () => {
      if (nome === '390') await page.getByRole('button', { name: /^Foglio risposte, / }).click()
      const foglio = nome === '390' ? page.getByRole('dialog') : page.getByRole('complementary')
      const caselle = foglio.getByRole('grid').getByRole('button')
      expect(await caselle.count()).toBe(DOMANDE)
      expect(await foglio.locator('[role="grid"] button[tabindex="0"]').count()).toBe(1)
      await foglio.getByRole('button', { name: 'Domanda 1, risposta, da rivedere' }).waitFor()
      const blank = foglio.getByRole('button', { name: 'Domanda 3, da fare' })
      await blank.waitFor()
      const circles = [
        foglio.getByRole('button', { name: 'Domanda 2, risposta' }),
        foglio.getByRole('listitem').filter({ hasText: 'Risposta' }).locator('span').first(),
        blank,
      ]
      const grounds = circles.map((circle) => circle.evaluate((it) => getComputedStyle(it).backgroundColor))
      expect(await Promise.all(grounds)).toEqual(['rgb(26, 29, 41)', 'rgb(26, 29, 41)', 'rgb(255, 254, 251)'])
      await foglio.getByRole('button', { name: 'Domanda 2, risposta' }).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await posto(page, 4)
    })

    it('by keyboard alone: letters, arrows, flag, delete [WCAG 2.1.1]', async () => {
      await radio(page).first().waitFor()
      await page.keyboard.press('b')
      await waitDate(page, 3)
      await page.keyboard.press('Delete')
      await waitDate(page, 2)
      await page.keyboard.press('1')
      await waitDate(page, 3)
      await page.keyboard.press('f')
      await page.getByRole('button', { name: 'Da rivedere', exact: true, pressed: true }).waitFor()
      await page.keyboard.press('ArrowRight')
      await posto(page, 5)
      await page.keyboard.press('ArrowLeft')
      await posto(page, 4)
    })

    it('without a network it is answered, delivered and reviewed; the dialog tells blanks and flags [SI1]', async () => {
      // What the result needs is fetched while the trial runs.
      await page.waitForLoadState('networkidle')
      await browser.setOffline(true)
      await page.keyboard.press('ArrowRight')
      await posto(page, 5)
      await radio(page).nth(2).click()
      await waitDate(page, 4)
      if (nome === '390') {
        await page.getByRole('button', { name: /^Foglio risposte, / }).click()
        // On paper the sheet stands alone, with its circles.
        await page.emulateMedia({ media: 'print' })
        const circles = page.getByRole('dialog').locator('[data-place]')
        expect(await circles.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)).toBe(DOMANDE)
        expect(await page.getByRole('main').isVisible()).toBe(false)
        await page.emulateMedia({ media: 'screen' })
        await page.getByRole('dialog').getByRole('button', { name: 'Consegna la prova' }).click()
      } else await page.getByRole('button', { name: 'Consegna la prova' }).click()
      const finestra = page.getByRole('alertdialog', { name: 'Consegni la prova?' })
      await finestra.getByText('Restano 4 domande senza risposta. Ne hai segnate 2 da rivedere.').waitFor()
      expect(await tabThroughDialog(page)).toEqual([])
      // At 400 % the two actions would take most of the window: they follow the text instead of covering it.
      await page.setViewportSize({ width: 320, height: 256 })
      const [end, actions] = await finestra.evaluate((node) => {
        node.scrollTop = 0
        return ['p', 'button'].map((name) => node.querySelector(name)?.getBoundingClientRect())
      })
      expect(end?.bottom).toBeLessThan(actions?.top ?? 0)
      await page.setViewportSize(viewport)
      await finestra.getByRole('button', { name: 'Consegna', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: /^Prova (non )?superata$/ }).waitFor()
      await page.getByText('soglia 4').first().waitFor()
      expect(await page.getByRole('heading', { name: 'Per materia' }).count()).toBe(1)
      await browser.setOffline(false)
    })

    it('the review opens a question with key and mark; the screen passes axe', async () => {
      await page.getByRole('radio', { name: 'Tutte' }).check()
      const rivista = page.getByRole('region', { name: 'Rivedi la prova' })
      expect(await rivista.locator('details').count()).toBe(DOMANDE)
      await rivista.locator('summary').first().click()
      await rivista
        .getByText(/^(La tua, corretta|Risposta corretta)$/)
        .first()
        .waitFor()
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
    })

    it('[AC8] the questions of the trial become a PDF with an answer sheet', async () => {
      await page.getByRole('button', { name: 'Prepara il PDF' }).click()
      const dialog = page.getByRole('dialog', { name: 'Stampa in PDF' })
      await dialog.getByRole('checkbox', { name: /^Con il foglio risposte/ }).check()
      await dialog.getByRole('button', { name: 'Crea il PDF' }).click()
      await dialog.getByText('Pronto: 3 pagine').waitFor()
      const saved = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Salva il PDF' }).click()
      expect((await saved).suggestedFilename()).toBe('diritto-costituzionale-prova-personalizzata.pdf')
      await dialog.getByRole('button', { name: 'Chiudi' }).click()
    })

    it('the result becomes a picture of its own', async () => {
      const scarico = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Condividi' }).click()
      const file = await scarico
      expect(file.suggestedFilename()).toBe('idoneo-esito.png')
      expect((await readFile(await file.path())).subarray(1, 4).toString()).toBe('PNG')
      await page.getByText('Immagine salvata nei download.').waitFor()
    })

    it('what was wrong is practised again', async () => {
      await page.getByRole('button', { name: /^Ripassa / }).click()
      await page.getByRole('button', { name: 'Esci dall’esercitazione' }).waitFor()
      await page.getByRole('button', { name: 'Esci dall’esercitazione' }).click()
      await page.getByRole('button', { name: 'Chiudi senza riepilogo' }).click()
      await page.getByRole('heading', { level: 1, name: BANCA }).waitFor()
      await apriScheda(page, 'Progressi')
      await page.getByRole('list', { name: 'Storico' }).getByRole('link', { name: /Prova/ }).click()
      await page.getByRole('heading', { level: 1, name: /^Prova (non )?superata$/ }).waitFor()
    })

    it('at zero what was marked is delivered by itself [SI11]', async () => {
      await page.clock.install()
      await openBanca(page, BANCA, 'Progressi')
      await page.getByRole('list', { name: 'Storico' }).getByRole('listitem').first().waitFor()
      await componiProva(page, DOMANDE, { secondi: '15' })
      await inizia(page)
      await radio(page).first().click()
      await waitDate(page, 1)
      await page.clock.fastForward(15_000)
      await page.getByText('Consegnata da sola allo scadere del tempo.').waitFor()
      await page.getByRole('heading', { name: 'Le tue prove' }).waitFor()
    })

    it('a composed trial is kept, used again, renamed, deleted and taken back', async () => {
      await openBanca(page, BANCA)
      await componiProva(page, DOMANDE, { minuti: '7' })
      const salvate = () => page.getByRole('button', { name: 'Prove salvate' }).click()
      await salvate()
      await page.getByRole('button', { name: 'Salva', exact: true }).click()
      await page.getByText('Scrivi un nome.').waitFor()
      await page.getByLabel('Nome').fill('Veloce')
      await page.getByRole('button', { name: 'Salva', exact: true }).click()
      await page.getByText('«Veloce» salvata.').waitFor()
      await page.reload()
      await salvate()
      await page.getByRole('button', { name: 'Cambia nome a «Veloce»' }).click()
      await page.getByLabel('Nome').last().fill('Ripasso')
      await page.getByRole('button', { name: 'Cambia nome', exact: true }).click()
      await page.getByRole('button', { name: 'Usa «Ripasso»' }).click()
      await page.getByText(`${DOMANDE} domande`).first().waitFor()
      expect(await page.getByLabel('Minuti').inputValue()).toBe('7')
      await salvate()
      await page.getByRole('button', { name: 'Elimina «Ripasso»' }).click()
      await page.getByText('«Ripasso» eliminata.').waitFor()
      await page.getByRole('button', { name: 'Annulla', exact: true }).click()
      await salvate()
      await page.getByRole('button', { name: 'Usa «Ripasso»' }).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Chiudi' }).click()
    })

    it('extra time of the profile is added to a timed trial and said in its header', async () => {
      await page.goto(url('/profilo?pagina=studio'))
      await page.getByRole('radio', { name: '+30%' }).check()
      await openBanca(page, BANCA)
      await componiProva(page, DOMANDE, { minuti: '10' })
      await page.getByText('13 minuti con il tuo 30% in più').waitFor()
      await inizia(page)
      await page.getByRole('banner').getByText('tempo +30%').waitFor()
      expect(await secondi(page)).toBeGreaterThan(600)
      await orologio(page).click()
      await page.getByRole('button', { name: /Mostra il tempo$/ }).waitFor()
      await page.getByRole('button', { name: 'Esci dalla prova' }).click()
      await page.getByRole('button', { name: 'Abbandona la prova' }).click()
      await page.getByRole('button', { name: 'Abbandona', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: BANCA }).waitFor()
      await page.goto(url('/profilo?pagina=studio'))
      await page.getByRole('radio', { name: 'Altro' }).check()
      await page.getByLabel('Percentuale in più').fill('0')
    })

    it('a trial given up is listed as such, without a score [EX3]', async () => {
      await openBanca(page, BANCA)
      await componiProva(page, DOMANDE, { minuti: '10' })
      await inizia(page)
      await radio(page).first().click()
      await waitDate(page, 1)
      await page.getByRole('button', { name: 'Esci dalla prova' }).click()
      await page.getByRole('button', { name: 'Abbandona la prova' }).click()
      await page.getByRole('button', { name: 'Abbandona', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: BANCA }).waitFor()
      await apriScheda(page, 'Progressi')
      const ultime = page.getByRole('list', { name: 'Storico' }).getByRole('listitem')
      const prima = ultime.first()
      await prima.getByText('Abbandonata').waitFor()
      await prima.getByText('Prova', { exact: true }).waitFor()
      await prima.getByText('senza punteggio').waitFor()
      expect(await prima.getByRole('link').count()).toBe(0)
    })

    it('a trial of a bank that is not on the device says so, with the way to it', async () => {
      await page.goto(url('/esercitazione/prova-personalizzata?id_concorso=999999'))
      await page.waitForLoadState('networkidle')
      await page.getByText('Le domande non sono su questo dispositivo').waitFor()
      await page.getByRole('link', { name: 'Banca dati', exact: true }).last().waitFor()
      expect(await page.getByLabel('Caricamento').count()).toBe(0)
    })
  })
