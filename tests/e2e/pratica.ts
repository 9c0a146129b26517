import type { Locator, Page } from 'playwright-core'
import { url } from './aiuti.ts'

/** Adds a bank from the catalogue and waits until it is on the device. */
export const addBanca = (page: Page, nome: string): Promise<void> => addTo(page, nome, url(''))

/** The same where the product has another address. */
export async function addTo(page: Page, nome: string, address: string): Promise<void> {
  await page.goto(`${address}/aggiungi-banca-dati?cerca=${encodeURIComponent(nome)}`)
  await page.getByRole('button', { name: `Aggiungi ${nome}` }).click()
  await page.getByRole('button', { name: 'Aggiungi e scarica' }).click()
  await waitPronta(page, nome)
}

export const waitPronta = (page: Page, nome: string) =>
  page.getByText(`«${nome}» è pronta, anche offline`).waitFor({ timeout: 90_000 })

/** The card of a bank in the account's list. */
export const cardBanca = (page: Page, nome: string): Locator => page.getByRole('region', { name: nome, exact: true })

/** The card of a bank that is on the device leads to it, whole, by its name. */
export const linkBanca = (page: Page, nome: string): Locator =>
  cardBanca(page, nome).getByRole('link', { name: nome, exact: true })

export type SchedaBanca = 'Studia' | 'Prove' | 'Domande' | 'Progressi'

/** Opens a bank from the account's list at one of its tabs; at the first one, with every question chosen. */
export async function openBanca(page: Page, nome: string, scheda: SchedaBanca = 'Studia'): Promise<void> {
  await page.goto(url('/banche-dati'))
  await linkBanca(page, nome).click()
  await page.getByRole('heading', { level: 1, name: nome }).waitFor()
  if (scheda === 'Studia') await scegliTutte(page)
  else await apriScheda(page, scheda)
}

export const apriScheda = (page: Page, scheda: SchedaBanca): Promise<void> =>
  page.getByRole('tab', { name: scheda }).click()

/** Every question of the bank in one sitting: what journeys count, and meet in the printed order. */
export async function scegliTutte(page: Page): Promise<void> {
  await apriScheda(page, 'Studia')
  await page.getByRole('radio', { name: /^Tutte [\d.]+$/ }).check()
  await page.getByRole('group', { name: 'Quante' }).getByRole('radio', { name: 'Tutte' }).check()
}

/** The subjects of the bank, to choose among. */
export const scegliPerMateria = (page: Page): Promise<void> => page.getByRole('radio', { name: /^Per materia/ }).check()

/** Unfolds the settings of an exercise. */
export async function apriImpostazioni(page: Page): Promise<void> {
  await page.getByText('Ordine e filtri', { exact: true }).click()
  await page.getByLabel('Parole chiave').waitFor()
}

/** What the filters leave and the way in. */
export const avvio = (page: Page): Locator => page.getByRole('region', { name: 'La tua esercitazione' })
export const waitConto = (page: Page, testo: string) => avvio(page).getByText(testo, { exact: true }).waitFor()

/** The levels of the bank on screen, in words. */
export const barraLivelli = (page: Page): Locator =>
  page.getByRole('region', { name: 'Cosa vuoi ripassare?' }).getByRole('img')

export async function inizia(page: Page): Promise<void> {
  await avvio(page).getByRole('button', { name: 'Inizia' }).click()
  await risposte(page).first().waitFor()
}

/** Waits for the code of an exercise, which the page fetches when idle and cannot fetch offline. */
export const waitEsercizio = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/SedutaScreen-')),
  )

/** The answers of the question on screen, once a tap on them counts. */
export const risposte = (page: Page): Locator =>
  page.getByRole('radiogroup', { name: 'Risposte', disabled: false }).getByRole('radio')

export const livello = (page: Page, nome: string): Locator =>
  page.getByRole('group', { name: 'Quanto la sai?' }).getByRole('radio', { name: nome, exact: true, disabled: false })

/** Answers the question on screen with the answer at a place and waits until the store has it. */
export async function rispondi(page: Page, posto = 0): Promise<void> {
  await risposte(page).nth(posto).click()
  await livello(page, 'La sai').waitFor()
}

/** The sheet beside the question on wide windows. */
export const foglio = (page: Page): Locator => page.getByRole('complementary', { name: 'Foglio risposte' })

/** Goes to the next question and waits for it; `n` is its number. */
export async function prossima(page: Page, n: number): Promise<void> {
  await page.getByRole('button', { name: 'Prossima' }).click()
  await waitPosto(page, n)
  await risposte(page).first().waitFor()
}
export const waitPosto = (page: Page, n: number) =>
  foglio(page)
    .getByText(new RegExp(`^${n} di `))
    .waitFor()

export const testoDomanda = async (page: Page): Promise<string> =>
  (await page.getByRole('heading', { level: 1 }).innerText()).trim()

/** Answers waiting to be sent, as the badge tells. */
export const waitSincronizzato = (page: Page) => page.getByText('Sincronizzato', { exact: true }).first().waitFor()

/** Leaves the sitting for another time. */
export async function esci(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Esci dall’esercitazione' }).click()
  await page.getByRole('button', { name: 'Continua un’altra volta' }).click()
  await avvio(page).waitFor()
}

/** From the bank to a trial of so many questions. */
export async function componiProva(
  page: Page,
  domande: number,
  tempo: { minuti?: string; secondi?: string },
): Promise<void> {
  await apriScheda(page, 'Prove')
  await page.getByRole('link', { name: 'Prova personalizzata' }).click()
  await page.getByRole('heading', { level: 1, name: 'Prova personalizzata' }).waitFor()
  await page.getByLabel('Quante in tutto').fill(String(domande))
  await page.getByRole('button', { name: 'In proporzione' }).click()
  await page.getByLabel('Minuti').fill(tempo.minuti ?? '')
  await page.getByLabel('Secondi').fill(tempo.secondi ?? '')
  await page.getByLabel('Corretta').fill('0,75')
  await page.getByLabel('Errata').fill('-0,25')
  await page.getByLabel('Soglia totale (facoltativa)').fill('4')
}
