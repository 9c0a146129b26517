import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attenzione, finestre, idoneo, makeAccount, newEmail, openContext, signIn } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, apriScheda, inizia, openBanca, rispondi, risposte, testoDomanda } from './pratica.ts'
import { importBanca } from './viaggi.ts'

const SCATTI = process.env.SCATTI

/** Pictures to look at, where a folder is named. */
async function scatta(page: Page, nome: string): Promise<void> {
  if (!SCATTI) return
  mkdirSync(SCATTI, { recursive: true })
  await page.screenshot({ path: join(SCATTI, `${nome}.png`) })
}

/** A bank that its body published without answers. */
async function importSenzaChiave(nome: string): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'senza-chiave-')), 'banca.csv')
  const righe = [1, 2, 3].map((n) => `Quesito senza chiave numero ${n}?;Prima ${n};Seconda ${n};Terza ${n};`)
  writeFileSync(file, ['domanda;risposta_a;risposta_b;risposta_c;corretta', ...righe, ''].join('\n'))
  await idoneo('importa', file, '--titolo', nome, '--ente', 'Ente di prova', '--anno', '2026')
}

/** A voice that speaks at once; `muta`: it begins and never says that it ended. */
const voceFinta = ({ italiana }: { italiana: boolean }) => {
  const dette: string[] = []
  const voce = { lang: italiana ? 'it-IT' : 'en-US', localService: true, name: 'Prova', default: true, voiceURI: 'p' }
  let annulla = 0
  const comandi: Record<string, (() => void) | null> = {}
  Object.assign(globalThis, { dette, comandi })
  const { mediaSession } = navigator
  const vero = mediaSession.setActionHandler.bind(mediaSession)
  mediaSession.setActionHandler = (nome, f) => {
    comandi[nome] = f as (() => void) | null
    vero(nome, f)
  }
  class Frase {
    onstart: (() => void) | null = null
    onend: (() => void) | null = null
    onerror: (() => void) | null = null
    voice: unknown = null
    lang = ''
    rate = 1
    text: string
    constructor(text: string) {
      this.text = text
    }
  }
  Object.defineProperty(globalThis, 'SpeechSynthesisUtterance', { value: Frase, configurable: true })
  Object.defineProperty(globalThis, 'speechSynthesis', {
    configurable: true,
    value: {
      getVoices: () => [voce],
      addEventListener: (_: string, f: () => void) => setTimeout(f, 10),
      removeEventListener: () => undefined,
      cancel: () => void annulla++,
      speak: (f: Frase) => {
        const mio = annulla
        dette.push(f.text)
        setTimeout(() => mio === annulla && f.onstart?.(), 5)
        setTimeout(() => mio === annulla && f.onend?.(), 60)
      },
    },
  })
}

const premi = (page: Page, tasto: string) =>
  page.evaluate((t) => (globalThis as unknown as { comandi: Record<string, () => void> }).comandi[t]?.(), tasto)
const dette = (page: Page) => page.evaluate(() => (globalThis as unknown as { dette: string[] }).dette)
const statistica = (page: Page) => page.getByRole('region', { name: 'Cosa vuoi ripassare?' }).getByRole('img')
const modo = (page: Page, nome: string) =>
  page.getByRole('region', { name: 'Altri modi di studiare' }).getByRole('button', { name: nome })
const posto = (page: Page) => page.getByRole('slider', { name: 'Vai alla domanda' })
const waitPosto = (page: Page, n: number) => expect.poll(() => posto(page).inputValue()).toBe(String(n))
/** A voice that speaks stays at a place for a second. */
const waitPast = (page: Page, n: number) =>
  expect.poll(async () => Number(await posto(page).inputValue())).toBeGreaterThanOrEqual(n)

