import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ROUTES, type RoutePath } from '#rules/routes'
import { makeAccount, newEmail, openContext, SCRIVANIA, setTier, signIn, TELEFONO, url, userOf } from './aiuti.ts'
import { inspectWindow } from './axe.ts'
import { addBanca, risposte, waitPronta } from './pratica.ts'
import { importBanca } from './viaggi.ts'

const BANCA = 'Banca delle rotte'
const MATERIA = 'Basi per i concorsi pubblici'
const NIGHT = process.env.NOTTE === '1'
const WINDOWS = [
  [TELEFONO, 'light'],
  [SCRIVANIA, 'dark'],
  [TELEFONO, 'dark'],
  [SCRIVANIA, 'light'],
] as const

/** Who opens the address. Each is the one before it, later: the demo account becomes premium, then its network goes. */
const STATES = ['signed out', 'demo', 'premium', 'offline'] as const
type State = (typeof STATES)[number]

/** Where a visit ends: a screen, told by its title, or another address. */
type End = string | RegExp | { to: 'home' | 'login' }
const HOME: End = { to: 'home' }
const LOGIN: End = { to: 'login' }
/** A browser without an account meets a question before the login [PP1]. */
const FIRST: End = 'I quiz del tuo concorso, anche in metro.'
type Row = { route: RoutePath | null; path: string; out: End; in: End; from?: string }

/** A screen of the account: nobody else's. `from`: the page goes there first, and on from it by itself. */
const mine = (route: RoutePath, title: End, path: string = route, from?: string): Row => ({
  ...{ route, path, out: LOGIN, in: title },
  ...(from !== undefined && { from }),
})
const everybodys = (route: RoutePath, title: End, path: string = route): Row => ({ route, path, out: title, in: title })

/** What stands between braces is one of the account's own, by its id. */
const ROWS: Row[] = [
  { ...mine('/', /^Buon/), out: FIRST },
  mine('/profilo', 'Profilo'),
  mine('/banche-dati', 'Banche dati'),
  mine('/banca-dati', BANCA, '/banca-dati?id_concorso={banca}'),
  // Without a number, the one in hand or used last.
  mine('/banca-dati', BANCA),
  mine('/banca-dati', BANCA, '/banca-dati?id_concorso={banca}&scheda=simulazioni'),
  mine('/banca-dati', BANCA, '/banca-dati?id_concorso={banca}&scheda=domande'),
  mine('/banca-dati', BANCA, '/banca-dati?id_concorso={banca}&scheda=progressi'),
  mine('/aggiungi-banca-dati', 'Aggiungi banca dati'),
  mine('/esercitazione/:type', /quesito di prova/, '/esercitazione/esercitazione?id_concorso={banca}&seduta={seduta}'),
  mine(
    '/esercitazione/:type',
    /quesito di prova/,
    '/esercitazione/prova-personalizzata?id_concorso={banca}&seduta={prova}',
  ),
  mine('/esercitazione/:type', 'Prova personalizzata', '/esercitazione/prova-personalizzata?id_concorso={banca}'),
  mine('/esercitazione/:type', BANCA, '/esercitazione/sfida?id_concorso={banca}'),
  mine('/esercitazione/:type', BANCA, '/esercitazione/sfida'),
  mine('/riepilogo', HOME, '/riepilogo?id_concorso={banca}&seduta={seduta}'),
  mine(
    '/riepilogo',
    'Riepilogo',
    '/riepilogo?id_concorso={banca}&seduta={conclusa}',
    '/banca-dati?id_concorso={banca}',
  ),
  mine('/premium', 'Premium'),
  mine('/promo-premium', 'Promo'),
  mine('/aggiungi-materia', 'Aggiungi materia'),
  mine('/materie', 'Materie'),
  mine('/materia', MATERIA, '/materia?id_argomento={materia}'),
  mine('/materia', MATERIA),
  mine('/store', 'Libri e corsi'),
  mine('/bandi-in-scadenza', 'Bandi in scadenza'),
  mine('/ricerca', 'Cerca nelle domande'),
  mine('/ricerca', 'Cerca nelle domande', '/ricerca?parole=quesito'),
  mine('/ricerca/sql', 'Finestra SQL'),
  mine('/progressi', 'Progressi'),
  mine('/gruppi-di-studio', 'Gruppi di studio'),
  mine('/notizie', 'Notizie'),
  { route: '/download_data', path: '/download_data?id_concorso=3', out: FIRST, in: HOME },
  // What that link named is offered on the home, once.
  { ...mine('/', /^Buon/, '/', '/download_data?id_concorso=3'), out: FIRST },
  everybodys('/cookie', 'Informativa sui cookie'),
  everybodys('/termini', /^Termini di servizio/),
  everybodys('/privacy', 'Informativa sulla privacy'),
  everybodys('/fallback', 'Vai sullo Store del tuo smartphone!'),
  everybodys('/guida', 'Guida'),
  everybodys('/assistenza', 'Assistenza'),
  everybodys('/informazioni', 'Informazioni'),
  { route: '/auth', path: '/auth?type=login', out: 'Accedi', in: HOME },
  { route: '/auth', path: '/auth?type=registrazione', out: 'Registrati', in: HOME },
  everybodys('/auth', 'Vai sullo Store del tuo smartphone!', '/auth?code=A1&type=login&urifefid=app'),
  { route: '/auth/verifica-email', path: '/auth/verifica-email', out: LOGIN, in: HOME },
  { route: '/auth/check-email', path: '/auth/check-email', out: LOGIN, in: HOME },
  everybodys('/auth/check-email', 'Questo link è scaduto', '/auth/check-email?esito=scaduta'),
  everybodys('/auth/recupera-password', 'Password dimenticata'),
  { route: null, path: '/non-esiste', out: FIRST, in: HOME },
]
const endOf = (row: Row, state: State): End => (state === 'signed out' ? row.out : row.in)
const leadsElsewhere = (end: End) => typeof end === 'object' && 'to' in end

