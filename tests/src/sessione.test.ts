import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '#contract/result'
import { NOTHING_HERE } from '#tests/only-here'
import { type Deposito, makeUtente, stubBrowser } from './aiuti.ts'
import { ENTRA, load, resetMondo } from './sessione-mondo.ts'

const mondo = await vi.hoisted(async () => (await import('./sessione-mondo.ts')).makeMondo())
vi.mock('#src/store/client', async () => (await import('./sessione-mondo.ts')).mockClient(mondo))
vi.mock('#src/api/create-call', async () => (await import('./sessione-mondo.ts')).mockCall(mondo))

let locale: Deposito
let web: Deposito

beforeEach(() => {
  vi.resetModules()
  ;({ locale, sessioneWeb: web } = stubBrowser())
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  resetMondo(mondo)
})
afterEach(() => vi.unstubAllGlobals())

describe('signing in', () => {
  it('is authenticated only with a verified e-mail [AU3][AC2]', async () => {
    const { sessione, credenziale } = await load()
    await sessione.login(ENTRA)
    expect(credenziale.isAuthenticated(credenziale.session)).toBe(true)
    await sessione.register({ ...ENTRA, flag_commerciale: false })
    expect(credenziale.isAuthenticated(credenziale.session)).toBe(false)
    expect(credenziale.session.credentials?.token).toBe('t2')
  })

  it('[EB36] says in the log when the storage keeps what a session that ended must leave', async () => {
    const { sessione, credenziale } = await load()
    await sessione.login(ENTRA)
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    credenziale.dropCredentials()
    expect(said).not.toHaveBeenCalled()
    locale.removeItem = () => {
      throw new DOMException('no', 'SecurityError')
    }
    credenziale.dropCredentials()
    expect(said).toHaveBeenCalledWith('Errore durante logout forzato')
    said.mockRestore()
  })

  it('keeps the session on the device only when asked to remember [AU20]', async () => {
    const { sessione, credenziale } = await load()
    await sessione.login(ENTRA)
    expect([locale.getItem('idoneo.sessione') !== null, web.getItem('idoneo.sessione')]).toEqual([true, null])
    await sessione.login({ ...ENTRA, ricordami: false })
    expect([locale.getItem('idoneo.sessione'), web.getItem('idoneo.sessione') !== null]).toEqual([null, true])
    credenziale.session.credentials = null
    credenziale.restoreCredentials()
    expect(credenziale.session.credentials).toMatchObject({ token: 't1', ricordami: false })
  })

  it('sends the device, its random id that outlives sessions, system and version [AU21][AU10]', async () => {
    const { sessione, dispositivo } = await load()
    await sessione.login(ENTRA)
    const id = dispositivo.deviceId()
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(mondo.corpi.login).toMatchObject({
      username: 'prova@example.org',
      password: 'Segreta123',
      ricordami: true,
      dispositivo: 'web',
      id_dispositivo: id,
      versioneApp: '1.0.33',
    })
  })

  it('sign-up sends address, consents and the affiliate code [AU9][PR2]', async () => {
    vi.stubGlobal('document', { cookie: 'altro=1; affopqcode=AMICO', querySelector: () => null })
    const { sessione } = await load()
    await sessione.register({ ...ENTRA, flag_commerciale: true })
    expect(mondo.corpi.registrazione).toMatchObject({
      email_comunicazioni: 'prova@example.org',
      flag_privacy: 1,
      flag_commerciale: 1,
      codice_affiliato: 'AMICO',
      autenticazioneVO: { username: 'prova@example.org', password: 'Segreta123' },
    })
  })

  it('a refusal keeps nothing', async () => {
    mondo.risposte.login = fail('CREDENZIALI_ERRATE')
    const { sessione, credenziale } = await load()
    expect(await sessione.login(ENTRA)).toMatchObject({ ok: false, error: { codice: 'CREDENZIALI_ERRATE' } })
    expect(credenziale.session.credentials).toBeNull()
    expect(locale.getItem('idoneo.sessione')).toBeNull()
  })
})

