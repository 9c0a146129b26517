import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finestre, makeAccount, newEmail, openContext, signIn } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, componiProva, openBanca, testoDomanda } from './pratica.ts'

const BANCA = 'Diritto costituzionale'
const DOMANDE = 8

for (const [nome, viewport] of finestre('390'))
  describe(`a trial as on paper at ${nome} px`, () => {
    let browser: BrowserContext
    let page: Page

    beforeAll(async () => {
      const email = newEmail(`foglio${nome}`)
      await makeAccount(email, 'premium')
      browser = await openContext({ viewport })
      await signIn(browser, email)
      page = await browser.newPage()
      await addBanca(page, BANCA)
    })
    afterAll(() => browser?.close())

    it('the rules of a real competition: source, what it leaves out, and its severity told at the start', async () => {
      await openBanca(page, BANCA)
      await componiProva(page, DOMANDE, {})
      await page.getByRole('radio', { name: 'Come un concorso' }).check()
      await page.getByRole('button', { name: 'Cambia concorso' }).click()
      await page.getByRole('button', { name: /^RIPAM PCM, dirigenti/ }).click()
      await page.getByText('Fonte: Istruzioni della prova RIPAM PCM').waitFor()
      await page.getByText(/^La fonte non dice i punti/).waitFor()
      await page.getByRole('button', { name: 'Come nel bando (80)' }).click()
      await page.getByText('80 domande').first().waitFor()
      expect(await page.getByLabel('Ore').inputValue()).toBe('1')
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: 'Inizia la prova' }).click()
      const regole = page.getByRole('dialog', { name: 'RIPAM PCM, dirigenti (su carta)' })
      await regole.getByText('Una risposta data non si cambia e non si annulla.').waitFor()
      await regole.getByText('conta come omessa').waitFor()
      await regole.getByRole('button', { name: 'Ho capito' }).click()
    })

    it('on its paper sheet a mark is final, a second one is asked for, and both are there after a reload [FG1][FG2][FG4]', async () => {
      const caselle = page.getByRole('group', { name: 'Risposte', disabled: false }).getByRole('checkbox')
      const segnate = page.getByRole('checkbox', { checked: true })
      await caselle.first().click()
      await page.getByRole('status').filter({ hasText: 'Segnata, non si cambia.' }).waitFor()
      await page.keyboard.press('Delete')
      await page.keyboard.press('b')
      const domanda = page.getByRole('alertdialog', { name: 'Sarebbe una doppia marcatura' })
      await domanda.getByText('Hai già segnato la A.').waitFor()
      await page.keyboard.press('Enter')
      await domanda.waitFor({ state: 'detached' })
      expect(await segnate.count()).toBe(1)
      await caselle.nth(1).click()
      await domanda.getByRole('button', { name: 'Segna anche la B' }).click()
      await page
        .getByRole('status')
        .filter({ hasText: 'Doppia marcatura: questa domanda conta come omessa.' })
        .waitFor()
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      const versione = await page
        .getByRole('banner')
        .getByText(/^versione [AB]$/)
        .innerText()
      const era = [await testoDomanda(page), await caselle.allInnerTexts()]
      await page.reload()
      await caselle.first().waitFor()
      expect([await testoDomanda(page), await caselle.allInnerTexts(), await segnate.count()]).toEqual([...era, 2])
      if (nome === '390') await page.getByRole('button', { name: /^Foglio risposte, / }).click()
      const foglio = page.getByRole(nome === '390' ? 'dialog' : 'complementary', {
        name: `Foglio risposte, ${versione}`,
      })
      await foglio.getByRole('button', { name: 'Domanda 1, doppia marcatura' }).waitFor()
      if (nome === '390') await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Esci dalla prova' }).click()
      await page.getByRole('button', { name: 'Continua un’altra volta' }).click()
      await page.getByText('Una prova lasciata a metà').waitFor()
      await page.getByRole('button', { name: /^Chiudi: / }).click()
      const chiusura = page.getByRole('alertdialog', { name: 'Chiudi la prova?' })
      await chiusura.getByText(/^Hai risposto a una domanda su 80\. /).waitFor()
      await chiusura.getByRole('button', { name: 'Abbandona la prova' }).click()
      await page.getByText('Una prova lasciata a metà').waitFor({ state: 'detached' })
    })
  })
