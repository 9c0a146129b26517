import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../faults/tabs/browser.ts'
import {
  api,
  attenzione,
  comeBack,
  leave,
  login,
  makeAccount,
  NIGHT,
  newEmail,
  PAZIENZA_MS,
  SCRIVANIA,
  url,
} from './aiuti.ts'
import {
  addBanca,
  avvio,
  cardBanca,
  foglio,
  inizia,
  linkBanca,
  livello,
  openBanca,
  prossima,
  rispondi,
  waitPosto,
  waitSincronizzato,
} from './pratica.ts'
import { segui } from './referto.ts'

const BANCA = 'Diritto costituzionale'
const ALTRA = 'Informatica e competenze digitali'
const INVIO = '**/api/ms_reportistica/risposte_concorso**'

describe('several tabs of one account', () => {
  const email = newEmail('schede')
  let browser: BrowserContext
  let close: () => Promise<void>
  let token = ''
  /** The first owns the store until something happens to it. */
  let prima: Page
  let seconda: Page
  let terza: Page
  /** Answers given so far, each to another question. */
  let date = 0

  beforeAll(async () => {
    token = await makeAccount(email, 'premium')
    const aperto = await openBrowser()
    browser = aperto.browser
    close = aperto.close
    browser.setDefaultTimeout(PAZIENZA_MS)
    segui(browser)
    prima = await newTab()
    await login(prima, email)
    await addBanca(prima, BANCA)
  })
  afterAll(() => close?.())

  async function newTab(): Promise<Page> {
    const page = await browser.newPage()
    await page.setViewportSize(SCRIVANIA)
    // With motion a right answer goes on by itself, and its outcome is gone before a busy machine was looked at.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    return page
  }
  /** The tab that a person looks at: only that one paints. */
  const look = async (page: Page) => {
    await page.bringToFront()
    return page
  }
  const cdp = (page: Page): Promise<CDPSession> => browser.newCDPSession(page)
  const answer = async (page: Page) => {
    await look(page)
    await rispondi(page)
    date++
  }
  const conti = (page: Page) => page.getByRole('region', { name: 'Un’esercitazione lasciata a metà' })
  /** Right and wrong answers of the sitting left open, as a bank's page tells them. */
  const dette = async (page: Page) => {
    const testo = await conti(page).innerText()
    return [...testo.matchAll(/(\d+) (?:corrett|errat)/g)].reduce((n, [, quante]) => n + Number(quante), 0)
  }

  it('work all at once, and what one answers the others show without a reload [DB7]', async () => {
    seconda = await newTab()
    await openBanca(await look(seconda), BANCA)
    terza = await newTab()
    await openBanca(await look(terza), BANCA)
    await browser.route(INVIO, (route) => route.abort())
    await inizia(await look(seconda))
    await answer(seconda)
    for (const page of [prima, terza]) await page.getByText('1 risposta da inviare').first().waitFor()
    await look(terza)
    await expect.poll(() => dette(terza)).toBe(1)
    await look(seconda)
    await prossima(seconda, 2)
    await answer(seconda)
    await look(terza)
    await expect.poll(() => dette(terza)).toBe(2)
    await browser.unroute(INVIO)
  })

  it('the same sitting in two of them: a place answered in one is answered in the other', async () => {
    await look(terza)
    await terza.goto(seconda.url())
    await waitPosto(terza, 2)
    await look(seconda)
    await prossima(seconda, 3)
    await answer(seconda)
    await look(terza)
    const terzo = foglio(terza).getByRole('button', { name: /^Domanda 3, (corretta|errata|neutra)/ })
    await terzo.click()
    await waitPosto(terza, 3)
    // Its outcome stands; there is nothing left to choose.
    await livello(terza, 'La sai').waitFor()
    const voci = terza.getByRole('radiogroup', { name: 'Risposte' })
    expect(await voci.getByRole('radio', { disabled: false }).count()).toBe(0)
    expect(await voci.getByRole('radio', { checked: true }).count()).toBe(1)
    await openBanca(terza, BANCA)
  })

  it('a download of one shows its progress in the other, and its end', async () => {
    let lascia = () => {}
    const attesa = new Promise<void>((r) => {
      lascia = r
    })
    await browser.route('**/pacchetti/**', async (route) => {
      await attesa
      await route.continue()
    })
    await look(terza)
    await terza.goto(url('/banche-dati'))
    await cardBanca(terza, BANCA).waitFor()
    await look(prima)
    await prima.goto(url(`/aggiungi-banca-dati?cerca=${encodeURIComponent(ALTRA)}`))
    await prima.getByRole('button', { name: `Aggiungi ${ALTRA}` }).click()
    await prima.getByRole('button', { name: 'Aggiungi e scarica' }).click()
    await look(terza)
    await cardBanca(terza, ALTRA).getByRole('progressbar').waitFor()
    lascia()
    await linkBanca(terza, ALTRA).waitFor()
    await browser.unroute('**/pacchetti/**')
  })

  type Colpo = { nome: string; colpisci: (page: Page) => Promise<unknown>; rialza: (page: Page) => Promise<Page> }
  const reopen = async () => {
    const page = await newTab()
    await page.goto(url('/banche-dati'))
    return page
  }
  const colpi: Colpo[] = [
    { nome: 'closed', colpisci: (page) => page.close(), rialza: reopen },
    {
      nome: 'reloaded',
      colpisci: (page) => page.reload({ waitUntil: 'commit' }),
      rialza: async (page) => page,
    },
    {
      nome: 'killed by a crash',
      colpisci: async (page) => {
        const morta = page.waitForEvent('crash')
        const sessione = await cdp(page)
        sessione.send('Page.crash').catch(() => {})
        await morta
      },
      rialza: async (page) => {
        await page.close()
        return reopen()
      },
    },
    {
      nome: 'put into the back/forward cache',
      colpisci: leave,
      rialza: async (page) => {
        await comeBack(page)
        return page
      },
    },
    {
      nome: 'frozen',
      colpisci: async (page) => (await cdp(page)).send('Page.setWebLifecycleState', { state: 'frozen' }),
      rialza: async (page) => {
        await (await cdp(page)).send('Page.setWebLifecycleState', { state: 'active' })
        return page
      },
    },
  ]

  // `faults/tabs.browser.test.ts` strikes in each of these ways by day.
  it.each(NIGHT ? colpi : colpi.slice(0, 1))(
    'when the owner is $nome the others go on, nothing is lost, and it finds its place again',
    async (colpo) => {
      // The first tab alone owns the store; the others come after it.
      await seconda.close()
      await terza.close()
      await look(prima)
      await openBanca(prima, BANCA)
      seconda = await newTab()
      await openBanca(await look(seconda), BANCA)
      await seconda
        .getByRole('button', { name: /^Continua|^Riprendi/ })
        .first()
        .click()
      await foglio(seconda).waitFor()
      terza = await newTab()
      await openBanca(await look(terza), BANCA)
      const quante = await dette(terza)

      await look(seconda)
      const posto = Number(
        /^(\d+) di /.exec(
          await foglio(seconda)
            .getByText(/^\d+ di /)
            .innerText(),
        )?.[1],
      )
      await prossima(seconda, posto + 1)
      await colpo.colpisci(prima)
      await answer(seconda)
      await look(terza)
      await expect.poll(() => dette(terza)).toBe(quante + 1)

      prima = await colpo.rialza(prima)
      await look(prima)
      await openBanca(prima, BANCA)
      await expect.poll(() => dette(prima)).toBe(quante + 1)
    },
  )

  it('every answer reaches the server once, whichever tab gave it', async () => {
    await look(prima)
    await waitSincronizzato(prima)
    const { corpo } = await api(`/ms_concorso/concorsi?search=${encodeURIComponent(BANCA)}`)
    const id = (corpo.elementi as { id_concorso: number }[])[0]?.id_concorso
    const arrivate = async () =>
      ((await api(`/ms_reportistica/risposte_concorso?id_concorso=${id}`, { token })).corpo.risposte as unknown[])
        .length
    await expect.poll(arrivate).toBe(date)
  })

  it('signing out in one of them signs out in all, and says why [AU4]', async () => {
    await avvio(prima).waitFor()
    await look(seconda)
    await seconda.goto(url('/profilo'))
    await seconda.getByRole('button', { name: 'Esci', exact: true }).click()
    await seconda.getByRole('dialog', { name: 'Esci da Idoneo' }).getByRole('button', { name: 'Esci' }).click()
    await seconda.waitForURL(/auth\/?\?type=login/)
    for (const page of [prima, terza]) {
      await look(page)
      await page.waitForURL(/auth\/?\?type=login/)
      await attenzione(page)
        .getByText('Hai chiuso la sessione da un’altra scheda. Accedi di nuovo quando vuoi riprendere.')
        .waitFor()
    }
    await expect(attenzione(seconda).count()).resolves.toBe(0)
  })
})
