import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  api,
  attenzione,
  confirmEmail,
  login,
  makeAccount,
  NIGHT,
  newEmail,
  newProfile,
  openProfile,
  PASSWORD,
  tokenOf,
  url,
} from './aiuti.ts'
import { addBanca, esci, inizia, openBanca, prossima, rispondi, waitEsercizio, waitSincronizzato } from './pratica.ts'
import { LOGIN_REFUSALS, PROFILE_REFUSALS, readRefusals, SIGN_UP_REFUSALS } from './rifiuti.ts'

const BANCA = 'Diritto costituzionale'
const LOGIN = /\/simulatore\/auth\/?\?type=login$/
const HOME = /\/simulatore\/?$/
const FIRST_PAGE = /\/simulatore\/auth\/?\?type=login&prova=1$/

const PRIVATE = [
  ['RT1', '/'],
  ['RT2', '/profilo'],
  ['RT3', '/banche-dati'],
  ['RT4', '/banca-dati?id_concorso=1'],
  ['RT5', '/aggiungi-banca-dati'],
  ['RT6', '/esercitazione/esercitazione'],
  ['RT7', '/riepilogo'],
  ['RT8', '/premium'],
  ['RT9', '/promo-premium'],
  ['RT10', '/aggiungi-materia'],
  ['RT11', '/materie'],
  ['RT12', '/materia'],
  ['RT13', '/store'],
  ['RT14', '/bandi-in-scadenza'],
] as const

