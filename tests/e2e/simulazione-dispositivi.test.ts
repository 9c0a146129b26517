import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SentRisposta } from '#rules/prova/risposte'
import {
  api,
  idoneo,
  makeAccount,
  newEmail,
  newProfile,
  openContext,
  openProfile,
  signIn,
  TELEFONO,
  url,
} from './aiuti.ts'
import { addBanca, apriScheda, cardBanca, openBanca, risposte, testoDomanda, waitPronta } from './pratica.ts'
import { DOMANDE, importBanca, inspectDialog, publishSimulazione, scatta } from './viaggi.ts'

// Of its own: other journeys count who is in the ranking of theirs.
const BANCA = 'Banca dei due dispositivi'
const SIMULAZIONE = 'Simulazione dei due dispositivi'

const voce = (page: Page) =>
  page.getByRole('region', { name: 'Simulazioni ufficiali' }).getByRole('listitem', { name: SIMULAZIONE, exact: true })
const posto = (page: Page, n: number) =>
  page
    .getByRole('banner')
    .getByText(new RegExp(`^${n} di ${DOMANDE} `))
    .waitFor()
const waitDate = (page: Page, n: number) =>
  page
    .getByRole('progressbar', { name: 'Risposte date' })
    .and(page.locator(`[aria-valuenow="${n}"]`))
    .waitFor({ state: 'attached' })
const segnata = (page: Page) => page.getByRole('radio', { checked: true }).innerText()
/** Waits until the server has a draft for which `stands` holds; an earlier draft may still be under way. */
const tenuta = (page: Page, stands: (sent: SentRisposta[]) => boolean) =>
  page.waitForResponse(
    (r) =>
      r.url().includes('/risposte_simulazione') &&
      r.request().method() === 'PUT' &&
      r.ok() &&
      stands(r.request().postDataJSON() as SentRisposta[]),
  )
const countDate = (sent: readonly SentRisposta[]) => sent.filter(({ risposta }) => risposta !== null).length

async function comincia(page: Page): Promise<void> {
  await openBanca(page, BANCA, 'Prove')
  await voce(page)
    .getByRole('button', { name: /^(Inizia|Rifai)/ })
    .click()
  await page.getByRole('button', { name: 'Comincia ora' }).click()
  await risposte(page).first().waitFor()
}

