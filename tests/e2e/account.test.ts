import type { BrowserContext, Page } from 'playwright-core'
import { unzip } from 'unzipit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, stepAt } from '#server/utente/totp'
import {
  api,
  attenzione,
  bytesOf,
  finestre,
  linkFromMail,
  newEmail,
  newProfile,
  openContext,
  openProfile,
  PASSWORD,
  setTier,
  tokenOf,
  url,
} from './aiuti.ts'
import { inspect } from './axe.ts'
import { startLater } from './later.ts'
import { ADDRESS_REFUSALS, PROFILE_REFUSALS, readRefusals, sentencesOf } from './rifiuti.ts'
import { inspectDialog } from './viaggi.ts'

const HOME = /\/simulatore\/?$/
const LOGIN = /\/simulatore\/auth\/?\?type=login$/
const SECOND = 'Girasole-blu-27'
const THIRD = 'Tramonto-verde-31'
/** What a phone calls itself: the store follows from it. */
const IPHONE = '--user-agent=Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const says = (page: Page, text: string | RegExp) => page.getByText(text).waitFor()

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.goto(url('/auth/?type=login'))
  await field(page, 'E-mail').fill(email)
  await field(page, 'Password').fill(password)
  await press(page, 'Accedi')
}
/** A page of the profile with all that the server tells of it: until then its cards grow, and what is below them moves. */
async function goToProfile(page: Page, pagina: 'account' | 'dati' = 'account'): Promise<void> {
  await page.goto(url(`/profilo?pagina=${pagina}`))
  if (pagina === 'account') await says(page, 'Non hai acquisti.')
  else await page.getByRole('heading', { name: 'Dispositivi nuovi' }).waitFor()
}
async function refused(page: Page, text: RegExp): Promise<void> {
  await attenzione(page).getByText(text).waitFor()
  await attenzione(page).getByRole('button', { name: 'Ho capito' }).click()
}

