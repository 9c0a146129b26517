// long: one door of the store and one server, both mocked, that signing in, out and being signed out share
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '#contract/result'
import type { Deposito } from './aiuti.ts'
import { followAccount, makeUtente, stubBrowser } from './aiuti.ts'

/** What the worker's door and the calls did, in order, and what they answer. */
const mondo = vi.hoisted(() => ({
  fatto: [] as string[],
  risposte: {} as Record<string, unknown>,
  corpi: {} as Record<string, unknown>,
  in_attesa: 0,
  simulazioni: 0,
  apre: true,
  /** What the store refuses. */
  rifiuta: [] as string[],
}))

vi.mock('#src/store/client', () => {
  const SOLO_QUI = { note: 2, chiavi: 0, ricerche: 0, modelli: 0, sedute: 1, banche: 0 }
  const unless = (nome: string, valore: unknown) =>
    mondo.rifiuta.includes(nome) ? fail('ARCHIVIO_OCCUPATO') : ok(valore)
  const database = {
    countUnsynced: async () => unless('countUnsynced', { totale: mondo.in_attesa, per_banca: [] }),
    countSoloQui: async () =>
      unless('countSoloQui', { ...SOLO_QUI, risposte: mondo.in_attesa, simulazioni: mondo.simulazioni }),
    clearUser: async ({ id_utente }: { id_utente: number }) => {
      const esito = unless('clearUser', null)
      if (esito.ok) mondo.fatto.push(`clear ${id_utente}`)
      return esito
    },
  }
  return {
    openDb: async ({ id_utente }: { id_utente: number }) => {
      mondo.fatto.push(`open ${id_utente}`)
      return mondo.apre
        ? ok({ rung: 'memoria', avvisi: [], versione: 9, banche: [], da_sincronizzare: mondo.in_attesa })
        : fail('ARCHIVIO_OCCUPATO')
    },
    db: async () => database,
    onStoreReopened: () => undefined,
    onTabNotice: () => undefined,
    closeDb: async () => {
      mondo.fatto.push('close')
    },
  }
})

vi.mock('#src/api/create-call', () => ({
  createCall: () => async (nome: string, argomenti?: { corpo?: unknown }) => {
    mondo.fatto.push(nome)
    mondo.corpi[nome] = argomenti?.corpo
    return (mondo.risposte[nome] ?? ok(null)) as Result<unknown>
  },
}))

let locale: Deposito
let web: Deposito
const load = async () => ({
  follow: await followAccount(),
  sessione: await import('#src/session/sign-in'),
  credenziale: await import('#src/session/session'),
  api: await import('#src/api/client'),
  uscita: await import('#src/domain/sign-out'),
  sincronia: await import('#src/store/sync-status'),
  rete: await import('#src/platform/network'),
  dispositivo: await import('#src/platform/web-storage'),
})

beforeEach(() => {
  vi.resetModules()
  ;({ locale, sessioneWeb: web } = stubBrowser())
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  Object.assign(mondo, { fatto: [], corpi: {}, in_attesa: 0, apre: true, rifiuta: [] })
  mondo.risposte = {
    login: ok(makeUtente({ token_api: 't1' })),
    registrazione: ok(makeUtente({ token_api: 't2', email_verificata: false })),
  }
})
afterEach(() => vi.unstubAllGlobals())

const ENTRA = { email: 'prova@example.org', password: 'Segreta123', ricordami: true }

