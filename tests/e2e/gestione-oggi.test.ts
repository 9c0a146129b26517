import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { chmod, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { KEY, signEvent, startStripe, WEBHOOK_SECRET } from '../server/payments/stripe-stand-in.ts'
import { freePort } from '../server/port.ts'
import { startSmtp } from '../server/smtp-stand-in.ts'
import { openContext, PASSWORD, ROOT } from './aiuti.ts'
import { inspectAll, leaveWindow, plugAuthenticator, typeEnrolment, typeLogin } from './gestione.ts'
import { COMMAND } from './programs.ts'
import { untilReady } from './setup.ts'
import { inspectDialog } from './viaggi.ts'

const KEEPER = 'gestore@example.org'
const BUYER = 'acquirente@example.org'

/** An installation of its own: its mail server and its provider do what the journey needs. */
async function startInstallation() {
  const [dataDir, port] = [mkdtempSync(join(tmpdir(), 'idoneo-gestione-')), await freePort()]
  await chmod(dataDir, 0o755)
  const address = `http://localhost:${port}`
  const smtp = await startSmtp()
  const stripe = await startStripe(`${address}/api/ms_utente/webhook_pagamento`)
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: address,
    DATA_DIR: dataDir,
    BACKUP_CARTELLA: join(dataDir, 'copie'),
    BACKUP_ORA: '23',
    LIMITI: 'aperti',
    SMTP_URL: smtp.url,
    STRIPE_CHIAVE: KEY,
    STRIPE_WEBHOOK_SEGRETO: WEBHOOK_SECRET,
    STRIPE_URL: stripe.url,
  }
  const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: ROOT, env, stdio: 'ignore' })
  await untilReady(address, server)
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text.startsWith('{') ? JSON.parse(text) : null
  }
  /** Registers an account and opens the link of its mail; answers its token. */
  const register = async (email: string): Promise<string> => {
    const { token_api } = await call('POST', '/ms_utente/registrazione', {
      email_comunicazioni: email,
      flag_privacy: 1,
      autenticazioneVO: { username: email, password: PASSWORD, dispositivo: 'web', id_dispositivo: 'dispositivo-1' },
    })
    const link = () => {
      const text =
        smtp.mails
          .findLast(({ to }) => to === email)
          ?.text.replaceAll('=\n', '')
          .replaceAll('=3D', '=') ?? ''
      return /\/ms_utente\/verifica_email\?token=([\w-]+)/.exec(text)?.[1]
    }
    await vi.waitFor(() => expect(link()).toBeTruthy(), { timeout: 30_000 })
    await call('POST', '/ms_utente/verifica_email', { token: link(), mio: true })
    return token_api
  }
  const idoneo = (...args: string[]) => promisify(execFile)(process.execPath, [...COMMAND, ...args], { cwd: ROOT, env })
  return {
    address,
    smtp,
    stripe,
    call,
    register,
    idoneo,
    async stop() {
      const over = once(server, 'exit')
      server.kill('SIGTERM')
      await Promise.all([over, smtp.close(), stripe.close()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

describe('the day of whoever runs an installation', () => {
  let here: Awaited<ReturnType<typeof startInstallation>>
  let device: BrowserContext
  let page: Page
  let printed: string
  let begin: () => Promise<{ url: string; id_sessione: string }>
  const problems: string[] = []

  beforeAll(async () => {
    here = await startInstallation()
    await here.register(KEEPER)
    printed = (await here.idoneo('ruolo', KEEPER, 'gestore')).stdout
    const token = await here.register(BUYER)
    begin = () => {
      const order = { durata: 'premium-3', accetta_condizioni: true, esecuzione_immediata: true }
      return here.call('POST', '/ms_utente/pagamento', order, token)
    }
    const { url } = await begin()
    await fetch(url, { method: 'POST', redirect: 'manual' })
    device = await openContext({ viewport: { width: 1280, height: 900 } })
    page = await device.newPage()
    page.on('console', (m) => m.type() === 'error' && problems.push(m.text()))
    page.on('pageerror', (e) => problems.push(String(e)))
    await plugAuthenticator(page)
  })
  afterAll(async () => {
    await device?.close()
    await here?.stop()
  })
  const row = (name: RegExp) => page.getByRole('row', { name })

  it('[OP46] Oggi is the first screen: figures, and what to do about them', async () => {
    await page.goto(`${here.address}/gestione`)
    await typeLogin(page, KEEPER)
    await typeEnrolment(page, printed)
    await page.getByRole('button', { name: 'Aggiungi una passkey' }).click()
    await page.getByRole('dialog').getByLabel('Nome della passkey').fill('Portatile')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Oggi', level: 1 }).waitFor()
    await page.getByText('Indirizzo pubblico', { exact: true }).waitFor()
    const figure = (name: string) =>
      page.getByRole('region', { name: 'A che punto siamo' }).getByText(name, { exact: true })
    for (const name of ['Stato', 'Ultimo backup', 'Posta in coda', 'Risposte oggi', 'Persone attive oggi', 'Repliche'])
      await figure(name).waitFor()
    await page.getByText('0 una settimana fa a quest’ora').first().waitFor()
    expect(await inspectAll(page, 'oggi')).toEqual([])
  })

  it('[OP48] a purchase is refunded: premium ends, and the provider is asked', async () => {
    await page.getByRole('link', { name: 'Denaro' }).click()
    await row(/a•••@e•••\.org/).waitFor()
    expect(await inspectAll(page, 'denaro')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    here.smtp.refuse('550 casella piena')
    await page.getByRole('button', { name: /^Rimborsa l’acquisto/ }).click()
    const question = page.getByRole('alertdialog', { name: /^Rimborsare 9,99/ })
    expect(await inspectDialog(page)).toEqual([])
    await question.getByRole('button', { name: 'Rimborsa' }).click()
    await page.getByText(/^L’acquisto n\. \d+ è rimborsato/).waitFor()
    await row(/a•••@e•••\.org/)
      .getByText('Rimborsato', { exact: true })
      .waitFor()
    for (const part of ['Eventi del fornitore', 'Differenze', 'Codici promo', 'Affiliati']) {
      await page.getByRole('tab', { name: part }).click()
      await page.getByRole('tabpanel', { name: part }).waitFor()
      expect(await inspectAll(page, `denaro-${part.split(' ')[0]?.toLowerCase()}`)).toEqual([])
      await page.setViewportSize({ width: 1280, height: 900 })
    }
    await page.getByRole('tab', { name: 'Codici promo' }).click()
    await leaveWindow(page.getByRole('button', { name: 'Pubblica un codice' }), 'Titolo')
  })

  it('[OP47] the mail about it failed: the queue says why, and it is sent again', async () => {
    await page.getByRole('link', { name: 'Oggi' }).click()
    await page.getByRole('link', { name: /^Posta in coda/ }).click()
    await page.getByLabel('Stato', { exact: true }).selectOption('Da riprovare')
    await page.getByRole('button', { name: 'Filtra' }).click()
    await page.waitForURL(/stato=riprova/)
    await row(/rimborsato.*550 casella piena/).waitFor()
    expect(await inspectAll(page, 'posta')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    const arrived = () => here.smtp.mails.filter((mail) => mail.to === BUYER).length
    const before = arrived()
    here.smtp.refuse(null)
    // Beside it wait the other mails of the minutes in which the server refused.
    await row(/rimborsato.*550 casella piena/)
      .getByRole('button', { name: /^Riprova ora/ })
      .click()
    await page.getByText('L’invio riparte adesso.').waitFor()
    await expect.poll(arrived, { timeout: 30_000 }).toBe(before + 1)
    await page.getByRole('button', { name: 'Manda una mail di prova' }).click()
    await page.getByLabel('A quale indirizzo').fill(KEEPER)
    await page.keyboard.press('Enter')
    await page.getByText(/^Consegnata al server di posta/).waitFor()
    expect(await inspectDialog(page)).toEqual([])
    await page.getByRole('button', { name: 'Chiudi' }).last().click()
    await page.getByRole('link', { name: 'Registro' }).click()
    for (const act of [/rimborsa acquisto/, /riprova_invio invio/, /prova_posta/]) await row(act).first().waitFor()
  })

  it('[OP58][OP59] a failed event is applied again, and a payment that nobody told of is found and aligned', async () => {
    const { stripe } = here
    const [failed, silent] = [await begin(), await begin()]
    for (const { id_sessione } of [failed, silent]) stripe.pay(id_sessione)
    stripe.setDown(true)
    const raw = stripe.event('checkout.session.completed', failed.id_sessione, 'evt_non_riuscito')
    const sent = await fetch(`${here.address}/api/ms_utente/webhook_pagamento`, {
      method: 'POST',
      body: raw,
      headers: { 'content-type': 'application/json', 'stripe-signature': signEvent(raw, new Date()) },
    })
    expect(sent.status).toBe(503)
    stripe.setDown(false)
    await page.getByRole('link', { name: 'Oggi' }).click()
    await page.getByText(/^Eventi del fornitore non riusciti: 1;/).waitFor()
    expect(await inspectAll(page, 'oggi-falliti')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name: 'Apri Denaro' }).click()
    await row(/evt_non_riuscito/).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: /^Eventi del fornitore 1 non riuscito/ }).click()
    await row(/evt_non_riuscito/).waitFor()
    expect(await inspectAll(page, 'denaro-falliti')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Applica di nuovo l’evento evt_non_riuscito' }).click()
    await page.getByText(/^L’evento è applicato: l’acquisto n\. \d+ è «Pagato»/).waitFor()
    await page.getByRole('tab', { name: 'Differenze' }).click()
    await page.getByRole('button', { name: 'Leggi le differenze' }).click()
    await row(/Pagato solo là/).waitFor()
    expect(await inspectAll(page, 'denaro-differenze-lette')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: /^Allinea l’acquisto/ }).click()
    await page.getByText(/^L’acquisto n\. \d+ è letto dal fornitore: «Pagato»/).waitFor()
    await page.getByText('Nessuna differenza.').waitFor()
  })

  it('[OP48] a backup is made and its restore rehearsed; the page may be left meanwhile', async () => {
    await page.getByRole('link', { name: 'Installazione' }).click()
    await page.getByRole('button', { name: 'Fai un backup ora' }).click()
    await page.getByText(/^Il backup è cominciato/).waitFor()
    await page.getByRole('link', { name: 'Oggi' }).click()
    await page.getByRole('heading', { name: 'Oggi', level: 1 }).waitFor()
    await page.goBack()
    await row(/^Backup .*Riuscito/).waitFor()
    await page.getByRole('button', { name: /^Prova il ripristino di idoneo-/ }).click()
    await page.getByRole('button', { name: 'Prova', exact: true }).click()
    await row(/^Prova di ripristino: idoneo-.*Riuscito/).waitFor()
    expect(await inspectAll(page, 'installazione')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('tab', { name: 'Configurazione' }).click()
    await row(/SMTP_URL impostata Variabile d’ambiente/).waitFor()
    await page.getByLabel('Nome', { exact: true }).fill('stripe')
    await page.getByRole('button', { name: 'Filtra' }).click()
    await row(/SMTP_URL/).waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(KEY)
    expect(await inspectAll(page, 'configurazione')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Rileggi la configurazione' }).click()
    await page.getByText('Riletta: niente è cambiato.').waitFor()
    await page.getByRole('tab', { name: 'Repliche' }).click()
    await page.getByText('Replica che ha risposto').waitFor()
    expect(await inspectAll(page, 'repliche')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('tab', { name: 'Diagnosi' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Scarica il file' }).click()
    const saved = join(mkdtempSync(join(tmpdir(), 'idoneo-diagnosi-')), 'diagnosi.json')
    await (await download).saveAs(saved)
    const bundle = await readFile(saved, 'utf8')
    await rm(dirname(saved), { recursive: true })
    expect(JSON.parse(bundle)).toMatchObject({ node: expect.any(String), coda: { errori: expect.any(Array) } })
    expect(bundle).not.toMatch(/@|localhost|127\.0\.0\.1/)
    await page.getByText(/^Scaricato\./).waitFor()
    expect(await inspectAll(page, 'diagnosi')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  it('[OP48] a file of news with a defect is refused by name, the right one published, and an entry withdrawn', async () => {
    await page.getByRole('link', { name: 'Contenuti' }).click()
    await page.getByRole('tab', { name: 'Notizie' }).click()
    await page.getByRole('button', { name: 'Pubblica da un file' }).click()
    const news = { chiave: 'di-prova', titolo: 'Notizia del giorno', sommario: 'In breve', paragrafi: ['Per esteso'] }
    const choose = (value: object) =>
      page.getByLabel('File da pubblicare').setInputFiles({
        name: 'notizie.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify([value])),
      })
    await choose(news)
    await page.getByText(/^voce 1: pubblicata_il/).waitFor()
    expect(await inspectDialog(page)).toEqual([])
    await choose({ ...news, pubblicata_il: '2026-11-20' })
    await page.getByText('1 voce nuova').waitFor()
    await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
    await row(/Notizia del giorno In elenco/).waitFor()
    await page.getByRole('button', { name: 'Ritira: Notizia del giorno' }).click()
    await row(/Notizia del giorno Ritirato/).waitFor()
    expect(await inspectAll(page, 'contenuti')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  it('[OP57] a news is written in the console, refused beside its fields, published, changed, and a banner scheduled', async () => {
    const titles = async () =>
      (await here.call('GET', '/ms_concorso/notizie')).elementi.map((n: { titolo: string }) => n.titolo)
    await page.getByRole('link', { name: 'Nuova notizia' }).click()
    await page.getByText('Si vede quando questi campi sono a posto: Titolo, Sommario e Testo.').waitFor()
    await page.getByLabel('Link (facoltativo)').fill('fonte')
    await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
    await page.getByText('Non è un indirizzo https.').waitFor()
    expect(await page.getByLabel('Titolo', { exact: true }).evaluate((field) => field === document.activeElement)).toBe(
      true,
    )
    expect(await inspectAll(page, 'voce-difetti')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByLabel('Titolo', { exact: true }).fill('Scritta qui')
    await page.getByLabel('Sommario').fill('Senza un file')
    await page.getByLabel('Testo', { exact: true }).fill('Primo paragrafo.\n\nSecondo paragrafo.')
    await page.getByLabel('Link (facoltativo)').fill('https://fonte.example')
    await page.getByRole('article').getByText('Secondo paragrafo.').waitFor()
    expect(await inspectAll(page, 'voce')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
    await page.getByText('«Scritta qui» è in elenco.').waitFor()
    expect(await titles()).toContain('Scritta qui')
    await page.getByRole('link', { name: 'Modifica: Scritta qui' }).click()
    await page.getByLabel('Titolo', { exact: true }).fill('Scritta e corretta')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByLabel('Sommario').fill('Da un’altra scheda')
    await other.getByRole('button', { name: 'Salva le modifiche' }).click()
    await other.getByText('«Scritta qui» è in elenco.').waitFor()
    await other.close()
    await page.getByRole('button', { name: 'Salva le modifiche' }).click()
    await page.getByText('Qualcuno ha salvato questa voce mentre la scrivevi.').waitFor()
    expect(problems.splice(0)).toEqual([expect.stringContaining('404')])
    expect(await inspectAll(page, 'voce-superata')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Usa questo: Sommario' }).click()
    expect(await page.getByLabel('Sommario').inputValue()).toBe('Da un’altra scheda')
    await page.getByRole('button', { name: 'Salva le modifiche' }).click()
    await row(/Scritta e corretta In elenco/).waitFor()
    expect((await titles()).filter((t: string) => t.startsWith('Scritta'))).toEqual(['Scritta e corretta'])

    await page.getByRole('tab', { name: 'Banner' }).click()
    await page.getByRole('link', { name: 'Nuovo banner' }).click()
    await page.getByLabel('Titolo', { exact: true }).fill('Auguri')
    await page.getByLabel('Dal (facoltativo)').fill('2099-12-24')
    await page.getByLabel('Fino al (facoltativo)').fill('2099-12-01')
    await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
    await page.getByText('Viene prima del giorno in cui comincia.').waitFor()
    expect(await inspectAll(page, 'banner-difetti')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByLabel('Fino al (facoltativo)').fill('2099-12-26')
    await page.getByRole('button', { name: 'Programma', exact: true }).click()
    await row(/Auguri Programmato/).waitFor()
    await page.getByRole('button', { name: 'Ritira: Auguri' }).click()
    await row(/Auguri Ritirato/).waitFor()
    await page.getByRole('button', { name: 'Rimetti in elenco: Auguri' }).click()
    await row(/Auguri Programmato/).waitFor()
    expect(await inspectAll(page, 'banner')).toEqual([])

    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('tab', { name: 'Bandi' }).click()
    await page.getByRole('link', { name: 'Nuovo bando' }).click()
    await page.getByLabel('Ente', { exact: true }).fill('Comune di Prova')
    await page.getByLabel('Nome', { exact: true }).fill('Due posti')
    await page.getByLabel('Pagina ufficiale').fill('https://bando.example/due')
    await page.getByLabel('Scadenza').fill('2099-12-31T12:30')
    expect(await inspectAll(page, 'voce-bando')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
    await row(/Comune di Prova: Due posti In elenco/).waitFor()
    await page.getByRole('link', { name: 'Registro' }).click()
    await row(/pubblica_contenuto notizie .*Scritta qui → Scritta e corretta/).waitFor()
    expect(problems).toEqual([])
  })
})
