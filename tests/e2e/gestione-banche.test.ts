import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAccount, newEmail, newestMail, openContext, PAZIENZA_MS, signIn } from './aiuti.ts'
import { enterConsole, gestione, inspectAll } from './gestione.ts'
import { addBanca, inizia, openBanca, rispondi } from './pratica.ts'
import { inspectDialog, scatta } from './viaggi.ts'

const BANK = `Banca della gestione ${Math.random().toString(36).slice(2, 8)}`
const csv = (key: string) =>
  [
    'numero;materia;domanda;A;B;C;corretta',
    ...Array.from(
      { length: 12 },
      (_, i) =>
        `${i + 1};Diritto;Quale organo decide nel caso numero ${i + 1}?;il primo ${i};il secondo ${i};il terzo ${i};${key}`,
    ),
  ].join('\n')

/** Drops a file where the page says so, as a mouse does. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([nome, testo]) => {
      const data = new DataTransfer()
      data.items.add(new File([testo ?? ''], nome ?? '', { type: 'text/csv' }))
      return data
    },
    [name, text],
  )
  await page.getByText('oppure trascinalo qui').dispatchEvent('drop', { dataTransfer })
}

/** Leaves a window with a changed field: Esc and the close button ask, as often as they are used, and `Lascia` leaves. */
async function leaveWindow(window: Locator, label: string): Promise<void> {
  const page = window.page()
  const field = window.getByLabel(label, { exact: true })
  const question = page.getByRole('alertdialog', { name: 'Lasciare quello che hai scritto?' })
  await page.keyboard.press('Escape')
  await window.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Correggi|^Rispondi/ }).click()
  await field.fill('Da non perdere')
  // After a few in a row the browser closes a window by itself.
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Escape')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await window.waitFor()
  }
  expect(await field.inputValue()).toBe('Da non perdere')
  await page.setViewportSize({ width: 390, height: 844 })
  await scatta(page, `gestione-finestra-${label.toLowerCase()}`)
  await window.getByRole('button', { name: 'Chiudi' }).click()
  expect(await inspectDialog(page)).toEqual([])
  await scatta(page, `gestione-lasciare-${label.toLowerCase()}`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await question.getByRole('button', { name: 'Resta' }).click()
  await window.getByRole('button', { name: 'Annulla' }).click()
  await question.getByRole('button', { name: 'Lascia' }).click()
  await window.waitFor({ state: 'detached' })
}