describe('another account signs in', () => {
  it("clears the previous one's data when all of it was sent [AU6]", async () => {
    const { sessione } = await load()
    await sessione.login(ENTRA)
    mondo.risposte.login = ok(makeUtente({ token_api: 't3', id_utente_idoneo: 8 }))
    mondo.fatto = []
    await sessione.login(ENTRA)
    expect(mondo.fatto).toEqual(['login', 'open 7', 'clear 7', 'close'])
  })

  it('asks when answers of it still wait', async () => {
    const { sessione, credenziale, uscita } = await load()
    await sessione.login(ENTRA)
    mondo.risposte.login = ok(makeUtente({ token_api: 't3', id_utente_idoneo: 8 }))
    mondo.in_attesa = 12
    mondo.fatto = []
    await sessione.login(ENTRA)
    expect(mondo.fatto).not.toContain('clear 7')
    expect(credenziale.session.other_user).toMatchObject({ id_utente: 7, solo_qui: { risposte: 12 } })
    await uscita.settleOtherUser(true)
    expect(mondo.fatto).toContain('clear 7')
    expect(credenziale.session.other_user).toBeNull()
  })

  it('whose store does not open now is asked again at the next sign-in, whoever signs in then (D29)', async () => {
    const { sessione, credenziale } = await load()
    await sessione.login(ENTRA)
    const enter = (id_utente_idoneo: number) => {
      mondo.risposte.login = ok(makeUtente({ token_api: `t${id_utente_idoneo}`, id_utente_idoneo }))
      mondo.fatto = []
      return sessione.login(ENTRA)
    }
    mondo.apre = false
    await enter(8)
    expect(credenziale.otherUsers()).toEqual([7])
    Object.assign(mondo, { apre: true, rifiuta: ['clearUser'] })
    await enter(9)
    expect(credenziale.otherUsers()).toEqual([7, 8])
    mondo.rifiuta = []
    await enter(7)
    expect(mondo.fatto).toEqual(['login', 'open 8', 'clear 8', 'close', 'open 9', 'clear 9', 'close'])
    expect(credenziale.otherUsers()).toEqual([])
  })

  it('two accounts with answers that wait: one question at a time, and none is cleared unasked', async () => {
    const { sessione, credenziale, uscita } = await load()
    await sessione.login(ENTRA)
    const enter = (id_utente_idoneo: number) => {
      mondo.risposte.login = ok(makeUtente({ token_api: `t${id_utente_idoneo}`, id_utente_idoneo }))
      return sessione.login(ENTRA)
    }
    mondo.apre = false
    await enter(8)
    Object.assign(mondo, { apre: true, in_attesa: 3, fatto: [] })
    await enter(9)
    expect(credenziale.session.other_user).toMatchObject({ id_utente: 7, solo_qui: { risposte: 3 } })
    // Until it is answered, whatever happens to the page.
    expect(credenziale.otherUsers()).toEqual([7, 8])
    // Deleting fails: it is asked about again.
    mondo.apre = false
    await uscita.settleOtherUser(true)
    expect(credenziale.otherUsers()).toEqual([8, 7])
    credenziale.session.other_user = { id_utente: 7, solo_qui: { ...NOTHING_HERE, risposte: 3 } }
    await uscita.settleOtherUser(false)
    expect(credenziale.otherUsers()).toEqual([8])
    expect(mondo.fatto.filter((f) => f.startsWith('clear'))).toEqual([])
  })

  it('the same account finds its data again', async () => {
    const { sessione } = await load()
    await sessione.login(ENTRA)
    mondo.fatto = []
    await sessione.login(ENTRA)
    expect(mondo.fatto).toEqual(['login'])
  })
})

describe('a social login under way', () => {
  const pending = { social: 'GOOGLE', token_social: 't', email: 'a@b.it', nome: 'A' }
  it('[AU9][AU10][AU26] signs in and registers with its token in the place of the password', async () => {
    const { sessione } = await load()
    await sessione.login({ social: pending, ricordami: true })
    expect(mondo.corpi.login).toMatchObject({ social: 'GOOGLE', token_social: 't', dispositivo: 'web' })
    expect(mondo.corpi.login).not.toHaveProperty('password')
    await sessione.register({ email: 'a@b.it', social: pending, flag_commerciale: false })
    expect(mondo.corpi.registrazione).toMatchObject({
      email_comunicazioni: 'a@b.it',
      autenticazioneVO: { token_social: 't' },
    })
  })

  it('[AU25] outlives a reload of its tab, and ends when it is dropped', async () => {
    const { credenziale } = await load()
    credenziale.keepSocial(pending)
    credenziale.session.social = null
    credenziale.restoreCredentials()
    expect(credenziale.session.social).toEqual(pending)
    credenziale.keepSocial(null)
    credenziale.restoreCredentials()
    expect(credenziale.session.social).toBeNull()
    expect(locale.keys()).not.toContain('idoneo.social')
  })
})

describe('the question about another account', () => {
  it('is not asked of that account when it signs in, and never clears it', async () => {
    const { sessione, credenziale, uscita } = await load()
    await sessione.login(ENTRA)
    mondo.in_attesa = 3
    mondo.risposte.login = ok(makeUtente({ token_api: 't8', id_utente_idoneo: 8 }))
    await sessione.login(ENTRA)
    const domanda = credenziale.session.other_user
    expect(domanda).toMatchObject({ id_utente: 7, solo_qui: { risposte: 3 } })
    const sette = { token: 't'.repeat(20), utente: makeUtente({}), ricordami: true, emessa: 0 }
    credenziale.session.credentials = sette
    expect(credenziale.session.other_user).toBeNull()
    credenziale.session.other_user = domanda
    mondo.fatto = []
    await uscita.settleOtherUser(true)
    expect(mondo.fatto).toEqual([])
  })
})

describe('what an account leaves in memory', () => {
  it('is forgotten when it leaves or another one comes [AU6]', async () => {
    const { sessione, api } = await load()
    const { bancheState: banche } = await import('#src/domain/banche-state')
    const { livelloState: livello } = await import('#src/domain/livello')
    const { bancaState: dettaglio } = await import('#src/domain/banca-state')
    await sessione.login(ENTRA)
    Object.assign(dettaglio, { id_concorso: 3, fase: 'pronta', open: [{}] })
    const stato = {
      livello: 0 as const,
      data_scadenza_premium: null,
      quiz_usati: 1,
      quiz_limite: 500,
      quiz_rimasti: 499,
    }
    Object.assign(banche, { fase: 'pronte', hidden: [3] })
    livello.stato = stato
    api.leaveSession('SESSIONE_SCADUTA')
    expect(banche).toMatchObject({ list: [], fase: 'mai', hidden: [] })
    expect(dettaglio).toMatchObject({ id_concorso: null, fase: 'caricamento', open: [] })
    expect(livello.stato).toBeNull()
    await sessione.login(ENTRA)
    livello.stato = stato
    mondo.risposte.login = ok(makeUtente({ token_api: 't9', id_utente_idoneo: 9 }))
    await sessione.login(ENTRA)
    expect(livello.stato).toBeNull()
  })

  it('a new profile of the same account forgets nothing', async () => {
    const { sessione } = await load()
    const { bancheState: banche } = await import('#src/domain/banche-state')
    await sessione.login(ENTRA)
    banche.fase = 'pronte'
    mondo.risposte.utente = ok(makeUtente())
    await sessione.refreshUser()
    expect(banche.fase).toBe('pronte')
  })
})
