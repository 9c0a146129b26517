import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { api, attenzione, idoneo, makeAccount, newEmail, openContext, signIn, url, vere } from './aiuti.ts'
import { deliveredBy } from './pacchetto.ts'
import { addBanca, cardBanca, linkBanca, openBanca, scegliPerMateria, waitConto, waitPronta } from './pratica.ts'
import { inspectDialog, scatta } from './viaggi.ts'

const RIPAM = 'Banca di prova R'
const POLIZIA = 'Banca di prova P'
const ESAURITA =
  'Il tuo account non è abilitato al download, demo o premium esaurita: hai già ricevuto 500 quiz. Quelli che hai restano tuoi.'

describe.skipIf(!vere())('a demo account', () => {
  const email = newEmail('demo')
  let token = ''
  let browser: BrowserContext
  let page: Page
  let prima: Record<string, number> = {}
  const concorso = (chi: string, nome: string) =>
    api(`/ms_concorso/concorso?id_concorso=${inject('banche')[nome]}&sorgente=WEB`, { token: chi })
  const indirizzo = (corpo: Record<string, unknown>) => String(corpo.url_domande)

  /** Questions of each subject, as the bank's screen tells them. */
  async function countMaterie(): Promise<Record<string, number>> {
    await scegliPerMateria(page)
    const voci = page.getByRole('region', { name: 'Materie' }).getByRole('checkbox')
    await voci.first().waitFor()
    const nomi = await voci.evaluateAll((nodi) => nodi.map((n) => n.getAttribute('aria-label') ?? ''))
    return Object.fromEntries(
      nomi.map((nome) => {
        const [, materia = nome, n] = /^(.+), ([\d.]+) domand[ae], vista/.exec(nome) ?? []
        return [materia, Number((n ?? '').replaceAll('.', ''))]
      }),
    )
  }

  beforeAll(async () => {
    token = await makeAccount(email, 'demo')
    browser = await openContext()
    await signIn(browser, email)
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())

  it('adding the bank of 12,132 brings 500 questions over all 13 subjects [AC3][AC17][CO1]', async () => {
    await page.goto(url(`/aggiungi-banca-dati?cerca=${encodeURIComponent(RIPAM)}`))
    await page.getByRole('button', { name: `Aggiungi ${RIPAM}` }).click()
    await page.getByText('Ne provi 500 su 12.132, un po’ per materia. Finisce così la demo.').waitFor()
    await page.getByRole('button', { name: 'Aggiungi e scarica' }).click()
    await waitPronta(page, RIPAM)
    await openBanca(page, RIPAM)
    await waitConto(page, '500 domande')
    prima = await countMaterie()
    expect(Object.keys(prima)).toHaveLength(13)
    expect(Math.min(...Object.values(prima))).toBeGreaterThan(0)
    expect(Object.values(prima).reduce((somma, n) => somma + n, 0)).toBe(500)
  })

  it('the bank is partially loaded, and the page says why [BK3][AC19]', async () => {
    await page.getByText('Demo finita: studi 500 domande su 12.132.').waitFor()
    await page.getByText('In parte: 500 su 12.132', { exact: true }).waitFor()
    await page.goto(url('/banche-dati'))
    await cardBanca(page, RIPAM).getByText('Scaricata in parte', { exact: true }).waitFor()
  })

  it('what is missing says what it takes of the demo before it is downloaded, in the list and on the bank [D41]', async () => {
    await page.route('**/ms_utente/livello', async (route) => {
      const json = await (await route.fetch()).json()
      await route.fulfill({ json: { ...json, quiz_rimasti: 120 } })
    })
    const said = /Ne provi 620 su 12\.132, un po’ per materia\. Finisce così la demo\./
    await page.reload()
    await cardBanca(page, RIPAM).getByText(said).waitFor()
    await cardBanca(page, RIPAM).getByRole('button', { name: 'Scarica le mancanti' }).waitFor()
    await scatta(page, 'demo-mancanti', true)
    await linkBanca(page, RIPAM).click()
    await page.getByRole('heading', { level: 1, name: RIPAM }).waitFor()
    await page.getByText(said).waitFor()
    await scatta(page, 'demo-mancanti-banca', true)
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('a bank that is not here says so too: what was received takes nothing [D41][AC21]', async () => {
    await page.goto(url('/banche-dati'))
    await page.getByRole('button', { name: `Altre azioni per ${RIPAM}` }).click()
    await page.getByRole('menuitem', { name: 'Elimina…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina', exact: true }).click()
    const free = 'Le 500 domande che ti spettano le hai già ricevute: scaricarle ancora non usa la demo.'
    await cardBanca(page, RIPAM).getByText(free).waitFor()
    await page.goto(url(`/banca-dati?id_concorso=${inject('banche').ripam}`))
    await page.getByText(free).waitFor()
    await page.getByRole('button', { name: 'Scarica le domande', exact: true }).click()
    await waitConto(page, '500 domande')
  })

  it('a simulation on it is not begun, and no attempt is spent: what is missing is told before the ticket [AC19]', async () => {
    const [materia] = Object.entries(prima).sort(([, a], [, b]) => b - a)[0] as [string, number]
    const file = join(inject('dataDir'), 'simulazione-demo.json')
    const descrizione = 'Simulazione per chi ha la demo'
    writeFileSync(file, JSON.stringify({ descrizione, durata: '00:20:00', materie: [{ materia, numero: 5 }] }))
    const id_concorso = inject('banche').ripam as number
    await idoneo('simulazione', file, '--concorso', String(id_concorso))
    await openBanca(page, RIPAM, 'Prove')
    await page
      .getByRole('listitem', { name: descrizione, exact: true })
      .getByRole('button', { name: /^Inizia/ })
      .click()
    await page.getByText(/il tuo account riceve solo una parte, e il sorteggio pesca da tutte le domande/).waitFor()
    await scatta(page, 'demo-simulazione-1440')
    expect(await inspectDialog(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Comincia ora' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Non ora' }).click()
    const { corpo } = await api(`/ms_concorso/simulazioni?id_concorso=${id_concorso}&attiva=true`, { token })
    expect(corpo.elementi).toMatchObject([{ descrizione, numero_download: 0 }])
  })

  it('another bank is refused with its sentence, and nothing is added [AC10][AC20][CA21][EB16][EB28]', async () => {
    await page.goto(url(`/aggiungi-banca-dati?cerca=${encodeURIComponent(POLIZIA)}`))
    await page.getByRole('button', { name: `Aggiungi ${POLIZIA}` }).click()
    await page.getByText('Hai già usato tutte le domande della demo: quelle che hai restano tue.').waitFor()
    expect(await page.getByRole('button', { name: 'Aggiungi e scarica' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Passa a Premium' }).click()
    await page.getByRole('heading', { name: 'Premium', level: 1 }).waitFor()
    // A page that does not know yet what another device spent is refused by the server, and the dialog has the way on.
    await page.route('**/ms_utente/livello', async (route) => {
      const json = await (await route.fetch()).json()
      await route.fulfill({ json: { ...json, quiz_rimasti: 1 } })
    })
    await page.goto(url(`/aggiungi-banca-dati?cerca=${encodeURIComponent(POLIZIA)}`))
    await page.getByRole('button', { name: `Aggiungi ${POLIZIA}` }).click()
    await page.getByRole('button', { name: 'Aggiungi e scarica' }).click()
    await attenzione(page).getByText(ESAURITA, { exact: true }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await attenzione(page).getByRole('button', { name: 'Passa a Premium' }).click()
    await page.getByRole('heading', { name: 'Premium', level: 1 }).waitFor()
    await page.goto(url('/banche-dati'))
    await cardBanca(page, RIPAM).waitFor()
    expect(await cardBanca(page, POLIZIA).count()).toBe(0)
  })

  it('deleted and added again it gives the same 500 [AC21][BK2][BK8][D15]', async () => {
    const eranoLoro = await deliveredBy(indirizzo((await concorso(token, 'ripam')).corpo))
    await page.getByRole('button', { name: `Altre azioni per ${RIPAM}` }).click()
    await page.getByRole('menuitem', { name: 'Elimina…' }).click()
    const finestra = page.getByRole('dialog', { name: 'Cosa vuoi eliminare?' })
    await finestra.getByRole('radio', { name: /^Anche dal mio elenco/ }).check()
    const tolta = page.waitForResponse((r) => r.request().method() === 'DELETE' && r.url().includes('/concorso?'))
    await finestra.getByRole('button', { name: 'Elimina', exact: true }).click()
    expect((await tolta).status()).toBe(204)
    await page.getByText('Nessuna banca dati').waitFor()

    await addBanca(page, RIPAM)
    await openBanca(page, RIPAM)
    await waitConto(page, '500 domande')
    expect(await countMaterie()).toEqual(prima)
    expect(await deliveredBy(indirizzo((await concorso(token, 'ripam')).corpo))).toEqual(eranoLoro)
    expect(eranoLoro).toHaveLength(500)
  })

  it('no call gives more: other banks, forged addresses, its own tier [AC18][AC22][D8][PK1]', async () => {
    for (const nome of ['polizia', 'patente']) {
      const { stato, corpo } = await concorso(token, nome)
      expect({ stato, codice: corpo.codice }).toEqual({ stato: 403, codice: 'DEMO_ESAURITA' })
    }
    const mio = new URL(indirizzo((await concorso(token, 'ripam')).corpo), inject('indirizzo'))
    for (const [nome, valore] of [
      ['scade', String(Number(mio.searchParams.get('scade')) + 60)],
      ['firma', (mio.searchParams.get('firma') ?? '').replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))],
    ] as const) {
      const falso = new URL(mio)
      falso.searchParams.set(nome, valore)
      const risposta = await fetch(falso)
      expect([risposta.status, ((await risposta.json()) as { codice: string }).codice], nome).toEqual([
        403,
        'PACCHETTO_SCADUTO',
      ])
    }
    const salita = await api('/ms_utente/incrementa_livello?incremento=3', { token, metodo: 'POST' })
    expect(salita.stato).toBeGreaterThanOrEqual(400)
    expect((await api('/ms_utente/livello', { token })).corpo).toMatchObject({ livello: 0, quiz_usati: 500 })
  })

  it('banks asked for all at once share one allowance of 500 [AC16]', async () => {
    const altro = await makeAccount(newEmail('demo-insieme'), 'demo')
    const nomi = ['ripam', 'polizia', 'patente', 'ripam', 'polizia', 'patente']
    const risposte = await Promise.all(nomi.map((nome) => concorso(altro, nome)))
    const date = risposte.filter((r) => r.stato === 200).map((r) => indirizzo(r.corpo))
    const avute = new Set((await Promise.all([...new Set(date)].map(deliveredBy))).flat())
    expect(avute.size).toBe(500)
    expect((await api('/ms_utente/livello', { token: altro })).corpo).toMatchObject({
      quiz_usati: 500,
      quiz_rimasti: 0,
    })
  })
})