describe.each(finestre('390'))('an account at %s', (_, viewport) => {
  const email = newEmail('conto')
  let first: BrowserContext
  let second: BrowserContext
  let page: Page
  let phone: Page

  beforeAll(async () => {
    first = await openContext({ viewport })
    second = await openProfile(newProfile(), { viewport, argomenti: [IPHONE] })
    page = await first.newPage()
    phone = await second.newPage()
  })
  afterAll(async () => {
    await first?.close()
    await second?.close()
  })

  it('[VA23][SC4][AU29][RT38] is registered with a password that nobody would try, and confirmed by the link', async () => {
    await page.goto(url('/auth/?type=registrazione'))
    await field(page, 'E-mail').fill(email)
    await field(page, 'Password').fill('Password1')
    await page.getByLabel(/^Accetto i termini/).check()
    await press(page, 'Crea l’account')
    await says(page, /^Questa password si indovina facilmente/)
    await field(page, 'Password').fill(PASSWORD)
    await press(page, 'Crea l’account')
    await page.waitForURL(/check-email$/)
    // What is asked of the verification and fails is told, and the same page goes on.
    await press(page, 'Cambia indirizzo')
    await field(page, 'Nuovo indirizzo e-mail').fill(newEmail('corretta'))
    const ask = () => press(page, 'Invia a questo indirizzo')
    const told = await readRefusals(page, '/invia_verifica_email', ask, ADDRESS_REFUSALS)
    expect(told).toEqual(sentencesOf(ADDRESS_REFUSALS))
    await press(page, 'Annulla')
    // Read on a phone where nobody is signed in, the mail says where to go on; on the page's own device it leads on by itself.
    // Whoever did not register says so, and the account that was made with their address is gone.
    const disown = async (altrui: string, raised: boolean) => {
      const autenticazioneVO = { username: altrui, password: PASSWORD, dispositivo: 'web' }
      const corpo = { email_comunicazioni: altrui, flag_privacy: 1, autenticazioneVO }
      const { corpo: made } = await api('/ms_utente/registrazione', { metodo: 'POST', corpo })
      if (raised) await setTier(Number(made.id_utente_idoneo), 'premium')
      await phone.goto(await linkFromMail(altrui))
      await press(phone, 'Non sono stato io')
    }
    await disown(newEmail('altrui'), false)
    await says(phone, 'Account eliminato')
    await disown(newEmail('alzato'), true)
    await says(phone, /^Chi aveva scritto il tuo indirizzo non può più entrare in quell’account/)
    expect(await phone.getByText('Account eliminato').count()).toBe(0)
    await phone.getByRole('link', { name: 'Scrivi all’assistenza' }).waitFor()
    const link = await linkFromMail(email)
    await phone.goto(link)
    await says(phone, 'Confermi il tuo indirizzo?')
    expect(await inspect(phone)).toEqual([])
    await field(phone, 'La password che hai scelto').fill(PASSWORD)
    await press(phone, 'Sì, l’ho creato io')
    await says(phone, 'Indirizzo confermato')
    await page.goto(link)
    await page.waitForURL(HOME)
    await page.goto(url('/auth/check-email?esito=scaduto&token=vecchio'))
    await press(page, 'Invia un nuovo link')
    await says(page, /^I link durano 24 ore, e ogni indirizzo ha il suo/)
  })

  it('[SC5][AU30][EB14][RT20] whose password was forgotten takes another by mail, once', async () => {
    await phone.goto(url('/auth/?type=login'))
    await phone.getByRole('link', { name: 'Password dimenticata?' }).click()
    await field(phone, 'E-mail').fill(newEmail('nessuno'))
    await press(phone, 'Invia il link')
    await says(phone, /^Non esiste un account con questo indirizzo/)
    await field(phone, 'E-mail').fill(email)
    await press(phone, 'Invia il link')
    await says(phone, /^Se .* è l’indirizzo di un account/)
    await expect.poll(() => linkFromMail(email)).toContain('recupera-password')
    const link = await linkFromMail(email)
    // The device that recovers is let in: here it is one that the account knows.
    const mailed = await first.newPage()
    await mailed.goto(link)
    for (const label of ['Nuova password', 'Conferma nuova password']) await field(mailed, label).fill(SECOND)
    expect(await inspect(mailed)).toEqual([])
    await mailed.setViewportSize(viewport)
    await press(mailed, 'Salva la password')
    await says(mailed, 'Password cambiata')
    await mailed.goto(link)
    for (const label of ['Nuova password', 'Conferma nuova password']) await field(mailed, label).fill(SECOND)
    await press(mailed, 'Salva la password')
    await says(mailed, 'Questo link non vale più')
    await mailed.close()
    // Every session has ended with the old password.
    await page.goto(url('/profilo'))
    await page.waitForURL(LOGIN)
    await attenzione(page).getByRole('button', { name: 'Accedi' }).click()
    await enter(page, email, PASSWORD)
    await says(page, /^E-mail o password non corrispondono/)
    await enter(page, email, SECOND)
    await page.waitForURL(HOME)
  })

  it('[SC6][SC7][EB10][CC3][CC4][D12] changes its password with the old one, and its consents with their history', async () => {
    await goToProfile(page)
    const change = async (old: string) => {
      await field(page, 'Vecchia password').fill(old)
      for (const label of ['Nuova password', 'Conferma nuova password']) await field(page, label).fill(THIRD)
      await press(page, 'Salva la password')
    }
    await press(page, 'Cambia password')
    await change('Sbagliata-del-tutto-9')
    await refused(page, /^La vecchia password non è corretta/)
    expect(await inspectDialog(page)).toEqual([])
    const told = await readRefusals(page, '/cambia_password', () => change(SECOND), PROFILE_REFUSALS)
    expect(told).toEqual(sentencesOf(PROFILE_REFUSALS))
    await change(SECOND)
    await says(page, 'Password cambiata')
    await goToProfile(page, 'dati')
    await page.getByLabel('Novità e offerte per e-mail').click()
    await says(page, 'Storia dei consensi (4)')
    await page.getByText(/^Storia dei consensi/).click()
    await page.getByRole('row', { name: /Novità e offerte per e-mail Dato/ }).waitFor()
  })

  it('[EB5][AU35][AU37][SC8][AU23] at the limit of devices says which may enter, lets one in by mail and removes it', async () => {
    for (const sistemaOperativo of ['Win32', 'MacIntel']) {
      const id_dispositivo = `${sistemaOperativo}-di-prova`
      const corpo = { username: email, password: THIRD, dispositivo: 'web', id_dispositivo, sistemaOperativo }
      expect((await api('/ms_utente/login', { metodo: 'POST', corpo })).stato).toBe(200)
    }
    await enter(phone, email, THIRD)
    await attenzione(phone)
      .getByText(/^Hai già usato troppi dispositivi negli ultimi 7 giorni/)
      .waitFor()
    await attenzione(phone).getByRole('listitem').filter({ hasText: 'Browser, computer Windows' }).waitFor()
    expect(await inspectDialog(phone)).toEqual([])
    await press(phone, 'Fai entrare questo')
    await says(phone, /^Mail inviata\./)
    await expect.poll(() => linkFromMail(email)).toContain('dispositivo=')
    // The mail is read where somebody is signed in already.
    await page.goto(await linkFromMail(email))
    await press(page, 'Sì, sono io')
    await says(page, 'Dispositivo ammesso')
    await attenzione(phone).getByRole('button', { name: 'Ho capito' }).click()
    await press(phone, 'Accedi')
    await phone.waitForURL(HOME)

    await goToProfile(phone, 'dati')
    await second.setOffline(true)
    await goToProfile(page, 'dati')
    expect(await inspect(page)).toEqual([])
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: 'Scollega Safari, computer Linux' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Scollega', exact: true }).click()
    await says(page, 'Scollegato: Safari, computer Linux')
    // Its next call ends the session, and says why.
    await second.setOffline(false)
    await attenzione(phone)
      .getByText(/^Questo dispositivo è stato scollegato dal tuo account\. Accedi di nuovo/)
      .waitFor()
    await attenzione(phone).getByRole('button', { name: 'Accedi' }).click()
    await phone.waitForURL(LOGIN)
  })

  it('[AU45][AU46][AU48] asks for a code from when its app was tied to it, and for none once that is undone', async () => {
    await goToProfile(page)
    await press(page, 'Attiva')
    await field(page, 'La tua password').fill(THIRD)
    await press(page, 'Avanti')
    const key = (await page.locator('dialog code').textContent())?.replaceAll(' ', '').toLowerCase() ?? ''
    await page.getByRole('img', { name: 'Codice QR per la tua app' }).waitFor()
    expect(await inspectDialog(page)).toEqual([])
    const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Attiva', exact: true }).click()
    await field(page, 'Codice a sei cifre').fill('12345')
    await confirm()
    await says(page, /^Il codice non è giusto/)
    const secret = Buffer.from(
      [...key]
        .map((c) => 'abcdefghijklmnopqrstuvwxyz234567'.indexOf(c).toString(2).padStart(5, '0'))
        .join('')
        .match(/.{8}/g)!
        .map((byte) => Number.parseInt(byte, 2)),
    )
    await field(page, 'Codice a sei cifre').fill(codeOf(secret, stepAt(new Date())))
    await confirm()
    const saved = page.getByRole('alertdialog', { name: 'Salva i codici di recupero' })
    await saved.waitFor()
    expect(await inspectDialog(page)).toEqual([])
    const [one = '', two = ''] = await saved.getByRole('listitem').allTextContents()
    await press(page, 'Li ho salvati')
    await says(page, '10 codici di recupero rimasti')

    await page.evaluate(() => localStorage.removeItem('idoneo.sessione'))
    await enter(page, email, THIRD)
    await press(page, 'Non hai l’app con te?')
    await says(page, /^Hai perso anche i codici\?/)
    expect(await inspectDialog(page)).toEqual([])
    await field(page, 'Codice di recupero').fill('0-aaaaa-aaaaa')
    const dialog = page.getByRole('dialog', { name: 'Scrivi il codice' })
    await dialog.getByRole('button', { name: 'Accedi' }).click()
    await says(page, /^Il codice non è giusto/)
    await field(page, 'Codice di recupero').fill(one)
    await dialog.getByRole('button', { name: 'Accedi' }).click()
    await page.waitForURL(HOME)

    await goToProfile(page)
    await says(page, '9 codici di recupero rimasti')
    await press(page, 'Disattiva')
    await field(page, 'La tua password').fill(THIRD)
    await field(page, 'Codice dell’app o di recupero').fill(two)
    await page.getByRole('dialog').getByRole('button', { name: 'Disattiva' }).click()
    await says(page, 'Verifica in due passaggi disattivata')
  })

  it('[SC3][SC8][AU25][AU26][AU27][RT18][D11] is born of a social login, which leaves from its own device, enters by itself later, and goes with a word', async () => {
    const social = newEmail('social')
    await phone.goto(url('/auth/?type=login'))
    await phone.getByRole('link', { name: 'Accedi con Google' }).click()
    await field(phone, 'Indirizzo').fill(social)
    await press(phone, 'Entra')
    await phone.waitForURL(/\/auth\/verifica-email$/)
    await phone.getByRole('heading', { name: 'Completa la registrazione' }).waitFor()
    expect(await field(phone, 'E-mail').inputValue()).toBe(social)
    await press(phone, 'Crea l’account')
    await says(phone, 'Per registrarti devi accettare i termini e l’uso della tua e-mail')
    await phone.getByLabel(/^Accetto i termini/).check()
    await press(phone, 'Crea l’account')
    await phone.waitForURL(HOME)
    await goToProfile(phone)
    await phone.getByRole('definition').filter({ hasText: 'Google' }).waitFor()
    await goToProfile(phone, 'dati')
    await press(phone, 'Esci da questo dispositivo')
    await phone.getByRole('dialog', { name: 'Esci da Idoneo' }).getByRole('button', { name: 'Esci' }).click()
    await phone.waitForURL(LOGIN)
    await phone.getByRole('link', { name: 'Accedi con Google' }).click()
    await phone.waitForURL(HOME)

    await goToProfile(phone, 'dati')
    await press(phone, 'Elimina l’account')
    await press(phone, 'Continua')
    await field(phone, 'Parola di conferma').fill('elimina')
    await press(phone, 'Elimina tra 7 giorni')
    await says(phone, 'Scrivi ELIMINA in maiuscolo')
    await field(phone, 'Parola di conferma').fill('ELIMINA')
    await press(phone, 'Elimina tra 7 giorni')
    await phone.waitForURL(LOGIN)
  })

  it('[PD14][EB32][EB33][EB34] a social login that fails on a phone names its store', async () => {
    const failed = url('/auth/?type=login&errore=TOKEN_SOCIAL_SCADUTO')
    // Code that does not come takes nothing else off the page, and the failure is told all the same.
    const layer = /\/assets\/NoticesLayer-[^/]*\.js$/
    await phone.route(layer, (route) => route.abort())
    await phone.goto(failed)
    const missing = phone.getByRole('alert').filter({ hasText: 'Questo avviso non si è caricato' })
    await missing.waitFor()
    await phone.getByRole('button', { name: 'Accedi', exact: true }).waitFor()
    expect(await inspect(phone)).toEqual([])
    await missing.getByRole('button', { name: 'Chiudi' }).click()
    await missing.waitFor({ state: 'detached' })
    await phone.unroute(layer)
    // Without an application of the operator's there is no store to go to.
    await phone.goto(failed)
    const plain = phone.getByRole('alertdialog', { name: 'Attenzione' })
    await plain.getByText(/accesso social non è riuscito/).waitFor()
    await plain.getByRole('button', { name: 'Ho capito' }).click()
    const own = 'https://apps.apple.com/it/app/quiz/id1'
    const app = { app_store: own, google_play: null, app_gallery: null }
    await phone.route('**/ms_utente/gestore', (route) =>
      route.fulfill({ json: { gestore: null, assistenza: 'a@example.org', app } }),
    )
    await phone.goto(failed)
    const dialog = phone.getByRole('alertdialog', { name: 'Accesso social non riuscito' })
    await dialog.getByText('Vai sullo Store del tuo smartphone!').waitFor()
    await dialog.getByText(/Da App Store puoi scaricare l’app dedicata\./).waitFor()
    expect(await dialog.getByRole('link', { name: 'OK' }).getAttribute('href')).toBe(own)
    await dialog.getByRole('button', { name: 'Continua nel browser' }).click()
    await phone.goto(url('/fallback'))
    await phone.getByRole('link', { name: 'Apri App Store' }).waitFor()
  })

  it('[AU32] asks for another address, and keeps the one that it has when it was a slip', async () => {
    // A minute goes by between two mails of one account.
    const later = await startLater(61)
    const asked = await fetch(`${later.address}/api/ms_utente/aggiorna_utente`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(page)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email_comunicazioni: newEmail('svista'), password: THIRD }),
    }).finally(later.stop)
    expect(asked.status).toBe(204)
    await goToProfile(page)
    await says(page, /^In attesa: apri il link inviato a svista-/)
    expect(await inspect(page)).toEqual([])
    await page.setViewportSize(viewport)
    await press(page, 'Tieni quella di prima')
    await says(page, 'Resta l’indirizzo di prima')
    await page.getByText(/^In attesa: apri il link/).waitFor({ state: 'detached' })
  })

  it('[SC10][D14] takes its data along, and goes for ever in two steps', async () => {
    await goToProfile(page, 'dati')
    const coming = page.waitForEvent('download')
    await press(page, 'Scarica i tuoi dati')
    await field(page, 'La tua password').fill(THIRD)
    await press(page, 'Scarica')
    const file = await coming
    expect(file.suggestedFilename()).toBe('idoneo-i-miei-dati.zip')
    const { entries } = await unzip(new Uint8Array(await bytesOf(file)))
    const data = (await entries['dati.json']?.json()) as { tabelle: Record<string, Record<string, unknown>[]> }
    expect(data.tabelle.utente?.[0]?.email).toBe(email)
    expect(data.tabelle.consenso).toHaveLength(4)

    await press(page, 'Elimina l’account')
    await says(page, /^Nessuno può recuperarli/)
    await press(page, 'Continua')
    await field(page, 'La tua password').fill(SECOND)
    await press(page, 'Elimina per sempre')
    await refused(page, /^La password non è corretta/)
    await field(page, 'La tua password').fill(THIRD)
    const remove = () => press(page, 'Elimina per sempre')
    const told = await readRefusals(page, '/ms_utente/utente', remove, PROFILE_REFUSALS)
    expect(told).toEqual(sentencesOf(PROFILE_REFUSALS))
    await press(page, 'Elimina per sempre')
    await page.waitForURL(LOGIN)
    await enter(page, email, THIRD)
    await says(page, /^E-mail o password non corrispondono/)
  })
})
