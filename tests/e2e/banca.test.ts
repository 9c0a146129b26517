import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bytesOf,
  finestre,
  makeAccount,
  NIGHT,
  newEmail,
  openContext,
  SCRIVANIA,
  signIn,
  TELEFONO,
  url,
} from './aiuti.ts'
import { inspect } from './axe.ts'
import {
  addBanca,
  apriImpostazioni,
  apriScheda,
  avvio,
  cardBanca,
  esci,
  rispondi,
  risposte,
  testoDomanda,
  waitConto,
} from './pratica.ts'
import { cancelWhen, makeWorkbook, readHeard } from './propria.ts'
import { scatta } from './viaggi.ts'

const BANCA = 'Diritto costituzionale'
const OWN_CSV = [
  'Domanda;A;B;Giusta',
  'Che cos’è un decreto?;Un atto;Un fiore;A',
  'Che cos’è un byte?;Un re;Otto bit;B',
  'Quanto fa due più due?;Quattro;Tre;A',
].join('\n')
/** Questions of the large file. */
const MANY = NIGHT ? 13_000 : 5_000
const MANY_TOLD = MANY.toLocaleString('it-IT', { useGrouping: 'always' })
/** Tab stops from the screen to its start, at the most (issue 22). */
const MAX_STOPS = 8

const scelta = (page: Page, nome: string) => page.getByRole('radio', { name: new RegExp(`^${nome} [\\d.]+$`) })
const tab = (page: Page, nome: string) => page.getByRole('tab', { name: nome, selected: true })

/** What lies over the middle of the start button, if it is not the button itself. */
const coperto = (page: Page) =>
  avvio(page)
    .getByRole('button', { name: 'Inizia' })
    .evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      return top && button.contains(top) ? null : (top?.outerHTML.slice(0, 120) ?? 'out of the window')
    })

