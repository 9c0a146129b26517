import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { KEY, startStripe, WEBHOOK_SECRET } from '../server/payments/stripe-stand-in.ts'
import { freePort } from '../server/port.ts'
import {
  attenzione,
  finestre,
  idoneo,
  makeAccount,
  newEmail,
  openContext,
  PASSWORD,
  ROOT,
  signIn,
  TELEFONO,
  url,
} from './aiuti.ts'
import { inspect } from './axe.ts'
import { addBanca, barraLivelli, cardBanca, esci, inizia, openBanca, rispondi, waitConto } from './pratica.ts'
import { untilReady } from './setup.ts'
import { importBanca, inspectDialog } from './viaggi.ts'

const DAY_S = 86_400
type Window = { width: number; height: number }

/** The text of the newest mail to an address with a subject; it arrives by the outbox. */
async function mailTo(a: string, subject: RegExp): Promise<string> {
  const dir = join(inject('dataDir'), 'posta')
  const read = async () => {
    const names = (await readdir(dir).catch(() => [])).filter((n) => n.endsWith('.eml')).sort()
    for (const name of names.reverse()) {
      const mail = await PostalMime.parse(await readFile(join(dir, name)))
      if (mail.to?.some((t) => t.address === a) && subject.test(mail.subject ?? '')) return mail.text ?? ''
    }
    return ''
  }
  await expect.poll(read).not.toBe('')
  return read()
}

/** Nothing for axe in any window; then the journey goes on in its own. */
async function clean(page: Page, look: (page: Page) => Promise<string[]>, viewport: Window): Promise<void> {
  expect(await look(page)).toEqual([])
  await page.setViewportSize(viewport)
}

