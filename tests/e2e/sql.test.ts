import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attenzione, login, makeAccount, newEmail, newProfile, openProfile, url, vere } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, inizia, openBanca, prossima, rispondi, risposte, waitPosto } from './pratica.ts'

const BANCA = 'Banca di prova P'
const ALTRA = 'Banca di prova B'
/** Counts for ever. */
const INFINITA = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Interrogazione' })
const esegui = (page: Page) => page.getByRole('button', { name: 'Esegui' })
const risultato = (page: Page) => page.getByRole('region', { name: 'Risultato', exact: true })
const tabella = (page: Page) => page.getByRole('region', { name: 'Righe del risultato' })

async function waitPronta(page: Page) {
  await page.getByText(/^Lavori su copie fatte alle/).waitFor()
}

/** The result names the query that gave it. */
const waitRisultato = (page: Page, sql: string) =>
  risultato(page).getByText(sql.replace(/\s+/g, ' ').trim(), { exact: true }).waitFor()

/** Runs a query and waits for its rows. */
async function chiedi(page: Page, sql: string): Promise<string[][]> {
  await editor(page).fill(sql)
  await editor(page).press('Control+Enter')
  await waitRisultato(page, sql)
  return rows(page)
}

const rows = async (page: Page): Promise<string[][]> =>
  tabella(page)
    .locator('tbody tr[aria-rowindex]')
    .evaluateAll((righe) => righe.map((r) => [...r.querySelectorAll('td')].slice(1).map((c) => c.textContent ?? '')))