describe('a bank from its file to a corrected question', () => {
  let office: BrowserContext
  let page: Page
  let phone: BrowserContext
  let study: Page
  const candidate = newEmail('candidata')
  const problems: string[] = []
  let corrected = ''

  beforeAll(async () => {
    ;({ device: office, page } = await enterConsole(newEmail('redattore'), 'redattore'))
    page.on('console', (m) => m.type() === 'error' && problems.push(m.text()))
    page.on('pageerror', (e) => problems.push(String(e)))
    await makeAccount(candidate, 'premium')
    phone = await openContext({ viewport: { width: 390, height: 844 } })
    await signIn(phone, candidate)
    study = await phone.newPage()
  })
  afterAll(() => Promise.all([office?.close(), phone?.close()]))

  it('[OP44] is imported by drag and drop, looked at, and published', async () => {
    await page.getByRole('link', { name: 'Banche', exact: true }).click()
    await page.getByRole('link', { name: 'Importa da un file' }).click()
    await page.getByText('oppure trascinalo qui').waitFor()
    expect(await inspectAll(page, 'importa')).toEqual([])
    const doubtful = ['13;Diritto;Quale organo decide nel caso dubbio?;uno;due;tre;Z']
    doubtful.push('14;Diritto;Quale organo decide nel caso doppio?;uno;uno;tre;A')
    await dropFile(page, 'banca.csv', [csv('A'), ...doubtful].join('\n'))
    await page.getByRole('heading', { name: 'Le prime 10 domande' }).waitFor()
    expect(await inspectAll(page, 'letta')).toEqual([])
  })

  it('[OP56] its doubtful rows are read one by one, by keys, and one is left out', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByText('2 da vedere').waitFor()
    await page.getByRole('link', { name: 'Leggile una per una' }).click()
    const place = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
    await place('1 di 2')
    await page.getByText('La chiave «Z» non indica nessuna delle risposte').waitFor()
    await page.getByText('Risposta corretta scritta: «Z».').waitFor()
    expect(await inspectAll(page, 'dubbie')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Riga dubbia successiva' }).focus()
    await page.keyboard.press('j')
    await place('2 di 2')
    await page.keyboard.press('k')
    await place('1 di 2')
    await page.keyboard.press('e')
    await place('Riga 14: esclusa.')
    await place('2 di 2')
    await page.keyboard.press('a')
    await place('Riga 15: accettata.')
    await page.getByLabel('Quali').selectOption('Escluse')
    await page.getByRole('button', { name: 'Filtra' }).click()
    await place('1 di 1')
    expect(new URL(page.url()).search).toBe('?stato=esclusa')
    await page.reload()
    await page.getByRole('button', { name: 'Escludi', pressed: true }).waitFor()
    await page.getByRole('link', { name: 'Torna alla lettura' }).click()
    await page.getByText('Le hai viste tutte').waitFor()
    await page.getByLabel('Titolo').fill(BANK)
    await page.getByLabel('Ente', { exact: true }).fill('Comune della gestione')
    await page.getByLabel('Anno').fill('2026')
    await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
    await page.getByRole('link', { name: 'Apri la banca' }).click()
    await page.getByRole('heading', { name: BANK, level: 1 }).waitFor()
    await page.getByText('13 domande').waitFor()
  })

  it('a candidate reports a question of it', async () => {
    await addBanca(study, BANK)
    await openBanca(study, BANK)
    await inizia(study)
    await rispondi(study, 0)
    await study.getByRole('button', { name: 'Segnala', exact: true }).click()
    await study.getByRole('radio', { name: /indicata come corretta è sbagliata/ }).check()
    await study.getByRole('button', { name: 'Invia la segnalazione' }).click()
    await study.getByText(/Segnalazione inviata/).waitFor()
  })

  it('[OP43] [OP45] the queue leads to the question, which is corrected in a new version; the candidate is told', async () => {
    await page.goto(gestione('/segnalazioni'))
    const entry = page.getByRole('link', { name: new RegExp(BANK) })
    await entry.waitFor()
    expect(await inspectAll(page, 'coda')).toEqual([])
    await entry.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    await page.getByRole('list', { name: 'Coda' }).getByRole('link').first().focus()
    await entry.focus()
    await page.keyboard.press('p')
    await entry.getByText('Presa da te').waitFor()
    await page.keyboard.press('p')
    await entry.getByText('Di nessuno').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Prendi', exact: true }).click()
    await page.getByText('Presa da te').waitFor()
    expect(await inspectAll(page, 'voce')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Rispondi' }).click()
    await leaveWindow(page.getByRole('dialog', { name: 'Rispondi' }), 'Testo')
    await page.getByRole('link', { name: 'Apri nella salute della banca' }).click()
    await page.getByRole('button', { name: /^Correggi/ }).click()
    await leaveWindow(page.getByRole('dialog', { name: /^Correggi la domanda/ }), 'Motivo')
    await page.getByRole('button', { name: /^Correggi/ }).click()
    corrected = page.url()
    const dialog = page.getByRole('dialog', { name: /^Correggi la domanda/ })
    await dialog.getByLabel('Risposta corretta').selectOption('C')
    await dialog.getByRole('button', { name: 'Pubblica la correzione' }).click()
    await dialog.getByText('Scrivi il motivo.').waitFor()
    expect(await inspectAll(page, 'correggi')).toEqual([])
    await dialog.getByLabel('Motivo').fill('La risposta giusta è la C.')
    // Another tab corrects another question first: the draft stays, and goes over that version.
    const other = new URL(page.url())
    other.searchParams.set('domanda', String(Number(other.searchParams.get('domanda')) + 1))
    const tab = await office.newPage()
    await tab.goto(other.href)
    await tab.getByRole('button', { name: /^Correggi/ }).click()
    await tab.getByLabel('Risposta corretta').selectOption('B')
    await tab.getByLabel('Motivo').fill('Lì è la B.')
    await tab.keyboard.press('Enter')
    await tab.getByText(/^Nuova versione pubblicata/).waitFor()
    await tab.close()
    await dialog.getByRole('button', { name: 'Pubblica la correzione' }).click()
    await dialog.getByText(/un’altra versione .«Lì è la B\.»., che non tocca questa domanda/).waitFor()
    expect(await dialog.getByLabel('Motivo').inputValue()).toBe('La risposta giusta è la C.')
    expect(problems.splice(0)).toEqual([expect.stringContaining('404')])
    expect(await inspectAll(page, 'superata')).toEqual([])
    await dialog.getByRole('button', { name: 'Pubblica la correzione' }).click()
    await page.getByText('Nuova versione pubblicata; segnalazioni chiuse: 1.').waitFor()
    expect(await inspectAll(page, 'salute')).toEqual([])
    await expect.poll(() => newestMail(candidate), { timeout: PAZIENZA_MS }).toContain('La risposta giusta è la C.')
    await page.getByRole('tab', { name: 'Versioni' }).click()
    await page.getByRole('row', { name: /La risposta giusta è la C\..*Pubblicata ora/ }).waitFor()
    expect(await inspectAll(page, 'versioni')).toEqual([])
  })

  /** Publishes another key of the reported question in another tab. */
  const correctElsewhere = async (key: string, motivo: string) => {
    const other = await page.context().newPage()
    await other.goto(corrected)
    await other.getByRole('button', { name: /^Correggi/ }).click()
    await other.getByRole('dialog').getByLabel('Risposta corretta').selectOption(key)
    await other.getByRole('dialog').getByLabel('Motivo').fill(motivo)
    await other.keyboard.press('Enter')
    await other.getByText('Nuova versione pubblicata').waitFor()
    await other.close()
  }

  it('[OP44] a file that changes every key is stopped until it is confirmed; the bank goes back to a version', async () => {
    await page.getByRole('link', { name: 'Aggiorna da un file' }).click()
    await dropFile(page, 'nuova.csv', csv('B'))
    await page.getByText('Cambia la risposta corretta di moltissime domande.').waitFor()
    expect(await inspectAll(page, 'confronto')).toEqual([])
    await page.getByLabel('Motivo').fill('Chiavi nuove')
    await page.getByRole('button', { name: 'Pubblica la versione nuova' }).click()
    await page.getByText('conferma che va pubblicata').waitFor()
    await page.getByLabel('È davvero la versione nuova').check()
    await correctElsewhere('B', 'La risposta giusta è la B.')
    await page.getByRole('button', { name: 'Pubblica la versione nuova' }).click()
    await page.getByText('Qui sopra ora c’è il confronto con quella').waitFor()
    expect(problems.splice(0)).toEqual([expect.stringContaining('404')])
    expect(await page.getByLabel('Motivo').inputValue()).toBe('Chiavi nuove')
    expect(await inspectAll(page, 'confronto-superato')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Annulla l’importazione' }).click()
    await page.getByText('Importazione annullata: non è stato scritto nulla.').waitFor()
    await page.getByRole('link', { name: 'Banche', exact: true }).click()
    await page.getByRole('link', { name: BANK }).click()
    await page.getByRole('tab', { name: 'Versioni' }).click()
    await page.getByRole('button', { name: 'Pubblica di nuovo' }).last().click()
    await page.getByRole('dialog').getByLabel('Motivo').fill('Si torna indietro')
    await correctElsewhere('C', 'La risposta era la C.')
    await page.keyboard.press('Enter')
    await page.getByText('Nel frattempo è stata pubblicata la versione 5 («La risposta era la C.»)').waitFor()
    expect(problems.splice(0)).toEqual([expect.stringContaining('404')])
    expect(await inspectAll(page, 'versione-superata')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
    await page.getByRole('row', { name: /Si torna indietro.*Pubblicata ora/ }).waitFor()
    await page.goto(gestione('/banche'))
    await page.getByRole('link', { name: BANK }).waitFor()
    expect(await inspectAll(page, 'banche')).toEqual([])
  })

  it('[OP52] columns told by hand are offered for the next file, and left where it has others', async () => {
    await page.getByRole('link', { name: BANK }).click()
    await page.getByRole('link', { name: 'Aggiorna da un file' }).click()
    await dropFile(page, 'per-mano.csv', csv('A'))
    await page.getByLabel('Risposta A').selectOption('B')
    await page.getByLabel('Risposta B').selectOption('A')
    await page.getByRole('button', { name: 'Rileggi' }).click()
    await page.getByRole('listitem').filter({ hasText: 'il secondo 0 chiave' }).first().waitFor()
    await page.getByLabel('Motivo').fill('Risposte al loro posto')
    await page.getByLabel('È davvero la versione nuova di questa banca').check()
    await page.getByRole('button', { name: 'Pubblica la versione nuova' }).click()
    await page.getByRole('link', { name: 'Apri la banca' }).click()
    await page.getByRole('link', { name: 'Aggiorna da un file' }).click()
    expect(await page.getByLabel('Usa le scelte dell’ultima volta').isChecked()).toBe(true)
    await page.getByText('Risposta A: «B»').waitFor()
    expect(await inspectAll(page, 'ricetta')).toEqual([])
    await dropFile(page, 'dopo.csv', csv('A'))
    await page.getByText('Con questo file non cambia nulla.').waitFor()
    await page.getByRole('button', { name: 'Annulla l’importazione' }).click()
    await page.getByText('Importazione annullata: non è stato scritto nulla.').waitFor()
    await page.goBack()
    await dropFile(page, 'altre-colonne.csv', csv('A').replace('domanda;A;B', 'domanda;primo;secondo'))
    await page.getByText(/Il file non ha la colonna «.» dell’ultima volta/).waitFor()
    expect(await inspectAll(page, 'altre-colonne')).toEqual([])
  })

  it('[OP48] an official simulation is composed on it, checked while one types, seen as candidates do, and scheduled', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(gestione('/contenuti?tipo=simulazioni'))
    await page.getByRole('link', { name: 'Componi una simulazione' }).click()
    await page.getByLabel('Cerca per titolo o ente').fill(BANK)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: BANK }).click()
    await page.getByText('Si vede quando nome, domande, tempo e punti sono a posto.').waitFor()
    await page.getByLabel('Nome', { exact: true }).fill('Prova composta')
    await page.getByLabel('Domande di Diritto').fill('13')
    await page.getByText('La banca non ne ha abbastanza: Diritto ne ha 12.').waitFor()
    expect(await inspectAll(page, 'componi')).toEqual([])
    await page.getByLabel('Domande di Diritto').fill('10')
    await page.getByLabel('Ogni errata').fill('-0,25')
    await page.getByLabel('Si passa con').fill('11')
    await page.getByText('Nessuno ci arriva: il massimo è 10.').waitFor()
    await page.getByLabel('Si passa con').fill('6')
    await page.getByText(/^Ogni corretta vale .1, ogni errata −0,25/).waitFor()
    await page.getByRole('button', { name: 'Guarda l’estrazione' }).click()
    await page.getByText(/^10 domande estratte/).waitFor()
    await page.getByLabel('Dal', { exact: true }).fill('2099-03-01')
    // Leaving asks, by a link and by Back; staying leaves all as it is.
    const question = page.getByRole('alertdialog', { name: 'Lasciare quello che hai scritto?' })
    for (const leave of [() => page.getByRole('link', { name: 'Segnalazioni' }).click(), () => page.goBack()]) {
      await leave()
      await question.getByRole('button', { name: 'Resta' }).click()
      await question.waitFor({ state: 'detached' })
      expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('Prova composta')
    }
    await page.getByText('Si può cominciare dal 1 mar 2099.').waitFor()
    expect(await inspectAll(page, 'anteprima')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Programma', exact: true }).click()
    await page.getByText(/«Prova composta» si apre/).waitFor()
    await page.getByRole('row', { name: /Prova composta.*Programmata/ }).waitFor()
    expect(await inspectAll(page, 'simulazioni')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Ritira: Prova composta' }).click()
    await page.getByRole('row', { name: /Prova composta.*Ritirata/ }).waitFor()
  })

  it('[OP57] a study group is written that names it', async () => {
    await page.goto(gestione('/contenuti?tipo=gruppi'))
    await page.getByRole('link', { name: 'Nuovo gruppo' }).click()
    await page.getByLabel('Nome', { exact: true }).fill('Gruppo della sera')
    await page.getByLabel('Descrizione').fill('Dalle otto alle dieci.')
    await page.getByLabel('Come funziona').fill('Si tace.')
    await page.getByLabel('Link').fill('https://gruppo.example/sera')
    await page.getByLabel('Cerca per titolo o ente').fill(BANK)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Aggiungi: ${BANK}` }).click()
    await page.getByRole('article').getByText(BANK).waitFor()
    expect(await inspectAll(page, 'gruppo')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
    await page.getByText('«Gruppo della sera» è in elenco.').waitFor()
    await page.getByRole('link', { name: 'Modifica: Gruppo della sera' }).click()
    await page.getByRole('button', { name: `Togli: ${BANK}` }).click()
    await page.getByText('Nessuna banca scelta.').waitFor()
    await page.getByRole('button', { name: 'Salva le modifiche' }).click()
    await page.getByText('«Gruppo della sera» è in elenco.').waitFor()
    expect(problems).toEqual([])
  })
})