describe('an official simulation on two devices', () => {
  const email = newEmail('dispositivi')
  const profilo = newProfile()
  let computer: BrowserContext
  let telefono: BrowserContext
  let page: Page
  let altra: Page
  let token = ''
  let id_simulazione = 0
  beforeAll(async () => {
    token = await makeAccount(email, 'premium')
    id_simulazione = await publishSimulazione(await importBanca(BANCA), SIMULAZIONE, '01:00:00')
    computer = await openProfile(profilo)
    telefono = await openContext({ viewport: TELEFONO })
    for (const device of [computer, telefono]) await signIn(device, email)
    page = await computer.newPage()
    altra = await telefono.newPage()
    await addBanca(page, BANCA)
    await altra.goto(url('/banche-dati'))
    await cardBanca(altra, BANCA).getByRole('button', { name: 'Scarica' }).click()
    await waitPronta(altra, BANCA)
  })
  afterAll(async () => {
    await computer?.close().catch(() => undefined)
    await telefono?.close().catch(() => undefined)
  })

  it('the extra time chosen on one is the other’s, and the account’s', async () => {
    const scegli = async (p: Page, quanto: string) => {
      const detto = p.waitForResponse((r) => r.url().includes('/aggiorna_utente') && r.ok())
      await p.getByRole('radio', { name: quanto }).check()
      await detto
    }
    await page.goto(url('/profilo?pagina=studio'))
    await scegli(page, '+30%')
    expect((await api('/ms_utente/utente', { token })).corpo.tempo_aggiuntivo).toBe(30)
    await altra.goto(url('/profilo?pagina=studio'))
    await altra.getByRole('radio', { name: '+30%', checked: true }).waitFor()
    await scegli(altra, 'Nessuno')
    expect((await api('/ms_utente/utente', { token })).corpo.tempo_aggiuntivo).toBe(0)
  })

  it('the telephone goes on where the computer was, the simulation withdrawn meanwhile: question, letters, mark, flag, time [EX13][D25]', async () => {
    await comincia(page)
    await risposte(page).nth(1).click()
    await waitDate(page, 1)
    await page.getByRole('button', { name: 'Prossima' }).click()
    await posto(page, 2)
    await risposte(page).nth(2).click()
    await waitDate(page, 2)
    const prima = tenuta(page, (sent) => sent.some((r) => r.da_rivedere))
    await page.getByRole('button', { name: 'Da rivedere', exact: true }).click()
    await prima
    const era = [await testoDomanda(page), await risposte(page).allInnerTexts(), await segnata(page)]
    await idoneo('simulazione', 'ritira', String(id_simulazione))
    await openBanca(altra, BANCA, 'Prove')
    await voce(altra).getByText('In corso', { exact: true }).waitFor()
    await voce(altra).getByText('Iniziata su un altro dispositivo.').waitFor()
    await voce(altra).scrollIntoViewIfNeeded()
    await scatta(altra, 'altrove-390')
    await voce(altra)
      .getByRole('button', { name: /^Riprendi/ })
      .click()
    await altra.getByText('È già iniziata su un altro dispositivo').waitFor()
    expect(await altra.getByRole('button', { name: 'Comincia ora' }).count()).toBe(0)
    await scatta(altra, 'riprendi-390')
    expect(await inspectDialog(altra)).toEqual([])
    await altra.getByRole('dialog').getByRole('button', { name: 'Riprendi', exact: true }).click()
    await risposte(altra).first().waitFor()
    await posto(altra, 2)
    await waitDate(altra, 2)
    expect([await testoDomanda(altra), await risposte(altra).allInnerTexts(), await segnata(altra)]).toEqual(era)
    await altra.getByRole('button', { name: 'Da rivedere', exact: true, pressed: true }).waitFor()
    await altra
      .getByText(/^5\d:\d\d$/)
      .first()
      .waitFor()
  })

  it('and the computer takes over again what the telephone did meanwhile, the flag that it took off too', async () => {
    await altra.getByRole('button', { name: 'Da rivedere', exact: true, pressed: true }).click()
    await altra.getByRole('button', { name: 'Da rivedere', exact: true, pressed: false }).waitFor()
    await altra.getByRole('button', { name: 'Prossima' }).click()
    await posto(altra, 3)
    const poi = tenuta(altra, (sent) => countDate(sent) === 3)
    await risposte(altra).nth(0).click()
    await poi
    const era = await segnata(altra)
    await page.reload()
    await posto(page, 3)
    await waitDate(page, 3)
    expect(await segnata(page)).toBe(era)
    await page.getByRole('button', { name: 'Precedente' }).click()
    await posto(page, 2)
    await page.getByRole('button', { name: 'Da rivedere', exact: true, pressed: false }).waitFor()
    const indirizzo = page.url()
    // Leave by the button: an address typed at once may end the page before the store has the place.
    await page.getByRole('button', { name: 'Esci dalla prova' }).click()
    await page.getByRole('button', { name: 'Continua un’altra volta' }).click()
    // The bank's page still leads to the trial.
    await apriScheda(page, 'Prove')
    await voce(page)
      .getByRole('link', { name: /^Riprendi/ })
      .waitFor()
    await voce(page).scrollIntoViewIfNeeded()
    await scatta(page, 'ritirata-1440')
    await page.goto(indirizzo)
    await posto(page, 2)
  })

  it('what is marked just before the page goes, or the trial is left, is there for the other at once [D25]', async () => {
    const tenute = async () => {
      const { elementi } = (
        await api(`/ms_reportistica/risposte_simulazione?id_simulazione=${id_simulazione}`, { token })
      ).corpo as {
        elementi: { risposta?: number | null }[]
      }
      return elementi.filter((r) => typeof r.risposta === 'number').length
    }
    for (const n of [3, 4]) {
      await page.getByRole('button', { name: 'Prossima' }).click()
      await posto(page, n)
    }
    const indirizzo = page.url()
    await risposte(page).nth(0).click()
    await waitDate(page, 4)
    // The page is gone: no quiet after which a draft is sent comes any more.
    await page.goto('about:blank')
    await expect.poll(tenute).toBe(4)
    await page.goto(indirizzo)
    await waitDate(page, 4)
    await page.getByRole('button', { name: 'Prossima' }).click()
    await posto(page, 5)
    // The five seconds of quiet after which a draft is sent anyway never end.
    await page.evaluate(() => {
      const { setTimeout } = window
      window.setTimeout = ((f: () => void, ms = 0) => (ms < 5_000 ? setTimeout(f, ms) : 0)) as typeof setTimeout
    })
    await risposte(page).nth(1).click()
    await waitDate(page, 5)
    await page.getByRole('button', { name: 'Esci dalla prova' }).click()
    await page.getByRole('button', { name: 'Continua un’altra volta' }).click()
    await expect.poll(tenute).toBe(5)
    await page.goto(indirizzo)
    await posto(page, 5)
  })

  it('at zero the computer delivers by itself what both have marked, and it is ranked [SI11]', async () => {
    const indirizzo = page.url()
    await page.close()
    page = await computer.newPage()
    await page.clock.install()
    await page.goto(indirizzo)
    await waitDate(page, 5)
    await page.clock.fastForward('01:00:01')
    await page.getByText('Consegnata da sola allo scadere del tempo.').waitFor()
    await page.getByText('Questa consegna è in classifica.').waitFor()
  })

  it('withdrawn it is not listed, closed it is told when it ended, reopened it can be begun until the day that was said', async () => {
    // The clock put forward would be told over the page: the computer is switched on again with the right one.
    await computer.close()
    computer = await openProfile(profilo)
    page = await computer.newPage()
    await openBanca(page, BANCA, 'Prove')
    await page.getByText('Questa banca dati non ha ancora simulazioni ufficiali.').waitFor()
    await idoneo('simulazione', 'riapri', String(id_simulazione))
    await idoneo('simulazione', 'chiudi', String(id_simulazione))
    await openBanca(page, BANCA, 'Prove')
    await voce(page).getByText('Conclusa', { exact: true }).waitFor()
    await voce(page)
      .getByText(/^Si è conclusa il .+: non si può più cominciare\.$/)
      .waitFor()
    await voce(page).scrollIntoViewIfNeeded()
    await scatta(page, 'conclusa-1440')
    await idoneo('simulazione', 'riapri', String(id_simulazione), '--fino', '2099-06-30')
    await openBanca(page, BANCA, 'Prove')
    await voce(page)
      .getByText(/fino al 30 giugno 2099|fino al 30\/06\/2099|fino al 30 giu 2099/)
      .waitFor()
  })

  it('another attempt is told to be out of the ranking before it begins, and after it is given up', async () => {
    await openBanca(altra, BANCA, 'Prove')
    await voce(altra).getByText('Consegnata', { exact: true }).waitFor()
    await voce(altra)
      .getByRole('button', { name: /^Rifai/ })
      .click()
    await altra
      .getByText('Per la classifica conta il primo tentativo: questo lo vedi tra i tuoi, fuori classifica.')
      .waitFor()
    await altra.getByRole('button', { name: 'Comincia ora' }).click()
    await risposte(altra).first().waitFor()
    await altra.getByRole('button', { name: 'Esci dalla prova' }).click()
    await altra.getByRole('button', { name: 'Abbandona la prova' }).click()
    await altra.getByText('Il sorteggio ormai l’hai visto: se la rifai, quel tentativo è fuori classifica.').waitFor()
  })
})
