import { afterEach, describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/errors'
import { appStoreOf } from '#rules/app-store'
import { browserOf } from '#rules/phone'
import { asksMore } from '#src/features/account/auth/sign-in-refusal'
import { nextSocialStep } from '#src/features/account/auth/social-return'
import { readDeviceRefusal } from '#src/features/account/refusals/device-refusal'
import { accountFailure, ownPasswordFailure, signInFailure } from '#src/session/failures'
import { keepSocial, type PendingSocial, session } from '#src/session/session'
import { deviceName } from '#src/text/devices'
import { errorMessage } from '#src/text/errors'

const UNANSWERED: ErrorCode[] = [
  'REMOTE_REQUEST_FAILED',
  'RETE_ASSENTE',
  'ERRORE_INTERNO',
  'SERVIZIO_NON_PRONTO',
  'RISPOSTA_NON_VALIDA',
]
const signIn = (codice: ErrorCode) => errorMessage(signInFailure({ codice })).text

describe('a sign-in that fails', () => {
  it.each(UNANSWERED)('[EB3] %s is the generic sentence, with a way to try again', (codice) => {
    expect(signIn(codice)).toContain('Si è verificato un errore durante il tentativo di accesso')
    expect(errorMessage(signInFailure({ codice })).actions).toContain('riprova')
  })

  it('[EB3] without a network it says so', () => expect(signIn('RETE_ASSENTE')).toContain('manca la connessione'))

  it('[EB4][EB5][EB6][EB7] every other failure keeps a sentence of its own', () => {
    const codes: ErrorCode[] = ['CREDENZIALI_ERRATE', 'TROPPI_DISPOSITIVI', 'UTENTE_NON_TROVATO', 'ALTRO_SOCIAL']
    expect(new Set(codes.map(signIn)).size).toBe(codes.length)
    for (const codice of codes) expect(signInFailure({ codice })).toEqual({ codice })
  })
})

describe('anything else of the account that fails', () => {
  it.each(UNANSWERED)('[EB9][EB13] %s does not promise that something is sent later', (codice) => {
    const { text, actions } = errorMessage(accountFailure({ codice }))
    expect(text).not.toMatch(/salvato qui|più tardi/)
    expect(actions).toContain('riprova')
  })

  it('[EB8][EB10] a refusal keeps its sentence', () => {
    for (const codice of ['EMAIL_GIA_IN_USO', 'VECCHIA_PASSWORD_ERRATA'] as const)
      expect(accountFailure({ codice })).toEqual({ codice })
  })

  it('[EB10][EB13] a wrong password is the old one only where there is a new one', () => {
    const error = { codice: 'VECCHIA_PASSWORD_ERRATA' } as const
    expect(errorMessage(accountFailure(error)).text).toMatch(/^La vecchia password non è corretta/)
    expect(errorMessage(ownPasswordFailure(error)).text).toMatch(/^La password non è corretta/)
    expect(ownPasswordFailure({ codice: 'RETE_ASSENTE' }).codice).toBe('ACCOUNT_SENZA_RISPOSTA')
  })
})

describe('back from a social login', () => {
  const pending: PendingSocial = { social: 'GOOGLE', token_social: 't', email: '', nome: '' }
  const dati = { social: 'GOOGLE', email: 'anna@esempio.it', nome: 'Anna' }
  afterEach(() => keepSocial(null))

  it('[AU26][SC3] without an account the registration is completed, with what the provider told', () => {
    expect(nextSocialStep(pending, { codice: 'UTENTE_NON_TROVATO', dati })).toBe('completa')
    expect(session.social).toEqual({ ...pending, email: 'anna@esempio.it', nome: 'Anna' })
  })

  it('[AU36] an account with a password is asked for it', () => {
    expect(nextSocialStep(pending, { codice: 'COLLEGAMENTO_RICHIESTO', dati })).toBe('collega')
    expect(session.social?.email).toBe('anna@esempio.it')
  })

  it('[EB7][AU36] an address of another social login is told which one', () => {
    expect(nextSocialStep(pending, { codice: 'ALTRO_SOCIAL', dati: { social: 'APPLE' } })).toBe('fallito')
    expect(errorMessage({ codice: 'ALTRO_SOCIAL', dati: { social: 'APPLE' } }).text).toContain('(Apple)')
    expect(errorMessage({ codice: 'ALTRO_SOCIAL' }).text).not.toContain('(')
  })
})

describe('a login refused for its device', () => {
  const noti = [{ dispositivo: 'web', sistema_operativo: 'Win32', ultimo_uso: '2026-11-20T10:00:00.000Z' }]
  it('[EB5][AU37] says the limit and which devices may still enter', () => {
    const error = { codice: 'TROPPI_DISPOSITIVI', dati: { giorni: 7, massimo: 3, noti: JSON.stringify(noti) } } as const
    expect(asksMore(error)).toBe(true)
    expect(readDeviceRefusal(error)).toEqual({ giorni: 7, massimo: 3, noti })
  })

  it.each(['{', '[{"dispositivo":1}]', 'null'])(
    '[AU37] a list that cannot be read (%s) leaves the limit',
    (written) => {
      const dati = { giorni: 30, massimo: 5, noti: written }
      expect(readDeviceRefusal({ codice: 'TROPPI_DISPOSITIVI', dati })).toEqual({ giorni: 30, massimo: 5, noti: [] })
      expect(readDeviceRefusal({ codice: 'TROPPI_DISPOSITIVI' })).toBeNull()
    },
  )

  it.each([
    ['web', 'Win32', 'Browser, computer Windows'],
    ['web', 'MacIntel', 'Browser, Mac'],
    ['web', 'iPhone', 'Browser, iPhone'],
    ['web', 'Linux armv8l', 'Browser, telefono Android'],
    ['web', 'Linux x86_64', 'Browser, computer Linux'],
    ['web', null, 'Browser'],
    ['web', 'Windows (Chrome)', 'Chrome, computer Windows'],
    ['web', 'iPhone (Safari)', 'Safari, iPhone'],
    ['web', 'Chrome OS (Chrome)', 'Chrome, Chromebook'],
    ['web', 'web (Firefox)', 'Firefox'],
    ['android', null, 'App, telefono Android'],
    ['app', 'Toaster', 'App'],
  ])('%s on %s is called as its owner would', (dispositivo, sistema, name) => {
    expect(deviceName(dispositivo, sistema)).toBe(name)
  })
})

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0', 'Edge'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0 Safari/537.36',
    'Chrome',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'Samsung Internet',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 OPR/125.0', 'Opera'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605.1 FxiOS/144.0 Mobile Safari/605.1', 'Firefox'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605.1 CriOS/142.0 Mobile Safari/605.1', 'Chrome'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1 Version/18.0 Safari/605.1', 'Safari'],
  ['curl/8', null],
])('%s is %s', (agent, browser) => {
  expect(browserOf(agent)).toBe(browser)
})

describe('the store of a phone', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari', 'App Store'],
    ['Mozilla/5.0 (Linux; Android 12; HUAWEI P40) Chrome', 'AppGallery'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome', 'Google Play'],
  ])('[EB34] %s has its own', (agent, nome) => {
    const store = appStoreOf(agent, 'Idoneo')
    expect(store?.nome).toBe(nome)
    expect(new URL(store?.url ?? '').protocol).toBe('https:')
    expect(store?.url).toContain('Idoneo')
  })

  it('[PD14][EB32][EB34] a computer has none', () =>
    expect(appStoreOf('Mozilla/5.0 (X11; Linux x86_64) Chrome', 'Idoneo')).toBeNull())
})
