import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { matches, parseQuery, searchableText } from '#rules/text'
import {
  api,
  idoneo,
  killProfile,
  linkFromMail,
  login,
  newEmail,
  newProfile,
  openProfile,
  PASSWORD,
  tokenOf,
  url,
  vere,
} from './aiuti.ts'
import {
  apriImpostazioni,
  avvio,
  barraLivelli,
  cardBanca,
  foglio,
  inizia,
  livello,
  openBanca,
  prossima,
  rispondi,
  risposte,
  scegliTutte,
  testoDomanda,
  waitConto,
  waitPosto,
  waitPronta,
  waitSincronizzato,
} from './pratica.ts'

const BANCA = 'Banca di prova R'
const MATERIE = ['Contabilità di Stato', 'Trattamento Dati / Privacy']
const PAROLE = 'TRASPARENZA'
const DUE_PAROLE = 'trasparenza dati'

type Arrivata = { id_domanda: number; preferiti: boolean; livello_conoscenza: number }
type Grezza = { materia: string; domanda: string; risposte: string[] }

/** How many questions the filter leaves, read from the published file itself. */
function countByHand(parole: string, corrispondenza: 'ANY' | 'ALL'): number {
  const file = join(process.env.BANCHE_VERE ?? '', 'ripam-3997/domande.ndjson.gz')
  const righe = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  const termini = parseQuery(parole)
  return righe
    .map((riga) => JSON.parse(riga) as Grezza)
    .filter((d) => MATERIE.includes(d.materia))
    .filter((d) => matches(searchableText({ testo: d.domanda, risposte: d.risposte }), termini, corrispondenza)).length
}

