import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { finestre, idoneo, login, makeAccount, newEmail, newProfile, openProfile, url } from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, inizia, openBanca, risposte } from './pratica.ts'
import { scatta } from './viaggi.ts'

const BANCA = 'Banca delle annullate'

beforeAll(async () => {
  const file = join(inject('dataDir'), 'annullate.csv')
  const righe = ['Quesito annullato?;Vecchia;Altra;Terza;A;annullata', 'Quesito valido?;Giusta;Altra;Terza;A;']
  writeFileSync(file, ['domanda;risposta_a;risposta_b;risposta_c;corretta;stato', ...righe, ''].join('\n'))
  await idoneo('importa', file, '--titolo', BANCA, '--ente', 'Ente di prova', '--anno', '2026')
})

describe.each(finestre('1440'))('an annulled question in an exercise at %s px', (nome, viewport) => {
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    const email = newEmail(`annullate${nome}`)
    await makeAccount(email, 'premium')
    browser = await openProfile(newProfile(), { viewport })
    browser.setDefaultTimeout(25_000)
    page = await browser.newPage()
    await login(page, email)
    await addBanca(page, BANCA)
  })
  afterAll(() => browser?.close().catch(() => null))

  it('tells that it judges nobody, shows what had been published, and leaves the level [EN18][LV8]', async () => {
    await openBanca(page, BANCA)
    await inizia(page)
    await page.getByText('Domanda annullata dall’ente').waitFor()
    await risposte(page).filter({ hasText: 'Altra' }).click()
    const esito = page.getByRole('region', { name: 'Esito e navigazione' })
    await esito.getByText('Domanda annullata', { exact: true }).waitFor()
    await esito.getByText('L’ente l’ha annullata: non è né corretta né errata e il livello non cambia.').waitFor()
    await page.getByRole('radio', { name: /Vecchia.*Risposta pubblicata$/ }).waitFor()
    await scatta(page, `annullata-${nome}`)
    expect(await inspect(page)).toEqual([])
    await page.setViewportSize(viewport)
  })

  it('the summary tells it apart from right and wrong ones', async () => {
    await page.getByRole('button', { name: 'Prossima' }).click()
    await page.getByRole('heading', { level: 1, name: 'Quesito valido?' }).waitFor()
    await risposte(page).filter({ hasText: 'Giusta' }).click()
    await page.getByText('Risposta corretta', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Concludi' }).locator('visible=true').click()
    const risultato = page.getByRole('region', { name: 'Risultato' })
    await risultato.getByText('/1', { exact: true }).waitFor()
    await risultato.getByText('100% di risposte corrette').waitFor()
    await risultato.getByText('annullata', { exact: true }).waitFor()
    await scatta(page, `annullata-riepilogo-${nome}`, true)
  })

  it('reading says it too, and calls no answer right', async () => {
    await openBanca(page, BANCA, 'Domande')
    await page.getByRole('button', { name: 'Leggi', exact: true }).click()
    await page.getByRole('region', { name: 'Risposta pubblicata' }).getByText('Vecchia').waitFor()
    await page.getByText('Domanda annullata dall’ente').waitFor()
    expect(await page.getByText('Risposta corretta').count()).toBe(0)
    await scatta(page, `annullata-lettura-${nome}`)
    expect(await inspect(page)).toEqual([])
  })

  it('the search marks no answer of it as right', async () => {
    await page.goto(url('/ricerca?parole=quesito+annullato'))
    const voce = page.getByRole('listitem').filter({ hasText: 'annullato?' })
    await voce.getByRole('button', { name: /^Mostra/ }).click()
    await voce.getByText('Domanda annullata: la risposta pubblicata era la A.').waitFor()
    expect(await voce.getByText('Risposta corretta').count()).toBe(0)
    await scatta(page, `annullata-ricerca-${nome}`)
  })
})
