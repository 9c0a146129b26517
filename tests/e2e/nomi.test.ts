import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { finestre, idoneo, makeAccount, newEmail, openContext, ROOT, signIn } from './aiuti.ts'
import { addBanca, apriScheda, avvio, openBanca, risposte } from './pratica.ts'
import { inspectDialog, MATERIE, scatta } from './viaggi.ts'

const BANCA = 'Banca dei nomi'

/** A bank of three questions, each with a figure. */
async function importConFigure(): Promise<void> {
  const dir = mkdtempSync(join(inject('dataDir'), 'figure-'))
  cpSync(join(ROOT, 'public/icona-192.png'), join(dir, 'figura.png'))
  const file = join(dir, 'banca.csv')
  const righe = [1, 2, 3].map(
    (n) => `${n};${MATERIE[0]};Che cosa mostra la figura ${n}?;Giusta;Sbagliata;Altra;A;figura.png`,
  )
  writeFileSync(
    file,
    ['numero;materia;domanda;risposta_a;risposta_b;risposta_c;corretta;immagine', ...righe, ''].join('\n'),
  )
  await idoneo('importa', file, '--titolo', BANCA, '--ente', 'Ente di prova', '--anno', '2026', '--immagini', dir)
}

/** Of a line of the snapshot: role, name, states. */
const RIGA =
  /^\s*- '?((?:heading|button|link|radiogroup|radio|checkbox|switch|textbox|slider|progressbar|grid|dialog|alertdialog|group)\b(?: "(?:[^"\\]|\\.)*")?(?: \[\w+(?:=\w+)?\])*)/