describe('consent, notices and support, signed out', () => {
  let browser: BrowserContext
  let page: Page
  const counted: unknown[] = []

  beforeAll(async () => {
    browser = await openContext({ consenso: 'chiedi', viewport: TELEFONO })
    page = await browser.newPage()
    page.on('request', (r) => {
      if (r.url().endsWith('/pagina_vista')) counted.push(r.postDataJSON())
    })
  })
  afterAll(() => browser?.close())

  it('is asked with two equal buttons, remembers a refusal, and counts nothing [CC1][CC9][D35]', async () => {
    const banner = page.getByRole('region', { name: 'Cookie' })
    // A screen that a mail opens for one act asks nothing else.
    await page.goto(url('/auth/recupera-password'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await banner.count()).toBe(0)
    await page.goto(url('/auth/?type=registrazione'))
    await banner.waitFor()
    const [no, si] = ['Rifiuta', 'Accetta'].map((name) => banner.getByRole('button', { name, exact: true }))
    const boxes = await Promise.all([no?.boundingBox(), si?.boundingBox()])
    expect(boxes[0]?.width).toBe(boxes[1]?.width)
    expect(boxes[0]?.height).toBe(boxes[1]?.height)
    expect(await no?.getAttribute('class')).toBe(await si?.getAttribute('class'))
    await no?.click()
    await banner.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Registrati' }).waitFor()
    expect(await banner.count()).toBe(0)
    expect(counted).toEqual([])
  })

  it('the consents of the registration open their texts, and what was typed stays [SC25][PP4]', async () => {
    await page.getByLabel('E-mail', { exact: true }).fill('chi@example.org')
    const [terms] = await Promise.all([
      browser.waitForEvent('page'),
      page.getByRole('link', { name: 'termini di servizio' }).click(),
    ])
    await terms.getByRole('heading', { name: 'Termini di servizio e condizioni di vendita', level: 1 }).waitFor()
    await terms.getByText(/^Versione 2026-/).waitFor()
    await terms.getByRole('heading', { name: 'Diritto di recesso' }).waitFor()
    await terms.close()
    expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('chi@example.org')
  })

  it('from the foot of the page the choice is changed, for a year, and only then pages are counted [CC9][CO5][CO17][RT33]', async () => {
    await page.setViewportSize(TELEFONO)
    await page.getByRole('link', { name: 'Preferenze cookie' }).click()
    await page.getByText(/^Hai rifiutato le statistiche il/).waitFor()
    await page.getByRole('button', { name: 'Accetta', exact: true }).click()
    await page.getByText(/^Hai accettato le statistiche il/).waitFor()
    await expect.poll(() => counted).toEqual([{ percorso: '/cookie' }])
    const cookie = (await browser.cookies()).find((c) => c.name === 'idoneo_consenso')
    expect(cookie?.path).toBe('/')
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / DAY_S
    expect(days).toBeGreaterThan(364)
    expect(days).toBeLessThanOrEqual(365)
  })

  it('a message to support reaches the mailbox of the operator [SC26]', async () => {
    await page.setViewportSize(TELEFONO)
    await page.getByRole('link', { name: 'Assistenza', exact: true }).click()
    await page.getByRole('button', { name: 'Invia' }).click()
    await page.getByText('Scrivi il messaggio.').waitFor()
    await page.getByText('Formato email non valido').waitFor()
    expect(await inspect(page)).toEqual([])
    await page.getByLabel('La tua e-mail').fill('chi@example.org')
    await page.getByLabel('Il tuo messaggio').fill('Non trovo la banca dati del mio concorso.')
    await page.getByRole('button', { name: 'Invia' }).click()
    await page.getByText(/^La tua richiesta è la numero \d+/).waitFor()
    expect(await mailTo('assistenza@idoneo.example', /./)).toContain('Non trovo la banca dati del mio concorso.')
    await expect.poll(() => counted).toContainEqual({ percorso: '/assistenza' })
  })

  it('a phone’s deep link opens only what the allow-list has, and its code is no affiliate code [BA2][D37][RT27]', async () => {
    const opens = page.getByRole('link', { name: 'Apri il contenuto' })
    await page.goto(url(`/fallback?link=${encodeURIComponent('javascript:alert(1)')}`))
    await page.getByRole('heading', { name: 'Vai sullo Store del tuo smartphone!' }).waitFor()
    expect(await opens.count()).toBe(0)
    await page.goto(url(`/fallback?link=${encodeURIComponent('/simulatore/guida')}`))
    await opens.click()
    await page.getByRole('heading', { name: 'Guida', level: 1 }).waitFor()
    await page.goto(url('/auth/?code=abc&type=login&urifefid=9'))
    await page.waitForURL(/\/fallback\?/)
    expect((await browser.cookies()).map((c) => c.name)).not.toContain('affopqcode')
    await page.goto(url('/auth/?type=login&code=AMICO'))
    await page.getByRole('button', { name: 'Accedi', exact: true }).waitFor()
    expect((await browser.cookies()).find((c) => c.name === 'affopqcode')?.value).toBe('AMICO')
  })
})

describe.each(finestre('1440'))('premium at %s px, from the limit to the withdrawal', (nome, viewport) => {
  const BANCA = `Banca del denaro ${nome}`
  const PROMO = `DENARO50N${nome}`
  const email = newEmail('denaro')
  let paid = ''
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    await Promise.all([makeAccount(email, 'demo'), importBanca(BANCA)])
    await idoneo('promo', 'aggiungi', PROMO, '--titolo', 'Metà prezzo', '--sconto', '50', '--per', email)
    browser = await openContext({ viewport })
    await browser.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(browser, email)
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())

  it('a download says what it takes of the demo; with nothing left it is locked before the tap [D41][AC19][EB28]', async () => {
    const open = async () => {
      await page.goto(url(`/aggiungi-banca-dati?cerca=${encodeURIComponent(BANCA)}`))
      await page.getByRole('button', { name: new RegExp(`^Aggiungi ${BANCA}`) }).click()
    }
    await open()
    await page.getByText('Usa 12 delle 500 domande che ti restano nella demo.').waitFor()
    await page.route('**/ms_utente/livello', async (route) => {
      const json = await (await route.fetch()).json()
      await route.fulfill({ json: { ...json, quiz_usati: 500, quiz_rimasti: 0 } })
    })
    await page.goto(url(`/aggiungi-banca-dati?cerca=${encodeURIComponent(BANCA)}`))
    await page.getByRole('button', { name: `Aggiungi ${BANCA}, compresa in Premium` }).click()
    expect(await page.getByRole('button', { name: 'Aggiungi e scarica' }).count()).toBe(0)
    await clean(page, inspectDialog, viewport)
    await page.unroute('**/ms_utente/livello')
    await page.getByRole('link', { name: 'Passa a Premium' }).click()
    await page.getByRole('heading', { name: 'Premium', level: 1 }).waitFor()
  })

  it('the promo of the account is copied, and lowers the price on the page [SC23][RT9][EN38]', async () => {
    await page.goto(url('/promo-premium'))
    await page.getByText('50% in meno su Premium').waitFor()
    await page.getByRole('button', { name: 'Copia il codice' }).click()
    await page.getByText('Codice copiato').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PROMO)
    await clean(page, inspect, viewport)
    await page.getByRole('link', { name: 'Usalo per Premium' }).click()
    await page.getByRole('button', { name: /^Ordine di prova/ }).waitFor()
    expect(await page.getByLabel('Codice promo (facoltativo)').inputValue()).toBe(PROMO)
  })

  it('price, duration and no renewal are told, and the conditions are asked for before paying [RT8][SC24][CO2][PY5][VA9]', async () => {
    await page.getByText('Pagamento unico, imposte comprese. Non si rinnova da solo.').waitFor()
    await page.getByText('PROVA: questo pagamento è finto e non ti sarà addebitato niente.').waitFor()
    // Three durations at one price: only the longest is a choice.
    expect(await page.getByRole('radio').count()).toBe(1)
    await page.getByRole('radio', { name: '12 mesi' }).check()
    expect(await page.getByText('9,99 €', { exact: true }).count()).toBe(1)
    await page.getByRole('button', { name: 'Ordine di prova, 5,00 €' }).click()
    await page.getByText('Devi accettare le condizioni per procedere con il pagamento.').waitFor()
    await clean(page, inspect, viewport)
  })

  it('paid, it is pending until the account reflects it, and the page finds out by itself [PY2][EB11][EB13]', async () => {
    await page.getByRole('checkbox', { name: /^Accetto le condizioni di vendita/ }).check()
    await page.getByRole('checkbox', { name: /^Chiedo che Premium cominci subito/ }).check()
    await page.route('**/ms_utente/pagamento', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: '', status: 500, codice: 'ERRORE_INTERNO' },
      }),
    )
    await page.getByRole('button', { name: 'Ordine di prova, 5,00 €' }).click()
    await attenzione(page)
      .getByText('Il server non risponde: non sappiamo se la richiesta è arrivata. Riprova tra poco.')
      .waitFor()
    await attenzione(page).getByRole('button', { name: 'Ho capito' }).click()
    await page.unroute('**/ms_utente/pagamento')
    let late = true
    await page.route('**/ms_utente/verifica_transazione', async (route) => {
      const json = await (await route.fetch()).json()
      await route.fulfill({ json: late ? { ...json, stato: 'IN_ATTESA' } : json })
    })
    await page.getByRole('button', { name: 'Ordine di prova, 5,00 €' }).click()
    await page.getByRole('heading', { name: 'PROVA: nessun addebito' }).waitFor()
    await clean(page, inspect, viewport)
    await page.getByRole('button', { name: 'Paga per prova' }).click()
    await page.getByRole('heading', { name: 'Stiamo attivando Premium' }).waitFor()
    await page.getByText(/^Il passaggio a Premium non è ancora attivo sul tuo account/).waitFor()
    await clean(page, inspect, viewport)
    late = false
    await page.getByRole('heading', { name: 'Premium è attivo' }).waitFor()
    paid = page.url()
    await clean(page, inspect, viewport)
    await page.unroute('**/ms_utente/verifica_transazione')
    expect(await mailTo(email, /Premium di prova/)).toContain('pagamento unico')
  })

  it('from the receipt the person withdraws in two steps, and a mail confirms it [SC9][PY9]', async () => {
    await page.getByRole('link', { name: 'Vedi la ricevuta' }).click()
    const acquisti = page.getByRole('region', { name: 'Acquisti' })
    await acquisti.getByText('Pagato', { exact: true }).waitFor()
    await acquisti.getByRole('button', { name: /^Recedi dal contratto qui/ }).click()
    await page.getByText(/^Ti restituiamo 5,00/).waitFor()
    await clean(page, inspectDialog, viewport)
    await page.getByRole('button', { name: 'Continua', exact: true }).click()
    await page
      .getByRole('alertdialog', { name: 'Conferma recesso' })
      .getByRole('button', { name: 'Conferma recesso' })
      .click()
    await acquisti.getByText('Recesso', { exact: true }).waitFor()
    expect(await acquisti.getByRole('button', { name: /^Recedi/ }).count()).toBe(0)
    expect(await mailTo(email, /recesso è confermato/)).toContain('abbiamo ricevuto il tuo recesso')
    // The address that the checkout led to is still in the history: it does not say that nothing was taken.
    await page.goto(paid)
    await page.getByRole('heading', { name: 'Questo acquisto è stato restituito' }).waitFor()
    await clean(page, inspect, viewport)
    await page.getByRole('button', { name: 'Torna alle durate' }).click()
    await page.getByText('Hai usato 0 delle 500 domande gratuite.').waitFor()
  })

  it.each([
    ['lite', 'Premium Lite', /prende il posto di Premium Lite, di cui perdo i vantaggi/],
    ['legacy', 'Premium precedente', /^Accetto le condizioni di vendita/],
  ])(
    '%s is called %s, is told what it lacks, and accepts what it loses [AC5][AC6][VA9]',
    async (tier, nome, conditions) => {
      await idoneo('livello', email, tier)
      await page.goto(url('/premium'))
      await page.getByRole('columnheader', { name: nome }).waitFor()
      await page.getByRole('row', { name: /^Spiegazioni No Sì/ }).waitFor()
      await page.getByRole('checkbox', { name: conditions }).waitFor()
      await page.getByRole('button', { name: /^Ordine di prova/ }).click()
      await page.getByText('Devi accettare le condizioni per procedere con il pagamento.').waitFor()
    },
  )
})

