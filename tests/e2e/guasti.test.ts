import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import iconv from 'iconv-lite'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  api,
  attenzione,
  comeBack,
  idoneo,
  leave,
  login,
  makeAccount,
  newEmail,
  newProfile,
  openProfile,
  signIn,
  tokenOf,
  url,
} from './aiuti.ts'
import {
  addBanca,
  avvio,
  cardBanca,
  esci,
  inizia,
  linkBanca,
  openBanca,
  prossima,
  rispondi,
  risposte,
  testoDomanda,
  waitPronta,
  waitSincronizzato,
} from './pratica.ts'

const BANCA = 'Diritto costituzionale'
const ALTRA = 'Informatica e competenze digitali'
const PACCHETTI = '**/pacchetti/**'
const CONCESSIONE = '**/api/ms_concorso/concorso?**'

describe('when something breaks', () => {
  const email = newEmail('guasti')
  let browser: BrowserContext
  let page: Page
  let token = ''

  beforeAll(async () => {
    token = await makeAccount(email, 'premium')
    browser = await openProfile(newProfile(), { conCronologia: true })
    await signIn(browser, email)
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())

  describe('a package', () => {
    afterEach(() => browser.unrouteAll())

    /** Asks for the bank; its summary is left open. */
    async function ask(nome: string): Promise<void> {
      await page.goto(url(`/aggiungi-banca-dati?cerca=${encodeURIComponent(nome)}`))
      await page.getByRole('button', { name: `Aggiungi ${nome}` }).click()
      await page.getByRole('button', { name: 'Aggiungi e scarica' }).click()
    }
    const card = (nome: string) => cardBanca(page, nome)
    const interrotto = /^La connessione si è interrotta.* Riprendiamo da dove eri\.$/

    it('cut on the way is told, can be stopped, and goes on from the byte it had [PK2][PK4]', async () => {
      const chieste: (string | undefined)[] = []
      let modo: 'taglia' | 'trattieni' | 'passa' = 'taglia'
      await browser.route(PACCHETTI, async (route) => {
        chieste.push(route.request().headers().range)
        if (modo === 'taglia') await cut(route)
        else if (modo === 'passa') await route.continue()
      })
      await ask(BANCA)
      const finestra = page.getByRole('dialog', { name: BANCA })
      await finestra.getByText(interrotto).waitFor()
      await finestra.getByText('Download interrotto').waitFor()

      modo = 'trattieni'
      await finestra.getByRole('button', { name: 'Riprendi' }).click()
      await expect.poll(() => chieste.length).toBe(2)
      await finestra.getByRole('button', { name: 'Annulla' }).click()
      await finestra.getByRole('button', { name: 'Aggiungi e scarica' }).waitFor()

      modo = 'passa'
      await finestra.getByRole('button', { name: 'Aggiungi e scarica' }).click()
      await waitPronta(page, BANCA)
      expect(chieste).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d+-$/), chieste[1]])
      await openBanca(page, BANCA)
      await avvio(page).getByText('125 domande', { exact: true }).waitFor()
    })

    it('with one wrong byte is thrown away and registers nothing [PK5][PK6]', async () => {
      await browser.route(PACCHETTI, async (route) => {
        const risposta = await route.fetch()
        const byte = await risposta.body()
        const dove = Math.floor(byte.length / 2)
        byte[dove] = (byte[dove] ?? 0) ^ 1
        await route.fulfill({ response: risposta, body: byte })
      })
      await ask(ALTRA)
      await attenzione(page)
        .getByText(
          'La banca dati scaricata era danneggiata e l’abbiamo scartata. Scaricala di nuovo: i tuoi livelli restano.',
        )
        .waitFor()
      await attenzione(page).getByRole('button', { name: 'Ho capito' }).click()
      await page.goto(url('/banche-dati'))
      await card(ALTRA).getByText('Da scaricare', { exact: true }).waitFor()
      expect(await card(ALTRA).getByRole('link', { name: ALTRA, exact: true }).count()).toBe(0)
    })

    it('whose address has expired is told so, and a new address brings it [PK1]', async () => {
      let concesse = 0
      await browser.route(CONCESSIONE, async (route) => {
        const risposta = await route.fetch()
        const corpo = await risposta.text()
        concesse++
        await route.fulfill({
          response: risposta,
          body: concesse === 1 ? corpo.replace(/scade=\d+/g, 'scade=1') : corpo,
        })
      })
      await card(ALTRA).getByRole('button', { name: 'Scarica' }).click()
      await attenzione(page)
        .getByText('L’indirizzo per scaricare questa banca dati è scaduto. Riprova: ne chiediamo uno nuovo.')
        .waitFor()
      await attenzione(page).getByRole('button', { name: 'Scarica di nuovo' }).click()
      await waitPronta(page, ALTRA)
      expect(concesse).toBe(2)
      await card(ALTRA).getByRole('link', { name: ALTRA, exact: true }).waitFor()
    })
  })

  describe('the store', () => {
    it('owned by another tab serves both, and is taken over when that tab closes [DB7]', async () => {
      await openBanca(page, BANCA)
      const seconda = await browser.newPage()
      await seconda.goto(url('/banche-dati'))
      await linkBanca(seconda, BANCA).waitFor()
      await page.close()
      await linkBanca(seconda, BANCA).click()
      await avvio(seconda).waitFor()
      page = seconda
    })

    it('is there again when the page comes back from the back/forward cache', async () => {
      await openBanca(page, BANCA)
      await inizia(page)
      await leave(page)
      await comeBack(page)
      await rispondi(page)
      await esci(page)
      await page.getByText('Un’esercitazione lasciata a metà').waitFor()
    })
  })

  describe('the session and the addresses', () => {
    it('a session ended elsewhere interrupts no practice, says why, and loses no answer [AU11][AU14][D5][RT23]', async () => {
      await openBanca(page, BANCA)
      const inizio = Date.now()
      await inizia(page)
      // Whichever call is the first to hear of it: the bank's page may still be asking for something.
      const rifiuto = page.waitForResponse((r) => r.url().includes('/api/') && r.status() === 401)
      await api('/ms_utente/logout', { token: await tokenOf(page), metodo: 'POST' })
      for (let n = 1; n <= 2; n++) {
        if (n > 1) await prossima(page, n)
        await rispondi(page)
      }
      await rifiuto
      await prossima(page, 3)
      await rispondi(page)
      await esci(page)
      await page
        .getByText('La sessione è finita. Puoi continuare a esercitarti: accedi di nuovo per sincronizzare.')
        .waitFor()
      await page.getByRole('button', { name: 'Accedi', exact: true }).click()
      await page.waitForURL(/auth\/?\?type=login/)
      await attenzione(page)
        .getByText(/Accedi di nuovo: le tue risposte sono salve su questo dispositivo\.$/)
        .waitFor()
      expect(await page.evaluate(() => localStorage.getItem('idoneo.sessione'))).toBeNull()

      await login(page, email)
      await openBanca(page, BANCA)
      await waitSincronizzato(page)
      const nuove = async () => (await arrivate()).filter((r) => Date.parse(r.data_eseguita) >= inizio)
      await expect.poll(async () => (await nuove()).length).toBe(3)
    })

    it('an account without room on the server is told over every screen, asks no more, and sends later [OP18]', async () => {
      const EVENTI = '**/api/ms_reportistica/eventi'
      let refused = 0
      await openBanca(page, BANCA)
      await waitSincronizzato(page)
      await browser.route(EVENTI, (route) => {
        if (route.request().method() !== 'PUT') return route.fallback()
        refused += 1
        return route.fulfill({
          status: 507,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'about:blank', title: 'x', status: 507, codice: 'GIORNALE_PIENO' }),
        })
      })
      await inizia(page)
      await rispondi(page)
      await expect.poll(() => refused).toBe(1)
      await prossima(page, 2)
      await rispondi(page)
      await esci(page)
      const band = page.getByText(/^Lo spazio del tuo account è pieno: .* scrivi all’assistenza\.$/)
      await band.waitFor()
      await page.getByText('Non tutto è nel tuo account', { exact: true }).first().waitFor()
      await page.getByRole('link', { name: 'Apri il profilo' }).click()
      await page.getByRole('button', { name: 'Scarica la copia' }).waitFor()
      await band.waitFor()
      expect(refused).toBe(1)
      await browser.unroute(EVENTI)
      const sent = page.waitForResponse((r) => r.request().method() === 'PUT' && r.url().endsWith('/eventi'))
      await openBanca(page, BANCA)
      expect((await sent).status()).toBe(200)
      await waitSincronizzato(page)
      expect(await band.count()).toBe(0)
    })

    it.each([
      ['of a kind that is not', '/esercitazione/xyz?seduta=1', 'La prova non è pronta. Riparti dalla banca dati.'],
      [
        'that never began',
        '/esercitazione/esercitazione?seduta=mai',
        'La prova non è pronta. Riparti dalla banca dati.',
      ],
      [
        'on a bank of others',
        '/banca-dati?id_concorso=999999',
        'Questa banca dati non è tra le tue. Aggiungila per esercitarti.',
      ],
    ])('an exercise %s is told in the dialog, with a way out [ER14][ER15][BK6][EB18]', async (_, path, frase) => {
      await page.goto(url(path))
      await attenzione(page).getByText(frase, { exact: true }).waitFor()
      await attenzione(page).getByRole('button', { name: 'Torna alle banche dati' }).click()
      await page.waitForURL(/\/banche-dati$/)
      await cardBanca(page, BANCA).waitFor()
    })
  })

  describe('the API', () => {
    it('refuses answers for a bank that the account never had [D5]', async () => {
      const chiunque = await makeAccount(newEmail('guasti-altro'), 'demo')
      const corpo = [
        {
          id_concorso: await idOf(BANCA),
          id_domanda: 1,
          livello_conoscenza: 1,
          data_eseguita: '2026-01-01T10:00:00.000+01:00',
          preferiti: false,
          modalita: ['ESEGUITA'],
        },
      ]
      const risposta = await api('/ms_reportistica/risposte_concorso', { token: chiunque, metodo: 'PUT', corpo })
      expect([risposta.stato, risposta.corpo.codice]).toEqual([403, 'CONCORSO_NON_TUO'])
    })

    it('refuses a body of two megabytes, and goes on serving [HT3]', async () => {
      const corpo = [{ testo: 'x'.repeat(2 * 1024 * 1024) }]
      const risposta = await api('/ms_reportistica/risposte_concorso', { token, metodo: 'PUT', corpo })
      expect([risposta.stato, risposta.corpo.codice]).toEqual([413, 'CORPO_TROPPO_GRANDE'])
      expect((await api('/ms_utente/livello', { token })).stato).toBe(200)
    })
  })

  describe('the command', () => {
    const cartella = mkdtempSync(join(tmpdir(), 'idoneo-file-'))
    const scrivi = (nome: string, byte: Uint8Array) => {
      writeFileSync(join(cartella, nome), byte)
      return join(cartella, nome)
    }
    const importa = async (file: string, ...altro: string[]) =>
      JSON.parse(await idoneo('importa', file, '--ente', 'Ente G', '--anno', '2024', '--json', ...altro))
    const domanda = (n: number) => [
      n,
      `La libertà è un diritto n. ${n}?`,
      `Sì, più di ${n}`,
      `No ${n}`,
      `Così è ${n}`,
      'A',
    ]
    const testata = ['N', 'Domanda', 'Opzione A', 'Opzione B', 'Opzione C', 'Risposta corretta']
    afterAll(() => rm(cartella, { recursive: true, force: true }))

    it('reads a CSV in Windows-1252, says so, and the accents are those of the file', async () => {
      const righe = [testata, ...[1, 2, 3, 4, 5].map(domanda)].map((r) => r.join(';')).join('\r\n')
      const file = scrivi('domande.csv', iconv.encode(righe, 'windows-1252'))
      const rapporto = await importa(file, '--titolo', 'Banca in Windows-1252')
      expect(rapporto).toMatchObject({
        domande: 5,
        senza_chiave: 0,
        avvisi: [{ tipo: 'codifica_errata', riga: null, testo: 'Il file non è in UTF-8: letto come windows-1252.' }],
      })
      await addBanca(page, 'Banca in Windows-1252')
      await openBanca(page, 'Banca in Windows-1252')
      await inizia(page)
      expect(await testoDomanda(page)).toBe('La libertà è un diritto n. 1?')
      await risposte(page).filter({ hasText: 'Sì, più di 1' }).waitFor()
    })

    it('leaves out the footers merged across a sheet and names their rows', async () => {
      const pie = (n: number) => [`Ministero – pagina ${n} di 2`]
      const foglio = utils.aoa_to_sheet([testata, domanda(1), domanda(2), pie(1), domanda(3), pie(2)])
      foglio['!merges'] = ['A4:F4', 'A6:F6'].map((zona) => utils.decode_range(zona))
      const libro = utils.book_new()
      utils.book_append_sheet(libro, foglio, 'Quesiti')
      const file = scrivi('quesiti.xlsx', new Uint8Array(write(libro, { type: 'array', bookType: 'xlsx' })))
      const { domande, id_concorso, avvisi } = await importa(file, '--titolo', 'Di prova', '--prova')
      expect({ domande, id_concorso }).toEqual({ domande: 3, id_concorso: null })
      expect(avvisi.map((a: { tipo: string; riga: number }) => [a.tipo, a.riga])).toEqual([
        ['cella_unita', 4],
        ['cella_unita', 6],
      ])
    })

    it('refuses a broken file with its code, and publishes nothing [OP10]', async () => {
      const file = scrivi('rotto.xlsx', Uint8Array.from([0x50, 0x4b, 3, 4, ...Array(200).fill(7)]))
      const errore = await importa(file, '--titolo', 'Zibaldone illeggibile').then(
        () => null,
        (e: { code: number; stdout: string }) => e,
      )
      expect(errore?.code).toBe(1)
      expect(JSON.parse(errore?.stdout ?? '{}')).toMatchObject({ codice: 'FILE_RIFIUTATO', file })
      // No journey has a bank of these words, of which another one’s title may hold a relative.
      const { corpo } = await api('/ms_concorso/concorsi?search=Zibaldone%20illeggibile')
      expect(corpo.totale).toBe(0)
    })
  })

  /** The id of a published bank. */
  async function idOf(nome: string): Promise<number> {
    const { corpo } = await api(`/ms_concorso/concorsi?search=${encodeURIComponent(nome)}`)
    return (corpo.elementi as { id_concorso: number }[])[0]?.id_concorso as number
  }

  /** Records of the bank that the server has. */
  async function arrivate(): Promise<{ data_eseguita: string }[]> {
    const { corpo } = await api(`/ms_reportistica/risposte_concorso?id_concorso=${await idOf(BANCA)}`, { token })
    return corpo.risposte as { data_eseguita: string }[]
  }
})

/** Half of what was asked for arrives, then the line is cut. */
async function cut(route: Route): Promise<void> {
  const risposta = await route.fetch()
  const byte = await risposta.body()
  const { 'content-length': _, ...headers } = risposta.headers()
  await route.fulfill({ status: risposta.status(), headers, body: byte.subarray(0, Math.ceil(byte.length / 2)) })
}
