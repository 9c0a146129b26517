import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { api, login, makeAccount, newEmail, newProfile, openProfile, vere } from './aiuti.ts'
import {
  addBanca,
  avvio,
  esci,
  inizia,
  linkBanca,
  openBanca,
  prossima,
  rispondi,
  risposte,
  scegliPerMateria,
  scegliTutte,
  testoDomanda,
  waitConto,
  waitSincronizzato,
} from './pratica.ts'

const POLIZIA = 'Banca di prova P'
const PATENTE = 'Banca di prova B'
const RIPAM = 'Banca di prova R'

/** Grades of the answers of each situational question, as published. */
function readEfficacia(): Map<string, Map<string, string>> {
  const file = join(process.env.BANCHE_VERE ?? '', 'ripam-3997/domande.ndjson.gz')
  const righe = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  const gradi = new Map<string, Map<string, string>>()
  for (const riga of righe) {
    const d = JSON.parse(riga) as { domanda: string; risposte: string[]; efficacia?: string[] }
    const { efficacia } = d
    if (efficacia) gradi.set(d.domanda.trim(), new Map(d.risposte.map((r, i) => [r.trim(), efficacia[i] as string])))
  }
  return gradi
}

describe.skipIf(!vere())('practice without a network', () => {
  const email = newEmail('offline')
  let token = ''
  let browser: BrowserContext
  let page: Page
  const banner = () => page.getByText(/^Sei offline/)
  const badge = (n: number) => page.getByText(`${n} risposte da inviare`, { exact: true })
  const arrivate = async (banca: string) => {
    const id = inject('banche')[banca]
    const { corpo } = await api(`/ms_reportistica/risposte_concorso?modalita=ESEGUITA&id_concorso=${id}`, { token })
    return (corpo.risposte as unknown[]).length
  }

  beforeAll(async () => {
    token = await makeAccount(email, 'premium')
    browser = await openProfile(newProfile(), { anticipo: true })
    page = await browser.newPage()
    await login(page, email)
    for (const nome of [POLIZIA, PATENTE, RIPAM]) await addBanca(page, nome)
  })
  afterAll(() => browser?.close())

  it('the multiple-choice bank is practised on offline, and the answers wait with a badge [PD7][SY5]', async () => {
    await openBanca(page, POLIZIA)
    await waitConto(page, '6.003 domande')
    await browser.setOffline(true)
    await banner().waitFor()
    await inizia(page)
    for (let n = 1; n <= 3; n++) {
      if (n > 1) await prossima(page, n)
      expect(await risposte(page).count()).toBeGreaterThanOrEqual(3)
      await rispondi(page)
    }
    await esci(page)
    await badge(3).first().waitFor()
    expect(await arrivate('polizia')).toBe(0)
  })

  it('the true/false bank shows its figures offline [IM3][PK8][EN15]', async () => {
    await page.getByRole('link', { name: 'Banche dati' }).first().click()
    await linkBanca(page, PATENTE).click()
    await inizia(page)
    const viste: string[] = []
    for (let n = 1; n <= 3; n++) {
      if (n > 1) await prossima(page, n)
      expect(await risposte(page).count()).toBe(2)
      const figura = page.getByRole('button', { name: /Ingrandisci la figura/ }).getByRole('img')
      await figura.waitFor()
      viste.push(await figura.evaluate((img: HTMLImageElement) => img.decode().then(() => `${img.naturalWidth}`)))
      await rispondi(page, 1)
    }
    expect(viste.every((larga) => Number(larga) > 0)).toBe(true)
    await esci(page)
    await badge(6).first().waitFor()
  })

  it('situational questions give their three grades [EN17][LV8]', async () => {
    const gradi = readEfficacia()
    await page.getByRole('link', { name: 'Banche dati' }).first().click()
    await linkBanca(page, RIPAM).click()
    await scegliTutte(page)
    await scegliPerMateria(page)
    await page.getByRole('checkbox', { name: /^Quiz Situazionali,/ }).check()
    await waitConto(page, '1.024 domande')
    await inizia(page)
    const attesi = {
      alta: ['La tua · Più efficace · +0,75 punti', 'Risposta più efficace', 'Ripetila'],
      neutra: ['La tua · Neutra · +0,375 punti', 'Risposta neutra', 'il livello non cambia'],
      bassa: ['La tua · Meno efficace · 0 punti', 'Risposta meno efficace', 'Non la sai'],
    }
    let n = 1
    for (const [grado, [segno, esito, livello]] of Object.entries(attesi)) {
      if (n > 1) await prossima(page, n)
      const qui = gradi.get(await testoDomanda(page))
      const testo = [...(qui ?? [])].find(([, g]) => g === grado)?.[0]
      expect(testo, `question ${n} of the sitting is one of the file, with this grade`).toBeDefined()
      await risposte(page)
        .filter({ hasText: testo as string })
        .click()
      await page.getByText(segno as string, { exact: true }).waitFor()
      const dock = page.getByRole('region', { name: 'Esito e navigazione' })
      await dock.getByText(esito as string, { exact: true }).waitFor()
      await dock
        .getByText(livello as string)
        .first()
        .waitFor()
      n++
    }
    await esci(page)
    // The middle grade moves no level: it is kept, and there is nothing of it to send.
    await badge(8).first().waitFor()
  })

  it('back online the answers arrive, each once [SY1][SY3]', async () => {
    await browser.setOffline(false)
    await banner().waitFor({ state: 'detached' })
    await waitSincronizzato(page)
    await expect.poll(() => arrivate('polizia')).toBe(3)
    await expect.poll(() => arrivate('patente')).toBe(3)
    await expect.poll(() => arrivate('ripam')).toBe(2)
    await avvio(page).waitFor()
  })
})