/** At night every address is opened in every state; by day in one where it is a screen of its own, by turns. */
function statesOf(row: Row): readonly State[] {
  if (NIGHT) return STATES
  const own = STATES.filter((state) => !leadsElsewhere(endOf(row, state)))
  const among = own.length > 0 ? own : STATES
  return [among[ROWS.indexOf(row) % among.length] ?? 'demo']
}

describe('every route, for everybody', () => {
  let browser: BrowserContext
  let page: Page
  const names = { banca: '', materia: '', seduta: '', conclusa: '', prova: '' }
  const faults: string[] = []
  const place = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: keyof typeof names) => names[name])
  const email = newEmail('rotte')

  beforeAll(async () => {
    names.banca = String(await importBanca(BANCA))
    await makeAccount(email, 'demo')
    browser = await openContext({ serviceWorkers: 'allow' })
    const origin = new URL(inject('indirizzo')).origin
    browser.on('request', (r) => {
      const asked = new URL(r.url())
      if (asked.origin !== origin && !/^(data|blob):$/.test(asked.protocol)) faults.push(`asks ${r.url()}`)
    })
    browser.on('weberror', (e) => faults.push(String(e.error())))
    browser.on('console', (m) => {
      // What a page that has no network says of its own calls.
      if (m.type() === 'error' && !/ERR_INTERNET_DISCONNECTED/.test(m.text())) faults.push(m.text())
    })
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())

  it('none is left out of the table', () => {
    const told = new Set(ROWS.flatMap(({ route }) => route ?? []))
    expect(ROUTES.map(({ path }) => path).filter((path) => !told.has(path))).toEqual([])
    const opened = new Set(ROWS.flatMap(statesOf))
    expect(STATES.filter((state) => !opened.has(state))).toEqual([])
  })

  const sittingOf = () => new URL(page.url()).searchParams.get('seduta') ?? ''

  /** A bank and a path, a sitting that was concluded and one that is open, a trial that lasts longer than the night. */
  async function practise(): Promise<void> {
    await page.close()
    await signIn(browser, email)
    page = await browser.newPage()
    await addBanca(page, BANCA)
    await page.goto(url('/aggiungi-materia'))
    await page.getByRole('button', { name: `Aggiungi ${MATERIA}` }).click()
    await page.getByRole('button', { name: 'Aggiungi e scarica' }).click()
    await waitPronta(page, MATERIA)
    await page.getByRole('link', { name: 'Apri' }).click()
    await page.waitForURL(/id_argomento=\d+/)
    names.materia = new URL(page.url()).searchParams.get('id_argomento') ?? ''
    for (const which of ['conclusa', 'seduta'] as const) {
      await page.goto(url(place('/banca-dati?id_concorso={banca}')))
      await page.getByRole('region', { name: 'La tua esercitazione' }).getByRole('button', { name: 'Inizia' }).click()
      await risposte(page).first().click()
      await page.getByRole('group', { name: 'Quanto la sai?' }).waitFor()
      names[which] = sittingOf()
      if (which === 'seduta') break
      await page.getByRole('button', { name: 'Altre azioni' }).click()
      await page.getByRole('menuitem', { name: 'Concludi' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Concludi' }).click()
      await page.getByRole('heading', { level: 1, name: 'Riepilogo' }).waitFor()
    }
    await page.goto(url(place('/esercitazione/prova-personalizzata?id_concorso={banca}')))
    await page.getByLabel('Minuti').fill('600')
    await page.getByRole('button', { name: 'Inizia la prova' }).click()
    await risposte(page).first().waitFor()
    names.prova = sittingOf()
  }

  const becomes: Record<State, () => Promise<void>> = {
    'signed out': async () => undefined,
    demo: practise,
    premium: async () => {
      await setTier(await userOf(page), 'premium')
      await page.goto(url('/banche-dati'))
      await page.getByText('Funziona anche offline').first().waitFor()
    },
    offline: () => browser.setOffline(true),
  }

  async function visit({ path, from }: Row): Promise<void> {
    if (from === undefined) return void (await page.goto(url(place(path))))
    await page.goto(url(place(from)))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate((to) => history.pushState(null, '', to), url(place(path)))
  }

  /** A trial that was left is found paused. */
  async function resume(): Promise<void> {
    const go = page.getByRole('button', { name: 'Riprendi', exact: true })
    await go
      .or(page.getByRole('radiogroup', { name: 'Risposte' }))
      .first()
      .waitFor()
    if (await go.isVisible()) await go.click()
  }

  async function arrive(end: End): Promise<void> {
    if (typeof end === 'object' && 'to' in end) {
      await page.waitForURL(end.to === 'home' ? /\/simulatore\/?$/ : /\/auth\/?\?type=login$/)
      return arrive(end.to === 'home' ? /^Buon/ : 'Accedi')
    }
    await page.getByRole('heading', { level: 1, name: end }).waitFor()
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
  }

  /** Pictures to look at, where a folder is named. */
  async function shoot(name: string): Promise<void> {
    if (!process.env.SCATTI) return
    mkdirSync(process.env.SCATTI, { recursive: true })
    await page.screenshot({ path: join(process.env.SCATTI, `${name}.png`), fullPage: true })
  }

  describe.each(STATES)('%s', (state) => {
    beforeAll(() => becomes[state]())

    it.each(ROWS.filter((row) => statesOf(row).includes(state)))('$path', async (row) => {
      faults.length = 0
      const end = endOf(row, state)
      await visit(row)
      if (state !== 'signed out' && row.path.includes('{prova}')) await resume()
      await arrive(end)
      // A redirect ends at a screen that has its own row.
      const turn = ROWS.indexOf(row) + STATES.indexOf(state)
      const windows = leadsElsewhere(end) ? [] : NIGHT ? WINDOWS : [WINDOWS[turn % 4] ?? WINDOWS[0]]
      for (const [window, scheme] of windows) {
        await page.setViewportSize(window)
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        await shoot(
          `${ROWS.indexOf(row)}${row.path.replace(/\W+/g, '-')}-${state.replace(' ', '-')}-${window.width}-${scheme}`,
        )
        // At night both themes are seen: what colours do not decide is the same in the other.
        const again = NIGHT && scheme === 'dark'
        expect(await inspectWindow(page, window, scheme, again), `${window.width} ${scheme}`).toEqual([])
      }
      expect(faults).toEqual([])
    })
  })
})
