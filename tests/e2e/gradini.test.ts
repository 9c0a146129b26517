import { createServer, request } from 'node:http'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  api,
  attenzione,
  killProfile,
  makeAccount,
  NIGHT,
  newEmail,
  newProfile,
  openProfile,
  PASSWORD,
  vere,
} from './aiuti.ts'
import {
  apriImpostazioni,
  avvio,
  cardBanca,
  foglio,
  inizia,
  linkBanca,
  prossima,
  rispondi,
  scegliTutte,
  testoDomanda,
  waitPosto,
  waitPronta,
  waitSincronizzato,
} from './pratica.ts'

/** At night also over the large one. */
const [BANCA, PAROLA] = NIGHT && vere() ? ['Banca di prova R', 'trasparenza'] : ['Diritto costituzionale', 'legge']
/** A name that is no localhost: the browser takes plain http there for what it is, insecure. */
const NOME = 'idoneo.test'

type Piolo = {
  nome: string
  argomenti?: readonly string[]
  /** Host name in the place of localhost. */
  host?: string
  /** Taken away from the store's worker before it starts. */
  toglie?: string
  /** What the dialog says; none where the browser has everything. */
  detto?: RegExp
  effimero?: boolean
}

const SENZA_TLS = { host: NOME, argomenti: [`--host-resolver-rules=MAP ${NOME} 127.0.0.1`] }

const PIOLI: Piolo[] = [
  { nome: 'OPFS' },
  { nome: 'IndexedDB only, on plain http', ...SENZA_TLS, detto: /più lento a salvare.*Salviamo lo stesso/ },
  // Without its compiler the engine has no WebAssembly either, as where it is switched off for safety.
  { nome: 'no WebAssembly', argomenti: ['--js-flags=--jitless'], detto: /non usa WebAssembly/ },
  {
    nome: 'no IndexedDB',
    ...SENZA_TLS,
    toglie: "Object.defineProperty(globalThis, 'indexedDB', { value: undefined })",
    detto: /non permette di salvare i quiz.*non si salva nulla/,
    effimero: true,
  },
]