describe('access', () => {
  const primo = newProfile()
  const email = newEmail('accesso')
  let browser: BrowserContext
  let page: Page
  const cookie = () => page.evaluate(() => document.cookie)
  const visit = async (path: string, arrivo: RegExp) => {
    await page.goto(url(path))
    await page.waitForURL(arrivo)
  }

  const campo = (etichetta: string) => page.getByLabel(etichetta, { exact: true })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  beforeAll(async () => {
    browser = await openProfile(primo, { anticipo: true })
    page = await browser.newPage()
    await makeAccount(email, 'premium')
  })
  afterAll(() => browser?.close())

  describe('without a session', () => {
    // By day the first and the last: the rule is tried over every route in tests/rules/visit.test.ts.
    it.each(NIGHT ? PRIVATE.slice(1) : [PRIVATE[13]])('[%s][RT6][RT22][AC1] %s leads to the login', (_, path) =>
      visit(path, LOGIN),
    )

    it('[RT36] the root leads to the page, [RT21] an unknown path home and so to the login, for who is new to the first page [RT1][PP1]', async () => {
      await page.goto(new URL('/', url()).href)
      await page.waitForURL(FIRST_PAGE)
      await visit('/non/esiste', FIRST_PAGE)
    })

    it('[RT18][RT28][RT19][RT30] verifica-email and check-email without a token lead to the login', async () => {
      for (const path of ['/auth/verifica-email', '/auth/check-email']) await visit(path, LOGIN)
    })

    it('[RT17][PR1][PR3] the affiliate code of the address becomes a cookie, another text does not', async () => {
      await visit('/auth?type=login&code=a%20b', /code=/)
      await page.getByRole('button', { name: 'Accedi', exact: true }).waitFor()
      expect(await cookie()).not.toContain('affopqcode')
      await visit('/auth?type=login&code=AMICO-1', /code=/)
      await page.getByRole('button', { name: 'Accedi', exact: true }).waitFor()
      expect(await cookie()).toContain('affopqcode=AMICO-1')
    })

    it('[RT16][RT27][RT35] code, type and urifefid together lead to the fallback, which is public', async () => {
      await visit('/auth?code=A1&type=login&urifefid=app', /\/simulatore\/fallback\?/)
      await page.getByText('Vai sullo Store del tuo smartphone!').waitFor()
    })
  })

  describe('the forms', () => {
    /** The sentence tied to a field, as a screen reader finds it. */
    const detto = (etichetta: string | RegExp) =>
      page.getByLabel(etichetta, { exact: true }).evaluate((nodo) => {
        const id = (nodo.getAttribute('aria-describedby') ?? '').split(' ')
        return id.map((i) => document.getElementById(i)?.textContent ?? '').join(' ')
      })

    it('login says what is missing beside each field [VA1][VA2][VA3]', async () => {
      await page.goto(url('/auth?type=login'))
      const accedi = page.getByRole('button', { name: 'Accedi', exact: true })
      await accedi.click()
      await page.getByText('Inserisci un indirizzo email').waitFor()
      expect(await detto('E-mail')).toBe('Inserisci un indirizzo email')
      expect(await detto('Password')).toBe('Compilare tutti i campi')
      await campo('E-mail').fill('nome@dominio')
      await accedi.click()
      await page.getByText('Formato email non valido').waitFor()
      expect(await detto('E-mail')).toBe('Formato email non valido')
    })

    it('a login that fails says its own sentence, the generic one when server or network fail [EB3][EB4][EB5][EB6][EB7]', async () => {
      await campo('E-mail').fill(email)
      await campo('Password').fill(PASSWORD)
      const read = await readRefusals(page, '/ms_utente/login', () => press('Accedi'), LOGIN_REFUSALS)
      expect(read).toEqual(LOGIN_REFUSALS.map(([, , , sentence]) => sentence))
      expect(page.url()).toMatch(/type=login$/)
    })

    it('registration says its sentences word for word [VA4][VA5][VA6][VA7][VA8][CO3]', async () => {
      await page.goto(url('/auth?type=registrazione'))
      await page.getByText('Scrivile due volte per sicurezza').click()
      await campo('E-mail').fill('nome@example.org')
      await campo('Conferma e-mail').fill('altro@example.org')
      await campo('Password').fill('senzanumeri')
      await campo('Conferma password').fill('diversa')
      await page.getByRole('button', { name: 'Crea l’account' }).click()
      await page.getByText('La password non corrisponde').waitFor()
      expect(await detto('Conferma e-mail')).toBe("L'email non corrisponde a quella inserita")
      expect(await detto('Password')).toContain(
        'La password deve essere di 8 caratteri di cui almeno 1 numero ed almeno una lettera maiuscola',
      )
      expect(await detto('Conferma password')).toBe('La password non corrisponde')
      expect(await detto(/^Accetto i termini/)).toBe(
        'Per registrarti devi accettare i termini e l’uso della tua e-mail',
      )
      expect(await page.getByText('(facoltativo)').count()).toBe(1)
    })

    it('a registration that fails says why [EB8][EB9]', async () => {
      for (const label of ['E-mail', 'Conferma e-mail']) await campo(label).fill(email)
      for (const label of ['Password', 'Conferma password']) await campo(label).fill(PASSWORD)
      await page.getByLabel(/^Accetto i termini/).check()
      const read = await readRefusals(page, '/ms_utente/registrazione', () => press('Crea l’account'), SIGN_UP_REFUSALS)
      expect(read).toEqual(SIGN_UP_REFUSALS.map(([, , , sentence]) => sentence))
    })

    it('an account whose e-mail is not confirmed waits on its page; the server counts the 60 s between mails by itself [AU3][AC2][RT19][CO19]', async () => {
      const nuova = newEmail('accesso-nuova')
      await page.reload()
      await campo('E-mail').fill(nuova)
      await campo('Password').fill(PASSWORD)
      await page.getByLabel(/^Accetto i termini/).check()
      await page.getByRole('button', { name: 'Crea l’account' }).click()
      await page.waitForURL(/check-email/)
      await visit('/banche-dati', LOGIN)
      await page.clock.install()
      await visit('/auth/check-email', /check-email/)
      await page.getByRole('button', { name: 'Ho aperto il link' }).click()
      await page.getByText(/^L’indirizzo non risulta ancora confermato/).waitFor()

      expect(await page.getByRole('button', { name: /^Invia di nuovo tra \d+ s$/ }).isDisabled()).toBe(true)
      await page.clock.fastForward(61_000)
      await page.getByRole('button', { name: 'Invia di nuovo', exact: true }).click()
      await attenzione(page)
        .getByText(/^Troppe richieste in poco tempo\. Riprova tra \d+ second[oi]\.$/)
        .waitFor()
      await attenzione(page).getByRole('button', { name: 'Ho capito' }).click()

      await confirmEmail(nuova)
      await page.getByRole('button', { name: 'Ho aperto il link' }).click()
      await page.waitForURL(HOME)
      await page.close()
      page = await browser.newPage()
      await page.goto(url('/profilo?pagina=account'))
      await page.getByRole('definition').filter({ hasText: nuova }).getByText('Verificata').waitFor()
      await page.goto(url('/profilo'))
      await page.getByRole('button', { name: 'Esci', exact: true }).click()
      await page.getByRole('dialog', { name: 'Esci da Idoneo' }).getByRole('button', { name: 'Esci' }).click()
      await page.waitForURL(LOGIN)
    })
  })

  describe('the session', () => {
    it('is kept in this tab alone unless it is to be remembered [SC1][AU20][AU21][CO6][CO7]', async () => {
      await page.goto(url('/auth?type=login'))
      const chiamata = page.waitForRequest((r) => r.url().endsWith('/ms_utente/login'))
      await page.getByLabel('E-mail', { exact: true }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Ricordami').uncheck()
      await page.getByRole('button', { name: 'Accedi', exact: true }).click()
      await page.waitForURL(HOME)
      const dove = await page.evaluate(() =>
        [localStorage, sessionStorage].map((d) => d.getItem('idoneo.sessione') !== null),
      )
      expect(dove).toEqual([false, true])
      expect((await chiamata).postDataJSON()).toMatchObject({
        username: email,
        dispositivo: 'web',
        versioneApp: '1.0.33',
        id_dispositivo: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
      const altra = await browser.newPage()
      await altra.goto(url())
      await altra.waitForURL(LOGIN)
      await altra.close()
    })

    it('remembered, it outlives the browser [AU20]', async () => {
      await page.close()
      page = await browser.newPage()
      await login(page, email)
      await browser.close()
      browser = await openProfile(primo, { anticipo: true })
      page = await browser.newPage()
      await visit('/', HOME)
      await page.getByText('Aggiungi la tua prima banca dati').waitFor()
    })

    it('entering clears the affiliate code [RT32][PR4]', async () => {
      expect(await cookie()).not.toContain('affopqcode')
    })

    it('opens every screen of the account [RT1][RT2][RT3][RT4][RT5]', async () => {
      await addBanca(page, BANCA)
      await page.getByRole('link', { name: 'Apri' }).click()
      await page.waitForURL(/\/banca-dati\?id_concorso=\d+/)
      for (const [path, titolo] of [
        [new URL(page.url()).pathname.replace('/simulatore', '') + new URL(page.url()).search, BANCA],
        ['/', /^Buon/],
        ['/profilo', 'Profilo'],
        ['/banche-dati', 'Banche dati'],
        ['/aggiungi-banca-dati', 'Aggiungi banca dati'],
      ] as const) {
        await page.goto(url(path))
        await page.getByRole('heading', { level: 1, name: titolo }).waitFor()
      }
    })

    it('what is asked of the profile and fails is told, and nothing has changed [EB9][EB13]', async () => {
      await page.goto(url('/profilo?pagina=dati'))
      await page.getByRole('heading', { name: 'Dispositivi nuovi' }).waitFor()
      const notices = page.getByLabel('Avvisami per e-mail quando il Premium sta per finire')
      const sentences = PROFILE_REFUSALS.map(([, , , sentence]) => sentence)
      expect(await readRefusals(page, '/aggiorna_utente', () => notices.click(), PROFILE_REFUSALS)).toEqual(sentences)
      expect(await notices.isChecked()).toBe(true)
      await press('Scarica i tuoi dati').then(() => page.getByLabel('La tua password').fill(PASSWORD))
      expect(await readRefusals(page, '/esporta_dati', () => press('Scarica'), PROFILE_REFUSALS)).toEqual(sentences)
    })

    it.each([
      ['RT26', '/auth?type=login'],
      ['RT29', '/auth/verifica-email'],
      ['RT31', '/auth/check-email'],
      ['RT24', '/riepilogo?id_concorso=1&seduta=x'],
      ['RT21', '/non-esiste'],
      ['RT25', '/download_data?id_concorso=3'],
    ])('[%s] %s leads home', (_, path) => visit(path, HOME))

    it('[RT25] home offers what that link named, once', async () => {
      await page.getByRole('button', { name: 'Vedi', exact: true }).click()
      await page.waitForURL(/aggiungi-banca-dati\?id_concorso=3$/)
      expect(await page.evaluate(() => sessionStorage.getItem('id_concorso'))).toBeNull()
    })
  })

  describe('signing out', () => {
    const altra = newEmail('accesso-altra')
    /** Folders of the accounts whose data is on this device. */
    const cartelle = () =>
      page.evaluate(async () => {
        const nomi: string[] = []
        for await (const nome of (await navigator.storage.getDirectory()).keys()) nomi.push(nome)
        return nomi.filter((n) => /^idoneo-\d+$/.test(n))
      })
    const signOut = async ({ keep = false } = {}) => {
      await page.goto(url('/profilo'))
      await page.getByRole('button', { name: 'Esci', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Esci da Idoneo' })
      if (keep) await dialog.getByRole('checkbox', { name: 'Tieni i dati su questo dispositivo' }).check()
      await dialog.getByRole('button', { name: 'Esci' }).click()
    }
    const giunte = async () => {
      const elenco = await api(`/ms_concorso/concorsi?search=${encodeURIComponent(BANCA)}`)
      const [banca] = elenco.corpo.elementi as { id_concorso: number }[]
      const chiamata = `/ms_reportistica/risposte_concorso?id_concorso=${banca?.id_concorso}`
      return ((await api(chiamata, { token: await sessionOf(email) })).corpo.risposte as unknown[]).length
    }

    it('with answers waiting and no network asks first, and staying keeps them [SY9][D29]', async () => {
      await openBanca(page, BANCA)
      await waitEsercizio(page)
      await browser.setOffline(true)
      await page.getByText(/^Sei offline/).waitFor()
      await inizia(page)
      await rispondi(page)
      await prossima(page, 2)
      await rispondi(page)
      await esci(page)
      await page.getByRole('link', { name: email }).click()
      await page.getByRole('button', { name: 'Esci', exact: true }).click()
      await page.getByRole('dialog', { name: 'Esci da Idoneo' }).getByRole('button', { name: 'Esci' }).click()
      const chiede = page.getByRole('alertdialog', { name: 'Ci sono risposte non inviate' })
      await chiede.getByText(/^2 risposte non sono ancora arrivate al server\./).waitFor()
      await chiede.getByRole('button', { name: 'Resta' }).click()
      await page.getByText('2 risposte da inviare', { exact: true }).first().waitFor()
    })

    it('back online it sends them, then clears this device [AU4][AU5]', async () => {
      expect(await cartelle()).toHaveLength(1)
      await browser.setOffline(false)
      await page.getByText(/^Sei offline/).waitFor({ state: 'detached' })
      await waitSincronizzato(page)
      await signOut()
      await page.waitForURL(LOGIN)
      expect(await cartelle()).toEqual([])
      expect(await page.evaluate(() => localStorage.getItem('idoneo.sessione'))).toBeNull()
      expect(await giunte()).toBe(2)
    })

    it('who signs in next sees nothing of the one before, whose unsent answers wait [EB12][AU6][DB7][D29]', async () => {
      await login(page, email)
      await addBancaAgain(page)
      await openBanca(page, BANCA)
      await inizia(page)
      // Listen before the session ends: the server refuses one call alone, the waiting answers or what the others chose.
      const rifiuto = page.waitForResponse((r) => r.url().includes('/api/') && r.status() === 401)
      await api('/ms_utente/logout', { token: await tokenOf(page), metodo: 'POST' })
      await prossima(page, 2)
      await prossima(page, 3)
      await rispondi(page)
      await rifiuto
      // Another call may be refused by now: the bank's screen stays, and offers to sign in [AU14].
      await esci(page)
      await page.getByText('Un’esercitazione lasciata a metà').waitFor()
      await page.getByRole('button', { name: 'Accedi', exact: true }).click()
      await page.waitForURL(LOGIN)
      // The session was closed by a call of its own: its token is no token any more.
      await attenzione(page)
        .getByText('La sessione non è più valida. Accedi di nuovo: le tue risposte sono salve su questo dispositivo.')
        .waitFor()
      await attenzione(page).getByRole('button').last().click()

      await makeAccount(altra, 'demo')
      await login(page, altra)
      const chiede = page.getByRole('alertdialog', { name: 'Dati di un altro account' })
      // The practice itself may have reached the server before its session was closed, or not.
      await chiede
        .getByText(/non sono altrove: 1 risposta non inviata(?: e 1 esercitazione o prova a metà)?\./)
        .waitFor()
      await chiede.getByRole('button', { name: 'Conservale' }).click()
      await page.getByText('Aggiungi la tua prima banca dati').waitFor()
      await page.goto(url('/banche-dati'))
      await page.getByText('Nessuna banca dati').waitFor()
      expect(await page.getByText(BANCA).count()).toBe(0)
      await signOut()
      await page.waitForURL(LOGIN)

      await login(page, email)
      await openBanca(page, BANCA)
      await waitSincronizzato(page)
      await expect.poll(giunte).toBe(3)
    })

    it('kept on this device by who asks for it, it is there for its account and goes when another one enters [AU5][AU6][DB7]', async () => {
      const [own] = await cartelle()
      await signOut({ keep: true })
      await page.waitForURL(LOGIN)
      expect(await cartelle()).toEqual([own])
      await login(page, email)
      await openBanca(page, BANCA)
      await signOut({ keep: true })
      await page.waitForURL(LOGIN)
      await login(page, altra)
      await page.getByText('Aggiungi la tua prima banca dati').waitFor()
      expect(await cartelle()).not.toContain(own)
      await page.goto(url('/banche-dati'))
      await page.getByText('Nessuna banca dati').waitFor()
      expect(await page.getByText(BANCA).count()).toBe(0)
    })
  })
})

/** The bank that the account has in its list but not on this device. */
async function addBancaAgain(page: Page): Promise<void> {
  await page.goto(url('/banche-dati'))
  await page.getByRole('button', { name: 'Scarica' }).click()
  await page.getByText(`«${BANCA}» è pronta, anche offline`).waitFor()
}

/** A token of the account on a device of its own, always the same. */
async function sessionOf(email: string): Promise<string> {
  const { corpo } = await api('/ms_utente/login', {
    metodo: 'POST',
    corpo: { username: email, password: PASSWORD, dispositivo: 'web', id_dispositivo: 'prova-accesso' },
  })
  return String(corpo.token_api)
}
