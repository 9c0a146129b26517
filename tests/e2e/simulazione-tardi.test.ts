import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, makeAccount, newEmail, openContext, SCRIVANIA, signIn, TELEFONO, url } from './aiuti.ts'
import { type Later, startLater } from './later.ts'
import { addBanca, openBanca } from './pratica.ts'
import { importBanca, publishSimulazione, scatta } from './viaggi.ts'

const BANCA = 'Banca delle consegne tardive'
const SIMULAZIONE = 'Simulazione di cento secondi'
/** Past the end of the simulation, seconds. */
const AT_ITS_END = 101
/** Past the minute that a delivery may travel, seconds; less than the clocks may differ by (server/clock.ts). */
const TOO_LATE = 180

type Esito = {
  gettone: string
  punteggio: number
  numero_risposte_corrette: number
  numero_risposte_errate: number
  in_classifica: boolean
  motivo: string | null
  automatica?: boolean
}

const risposte = (page: Page) => page.getByRole('radiogroup', { name: 'Risposte', disabled: false }).getByRole('radio')
const classifica = (page: Page) => page.getByRole('region', { name: 'Classifica' })

/** Marks the right or a wrong answer of the question on screen, and waits until the store has it. */
async function segna(page: Page, giusta: boolean, date: number): Promise<void> {
  await risposte(page)
    .filter({ hasText: giusta ? /Giusta/ : /Sbagliata/ })
    .click()
  await page
    .getByRole('progressbar', { name: 'Risposte date' })
    .and(page.locator(`[aria-valuenow="${date}"]`))
    .waitFor({ state: 'attached' })
}

async function prossima(page: Page, n: number): Promise<void> {
  await page.getByRole('button', { name: 'Prossima' }).click()
  await page
    .getByRole('banner')
    .getByText(new RegExp(`^${n} di 12 `))
    .waitFor()
}

describe('a simulation whose delivery travels too late', () => {
  const email = newEmail('tardi')
  let browser: BrowserContext
  let page: Page
  let later: Later
  let token = ''
  /** Who began on a telephone that broke, and its ticket. */
  const perso = newEmail('perso')
  let id_simulazione = 0
  /** Outcomes as the server gives them after the end. */
  const esiti = async () => {
    const risposta = await fetch(
      `${later.address}/api/ms_reportistica/esiti_simulazione?id_simulazione=${id_simulazione}`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    return ((await risposta.json()) as { elementi: Esito[] }).elementi
  }
  /** The network of a device when the time is over. */
  const online = (context: BrowserContext) =>
    context.route('**/api/**', (route) =>
      route.continue({ url: route.request().url().replace(new URL(url()).origin, later.address) }),
    )

  /** Begins as a telephone does, leaves one right answer with the server, and is never heard of again. */
  const beginAndVanish = async () => {
    const suo = await makeAccount(perso, 'premium')
    const { corpo } = await api(`/ms_concorso/simulazione?id_simulazione=${id_simulazione}&attiva=true`, { token: suo })
    const [prima] = corpo.domande as { id_domanda: number }[]
    const { stato } = await api(`/ms_reportistica/risposte_simulazione?gettone=${corpo.gettone}`, {
      token: suo,
      metodo: 'PUT',
      corpo: [{ id_domanda: prima?.id_domanda, risposta: 1, ms: 900, cambi: 0 }],
    })
    expect(stato).toBe(204)
  }

  beforeAll(async () => {
    token = await makeAccount(email, 'premium')
    const id_concorso = await importBanca(BANCA)
    await publishSimulazione(id_concorso, SIMULAZIONE, '00:01:40')
    const { corpo } = await api(`/ms_concorso/simulazioni?id_concorso=${id_concorso}`, { token })
    id_simulazione = (corpo.elementi as { id_simulazione: number }[])[0]?.id_simulazione ?? 0
    await beginAndVanish()
    browser = await openContext({ viewport: TELEFONO })
    await signIn(browser, email)
    page = await browser.newPage()
    await addBanca(page, BANCA)
    later = await startLater(TOO_LATE)
  })
  afterAll(async () => {
    await browser?.close()
    await later?.stop()
  })

  it('delivers itself at zero without a network, and its result is here [SI11]', async () => {
    await page.clock.install()
    await openBanca(page, BANCA, 'Prove')
    await page
      .getByRole('region', { name: 'Simulazioni ufficiali' })
      .getByRole('button', { name: /^Inizia la simulazione/ })
      .click()
    await page.getByRole('button', { name: 'Comincia ora' }).click()
    const tenuta = page.waitForResponse(
      (r) => r.url().includes('/risposte_simulazione') && r.request().method() === 'PUT' && r.ok(),
    )
    await segna(page, true, 1)
    await tenuta
    await browser.setOffline(true)
    await prossima(page, 2)
    await segna(page, true, 2)
    await prossima(page, 3)
    await segna(page, false, 3)
    await page.clock.fastForward(AT_ITS_END * 1000)
    await page.getByText('Consegnata da sola allo scadere del tempo.').waitFor()
    await page.getByRole('region', { name: 'Punteggio' }).getByText(/^1,75/).first().waitFor()
    await classifica(page)
      .getByText(/La classifica arriva con la rete/)
      .waitFor()
    await page.getByText('1 simulazione da inviare', { exact: true }).first().waitFor({ state: 'attached' })
  })

  it('meanwhile the server delivers what it has: one answer, ranked', async () => {
    expect(await esiti()).toMatchObject([
      { punteggio: 1, numero_risposte_corrette: 1, in_classifica: true, motivo: null, automatica: true },
    ])
  })

  it('with the network the answers of the device count, told to be out of the ranking, here and there the same', async () => {
    await online(browser)
    await page.clock.fastForward((TOO_LATE - AT_ITS_END) * 1000)
    await browser.setOffline(false)
    const messaggio = 'Questa consegna è fuori classifica: è arrivata al server dopo la fine del tempo.'
    await classifica(page).getByText(messaggio).waitFor()
    const [esito, ...altri] = await esiti()
    expect(altri).toEqual([])
    expect(esito).toMatchObject({
      punteggio: 1.75,
      numero_risposte_corrette: 2,
      numero_risposte_errate: 1,
      in_classifica: false,
      motivo: 'in_ritardo',
    })
    expect(esito?.automatica).toBeUndefined()
    await page.reload()
    await classifica(page).getByText(messaggio).waitFor()
    await page.getByRole('region', { name: 'Punteggio' }).getByText(/^1,75/).first().waitFor()
    expect(await page.getByText(/ha ricontato/).count()).toBe(0)
    expect(await page.getByText('1 simulazione da inviare').count()).toBe(0)
  })

  it('who lost the telephone finds the attempt on another device, and whose delivery it was', async () => {
    const altro = await openContext({ viewport: TELEFONO })
    try {
      await online(altro)
      await signIn(altro, perso)
      const p = await altro.newPage()
      await addBanca(p, BANCA)
      await openBanca(p, BANCA, 'Prove')
      const voce = p.getByRole('region', { name: 'Simulazioni ufficiali' }).getByRole('listitem', { name: SIMULAZIONE })
      await voce.getByText('consegnata dal server alla fine del tempo').waitFor()
      await voce.getByText('Consegnata', { exact: true }).waitFor()
      await voce.getByRole('button', { name: /^Rifai/ }).waitFor()
      await voce.scrollIntoViewIfNeeded()
      await scatta(p, 'tentativo-automatico-390')
      await p.setViewportSize(SCRIVANIA)
      await scatta(p, 'tentativo-automatico-1440')
    } finally {
      await altro.close()
    }
  })
})