/** The product with something taken away from the store's worker before it starts; its port. */
async function serveWithout(toglie: string): Promise<{ porta: number; chiudi: () => void }> {
  const server = createServer(async (chiesta, data) => {
    const corpo: Buffer[] = []
    for await (const parte of chiesta) corpo.push(parte as Buffer)
    const headers = { ...chiesta.headers, 'accept-encoding': 'identity' }
    const via = request(`${inject('indirizzo')}${chiesta.url}`, { method: chiesta.method, headers }, (risposta) => {
      const prima = /store\.worker-[^/]*\.js$/.test(chiesta.url ?? '') ? `${toglie};\n` : ''
      const { 'content-length': _, ...altre } = risposta.headers
      data.writeHead(risposta.statusCode ?? 500, prima ? altre : risposta.headers)
      data.write(prima)
      risposta.pipe(data)
    })
    via.on('error', () => data.destroy())
    via.end(Buffer.concat(corpo))
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
  return { porta: (server.address() as { port: number }).port, chiudi: () => void server.close() }
}

/** How many questions the filter leaves, by rung: the same on each. */
const conti = new Map<string, string>()

describe.each(PIOLI)(
  'the road of an answer: $nome [D32][PD4][CD6][DB13]',
  ({ nome, argomenti, host, toglie, detto, effimero }) => {
    const email = newEmail('gradini')
    const profilo = newProfile()
    const url = (path = '/') => {
      const a = new URL(`${inject('indirizzo')}/simulatore${path}`)
      if (host) a.hostname = host
      if (senza) a.port = `${senza.porta}`
      return a.href
    }
    let senza: Awaited<ReturnType<typeof serveWithout>> | null = null
    let token = ''
    let browser: BrowserContext
    let page: Page
    const viste: string[] = []
    const data = () =>
      foglio(page)
        .getByRole('button', { name: /^Domanda \d+, (corretta|errata|nulla)/ })
        .count()

    async function open(): Promise<void> {
      browser = await openProfile(profilo, { intero: true, ...(argomenti && { argomenti }) })
      page = await browser.newPage()
    }

    beforeAll(async () => {
      token = await makeAccount(email, 'premium')
      if (toglie) senza = await serveWithout(toglie)
      await open()
    })
    afterAll(async () => {
      await browser?.close().catch(() => null)
      senza?.chiudi()
    })

    it('signs in, and is told what this browser lacks', async () => {
      await page.goto(url('/auth/?type=login'))
      await page.getByLabel('E-mail', { exact: true }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Accedi', exact: true }).click()
      await page.waitForURL(/\/simulatore\/?$/)
      expect(await page.evaluate(() => isSecureContext)).toBe(host === undefined)
      if (detto) {
        await attenzione(page).getByText(detto).waitFor()
        await attenzione(page).getByRole('button', { name: 'Ho capito' }).click()
      }
      await page.getByText('Aggiungi la tua prima banca dati').waitFor()
      expect(await attenzione(page).count()).toBe(0)
      expect(await page.getByText(/Questo browser non salva nulla/).count()).toBe(effimero ? 1 : 0)
      if (effimero) return
      // Close it once: a browser killed so soon would lose the session (`killProfile`).
      await browser.close()
      await open()
    })

    it('adds a bank, downloads it and filters it', async () => {
      await page.goto(url(`/aggiungi-banca-dati?cerca=${encodeURIComponent(BANCA)}`))
      if (effimero) {
        // Nothing is kept: another page of the same browser is told again.
        await attenzione(page)
          .getByText(detto as RegExp)
          .waitFor()
        await attenzione(page).getByRole('button', { name: 'Ho capito' }).click()
      }
      await page.getByRole('button', { name: `Aggiungi ${BANCA}` }).click()
      await page.getByRole('button', { name: 'Aggiungi e scarica' }).click()
      await waitPronta(page, BANCA)
      await page.getByRole('link', { name: 'Apri' }).click()
      await scegliTutte(page)
      const conto = avvio(page).getByText(/^[\d.]+ domande$/)
      const tutte = await conto.innerText()
      await apriImpostazioni(page)
      await page.getByLabel('Parole chiave').fill(PAROLA)
      await expect.poll(() => conto.innerText()).not.toBe(tutte)
      await page.getByRole('radio', { name: 'Ufficiale' }).check()
      conti.set(nome, await conto.innerText())
      expect([...new Set(conti.values())]).toHaveLength(1)
    })

    it(effimero ? 'answers' : 'answers; what was answered outlives the browser killed', async () => {
      await inizia(page)
      for (let n = 1; n <= 5; n++) {
        if (n > 1) await prossima(page, n)
        viste.push(await testoDomanda(page))
        await rispondi(page, n % 2)
      }
      if (effimero) return
      await killProfile(profilo, browser)
      await open()
      await page.goto(url())
      await page.getByRole('link', { name: 'Continua l’esercitazione' }).click()
      await waitPosto(page, 5)
      expect(await testoDomanda(page)).toBe(viste[4])
      await expect.poll(data).toBe(5)
      expect(await attenzione(page).count()).toBe(0)
    })

    it('goes on to the end, and every answer reaches the server', async () => {
      for (let n = 6; n <= 8; n++) {
        await prossima(page, n)
        const testo = await testoDomanda(page)
        expect(viste).not.toContain(testo)
        viste.push(testo)
        await rispondi(page, n % 2)
      }
      await page.getByRole('button', { name: 'Altre azioni' }).click()
      await page.getByRole('menuitem', { name: 'Concludi' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Concludi' }).click()
      await page.getByRole('heading', { level: 1, name: 'Riepilogo' }).waitFor()
      await page.getByRole('region', { name: 'Risultato' }).getByText('/8', { exact: true }).waitFor()
      await waitSincronizzato(page)
      const { corpo } = await api('/ms_concorso/concorsi_utente', { token })
      const id = (corpo.elementi as { id_concorso: number; concorso: string }[])[0]?.id_concorso
      const arrivate = await api(`/ms_reportistica/risposte_concorso?modalita=ESEGUITA&id_concorso=${id}`, { token })
      expect(arrivate.corpo.risposte).toHaveLength(8)
    })

    it(effimero ? 'a new page has nothing, and says so' : 'a new page has it all', async () => {
      await page.goto(url('/banche-dati'))
      if (effimero) {
        await attenzione(page)
          .getByText(detto as RegExp)
          .waitFor()
        await attenzione(page).getByRole('button', { name: 'Ho capito' }).click()
        await cardBanca(page, BANCA).getByRole('button', { name: 'Scarica' }).waitFor()
        await page.getByText(/Questo browser non salva nulla/).waitFor()
      } else await linkBanca(page, BANCA).waitFor()
    })
  },
)