describe('signing in', () => {
  it('is authenticated only with a verified e-mail [AU3][AC2]', async () => {
    const { sessione, credenziale } = await load()
    await sessione.login(ENTRA)
    expect(credenziale.isAuthenticated(credenziale.session)).toBe(true)
    await sessione.register({ ...ENTRA, flag_commerciale: false })
    expect(credenziale.isAuthenticated(credenziale.session)).toBe(false)
    expect(credenziale.session.credentials?.token).toBe('t2')
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
    expect(credenziale.session.other_user).toEqual({ id_utente: 7, in_attesa: 12 })
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
    expect(credenziale.session.other_user).toEqual({ id_utente: 7, in_attesa: 3 })
    // Until it is answered, whatever happens to the page.
    expect(credenziale.otherUsers()).toEqual([7, 8])
    // Deleting fails: it is asked about again.
    mondo.apre = false
    await uscita.settleOtherUser(true)
    expect(credenziale.otherUsers()).toEqual([8, 7])
    credenziale.session.other_user = { id_utente: 7, in_attesa: 3 }
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

describe('signing out', () => {
  it('clears token, session and local data [AU4][AU5]', async () => {
    const { sessione, credenziale, uscita } = await load()
    await sessione.login(ENTRA)
    expect(await uscita.signOut()).toEqual({ done: true })
    expect(mondo.fatto.slice(-4)).toEqual(['open 7', 'clear 7', 'logout', 'close'])
    expect(credenziale.session.credentials).toBeNull()
    expect(locale.keys().filter((k) => k !== 'idoneo.dispositivo')).toEqual([])
  })

  it('sends what waits first', async () => {
    const { sessione, uscita, sincronia } = await load()
    await sessione.login(ENTRA)
    mondo.in_attesa = 3
    sincronia.registerPush(async () => {
      mondo.in_attesa = 0
      mondo.fatto.push('push')
      return ok(null)
    })
    expect(await uscita.signOut()).toEqual({ done: true })
    expect(mondo.fatto.indexOf('push')).toBeLessThan(mondo.fatto.indexOf('clear 7'))
  })

  it('tells how many answers wait when they cannot be sent, and clears nothing', async () => {
    const { sessione, credenziale, uscita, sincronia } = await load()
    await sessione.login(ENTRA)
    mondo.in_attesa = 3
    sincronia.registerPush(async () => fail('RETE_ASSENTE'))
    expect(await uscita.signOut()).toEqual({ done: false, waiting: 3 })
    expect(mondo.fatto).not.toContain('clear 7')
    expect(credenziale.session.credentials).not.toBeNull()
    expect(await uscita.signOut({ despite: 2 })).toEqual({ done: false, waiting: 3 })
    expect(await uscita.signOut({ despite: 3 })).toEqual({ done: true })
    expect(mondo.fatto).toContain('clear 7')
  })
})

describe('what would go at a sign-out', () => {
  it('is read from the store, all of it at once, and clears nothing', async () => {
    const { sessione, uscita } = await load()
    await sessione.login(ENTRA)
    mondo.in_attesa = 3
    expect(await uscita.readSoloQui()).toMatchObject({ risposte: 3, note: 2, sedute: 1, banche: 0 })
    mondo.rifiuta = ['countSoloQui']
    expect(await uscita.readSoloQui()).toBeNull()
    expect(mondo.fatto).not.toContain('clear 7')
  })

  it('is said in numbers, and nothing is said to be lost where nothing is', async () => {
    const { signOutText } = await import('#src/text/account')
    const none = { risposte: 0, simulazioni: 0, note: 0, chiavi: 0, ricerche: 0, modelli: 0, sedute: 0, banche: 0 }
    expect(signOutText.solo_qui({ ...none, note: 12, chiavi: 1, banche: 2 })).toContain(
      '12 note, 1 risposta indicata da te e 2 banche dati tue',
    )
    expect(signOutText.solo_qui(none)).toMatch(/non perdi niente/)
  })
})

describe('deleting the account', () => {
  it('[SC10] asks the server first, then takes everything off this device without a logout', async () => {
    const { sessione, credenziale, uscita } = await load()
    await sessione.login(ENTRA)
    mondo.in_attesa = 3
    expect(await uscita.deleteAccount('Segreta123')).toEqual(ok(null))
    expect(mondo.fatto.slice(-4)).toEqual(['open 7', 'elimina_utente', 'clear 7', 'close'])
    expect(mondo.corpi.elimina_utente).toEqual({ password: 'Segreta123' })
    expect(credenziale.session.credentials).toBeNull()
    expect(locale.keys().filter((k) => k !== 'idoneo.dispositivo')).toEqual([])
  })

  it('[SC10][EB13] refused, it touches nothing', async () => {
    const { sessione, credenziale, uscita } = await load()
    await sessione.login(ENTRA)
    mondo.risposte.elimina_utente = fail('VECCHIA_PASSWORD_ERRATA')
    expect(await uscita.deleteAccount('Sbagliata1')).toEqual(fail('VECCHIA_PASSWORD_ERRATA'))
    expect(mondo.fatto).not.toContain('clear 7')
    expect(credenziale.session.credentials).not.toBeNull()
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

describe('signing out of a store that does not answer', () => {
  it.each(['countSoloQui'])('%s fails: what nobody counted is not cleared unasked', async (metodo) => {
    const { sessione, credenziale, uscita } = await load()
    await sessione.login(ENTRA)
    mondo.in_attesa = 12
    mondo.rifiuta = [metodo]
    expect(await uscita.signOut()).toEqual({ done: false, waiting: null })
    expect(mondo.fatto).not.toContain('clear 7')
    expect(mondo.fatto).not.toContain('logout')
    expect(credenziale.session.credentials).not.toBeNull()
    expect(await uscita.signOut({ despite: null })).toEqual({ done: true })
    expect(mondo.fatto).toContain('clear 7')
  })

  it('what can be counted by then is sent first, and told when it cannot', async () => {
    const { sessione, uscita, sincronia } = await load()
    await sessione.login(ENTRA)
    mondo.in_attesa = 12
    mondo.apre = false
    expect(await uscita.signOut()).toEqual({ done: false, waiting: null })
    mondo.apre = true
    sincronia.registerPush(async () => fail('RETE_ASSENTE'))
    expect(await uscita.signOut({ despite: null })).toEqual({ done: false, waiting: 12 })
    sincronia.registerPush(async () => {
      mondo.in_attesa = 0
      return ok(null)
    })
    expect(await uscita.signOut({ despite: null })).toEqual({ done: true })
  })

  it('whoever would rather stay meanwhile stays, and nothing is cleared', async () => {
    const { sessione, credenziale, uscita, sincronia } = await load()
    await sessione.login(ENTRA)
    mondo.in_attesa = 1
    let resta = false
    sincronia.registerPush(async () => {
      mondo.in_attesa = 0
      resta = true
      return ok(null)
    })
    expect(await uscita.signOut({ stay: () => resta })).toEqual({ done: false, waiting: 0 })
    expect(mondo.fatto).not.toContain('clear 7')
    expect(credenziale.session.credentials).not.toBeNull()
  })

  it('data that could not be cleared is told, and its account is known to the next sign-in', async () => {
    const { sessione, credenziale, uscita } = await load()
    await sessione.login(ENTRA)
    mondo.rifiuta = ['clearUser']
    expect(await uscita.signOut()).toEqual({ done: true })
    expect(credenziale.session).toMatchObject({ credentials: null, exit_reason: 'DATI_RIMASTI' })
    expect(credenziale.lastUser()).toBe(7)
    mondo.rifiuta = []
    await sessione.login(ENTRA)
    expect(await uscita.signOut()).toEqual({ done: true })
    expect(credenziale.session.exit_reason).toBeNull()
    expect(credenziale.lastUser()).toBeNull()
  })
})

describe('the question about another account', () => {
  it('is not asked of that account when it signs in, and never clears it', async () => {
    const { sessione, credenziale, uscita } = await load()
    await sessione.login(ENTRA)
    mondo.in_attesa = 3
    mondo.risposte.login = ok(makeUtente({ token_api: 't8', id_utente_idoneo: 8 }))
    await sessione.login(ENTRA)
    const domanda = { ...credenziale.session.other_user }
    expect(domanda).toEqual({ id_utente: 7, in_attesa: 3 })
    const sette = { token: 't'.repeat(20), utente: makeUtente({}), ricordami: true, emessa: 0 }
    credenziale.session.credentials = sette
    expect(credenziale.session.other_user).toBeNull()
    credenziale.session.other_user = domanda as { id_utente: number; in_attesa: number }
    mondo.fatto = []
    await uscita.settleOtherUser(true)
    expect(mondo.fatto).toEqual([])
  })
})

describe('a delivered simulation that waits', () => {
  it('is not cleared by a sign-out, even without one answer', async () => {
    const { sessione, uscita, sincronia } = await load()
    await sessione.login(ENTRA)
    mondo.simulazioni = 1
    sincronia.registerPush(async () => fail('RETE_ASSENTE'))
    expect(await uscita.signOut()).toEqual({ done: false, waiting: 1 })
    expect(mondo.fatto).not.toContain('clear 7')
    mondo.simulazioni = 0
  })
})

describe('the server ends the session', () => {
  it('drops token and keys, keeps every answer and says why [AU7][AU11][EB2]', async () => {
    const { sessione, credenziale, api } = await load()
    await sessione.login(ENTRA)
    mondo.fatto = []
    api.endSession('DISPOSITIVO_DISCONNESSO')
    expect(credenziale.session.credentials).toBeNull()
    expect(credenziale.session.exit_reason).toBe('DISPOSITIVO_DISCONNESSO')
    expect(locale.getItem('idoneo.sessione')).toBeNull()
    expect(mondo.fatto).toEqual([])
  })

  it('once told in a sitting, no call refused after it throws anybody out: the person chooses when [AU14]', async () => {
    const { sessione, credenziale, api } = await load()
    await sessione.login(ENTRA)
    credenziale.session.in_seduta = true
    api.endSession('SESSIONE_SCADUTA')
    credenziale.session.in_seduta = false
    api.endSession('SESSIONE_SCADUTA')
    expect(credenziale.session).toMatchObject({ expired: 'SESSIONE_SCADUTA', exit_reason: null })
    expect(credenziale.session.credentials).not.toBeNull()
    api.leaveSession('SESSIONE_SCADUTA')
    await sessione.login(ENTRA)
    api.endSession('TOKEN_NON_VALIDO')
    expect(credenziale.session).toMatchObject({ credentials: null, exit_reason: 'TOKEN_NON_VALIDO' })
  })

  it('interrupts neither a sitting nor practice offline [AU14]', async () => {
    const { sessione, credenziale, api, rete } = await load()
    await sessione.login(ENTRA)
    credenziale.session.in_seduta = true
    api.endSession('SESSIONE_SCADUTA')
    expect(credenziale.session).toMatchObject({ expired: 'SESSIONE_SCADUTA', exit_reason: null })
    expect(credenziale.session.credentials).not.toBeNull()
    credenziale.session.in_seduta = false
    rete.network.online = false
    api.endSession('TOKEN_NON_VALIDO')
    expect(credenziale.session.credentials).not.toBeNull()
    api.leaveSession('TOKEN_NON_VALIDO')
    expect(credenziale.session).toMatchObject({ credentials: null, expired: null, exit_reason: 'TOKEN_NON_VALIDO' })
  })
})

describe('what an account leaves in memory', () => {
  it('is forgotten when it leaves or another one comes [AU6]', async () => {
    const { sessione, api } = await load()
    const { bancheState: banche } = await import('#src/domain/banche-state')
    const { livelloState: livello } = await import('#src/session/livello')
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
