import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finestre, idoneo, makeAccount, newEmail, openContext, signIn } from './aiuti.ts'
import { addBanca, inizia, livello, openBanca, risposte, testoDomanda } from './pratica.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const DOMANDE = 12

/** A bank whose right answers can be told by their text: a word that denies in the first, a figure in the second. */
async function importBanca(nome: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'esercizio-'))
  mkdirSync(join(dir, 'figure'))
  writeFileSync(join(dir, 'figure', 'segnale.png'), PNG)
  const righe = [...Array(DOMANDE).keys()].map((i) => {
    const n = i + 1
    const testo = n === 1 ? `Quale di queste NON vale per il caso ${n}?` : `Che cosa vale per il caso ${n}?`
    const risposte = `Giusta ${n};Sbagliata ${n} prima;Sbagliata ${n} seconda;Sbagliata ${n} terza`
    return `${testo};${risposte};A;${n === 2 ? 'segnale.png' : ''};${n === 5 ? '' : `Perché così dice il caso ${n}`}`
  })
  const intestazione = 'domanda;risposta_a;risposta_b;risposta_c;risposta_d;corretta;immagine;spiegazione'
  writeFileSync(join(dir, 'banca.csv'), [intestazione, ...righe, ''].join('\n'))
  const dati = ['--titolo', nome, '--ente', 'Ente di prova', '--anno', '2026']
  await idoneo('importa', join(dir, 'banca.csv'), ...dati, '--immagini', join(dir, 'figure'))
}

const SCATTI = process.env.SCATTI
/** Pictures to look at, where a folder is named. */
const scatta = async (page: Page, nome: string) => {
  if (SCATTI) await page.screenshot({ path: join(SCATTI, `${nome}.png`) })
}

const quale = async (page: Page, giusta: boolean): Promise<number> => {
  await risposte(page).first().waitFor()
  const testi = await risposte(page).allInnerTexts()
  return testi.findIndex((t) => t.includes('Giusta') === giusta)
}
const data = (page: Page): Locator =>
  page.getByRole('radiogroup', { name: 'Risposte' }).getByRole('radio', { checked: true })
/** The explanation of the first question, open. */
const spiegata = (page: Page): Locator =>
  page.getByRole('region', { name: 'Spiegazione' }).getByText('Perché così dice il caso 1')
const figura = (page: Page): Locator => page.getByRole('button', { name: /Ingrandisci la figura/ })
const caso = (page: Page, n: number) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`caso ${n}\\?$`) }).waitFor()