describe.skipIf(!vere())('the road of one answer', () => {
  const email = newEmail('percorso')
  const primo = newProfile()
  let browser: BrowserContext
  let altro: BrowserContext | null = null
  let page: Page
  let attese = 0
  const preferite: string[] = []
  const viste: string[] = []

  beforeAll(async () => {
    browser = await openProfile(primo)
    page = await browser.newPage()
  })
  afterAll(async () => {
    await browser?.close().catch(() => null)
    await altro?.close()
  })

  it('registers, and waits for the mail to be opened [SC2][AU9]', async () => {
    await page.goto(url())
    await page.waitForURL(/auth\/?\?type=login/)
    await page.getByRole('link', { name: 'Inizia gratis' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel(/Accetto i termini/).check()
    await page.getByRole('button', { name: 'Crea l’account' }).click()
    await page.waitForURL(/auth\/check-email/)
    await page.getByText(`Abbiamo inviato un link a ${email}`).waitFor()
  })

  it('the link in the mail verifies, and the page lets in [D12a][AU1][AU29][PD6]', async () => {
    await page.goto(await linkFromMail(email))
    await page.getByRole('button', { name: 'Sì, l’ho creato io' }).click()
    await page.waitForURL(/\/simulatore\/?$/)
    await page.getByText('Aggiungi la tua prima banca dati').waitFor()
    await idoneo('livello', email, 'premium')
    // Close it once: a browser killed so soon would lose the session (`killProfile`).
    await browser.close()
    browser = await openProfile(primo)
    page = await browser.newPage()
  })

  it('adds the bank of 12,132 questions and downloads it [BK1][PK4][PD1]', async () => {
    await page.goto(url(`/aggiungi-banca-dati?cerca=${encodeURIComponent(BANCA)}`))
    await page.getByRole('button', { name: `Aggiungi ${BANCA}` }).click()
    await page.getByRole('button', { name: 'Aggiungi e scarica' }).click()
    await waitPronta(page, BANCA)
    await page.getByRole('link', { name: 'Apri' }).click()
    await scegliTutte(page)
    await waitConto(page, '12.132 domande')
  })

  it('the live count of two subjects and a keyword is the one of the published file [VA11][VA13][SC17][CD5][EN45]', async () => {
    attese = countByHand(PAROLE, 'ALL')
    expect(attese).toBeGreaterThanOrEqual(30)
    await apriImpostazioni(page)
    for (const materia of MATERIE) await page.getByRole('checkbox', { name: new RegExp(`^${materia},`) }).check()
    const parole = page.getByLabel('Parole chiave')
    await parole.fill(DUE_PAROLE)
    await waitConto(page, `${countByHand(DUE_PAROLE, 'ALL')} domande`)
    await page.getByRole('radio', { name: 'Almeno una' }).check()
    await waitConto(page, `${countByHand(DUE_PAROLE, 'ANY')} domande`)
    await page.getByRole('radio', { name: 'Tutte le parole' }).check()
    await parole.fill(PAROLE)
    await waitConto(page, `${attese} domande`)
  })

  it('answers twenty questions, two favourites and a level set by hand among them [LV6][PD8][PD9]', async () => {
    await inizia(page)
    for (let n = 1; n <= 20; n++) {
      if (n > 1) await prossima(page, n)
      viste.push(await testoDomanda(page))
      await rispondi(page, n % 3)
      if (n === 2 || n === 5) {
        await page.getByRole('button', { name: 'Aggiungi alle preferite' }).click()
        await page.getByRole('button', { name: 'Togli dalle preferite' }).waitFor()
        preferite.push(viste.at(-1) as string)
      }
      if (n === 7) {
        await livello(page, 'La sai').click()
        await page.getByText('Livello: La sai', { exact: true }).waitFor({ state: 'attached' })
      }
    }
  })

  it('a browser killed after the twentieth loses none of them [EX13][D25]', async () => {
    const conti = await page.getByRole('progressbar', { name: 'Avanzamento' }).getAttribute('aria-valuenow')
    expect(conti).toBe('20')
    await killProfile(primo, browser)
    browser = await openProfile(primo)
    page = await browser.newPage()
    await page.goto(url())
    await page.getByRole('link', { name: 'Continua l’esercitazione' }).click()
    await waitPosto(page, 20)
    expect(await testoDomanda(page)).toBe(viste[19])
    await foglio(page)
      .getByRole('button', { name: /^Domanda \d+, (corretta|errata)/ })
      .nth(19)
      .waitFor()
    expect(
      await foglio(page)
        .getByRole('button', { name: /^Domanda \d+, (corretta|errata)/ })
        .count(),
    ).toBe(20)
    expect(
      await foglio(page)
        .getByRole('button', { name: /preferita$/ })
        .count(),
    ).toBe(2)
  })

  it('the sitting goes on from the twenty-first and ends in its summary per subject [EX1][SC19][RT37]', async () => {
    for (let n = 21; n <= 30; n++) {
      await prossima(page, n)
      const testo = await testoDomanda(page)
      expect(viste).not.toContain(testo)
      viste.push(testo)
      await rispondi(page, n % 3)
    }
    await page.getByRole('button', { name: 'Altre azioni' }).click()
    await page.getByRole('menuitem', { name: 'Concludi' }).click()
    await page.getByText(`Restano ${attese - 30} domande senza risposta.`).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Concludi' }).click()
    await page.getByRole('heading', { level: 1, name: 'Riepilogo' }).waitFor()
    await page.getByRole('region', { name: 'Risultato' }).getByText('/30', { exact: true }).waitFor()
    for (const materia of MATERIE) await page.getByRole('rowheader', { name: materia }).waitFor({ state: 'attached' })
  })

  it('every answer reaches the server [SY2][SY3]', async () => {
    await waitSincronizzato(page)
    const token = await tokenOf(page)
    const chiamata = `/ms_reportistica/risposte_concorso?modalita=ESEGUITA&id_concorso=${inject('banche').ripam}`
    const arrivate = (await api(chiamata, { token })).corpo.risposte as Arrivata[]
    expect(new Set(arrivate.map((r) => r.id_domanda)).size).toBe(30)
    expect(arrivate.filter((r) => r.preferiti)).toHaveLength(2)
    expect(arrivate.filter((r) => r.livello_conoscenza === 1)).toHaveLength(1)
  })

  it('another browser of the same account shows the same levels and favourites [MG1][PD12]', async () => {
    await openBanca(page, BANCA)
    const livelli = (await barraLivelli(page).getAttribute('aria-label')) as string
    expect(livelli).toMatch(/^Le sai: 1, .*Non risposte: 12\.102$/)

    altro = await openProfile(newProfile())
    const seconda = await altro.newPage()
    await login(seconda, email)
    await seconda.goto(url('/banche-dati'))
    await cardBanca(seconda, BANCA).getByRole('button', { name: 'Scarica' }).click()
    await waitPronta(seconda, BANCA)
    await openBanca(seconda, BANCA)
    await seconda.getByRole('img', { name: livelli, exact: true }).waitFor()

    await apriImpostazioni(seconda)
    await seconda.getByRole('checkbox', { name: /^Solo preferite/ }).check()
    await waitConto(seconda, '2 domande')
    await avvio(seconda).getByRole('button', { name: 'Inizia' }).click()
    await risposte(seconda).first().waitFor()
    const first = await testoDomanda(seconda)
    await prossima(seconda, 2)
    expect([first, await testoDomanda(seconda)].sort()).toEqual([...preferite].sort())
  })
})