for (const [nome, viewport] of finestre('1440'))
  describe(`the bank page at ${nome} px`, () => {
    const email = newEmail('banca')
    let browser: BrowserContext
    let page: Page
    beforeAll(async () => {
      await makeAccount(email, 'premium')
      browser = await openContext({ viewport })
      await signIn(browser, email)
      page = await browser.newPage()
      await addBanca(page, BANCA)
      await page.getByRole('link', { name: 'Apri' }).click()
      await tab(page, 'Studia').waitFor()
    })
    afterAll(() => browser?.close().catch(() => null))

    it('opens on twenty new questions, and the start stands under nothing', async () => {
      await waitConto(page, '20 domande')
      expect(await scelta(page, 'Nuove').isChecked()).toBe(true)
      for (const window of [SCRIVANIA, TELEFONO]) {
        await page.setViewportSize(window)
        expect(await coperto(page), `${window.width}`).toBeNull()
      }
      await page.setViewportSize(viewport)
      await scatta(page, `banca-${nome}`)
    })

    it(`reaches the start in ${MAX_STOPS} stops of Tab, or by its key`, async () => {
      const start = avvio(page).getByRole('button', { name: 'Inizia' })
      for (const window of [SCRIVANIA, TELEFONO]) {
        await page.setViewportSize(window)
        await page.getByRole('main').focus()
        let stops = 0
        while (!(await start.evaluate((b) => b === document.activeElement))) {
          expect(++stops, `${window.width}`).toBeLessThanOrEqual(MAX_STOPS)
          await page.keyboard.press('Tab')
        }
      }
      await page.setViewportSize(viewport)
      await page.getByRole('main').focus()
      await page.keyboard.press('i')
      await risposte(page).first().waitFor()
    })

    it('a sitting never starts again with what was answered', async () => {
      const vista = await testoDomanda(page)
      await rispondi(page)
      await esci(page)
      // On a phone the sitting left open stands first, and the start below the fold.
      const start = avvio(page).getByRole('button', { name: 'Inizia' })
      await start.evaluate((button) => button.scrollIntoView({ block: 'center' }))
      expect(await coperto(page)).toBeNull()
      await page.getByRole('button', { name: /^Chiudi: / }).click()
      await page.getByText('Un’esercitazione lasciata a metà').waitFor({ state: 'detached' })
      await start.click()
      await risposte(page).first().waitFor()
      expect(await testoDomanda(page)).not.toBe(vista)
      await esci(page)
    })

    it('[OG6] a subject starts with one tap', async () => {
      await page.getByRole('region', { name: 'Una materia per volta' }).getByRole('button').first().click()
      await page.getByText('di 10', { exact: true }).first().waitFor()
      await esci(page)
    })

    it('settings are folded behind a line that says them', async () => {
      await scelta(page, 'Tutte').check()
      await apriImpostazioni(page)
      await page.getByRole('radio', { name: 'Casuale' }).check()
      await page.getByRole('checkbox', { name: /^Non risposte/ }).check()
      await page.getByText(/^Casuale · .*1 livello/).waitFor()
      await scatta(page, `banca-impostazioni-${nome}`)
    })

    it.each(['Prove', 'Domande', 'Progressi'] as const)('the tab %s', async (scheda) => {
      await apriScheda(page, scheda)
      await tab(page, scheda).waitFor()
      await page.getByRole('tabpanel', { name: scheda }).getByRole('heading', { level: 2 }).first().waitFor()
      await scatta(page, `banca-${scheda.toLowerCase()}-${nome}`)
    })

    it('[AC8][SC17] what the filters leave becomes a PDF, and the page stays free meanwhile', async () => {
      await apriScheda(page, 'Domande')
      await page.getByRole('button', { name: 'Prepara il PDF' }).click()
      const dialog = page.getByRole('dialog', { name: 'Stampa in PDF' })
      await dialog.getByRole('radio', { name: 'In fondo' }).check()
      await scatta(page, `stampa-${nome}`)
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await dialog.getByRole('checkbox', { name: /^Con le spiegazioni/ }).check()
      await dialog.getByRole('button', { name: 'Crea il PDF' }).click()
      await dialog.getByText(/^Pronto: \d+ pagine/).waitFor()
      const saved = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Salva il PDF' }).click()
      const file = await bytesOf(await saved)
      expect(file.subarray(0, 5).toString()).toBe('%PDF-')
      expect((await saved).suggestedFilename()).toBe('diritto-costituzionale.pdf')
      await dialog.getByRole('button', { name: 'Chiudi' }).click()
    })

    it('[RS1] statistics are reset, told in figures before, and given back', async () => {
      await apriScheda(page, 'Progressi')
      await page.locator('summary', { hasText: 'Strumenti' }).click()
      await page.getByRole('button', { name: 'Ricomincia da capo' }).click()
      const dialog = page.getByRole('dialog', { name: 'Ricomincia da capo' })
      await dialog.getByText(/^Si azzera 1 livello\.$/).waitFor()
      await scatta(page, `azzera-${nome}`)
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await dialog.getByRole('radio', { name: 'Anche sul server' }).check()
      await dialog.getByRole('button', { name: 'Azzera', exact: true }).click()
      await page.getByText('Azzerate le statistiche di 1 domanda.').waitFor()
      const sent = page.waitForResponse((r) => r.request().method() === 'PUT' && r.url().includes('/risposte_concorso'))
      await page
        .getByRole('region', { name: 'Azzeramenti recenti' })
        .getByRole('button', { name: 'Ripristina' })
        .click()
      await page.getByText('Ripristinate 1 domanda.').waitFor()
      await page.getByRole('region', { name: 'Azzeramenti recenti' }).waitFor({ state: 'detached' })
      expect((await sent).ok()).toBe(true)
    })

    it('[SY8] what was reset here alone comes back from the cloud by hand, told in figures before', async () => {
      await page.getByRole('button', { name: 'Ricomincia da capo' }).click()
      await page
        .getByRole('dialog', { name: 'Ricomincia da capo' })
        .getByRole('button', { name: 'Azzera', exact: true })
        .click()
      await page.getByText('Azzerate le statistiche di 1 domanda.').waitFor()
      await page.getByRole('button', { name: 'Confronta le due copie' }).click()
      const dialog = page.getByRole('dialog', { name: 'Confronta le due copie' })
      await dialog.getByText('1 domanda cambia. Non va perso niente.').waitFor()
      await dialog.getByRole('radio', { name: 'Questo dispositivo' }).check()
      await dialog.getByText('1 domanda cambia. 1 livello, ora sul server, non varrà più.').waitFor()
      await scatta(page, `cloud-${nome}`)
      expect(await inspect(page)).toEqual([])
      await page.setViewportSize(viewport)
      await dialog.getByRole('radio', { name: 'Il server' }).check()
      await dialog.getByRole('button', { name: 'Tieni quella del server' }).click()
      await page.getByText('1 domanda di questo dispositivo è come sul server.').waitFor()
      const answers = '**/ms_reportistica/risposte_concorso?*'
      await page.route(answers, (route) => route.abort())
      await page.getByRole('button', { name: 'Confronta le due copie' }).click()
      await dialog.getByText('Il confronto non è riuscito. Il server non risponde. Riprova tra poco').waitFor()
      await page.unroute(answers)
      await dialog.getByRole('button', { name: 'Riprova' }).click()
      await dialog.getByText(/Le due copie sono uguali/).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })

    it('[RT37] tab, preset and settings come back after a reload', async () => {
      await page.reload()
      await tab(page, 'Progressi').waitFor()
      await apriScheda(page, 'Studia')
      expect(await scelta(page, 'Tutte').isChecked()).toBe(true)
      await page.getByText(/^Casuale · .*1 livello/).waitFor()
    })

    it('the search inside a bank asks only that bank', async () => {
      await apriScheda(page, 'Domande')
      await page.getByRole('searchbox', { name: 'Cerca tra le domande' }).fill('senato')
      await page.keyboard.press('Enter')
      await page.waitForURL(/ricerca\?banche=\d+&parole=senato/)
      await page
        .getByRole('list', { name: 'Domande trovate' })
        .or(page.getByText(/^[\d.]+ domand/))
        .first()
        .waitFor()
    })

    it.runIf(nome === '1440')(
      'a bank from a file of one’s own: looked at, practised, deleted with a way back',
      async () => {
        const sent: string[] = []
        page.on('request', (r) => sent.push(`${r.url()} ${r.postData() ?? ''}`))
        await page.goto(url('/banche-dati'))
        await page.getByRole('button', { name: 'Da un file' }).click()
        const dialog = page.getByRole('dialog', { name: 'Banca dati da un file' })
        await dialog.getByRole('button', { name: 'Scegli il file' }).waitFor()
        const give = (name: string, text: string) =>
          dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
        await give('appunti.txt', 'Cara mamma, ti scrivo. Qui si sta bene.')
        await dialog.getByText('Questo file non si può usare').waitFor()
        await dialog.getByRole('button', { name: 'Scegli un altro file' }).click()
        await give('mia.csv', OWN_CSV)
        await dialog.getByRole('heading', { name: 'Le prime 3 domande' }).waitFor()
        expect(await inspect(page)).toEqual([])
        await page.setViewportSize(viewport)
        await dialog.getByText('Una colonna è sbagliata?').click()
        await dialog.getByLabel('Risposta corretta').selectOption('Giusta')
        await dialog.getByRole('button', { name: 'Rileggi' }).click()
        await dialog.getByRole('button', { name: 'Importa 3 domande' }).click()
        await page.getByRole('heading', { level: 1, name: 'mia' }).waitFor()
        await avvio(page).getByRole('button', { name: 'Inizia' }).click()
        await risposte(page).first().waitFor()
        await rispondi(page)
        await esci(page)
        await page.goto(url('/banche-dati'))
        const card = cardBanca(page, 'mia')
        const remove = async () => {
          await card.getByRole('button', { name: 'Altre azioni per mia' }).click()
          await page.getByRole('menuitem', { name: 'Elimina…' }).click()
          await page.getByRole('dialog').getByRole('button', { name: 'Elimina', exact: true }).click()
          await card.waitFor({ state: 'detached' })
        }
        await remove()
        await page.getByRole('button', { name: 'Annulla', exact: true }).click()
        await card.getByText('3 domande').waitFor()
        expect(sent.filter((r) => r.includes('/api/') && r.includes('20000000'))).toEqual([])
      },
    )

    it.runIf(nome === '1440')(
      `a bank of ${MANY} from a file, cancelled while it is read and while it is written: nothing of it stays, and then it is kept`,
      async () => {
        const file = makeWorkbook('migliaia.xlsx', MANY)
        const card = cardBanca(page, 'migliaia')
        const dialog = page.getByRole('dialog', { name: 'Banca dati da un file' })
        const importIt = dialog.getByRole('button', { name: `Importa ${MANY_TOLD} domande` })
        const give = () => dialog.locator('input[type=file]').setInputFiles(file)
        await page.goto(url('/banche-dati'))
        await page.getByRole('button', { name: 'Da un file' }).click()
        await dialog.getByRole('button', { name: 'Scegli il file' }).waitFor()
        await cancelWhen(page, 'Controllo')
        await give()
        await dialog.getByRole('button', { name: 'Scegli il file' }).waitFor()
        expect(await readHeard(page)).toEqual([
          'Apro «migliaia.xlsx»',
          'Cerco le domande',
          `Controllo ${MANY_TOLD} domande`,
        ])
        await give()
        await importIt.waitFor()
        await cancelWhen(page, 'Salvo')
        await importIt.click()
        await dialog.getByRole('button', { name: 'Scegli il file' }).waitFor()
        expect(await readHeard(page)).toEqual([
          `Preparo ${MANY_TOLD} domande`,
          `Salvo ${MANY_TOLD} domande su questo dispositivo`,
        ])
        await page.keyboard.press('Escape')
        await page.reload()
        await cardBanca(page, BANCA).waitFor()
        expect(await card.count()).toBe(0)
        await page.getByRole('button', { name: 'Da un file' }).click()
        await dialog.getByRole('button', { name: 'Scegli il file' }).waitFor()
        await give()
        await importIt.click()
        await page.getByRole('heading', { level: 1, name: 'migliaia' }).waitFor()
        await page.goto(url('/banche-dati'))
        await card.getByText(`${MANY_TOLD} domande`).waitFor()
      },
    )
  })