for (const [nome, viewport] of finestre('390'))
  describe(`an exercise in every detail at ${nome} px`, () => {
    const email = newEmail(`esercizio${nome}`)
    const BANCA = `Casi ${nome}`
    let browser: BrowserContext
    let page: Page

    beforeAll(async () => {
      await makeAccount(email, 'premium')
      await importBanca(BANCA)
      browser = await openContext({ viewport })
      await signIn(browser, email)
      page = await browser.newPage()
      await page.clock.install()
      await addBanca(page, BANCA)
      await openBanca(page, BANCA)
      await inizia(page)
    })
    afterAll(() => browser?.close().catch(() => null))

    it('the word that denies stands out in the question', async () => {
      await caso(page, 1)
      expect(await page.getByRole('heading', { level: 1 }).locator('em').allInnerTexts()).toEqual(['NON'])
    })

    it('hands: a long press or the right button strikes out, the tap at its end answers nothing, another brings back', async () => {
      const prima = risposte(page).first()
      await prima.waitFor()
      const esclusa = page.getByRole('radio', { name: /esclusa/ })
      await prima.dispatchEvent('pointerdown', { pointerType: 'touch' })
      await esclusa.waitFor()
      await prima.dispatchEvent('pointerup', { pointerType: 'touch' })
      await prima.dispatchEvent('click')
      expect([await esclusa.count(), await data(page).count()]).toEqual([1, 0])
      await prima.click()
      await esclusa.waitFor({ state: 'detached' })
      await prima.click({ button: 'right' })
      await esclusa.waitFor()
      await prima.click()
      await esclusa.waitFor({ state: 'detached' })
      expect(await data(page).count()).toBe(0)
    })

    it('keys: a struck out answer comes back, a digit answers, a second one changes nothing, U takes it back [VC6]', async () => {
      const giusta = await quale(page, true)
      const lettera = 'abcd'[giusta] as string
      await page.keyboard.press(`Shift+${lettera.toUpperCase()}`)
      await page.getByRole('radio', { name: /esclusa/ }).waitFor()
      await page.keyboard.press(lettera)
      await page.getByRole('radio', { name: /esclusa/ }).waitFor({ state: 'detached' })
      expect(await data(page).count()).toBe(0)
      const sbagliata = await quale(page, false)
      await page.keyboard.press(String(sbagliata + 1))
      await page.keyboard.press(String(giusta + 1))
      await spiegata(page).waitFor()
      await livello(page, 'La sai').waitFor()
      expect(await data(page).innerText()).toContain('Sbagliata')
      await page.keyboard.press('u')
      await data(page).waitFor({ state: 'detached' })
      await risposte(page).first().waitFor()
      await page.keyboard.press(lettera)
      await livello(page, 'La sai').waitFor()
      expect(await data(page).innerText()).toContain('Giusta')
    })

    it('keys: favourite, flag, explanation, level up and down, the list of keys', async () => {
      expect(await spiegata(page).count(), 'what was open for another answer').toBe(0)
      await page.keyboard.press('p')
      await page.getByRole('button', { name: 'Togli dalle preferite' }).waitFor()
      await page.keyboard.press('f')
      await page.getByRole('button', { name: 'Togli da «da rivedere»' }).waitFor()
      await page.keyboard.press('s')
      await spiegata(page).waitFor()
      await page.keyboard.press('s')
      await page.getByRole('region', { name: 'Spiegazione' }).waitFor({ state: 'detached' })
      // Read at home, there on the train: the page of another visit, without a network [PK12].
      await page.reload()
      await data(page).waitFor()
      await browser.setOffline(true)
      await page.waitForFunction(() => !navigator.onLine)
      await page.keyboard.press('s')
      await spiegata(page).waitFor()
      await browser.setOffline(false)
      await page.waitForFunction(() => navigator.onLine)
      await page.keyboard.press('s')
      const acceso = (nome: string) => livello(page, nome).and(page.getByRole('radio', { checked: true }))
      await acceso('Ripetila').waitFor()
      await page.keyboard.press('+')
      await acceso('Quasi').waitFor()
      await page.keyboard.press('-')
      await acceso('Ripetila').waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').getByText('annulla l’ultima risposta').waitFor()
      // The dialog keeps the keys: nothing behind it moves.
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await testoDomanda(page)).toMatch(/caso 1\?$/)
    })

    it('the figure opens by keyboard, grows by key, button and two fingers, and closes', async () => {
      await page.keyboard.press('ArrowRight')
      await caso(page, 2)
      await figura(page).focus()
      await page.keyboard.press('Enter')
      const grande = page.getByRole('dialog')
      await grande.getByText('100%', { exact: true }).waitFor()
      await page.keyboard.press('+')
      await grande.getByText('125%', { exact: true }).waitFor()
      await page.keyboard.press('0')
      await grande.getByText('100%', { exact: true }).waitFor()
      const cdp = await browser.newCDPSession(page)
      const { width, height } = viewport
      const dita = (d: number) => [
        { x: width / 2 - d, y: height / 2 },
        { x: width / 2 + d, y: height / 2 },
      ]
      const tocca = (type: 'touchStart' | 'touchMove' | 'touchEnd', d: number | null) =>
        cdp.send('Input.dispatchTouchEvent', { type, touchPoints: d === null ? [] : dita(d) })
      await tocca('touchStart', 40)
      await tocca('touchMove', 60)
      await tocca('touchMove', 80)
      await tocca('touchEnd', null)
      await grande.getByText('200%', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await grande.waitFor({ state: 'detached' })
      expect(await figura(page).evaluate((n) => n === document.activeElement)).toBe(true)
    })

    it('two taps in a row give one answer, and a tap meant for the question before answers nothing', async () => {
      await risposte(page).first().dblclick()
      await livello(page, 'La sai').waitFor()
      expect(await data(page).count()).toBe(1)
      // A tap in the very instant in which the next question appears.
      await page.evaluate(
        () =>
          new Promise<void>((fatto) => {
            const testo = () => document.querySelector('h1')?.textContent
            const prima = testo()
            const occhio = new MutationObserver(() => {
              const prime = document.querySelector<HTMLElement>('[role=radio]')
              if (testo() === prima || !prime || prime.ariaChecked === 'true') return
              occhio.disconnect()
              prime.click()
              fatto()
            })
            occhio.observe(document.body, { childList: true, subtree: true, characterData: true })
            for (const b of document.querySelectorAll('button')) if (b.textContent?.startsWith('Prossima')) b.click()
          }),
      )
      await caso(page, 3)
      expect(await data(page).count()).toBe(0)
    })

    it('after a right answer the next comes by itself, at the pause chosen; after a wrong one it stays [EX4][VC4]', async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      const menu = page.getByRole('button', { name: 'Altre azioni' })
      const focused = (what: string) => page.locator(`${what}:focus`).waitFor()
      const byKeys = async () => {
        await menu.focus()
        await page.keyboard.press('ArrowUp')
        await focused('[role=menuitem]:last-child')
        await page.keyboard.press('Escape')
        await focused('[aria-expanded=false]')
        await page.keyboard.press('ArrowDown')
        await focused('[role=menuitem]:first-child')
        await page.keyboard.press('End')
        // A page that moves by itself takes the menu along.
        await page.evaluate(() => document.dispatchEvent(new Event('scroll')))
        // A letter leads from item to item that begins with it.
        await page.keyboard.press('a')
        await page.keyboard.press('a')
        await page.keyboard.press('Enter')
      }
      const pausa = async (ms: number) => {
        if (ms === 500) {
          await menu.click()
          await page.getByRole('menuitem', { name: 'Attesa prima della prossima' }).click()
        } else await byKeys()
        const scelte = page.getByRole('dialog').getByRole('radio')
        await (ms === 500 ? scelte.first() : scelte.last()).check()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        const tenuta = await page.evaluate(
          () => JSON.parse(localStorage.getItem('idoneo.pratica') ?? '{}').pausa_avanti,
        )
        expect(tenuta).toBe(ms)
      }
      const rispondi = async (giusta: boolean) =>
        risposte(page)
          .nth(await quale(page, giusta))
          .click()
      await pausa(500)
      await rispondi(true)
      await caso(page, 4)
      // A gesture meanwhile keeps the person where they are.
      await pausa(3_000)
      await page.clock.pauseAt(Date.now() + 10_000)
      await rispondi(true)
      await livello(page, 'La sai').waitFor()
      await page.keyboard.press('Shift')
      await page.clock.resume()
      await page.clock.fastForward(3_000)
      await page.keyboard.press('ArrowRight')
      await caso(page, 5)
      await pausa(500)
      await rispondi(false)
      await livello(page, 'La sai').waitFor()
      await page.keyboard.press('Space')
      const ferma = page.getByRole('dialog', { name: 'Riprendi quando vuoi' })
      await ferma.waitFor()
      await scatta(page, `pausa-${nome}`)
      expect(await page.getByRole('radiogroup', { name: 'Risposte' }).count()).toBe(0)
      await page.keyboard.press('Escape')
      await caso(page, 5)
      await page.getByRole('region', { name: 'Da ricordare' }).getByText('Giusta 5').waitFor()
      expect(await page.getByRole('button', { name: 'Spiegazione' }).count()).toBe(0)
      await page.emulateMedia({ reducedMotion: 'reduce' })
    })
  })
