import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { attenzione, idoneo, makeAccount, newEmail, openContext, SCRIVANIA, signIn, TELEFONO, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import {
  addBanca,
  cardBanca,
  inizia,
  linkBanca,
  openBanca,
  rispondi,
  waitPronta,
  waitSincronizzato,
} from './pratica.ts'
import { scatta } from './viaggi.ts'

const MATERIA = 'Materia di prova'
const NODI = [
  {
    id_sotto_percorso: 900_001,
    nome: 'Ramo maggiore',
    sotto_percorsi: [
      { id_sotto_percorso: 900_002, nome: 'Foglia prima' },
      { id_sotto_percorso: 900_003, nome: 'Foglia seconda' },
    ],
  },
  { id_sotto_percorso: 900_004, nome: 'Ramo minore' },
]
const FOGLIE = ['Foglia prima', '900001;900003', 'Ramo minore']

/** Twelve questions over three nodes; the right answers begin with "Giusta". */
async function importMateria(): Promise<number> {
  const albero = join(inject('dataDir'), 'albero.json')
  const scheda = { slug: 'di-prova', argomento: MATERIA, descrizione: 'Per i viaggi.', premium: true }
  writeFileSync(albero, JSON.stringify({ ...scheda, verificata_il: '2026-11-21', sotto_percorsi: NODI }))
  const file = join(inject('dataDir'), 'materia.csv')
  const righe = Array.from(
    { length: 12 },
    (_, i) => `${i + 1};"${FOGLIE[i % 3]}";Che cosa vale al punto ${i + 1}?;Giusta ${i};Sbagliata ${i};Altra ${i};A`,
  )
  writeFileSync(file, ['numero;materia;domanda;a;b;c;corretta', ...righe, ''].join('\n'))
  return (JSON.parse(await idoneo('percorso', 'importa', albero, file, '--json')) as { id_argomento: number })
    .id_argomento
}

/** What a node says of itself: questions and completion. */
const nodo = (page: Page, nome: string) => page.getByRole('listitem').filter({ hasText: nome }).last()
const waitNodo = (page: Page, nome: string, detto: string) =>
  nodo(page, nome).getByText(detto, { exact: true }).waitFor()

describe('subject paths', () => {
  const email = newEmail('materie')
  let id = 0
  let browser: BrowserContext
  let page: Page
  const errori: string[] = []

  beforeAll(async () => {
    id = await importMateria()
    await makeAccount(email, 'premium')
    browser = await openContext()
    await signIn(browser, email)
    page = await browser.newPage()
    page.on('pageerror', (e) => errori.push(String(e)))
    await page.goto(url('/'))
  })
  afterAll(() => browser?.close())

  async function addMateria(p: Page) {
    await p.goto(url('/'))
    await p.getByRole('link', { name: 'Aggiungi materia' }).click()
    await p.getByRole('button', { name: `Aggiungi ${MATERIA}` }).click()
    await p.getByRole('button', { name: 'Aggiungi e scarica' }).click()
    await waitPronta(p, MATERIA)
  }

  it('an account without any is led to the catalogue, from a phone too, and one that it has not says so [RT11][RT12][SC12]', async () => {
    await page.setViewportSize(TELEFONO)
    await page.getByRole('navigation', { name: 'Altro' }).getByRole('link', { name: 'Materie' }).click()
    await page.getByText('Nessuna materia', { exact: true }).waitFor()
    await page.setViewportSize(SCRIVANIA)
    await page.goto(url('/materia'))
    await page.waitForURL(/\/materie$/)
    await page.getByText('Nessuna materia', { exact: true }).waitFor()
    expect(await attenzione(page).count()).toBe(0)
    await page.goto(url('/materia?id_argomento=999999'))
    await attenzione(page).getByText('Questa materia non è tra le tue. Aggiungila per esercitarti.').waitFor()
    await page.goto(url('/'))
    await page.getByRole('link', { name: 'Aggiungi materia' }).click()
    await page.getByText('Basi per i concorsi pubblici', { exact: true }).waitFor()
    await scatta(page, 'aggiungi-materia', true)
  })

  it('is added, practised at a node, and completed there and above [RT10][SC20][PD2][CP1]', async () => {
    await addMateria(page)
    await page.goto(url('/materie'))
    await linkBanca(page, MATERIA).click()
    await waitNodo(page, 'Ramo maggiore', '8 domande')
    await page.getByRole('button', { name: 'Ramo maggiore', exact: true }).click()
    await page.getByRole('button', { name: 'Studia Foglia seconda' }).click()
    await rispondi(page)
    await page.getByText('Foglia seconda').first().waitFor()
    await page.goto(url(`/materia?id_argomento=${id}`))
    await waitSincronizzato(page)
    await waitNodo(page, 'Ramo maggiore', '8 · 12%')
    await page.getByRole('button', { name: 'Ramo maggiore', exact: true }).click()
    await waitNodo(page, 'Foglia seconda', '4 · 25%')
    await waitNodo(page, 'Foglia prima', '4 domande')
    await scatta(page, 'materia', true)
  })

  it('is searched beside the banks, tried and listed on the dashboard, which leads to more of both [SC12][SC13][SC16]', async () => {
    await page.goto(url(`/materia?id_argomento=${id}&scheda=simulazioni`))
    await page.getByRole('link', { name: 'Prova personalizzata' }).click()
    await page.getByText('Foglia prima').first().waitFor()
    await page.goto(url(`/ricerca?parole=punto&materie=-900004`))
    await page.getByText('4 domande', { exact: true }).first().waitFor()
    await page.goto(url('/'))
    await page.getByRole('heading', { name: MATERIA }).waitFor()
    await page.getByRole('link', { name: 'Aggiungi materia' }).waitFor()
    await page.getByRole('link', { name: 'Aggiungi banca dati' }).click()
    await page.getByRole('heading', { level: 1, name: 'Aggiungi banca dati' }).waitFor()
  })

  it('comes to another browser with what was answered, and back after a deletion [CA35][CA38][BK2]', async () => {
    const altro = await openContext()
    try {
      await signIn(altro, email)
      const p = await altro.newPage()
      await p.goto(url('/materie'))
      await cardBanca(p, MATERIA).getByRole('button', { name: 'Scarica', exact: true }).click()
      await waitPronta(p, MATERIA)
      await linkBanca(p, MATERIA).click()
      await waitNodo(p, 'Ramo maggiore', '8 · 12%')
    } finally {
      await altro.close()
    }
    await page.goto(url('/materie'))
    await page.getByRole('button', { name: `Altre azioni per ${MATERIA}` }).click()
    await page.getByRole('menuitem', { name: 'Elimina…' }).click()
    await page.getByRole('radio', { name: /Anche dal mio elenco/ }).check()
    await page.getByRole('button', { name: 'Elimina', exact: true }).click()
    await page.getByText('Nessuna materia', { exact: true }).waitFor()
    await expect.poll(async () => (await page.request.get(url('/'))).ok() && (await listed())).toBe(0)
    await addMateria(page)
    await page.goto(url(`/materia?id_argomento=${id}`))
    await waitNodo(page, 'Ramo maggiore', '8 · 12%')
    expect(errori).toEqual([])
  })

  /** Paths in the account's list, as the server tells. */
  const listed = () =>
    page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('idoneo.sessione') ?? '{}')
      const answer = await fetch('/api/ms_concorso/percorsi_utente', { headers: { authorization: `Bearer ${token}` } })
      return ((await answer.json()) as { totale: number }).totale
    })

  it('names the topics of a bank’s questions after the answer, and filters by them [EN13]', async () => {
    const BANCA = 'Diritto costituzionale'
    await addBanca(page, BANCA)
    await page.goto(url('/ricerca'))
    const topics = page.getByRole('group', { name: 'Argomento' })
    await topics.getByRole('checkbox').first().check()
    await page.waitForURL(/argomenti=\d+/)
    const count = page.getByText(/^\d+ domande$/).first()
    const found = async () => Number.parseInt(await count.innerText(), 10)
    // The search leaves its earlier hits on the screen until it has ended.
    await expect.poll(found).toBeLessThan(125)
    expect(await found()).toBeGreaterThan(0)
    await page
      .getByRole('button', { name: /^Mostra le risposte della domanda/ })
      .first()
      .click()
    await page.getByText('Argomento:').waitFor()
    await scatta(page, 'ricerca-argomento')
    expect(await inspect(page)).toEqual([])
    await openBanca(page, BANCA)
    await inizia(page)
    expect(await page.getByText('Argomento:').count()).toBe(0)
    await rispondi(page)
    await page.getByText(/^Argomento: .+ › /).waitFor()
    await scatta(page, 'domanda-argomento')
  })

  it('a demo account sees the lock before it touches, and what opens it [AC6][SC20]', async () => {
    const demo = newEmail('materie-demo')
    await makeAccount(demo, 'demo')
    const altro = await openContext()
    try {
      await signIn(altro, demo)
      const p = await altro.newPage()
      await p.goto(url('/aggiungi-materia'))
      await p.getByRole('button', { name: 'Aggiungi Basi per i concorsi pubblici' }).waitFor()
      await p.getByRole('button', { name: `${MATERIA}: compresa in Premium` }).click()
      await scatta(p, 'materia-premium')
      await p.getByRole('link', { name: 'Scopri Premium' }).waitFor()
    } finally {
      await altro.close()
    }
  })
})