describe.each(finestre('390'))(
  'premium by card at %s px, at a stand-in that speaks Stripe’s protocol',
  (nome, viewport) => {
    const BANCA = `Banca della carta ${nome}`
    const email = newEmail('carta')
    let browser: BrowserContext
    let page: Page
    let stop: () => Promise<unknown>
    /** Where the same product takes cards: another server on the same database. */
    let cards: string

    beforeAll(async () => {
      cards = `http://localhost:${await freePort()}`
      const stripe = await startStripe(`${cards}/api/ms_utente/webhook_pagamento`)
      const env = {
        ...process.env,
        PORT: new URL(cards).port,
        HOST: '127.0.0.1',
        PUBLIC_URL: cards,
        DATA_DIR: inject('dataDir'),
        LIMITI: 'aperti',
        STRIPE_CHIAVE: KEY,
        STRIPE_WEBHOOK_SEGRETO: WEBHOOK_SECRET,
        STRIPE_URL: stripe.url,
      }
      const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: ROOT, env, stdio: 'ignore' })
      stop = async () => {
        const over = new Promise((r) => server.once('exit', r))
        server.kill('SIGTERM')
        await Promise.all([over, stripe.close()])
      }
      await Promise.all([untilReady(cards, server), makeAccount(email, 'demo'), importBanca(BANCA, 510)])
      browser = await openContext({ viewport })
      await signIn(browser, email)
      page = await browser.newPage()
    })
    afterAll(async () => {
      await browser?.close()
      await stop?.()
    })

    it('a demo receives a part of the bank and answers in it [AC3][BK3]', async () => {
      await addBanca(page, BANCA)
      await openBanca(page, BANCA)
      await waitConto(page, '500 domande')
      await inizia(page)
      await rispondi(page)
      await esci(page)
      expect(await barraLivelli(page).getAttribute('aria-label')).toMatch(/Non risposte: 499$/)
    })

    it('the card is paid on the page of the provider, whose signed event makes the account premium [PY4][CN3][VA9]', async () => {
      const shop = await browser.newPage()
      await shop.goto(`${cards}/simulatore/auth/?type=login`)
      await shop.getByLabel('E-mail', { exact: true }).fill(email)
      await shop.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await shop.getByRole('button', { name: 'Accedi', exact: true }).click()
      await shop.waitForURL(/\/simulatore\/?$/)
      await shop.goto(`${cards}/simulatore/premium`)
      const order = shop.getByRole('button', { name: /^Ordine con obbligo di pagare 9,99/ })
      await order.click()
      await shop.getByText('Devi accettare le condizioni per procedere con il pagamento.').waitFor()
      await shop.getByRole('checkbox', { name: /^Accetto le condizioni di vendita/ }).check()
      await shop.getByRole('checkbox', { name: /^Chiedo che Premium cominci subito/ }).check()
      await order.click()
      await shop.getByRole('heading', { name: 'Pagamento con carta' }).waitFor()
      await shop.getByRole('button', { name: 'Paga con carta' }).click()
      await shop.getByRole('heading', { name: 'Premium è attivo' }).waitFor()
      expect(await mailTo(email, /Premium/)).toContain('pagamento unico')
      await shop.close()
    })

    it('then the missing questions of the partial bank arrive, and the levels stay [BK3][D8]', async () => {
      const before = await barraLivelli(page).getAttribute('aria-label')
      await openBanca(page, BANCA)
      await page.getByText('Qui hai 500 domande su 510.').waitFor()
      await page.getByRole('button', { name: 'Scarica le altre 10 domande' }).click()
      await page.getByText('In parte: 500 su 510', { exact: true }).waitFor({ state: 'detached' })
      await openBanca(page, BANCA)
      await waitConto(page, '510 domande')
      const after = await barraLivelli(page).getAttribute('aria-label')
      expect(after).toBe(before?.replace(/Non risposte: 499$/, 'Non risposte: 509'))
      expect(after).not.toBe(before)
      await page.goto(url('/banche-dati'))
      await cardBanca(page, BANCA).getByText('510 domande', { exact: true }).waitFor()
    })
  },
)