for (const [nome, viewport] of finestre('390'))
  describe(`every way to practise at ${nome} px`, () => {
    const email = newEmail(`modi${nome}`)
    /** A bank of this journey alone: nobody else answers it. */
    const banca = `Banca dei modi ${nome}`
    const senza = `Senza chiave ${nome}`
    const errori: string[] = []
    let browser: BrowserContext
    let page: Page

    beforeAll(async () => {
      await makeAccount(email, 'premium')
      await importBanca(banca)
      await importSenzaChiave(senza)
      browser = await openContext({ viewport })
      await signIn(browser, email)
      page = await browser.newPage()
      page.on('pageerror', (e) => errori.push(String(e)))
      await addBanca(page, banca)
      await addBanca(page, senza)
    }, 240_000)
    afterAll(() => browser?.close().catch(() => null))

    it('exercise: an option struck out, a question to see again and a note outlive a reload', async () => {
      await openBanca(page, banca)
      await inizia(page)
      await risposte(page).first().click({ button: 'right' })
      await page.getByRole('radio', { name: /esclusa/ }).waitFor()
      await page.keyboard.press('f')
      await page.getByRole('button', { name: 'Togli da «da rivedere»' }).waitFor()
      await page.keyboard.press('n')
      await page.getByRole('textbox', { name: 'Nota su questa domanda' }).fill('Ripassare l’articolo 97')
      await page.getByText('Salvata', { exact: true }).waitFor()
      await scatta(page, `nota-${nome}`)
      await page.keyboard.press('Escape')
      await page.reload()
      await page.getByRole('radio', { name: /esclusa/ }).waitFor()
      await page.getByRole('button', { name: 'Togli da «da rivedere»' }).waitFor()
      await risposte(page).first().waitFor()
      await page.keyboard.press('n')
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Nota su questa domanda' }).inputValue())
        .toBe('Ripassare l’articolo 97')
      await page.keyboard.press('Escape')
      await scatta(page, `esclusa-${nome}`)
      // A tap on what was struck out brings it back and answers nothing.
      await page.getByRole('radio', { name: /esclusa/ }).click()
      await page.getByRole('radio', { name: /esclusa/ }).waitFor({ state: 'detached' })
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    })

    it('exercise: below twenty people the others are on no button, and a report needs its reason', async () => {
      await rispondi(page, 0)
      await page.getByRole('button', { name: 'Segnala', exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Cosa rispondono gli altri' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Segnala', exact: true }).click()
      await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
      await page.getByText('Scegli un motivo, poi invia.').waitFor()
      await scatta(page, `segnala-${nome}`)
      await page.getByRole('radio', { name: 'Il testo ha un errore' }).check()
      await browser.setOffline(true)
      await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
      await page.getByText('Segnalazione salvata su questo dispositivo. Parte da sola appena possibile.').waitFor()
      await page.keyboard.press('Escape')
      const sent = page.waitForResponse((r) => r.url().includes('/segnalaquiz'))
      await browser.setOffline(false)
      expect((await sent).status()).toBeLessThan(300)
      await page.getByRole('button', { name: 'Segnala', exact: true }).click()
      await page.getByRole('radio', { name: 'Altro', exact: true }).check()
      await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
      await page.getByText(/Segnalazione inviata/).waitFor()
      await page.keyboard.press('Escape')
    })

    it('[EX6][EX8] reading: keys and buttons, pause, a reload, the end, and no level moved', async () => {
      await openBanca(page, banca)
      const prima = await statistica(page).getAttribute('aria-label')
      await apriScheda(page, 'Domande')
      await modo(page, 'Leggi').click()
      await page.getByRole('region', { name: 'Risposta corretta' }).waitFor()
      const shown = Date.now()
      expect(page.url()).toContain('modo=lettura')
      await scatta(page, `lettura-${nome}`)
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      const testo = await testoDomanda(page)
      // A question that was on screen for less was only passed by.
      await expect.poll(() => Date.now() - shown, { interval: 50 }).toBeGreaterThan(400)
      await page.keyboard.press('ArrowRight')
      await waitPosto(page, 2)
      expect(await testoDomanda(page)).not.toBe(testo)
      await page.getByRole('button', { name: 'Prossima' }).click()
      await waitPosto(page, 3)
      await page.getByRole('button', { name: 'Elenco delle domande' }).click()
      await page.getByRole('button', { name: /^Domanda 1(?!\d).*già letta/s }).waitFor()
      await scatta(page, `elenco-${nome}`)
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: /^Domanda 5(?!\d)/ }).press('Enter')
      await waitPosto(page, 5)
      await page.keyboard.press('ArrowLeft')
      await waitPosto(page, 4)
      await page.keyboard.press('ArrowLeft')
      await waitPosto(page, 3)
      // The store answers in turn: a star that it has proves that it has the place.
      await page.getByRole('button', { name: 'Aggiungi alle preferite' }).click()
      await page.getByRole('button', { name: 'Togli dalle preferite' }).waitFor()
      await page.reload()
      await waitPosto(page, 3)
      await page.getByRole('region', { name: 'Risposta corretta' }).waitFor()
      await page.getByRole('button', { name: 'Pausa' }).click()
      await page.getByRole('heading', { name: 'Riprendi quando vuoi' }).waitFor()
      expect(await page.getByRole('region', { name: 'Risposta corretta' }).count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Esci', exact: true }).click()
      await page.getByRole('button', { name: 'Continua un’altra volta' }).click()
      await page.getByText('Una lettura lasciata a metà').waitFor()
      await apriScheda(page, 'Studia')
      expect(await statistica(page).getAttribute('aria-label')).toBe(prima)
      await apriScheda(page, 'Domande')
      await modo(page, 'Leggi').click()
      await waitPosto(page, 3)
      await page.getByRole('button', { name: 'Esci', exact: true }).click()
      await page.getByRole('button', { name: 'Concludi' }).click()
      await page.getByRole('heading', { level: 1, name: 'Lettura finita' }).waitFor()
      await scatta(page, `lettura-fine-${nome}`)
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: 'Esercitati su queste' }).click()
      await risposte(page).first().waitFor()
      await page.getByText('di 3').first().waitFor()
    })

    it('[D17] keys by hand: one tap, undo, the next without, then practised like any other', async () => {
      await openBanca(page, senza)
      await apriScheda(page, 'Domande')
      await modo(page, 'Assegna le risposte').click()
      await page.getByRole('button', { name: /Seconda 1/ }).click()
      await page.getByText('Hai scelto B. Salvata.').waitFor()
      await page.getByText('Ne mancano 2').waitFor()
      await scatta(page, `assegna-${nome}`)
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await page.keyboard.press('u')
      await page.getByText('Tocca la risposta corretta.').waitFor()
      await page.getByText('Ne mancano 3').waitFor()
      await page.keyboard.press('b')
      await page.getByText('Hai scelto B. Salvata.').waitFor()
      await page.getByRole('button', { name: 'Prossima senza risposta' }).click()
      await waitPosto(page, 2)
      await page.getByRole('button', { name: 'Salta' }).click()
      await waitPosto(page, 3)
      await page.getByRole('button', { name: /Terza 3/ }).click()
      await page.getByText('Ne manca una').waitFor()
      await page.reload()
      await page.getByText('Ne manca una').waitFor()
      await page.getByRole('button', { name: 'Esci', exact: true }).click()
      await page.getByRole('button', { name: 'Concludi' }).click()
      await page.getByText(/Hai assegnato 2 risposte, ne manca una/).waitFor()
      await page.getByRole('button', { name: 'Esercitati su queste' }).click()
      await risposte(page).first().waitFor()
      const quesito = await testoDomanda(page)
      await page.getByRole('radio', { name: quesito.includes('1') ? /Seconda 1/ : /Terza 3/ }).click()
      await page.getByText('Risposta corretta', { exact: true }).waitFor()
      await page.getByText('Risposta assegnata da te').waitFor()
      await scatta(page, `assegnata-${nome}`)
    })

    it('listening without an Italian voice says so and leads to reading', async () => {
      await page.addInitScript(voceFinta, { italiana: false })
      await page.reload()
      await openBanca(page, banca)
      await apriScheda(page, 'Domande')
      await modo(page, 'Ascolta').click()
      await page.getByText('Su questo dispositivo non c’è una voce italiana').waitFor()
      await scatta(page, `senza-voce-${nome}`)
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: 'Leggi invece' }).click()
      await page.getByRole('region', { name: 'Risposta corretta' }).waitFor()
    })

    it('[EX7][EX8] listening goes on by itself, stops, resumes and ends; offline too', async () => {
      const nuova = await browser.newPage()
      await page.close()
      page = nuova
      await page.addInitScript(voceFinta, { italiana: true })
      await openBanca(page, banca)
      await apriScheda(page, 'Domande')
      await modo(page, 'Ascolta').click()
      await page.getByRole('radio', { name: 'Solo la domanda' }).check()
      await browser.setOffline(true)
      await page.getByRole('button', { name: 'Ascolta', exact: true }).click()
      await waitPast(page, 3)
      await page.keyboard.press(' ')
      await page.getByText(/riparte da dove si è fermata/).waitFor()
      await scatta(page, `ascolto-${nome}`)
      const n = (await dette(page)).length
      const fermo = await posto(page).inputValue()
      expect(n).toBeGreaterThanOrEqual(2)
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      expect([(await dette(page)).length, await posto(page).inputValue()]).toEqual([n, fermo])
      // The headset: its keys come through the handlers that the page gave to the browser.
      await premi(page, 'play')
      await waitPast(page, Number(fermo) + 1)
      await premi(page, 'pause')
      await page.getByText(/riparte da dove si è fermata/).waitFor()
      const dove = Number(await posto(page).inputValue())
      await premi(page, 'previoustrack')
      await waitPosto(page, dove - 1)
      await premi(page, 'nexttrack')
      await waitPosto(page, dove)
      await browser.setOffline(false)
      await page.getByRole('button', { name: 'Esci', exact: true }).click()
      await page.getByRole('button', { name: 'Concludi' }).click()
      await page.getByRole('heading', { level: 1, name: 'Ascolto finito' }).waitFor()
      await page.getByRole('link', { name: 'Torna alla banca dati' }).click()
      await page.getByRole('tab', { name: 'Domande', selected: true }).waitFor()
      expect(await attenzione(page).count()).toBe(0)
      expect(errori).toEqual([])
    })
  })