/** Roles, names and states in the order in which a screen reader meets them; what the draw and the shuffle decide is left out. */
const nomi = async (dove: Locator): Promise<string[]> =>
  (await dove.ariaSnapshot())
    .split('\n')
    .flatMap((riga) => RIGA.exec(riga)?.[1] ?? [])
    .map((riga) =>
      riga
        .replace(' [cursor=pointer]', '')
        .replace(/(figura|della domanda) \d/g, '$1 N')
        .replace(/(?<=radio "[A-C] )(Giusta|Sbagliata|Altra)/, '…'),
    )

beforeAll(importConFigure)

// Names, roles and states in the order of reading; what axe finds in each dialog, in both themes.
describe.each(finestre('390'))('what a screen reader is told at %s px', (misura, viewport) => {
  // The sheet stands beside the question where the window is wide, in a dialog where it is not.
  const largo = misura === '1440'
  const stretto = (...righe: string[]) => (largo ? [] : righe)
  let browser: BrowserContext
  let page: Page
  const accanto = () => page.getByRole('complementary', { name: 'Foglio risposte' })
  const bottone = (nome: string | RegExp) =>
    page
      .getByRole('button', { name: nome, exact: typeof nome === 'string' })
      .locator('visible=true')
      .click()
  /** The dialog that is on, looked at and closed. */
  const guarda = async (nome: string) => {
    const finestra = page.locator('dialog[open]')
    await finestra.waitFor()
    await scatta(page, `finestra-${nome}-${misura}`)
    expect(await inspectDialog(page), nome).toEqual([])
    const testo = await nomi(finestra)
    await page.keyboard.press('Escape')
    await finestra.waitFor({ state: 'detached' })
    return testo
  }

  beforeAll(async () => {
    const email = newEmail(`nomi${misura}`)
    await makeAccount(email, 'premium')
    browser = await openContext({ viewport })
    await signIn(browser, email)
    page = await browser.newPage()
    // The zip of the images never comes to the phone: its figures come from the server, one by one.
    const grant = '**/ms_concorso/concorso?**'
    if (!largo)
      await page.route(grant, async (route) => {
        const response = await route.fetch()
        const body = { ...(await response.json()), url_immagini: null, hash_immagini: null }
        await route.fulfill({ response, json: body })
      })
    await addBanca(page, BANCA)
    await page.unroute(grant)
    await openBanca(page, BANCA)
  })
  afterAll(() => browser?.close().catch(() => null))

  it('of an exercise', async () => {
    await avvio(page).getByRole('button', { name: 'Inizia' }).click()
    await risposte(page).first().waitFor()
    expect(await nomi(page.getByRole('banner'))).toEqual([
      'button "Esci dall’esercitazione"',
      'progressbar "Avanzamento"',
      'button "Pausa"',
      'button "Altre azioni"',
    ])
    await page.getByRole('button', { name: /Ingrandisci la figura$/ }).waitFor()
    expect(await nomi(page.getByRole('main'))).toEqual([
      'button "Segna da rivedere"',
      'button "Aggiungi alle preferite"',
      'heading "Che cosa mostra la figura N?" [level=1]',
      'button "Figura della domanda N . Ingrandisci la figura"',
      'radiogroup "Risposte"',
      'radio "A …"',
      'radio "B …"',
      'radio "C …"',
    ])
    await bottone(/Ingrandisci la figura$/)
    expect(await guarda('figura')).toEqual([
      'dialog "Figura della domanda N"',
      'button "Riduci" [disabled]',
      'button "Ingrandisci"',
      'button "Chiudi"',
    ])
    await page.getByRole('radio', { name: /Sbagliata$/ }).click()
    await page.getByText('Risposta errata', { exact: true }).waitFor()
    // The level shows once the answer is durable.
    await page.getByRole('radio', { name: 'Non la sai', checked: true }).waitFor()
    expect(await nomi(page.getByRole('region', { name: 'Esito e navigazione' }))).toEqual([
      'group "Quanto la sai?"',
      'radio "Non la sai" [checked]',
      'radio "Ripetila"',
      'radio "Quasi"',
      'radio "La sai"',
      'button "Domanda precedente" [disabled]',
      ...stretto('button "Foglio risposte"'),
      'button "Prossima"',
    ])
    await page.keyboard.press('n')
    expect(await guarda('nota')).toEqual([
      'dialog "La tua nota"',
      'heading "La tua nota" [level=2]',
      'button "Chiudi"',
      'textbox "Nota su questa domanda"',
    ])
    await page.keyboard.press('?')
    expect(await guarda('aiuto')).toEqual([
      'dialog "Tastiera"',
      'heading "Tastiera" [level=2]',
      'button "Chiudi"',
      'switch "Scorciatoie attive" [checked]',
    ])
    await bottone('Segnala')
    expect(await guarda('segnala')).toEqual([
      'dialog "Segnala questa domanda"',
      'heading "Segnala questa domanda" [level=2]',
      'button "Chiudi"',
      'group "Motivo"',
      'radio "La risposta indicata come corretta è sbagliata"',
      'radio "Il testo ha un errore"',
      'radio "Due risposte sono uguali o corrette"',
      'radio "La figura manca o è sbagliata"',
      'radio "La norma è cambiata"',
      'radio "Altro"',
      'textbox "Che cosa hai notato (facoltativo)"',
      'button "Annulla"',
      'button "Invia la segnalazione"',
    ])
    const inFoglio = ['button "Domanda 1, errata"', 'button "Domanda 2, da fare"', 'button "Domanda 3, da fare"']
    if (largo)
      expect(await nomi(accanto())).toEqual([
        'heading "Foglio risposte" [level=2]',
        ...inFoglio,
        'heading "Tastiera" [level=3]',
      ])
    else {
      await bottone('Foglio risposte')
      expect(await guarda('foglio-esercizio')).toEqual([
        'dialog "Foglio risposte"',
        'heading "Foglio risposte" [level=2]',
        'button "Chiudi"',
        'group "Mostra"',
        'radio "Tutte" [checked]',
        'radio "Da fare 2"',
        'radio "Errate 1"',
        ...inFoglio,
      ])
    }
    await bottone('Pausa')
    expect(await guarda('pausa')).toEqual([
      'dialog "Riprendi quando vuoi"',
      'heading "Riprendi quando vuoi" [level=2]',
      'button "Riprendi"',
      'button "Concludi e vedi il riepilogo"',
      'button "Esci e continua un’altra volta"',
    ])
    await bottone('Esci dall’esercitazione')
    expect(await guarda('uscita')).toEqual([
      'alertdialog "Vuoi uscire?"',
      'heading "Vuoi uscire?" [level=2]',
      'button "Continua un’altra volta"',
      'button "Concludi e vedi il riepilogo"',
      'button "Resta qui"',
    ])
    await bottone('Altre azioni')
    await page.getByRole('menuitem', { name: 'Concludi' }).click()
    expect(await guarda('conclusione')).toEqual([
      'alertdialog "Concludi l’esercitazione?"',
      'heading "Concludi l’esercitazione?" [level=2]',
      'button "Resta qui"',
      'button "Concludi"',
    ])
    await bottone('Esci dall’esercitazione')
    await bottone('Continua un’altra volta')
    await avvio(page).waitFor()
    await bottone(/^Chiudi: /)
  })

  it('of a trial', async () => {
    await apriScheda(page, 'Prove')
    await page.getByRole('link', { name: 'Prova personalizzata' }).click()
    await bottone('Tutte')
    await page.getByLabel('Minuti').fill('10')
    await page.getByLabel('Una risposta data non si cambia').check()
    await bottone('Inizia la prova')
    expect(await guarda('regole')).toEqual([
      'dialog "Prima di cominciare"',
      'heading "Prima di cominciare" [level=2]',
      'button "Chiudi"',
      'button "Ho capito"',
    ])
    await risposte(page).first().waitFor()
    expect(await nomi(page.getByRole('banner'))).toEqual([
      'button "Esci dalla prova"',
      'progressbar "Risposte date"',
      'button "Tempo rimasto: 10 minuti. Nascondi il tempo"',
      'button "Pausa"',
    ])
    await page.getByRole('button', { name: /Ingrandisci la figura$/ }).waitFor()
    expect(await nomi(page.getByRole('main'))).toEqual([
      'button "Da rivedere"',
      'button "Altre azioni"',
      'heading "Che cosa mostra la figura N?" [level=1]',
      'button "Figura della domanda N . Ingrandisci la figura"',
      'radiogroup "Risposte"',
      'radio "A …"',
      'radio "B …"',
      'radio "C …"',
    ])
    expect(await nomi(page.getByRole('navigation'))).toEqual([
      'button "Domanda precedente" [disabled]',
      ...stretto('button "Foglio risposte, 0 di 3"'),
      'button "Prossima"',
    ])
    await page.keyboard.press('?')
    await guarda('aiuto-prova')
    const inFoglio = [
      'grid "Posti della prova: frecce per spostarsi, Invio per aprire"',
      'button "Domanda 1, da fare"',
      'button "Domanda 2, da fare"',
      'button "Domanda 3, da fare"',
      'button "Consegna la prova"',
    ]
    if (largo) expect(await nomi(accanto())).toEqual(['heading "Foglio risposte" [level=2]', ...inFoglio])
    else {
      await bottone(/^Foglio risposte, /)
      expect(await guarda('foglio-prova')).toEqual([
        'dialog "Foglio risposte"',
        'heading "Foglio risposte" [level=2]',
        'button "Chiudi"',
        'group "Mostra"',
        'radio "Tutte" [checked]',
        'radio "Da fare 3"',
        'radio "Da rivedere 0"',
        ...inFoglio,
      ])
    }
    await bottone('Pausa')
    expect(await guarda('pausa-prova')).toEqual([
      'dialog "Riprendi quando vuoi"',
      'heading "Riprendi quando vuoi" [level=2]',
      'button "Riprendi"',
      'button "Consegna ora"',
      'button "Esci senza consegnare"',
    ])
    await bottone('Esci dalla prova')
    expect(await guarda('uscita-prova')).toEqual([
      'alertdialog "Vuoi uscire?"',
      'heading "Vuoi uscire?" [level=2]',
      'button "Torna alla prova"',
      'button "Continua un’altra volta"',
      'button "Abbandona la prova"',
    ])
    await bottone('Esci dalla prova')
    await bottone('Abbandona la prova')
    expect(await guarda('abbandono')).toEqual([
      'alertdialog "Abbandoni la prova?"',
      'heading "Abbandoni la prova?" [level=2]',
      'button "Torna alla prova"',
      'button "Abbandona"',
    ])
    if (!largo) await bottone(/^Foglio risposte, /)
    await bottone('Consegna la prova')
    expect(await guarda('consegna')).toEqual([
      'alertdialog "Consegni la prova?"',
      'heading "Consegni la prova?" [level=2]',
      'button "Torna alla prova"',
      'button "Consegna"',
    ])
    await bottone('Esci dalla prova')
    await bottone('Abbandona la prova')
    await bottone('Abbandona')
    await page.getByRole('tab', { name: 'Prove', selected: true }).waitFor()
  })

  it('of a reading', async () => {
    await apriScheda(page, 'Domande')
    await page.getByRole('region', { name: 'Altri modi di studiare' }).getByRole('button', { name: 'Leggi' }).click()
    await page.getByRole('region', { name: 'Risposta corretta' }).waitFor()
    expect(await nomi(page.getByRole('banner'))).toEqual([
      'button "Esci"',
      'slider "Vai alla domanda"',
      'button "Pausa"',
    ])
    expect(await nomi(page.getByRole('main'))).toEqual([
      'button "Aggiungi alle preferite"',
      'heading "Che cosa mostra la figura N?" [level=1]',
      'button "Figura della domanda N . Ingrandisci la figura"',
      'heading "Risposta corretta" [level=2]',
    ])
    await bottone('Elenco delle domande')
    await page.getByRole('button', { name: /^Domanda 3/ }).waitFor()
    expect(await guarda('elenco')).toEqual([
      'dialog "Elenco delle domande"',
      'heading "Elenco delle domande" [level=2]',
      'button "Chiudi"',
      'button "Domanda 1 Che cosa mostra la figura N? Giusta"',
      'button "Domanda 2 Che cosa mostra la figura N? Giusta"',
      'button "Domanda 3 Che cosa mostra la figura N? Giusta"',
    ])
    await bottone('Pausa')
    expect(await guarda('pausa-lettura')).toEqual([
      'dialog "Riprendi quando vuoi"',
      'heading "Riprendi quando vuoi" [level=2]',
      'button "Riprendi"',
      'button "Concludi"',
      'button "Continua un’altra volta"',
    ])
    await bottone('Esci')
    expect(await guarda('uscita-lettura')).toEqual([
      'alertdialog "Vuoi uscire?"',
      'heading "Vuoi uscire?" [level=2]',
      'button "Continua un’altra volta"',
      'button "Concludi"',
      'button "Resta qui"',
    ])
  })
})