describe.skipIf(!vere())('the SQL window', () => {
  let browser: BrowserContext
  let page: Page
  const errori: string[] = []

  beforeAll(async () => {
    const email = newEmail('sql')
    await makeAccount(email, 'premium')
    browser = await openProfile(newProfile())
    page = await browser.newPage()
    page.on('pageerror', (e) => errori.push(String(e)))
    page.on('console', (m) => {
      if (m.type() === 'error') errori.push(m.text())
    })
    await login(page, email)
    await addBanca(page, BANCA)
    await addBanca(page, ALTRA)
    await openBanca(page, BANCA)
    await inizia(page)
    for (let n = 1; n <= 4; n++) {
      await rispondi(page, n % 4)
      await prossima(page, n + 1)
    }
  })
  afterAll(() => browser?.close())

  it('opens from the profile, over copies of the store, with both banks and their sizes', async () => {
    await page.goto(url('/profilo?pagina=avanzate'))
    await page.getByRole('link', { name: 'Apri la finestra SQL' }).click()
    await waitPronta(page)
    expect(new URL(page.url()).pathname).toBe('/simulatore/ricerca/sql')
    const banche = page.getByRole('group', { name: 'Banche dati incluse' })
    expect(await banche.getByRole('checkbox', { checked: true }).count()).toBe(2)
    await banche.getByText(/MB|kB/).first().waitFor()
  })

  it('counts what was answered and every question of the banks', async () => {
    expect(await chiedi(page, 'SELECT count(*) AS n, count(ms) AS con_tempo FROM risposte')).toEqual([['4', '4']])
    const [riga] = await chiedi(
      page,
      'SELECT (SELECT count(*) FROM domande) AS domande, (SELECT sum(n_domande) FROM banche) AS banche',
    )
    expect(riga?.[0]).toBe(riga?.[1])
    expect(Number(riga?.[0])).toBeGreaterThan(1000)
  })

  it('runs every ready example', async () => {
    const esempi = page.getByRole('region', { name: 'Esempi pronti' }).getByRole('button')
    const n = await esempi.count()
    expect(n).toBeGreaterThanOrEqual(6)
    for (let i = 0; i < n; i++) {
      const titolo = await esempi.nth(i).innerText()
      await esempi.nth(i).click()
      await waitRisultato(page, await editor(page).inputValue())
      expect([titolo, await page.getByRole('alert').count()]).toEqual([titolo, 0])
    }
  })

  it('draws bars and a line for two columns, and the same figures stand in the table', async () => {
    await chiedi(page, 'SELECT materia, count(*) AS quante FROM domande WHERE materia IS NOT NULL GROUP BY 1')
    await page.getByRole('figure', { name: 'quante per materia' }).waitFor()
    const righe = await chiedi(page, "VALUES ('2026-11-20', 3), ('2026-11-21', 7), ('2026-11-22', 5)")
    await page.getByRole('img', { name: 'column2 per column1' }).waitFor()
    expect(righe.map(([, n]) => n)).toEqual(['3', '7', '5'])
  })

  it('tells that there are more rows than it shows, keeps few of them in the page, and sorts by a column', async () => {
    await chiedi(
      page,
      'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 12000) SELECT n, -n AS m FROM c',
    )
    await page.getByText('Sono le prime 10.000 righe: ce ne sono altre.', { exact: false }).waitFor()
    expect(await tabella(page).locator('tbody tr[aria-rowindex]').count()).toBeLessThan(100)
    const ordina = tabella(page).getByRole('columnheader', { name: 'm' }).getByRole('button')
    await ordina.click()
    expect((await rows(page))[0]).toEqual(['10000', '-10000'])
    await tabella(page).evaluate((nodo) => nodo.scrollTo({ top: nodo.scrollHeight }))
    await tabella(page).getByRole('button', { name: 'Apri la riga 10.000' }).click()
    const riga = page.getByRole('dialog', { name: 'Riga 10.000' })
    expect(await riga.locator('dd').allInnerTexts()).toEqual(['1', '-1'])
    await page.keyboard.press('Escape')
  })

  it('says what SQLite says, in a sentence, and selects the place', async () => {
    await editor(page).fill('SELECT 1,\n  boh FROM domande')
    await esegui(page).click()
    const detto = page.getByRole('alert')
    await detto.waitFor()
    expect(await detto.innerText()).toBe(
      'SQLite risponde «no such column: boh». Correggi l’interrogazione e riprova. Riga 2, colonna 3.',
    )
    expect(
      await editor(page).evaluate((t: HTMLTextAreaElement) => t.value.slice(t.selectionStart, t.selectionEnd)),
    ).toBe('boh')
    for (const sql of ['DELETE FROM eventi', "ATTACH 'x' AS y", 'PRAGMA query_only=OFF']) {
      await editor(page).fill(sql)
      await esegui(page).click()
      await detto.filter({ hasText: 'Qui si può solo leggere' }).waitFor()
      expect(await chiedi(page, 'SELECT 1')).toEqual([['1']])
      await detto.waitFor({ state: 'detached' })
    }
    expect(await chiedi(page, 'SELECT count(*) AS quante FROM risposte')).toEqual([['4']])
  })

  it('inserts a name of the schema where one is writing', async () => {
    const schema = page.getByRole('region', { name: 'Tabelle e colonne' })
    await schema.getByText('risposte', { exact: true }).first().click()
    await editor(page).fill('SELECT FROM risposte')
    await editor(page).evaluate((t: HTMLTextAreaElement) => t.setSelectionRange(6, 6))
    await schema.getByRole('button', { name: 'Inserisci giorno' }).click()
    expect(await editor(page).inputValue()).toBe('SELECT giorno FROM risposte')
  })

  it('downloads the rows as CSV', async () => {
    await chiedi(page, `SELECT '=1+1' AS formula, 1.5 AS mezzo, NULL AS niente, 'dice "sì"; e poi' AS testo`)
    const [scarico] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Scarica CSV' }).click(),
    ])
    expect(scarico.suggestedFilename()).toMatch(/^idoneo-interrogazione-\d{4}-\d{2}-\d{2}\.csv$/)
    expect(await readFile(await scarico.path(), 'utf8')).toBe(
      `\uFEFF"formula";"mezzo";"niente";"testo"\r\n"'=1+1";1,5;;"dice ""sì""; e poi"\r\n`,
    )
  })

  it('passes axe on both windows and in both themes', async () => {
    await chiedi(page, 'SELECT materia, count(*) AS quante FROM domande GROUP BY 1 ORDER BY 2 DESC LIMIT 8')
    expect(await inspect(page)).toEqual([])
  })

  it('practises the questions of a result, in its order, across banks', async () => {
    const id = (
      await chiedi(page, 'SELECT min(id_domanda) AS id_domanda FROM domande GROUP BY id_concorso ORDER BY 1 DESC')
    ).flat()
    expect(id.length).toBe(2)
    const testi = await chiedi(
      page,
      `SELECT testo, id_domanda FROM domande WHERE id_domanda IN (${id}) ORDER BY 2 DESC`,
    )
    await page.getByRole('button', { name: 'Esercitati con queste (2)' }).click()
    await risposte(page).first().waitFor()
    await waitPosto(page, 1)
    const senzaSpazi = (s: string) => s.replace(/\s+/g, ' ').trim()
    const titolo = senzaSpazi(await page.getByRole('heading', { level: 1 }).innerText())
    expect(senzaSpazi(testi[0]?.[0] ?? '')).toContain(titolo.slice(0, 40))
    await rispondi(page, 0)
  })

  it('says which questions of a result are not here: some of them, or all', async () => {
    await page.goto(url('/ricerca/sql'))
    await waitPronta(page)
    await chiedi(page, 'SELECT 999999999 AS id_domanda')
    await page.getByRole('button', { name: 'Esercitati con questa (1)' }).click()
    await attenzione(page).getByText('Nessuna di queste domande è su questo dispositivo').waitFor()
    await attenzione(page).getByRole('button', { name: 'Ho capito' }).click()
    await chiedi(page, 'SELECT min(id_domanda) AS id_domanda FROM domande UNION SELECT 999999999')
    await page.getByRole('button', { name: 'Esercitati con queste (2)' }).click()
    await page.getByText('1 domanda non è su questo dispositivo: ti eserciti con le altre.').waitFor()
    await risposte(page).first().waitFor()
  })

  it('while a query runs without end the page stays alive and another tab answers; then it is cancelled', async () => {
    const altra = await browser.newPage()
    await openBanca(altra, BANCA)
    await inizia(altra)
    await page.goto(url('/ricerca/sql'))
    await waitPronta(page)
    const [[prima = '']] = (await chiedi(page, 'SELECT count(*) AS quante FROM risposte')) as [string[]]
    await editor(page).fill(INFINITA)
    await esegui(page).click()
    const trascorso = page.getByText(/^In corso da/)
    await trascorso.waitFor()
    const detti = new Set<string>()
    while (detti.size < 5) detti.add(await trascorso.innerText())
    await altra.bringToFront()
    for (let n = 1; n <= 3; n++) {
      await rispondi(altra, 0)
      await prossima(altra, n + 1)
    }
    await altra.close()
    expect(await trascorso.isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Annulla', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Interrogazione annullata' }).waitFor()
    // Cancelled over the same copies; new ones hold what was answered meanwhile.
    expect(await chiedi(page, 'SELECT count(*) AS quante FROM risposte -- copie di prima')).toEqual([[prima]])
    await page.getByRole('button', { name: 'Aggiorna le copie' }).click()
    expect(await chiedi(page, 'SELECT count(*) AS quante FROM risposte -- copie nuove')).toEqual([
      [String(Number(prima) + 3)],
    ])
    expect(errori).toEqual([])
  })

  it('a window whose worker does not come says so, and has one when it is asked again', async () => {
    const codice = /\/serve-sql-[^/]*\.js$/
    await browser.route(codice, (route) => route.abort())
    await page.goto(url('/ricerca/sql'))
    await page.getByText('La finestra SQL non si è aperta').waitFor()
    await editor(page).fill('SELECT 1 AS uno')
    await esegui(page).click()
    await expect.poll(() => page.getByText(/^In corso da|^Preparo le copie/).count()).toBe(0)
    await page.getByText('La finestra SQL non si è aperta').waitFor()
    await browser.unroute(codice)
    expect(await chiedi(page, 'SELECT 2 AS due')).toEqual([['2']])
    await page.getByRole('link', { name: 'Cerca' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Cerca' }).waitFor()
  })
})
