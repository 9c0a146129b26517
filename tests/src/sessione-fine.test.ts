import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '#contract/result'
import { NOTHING_HERE } from '#tests/only-here'
import { type Deposito, makeUtente, stubBrowser } from './aiuti.ts'
import { ENTRA, load, resetMondo } from './sessione-mondo.ts'

const mondo = await vi.hoisted(async () => (await import('./sessione-mondo.ts')).makeMondo())
vi.mock('#src/store/client', async () => (await import('./sessione-mondo.ts')).mockClient(mondo))
vi.mock('#src/api/create-call', async () => (await import('./sessione-mondo.ts')).mockCall(mondo))

let locale: Deposito

beforeEach(() => {
  vi.resetModules()
  ;({ locale } = stubBrowser())
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  resetMondo(mondo)
})
afterEach(() => vi.unstubAllGlobals())

describe('signing out', () => {
  it('clears token, session and local data [AU4][AU5]', async () => {
    const { sessione, credenziale, uscita } = await load()
    await sessione.login(ENTRA)
    expect(await uscita.signOut()).toEqual({ done: true })
    expect(mondo.fatto.slice(-4)).toEqual(['open 7', 'clear 7', 'logout', 'close'])
    expect(credenziale.session.credentials).toBeNull()
    expect(locale.keys().filter((k) => k !== 'idoneo.dispositivo')).toEqual([])
  })

  it('with clearUserData false it ends the session alone, whatever waits: the account finds it all, another one has it settled [AU5][AU6][DB7]', async () => {
    const { sessione, credenziale, uscita, sincronia } = await load()
    await sessione.login(ENTRA)
    locale.setItem('idoneo.piano.7', 'piano')
    mondo.in_attesa = 3
    mondo.fatto = []
    sincronia.registerPush(async () => fail('RETE_ASSENTE'))
    expect(await uscita.signOut({ keep: true })).toEqual({ done: true })
    expect(mondo.fatto).toEqual(['open 7', 'logout', 'close'])
    expect(credenziale.session).toMatchObject({ credentials: null, exit_reason: null })
    expect([credenziale.lastUser(), locale.getItem('idoneo.sessione'), locale.getItem('idoneo.piano.7')]).toEqual([
      ...[7, null],
      'piano',
    ])
    await sessione.login(ENTRA)
    expect(mondo.fatto).not.toContain('clear 7')
    mondo.in_attesa = 0
    expect(await uscita.signOut({ keep: true })).toEqual({ done: true })
    mondo.risposte.login = ok(makeUtente({ token_api: 't3', id_utente_idoneo: 8 }))
    await sessione.login(ENTRA)
    expect(mondo.fatto.slice(-4)).toEqual(['login', 'open 7', 'clear 7', 'close'])
    expect([locale.getItem('idoneo.piano.7'), credenziale.lastUser()]).toEqual([null, 8])
  })

  it('keeps what is here also where nobody can say what waits [AU5]', async () => {
    const { sessione, uscita } = await load()
    await sessione.login(ENTRA)
    mondo.apre = false
    expect(await uscita.signOut({ keep: true })).toEqual({ done: true })
    expect(mondo.fatto).not.toContain('clear 7')
  })

  it('what was kept and still waits is asked about before another account has it removed [AU6][D29]', async () => {
    const { sessione, credenziale, uscita, sincronia } = await load()
    await sessione.login(ENTRA)
    mondo.in_attesa = 3
    sincronia.registerPush(async () => fail('RETE_ASSENTE'))
    await uscita.signOut({ keep: true })
    mondo.risposte.login = ok(makeUtente({ token_api: 't3', id_utente_idoneo: 8 }))
    await sessione.login(ENTRA)
    expect(credenziale.session.other_user).toMatchObject({ id_utente: 7, solo_qui: { risposte: 3 } })
    expect(mondo.fatto).not.toContain('clear 7')
  })

  it('a bank of one’s own, which no server has, is asked about too before another account has it removed [AU6][D29]', async () => {
    const { sessione, credenziale, uscita } = await load()
    const { otherAccountText } = await import('#src/text/account')
    await sessione.login(ENTRA)
    mondo.banche = 2
    await uscita.signOut({ keep: true })
    mondo.risposte.login = ok(makeUtente({ token_api: 't3', id_utente_idoneo: 8 }))
    await sessione.login(ENTRA)
    const { other_user } = credenziale.session
    expect(other_user).toMatchObject({ id_utente: 7, solo_qui: { banche: 2 } })
    expect(mondo.fatto).not.toContain('clear 7')
    expect(otherAccountText.testo({ ...NOTHING_HERE, banche: 2, sedute: 1 })).toContain(
      'cose che non sono altrove: 1 esercitazione o prova a metà e 2 banche dati tue. Da qui',
    )
  })

  it('a trial of which the server lacks marks is sent before its data is kept, and asked about when it could not be [D29]', async () => {
    const { sessione, credenziale, uscita, sincronia } = await load()
    await sessione.login(ENTRA)
    mondo.sedute = 1
    sincronia.registerPush(async () => {
      mondo.fatto.push('push')
      return fail('RETE_ASSENTE')
    })
    await uscita.signOut({ keep: true })
    expect(mondo.fatto).toContain('push')
    mondo.risposte.login = ok(makeUtente({ token_api: 't3', id_utente_idoneo: 8 }))
    await sessione.login(ENTRA)
    expect(credenziale.session.other_user).toMatchObject({ id_utente: 7, solo_qui: { sedute: 1 } })
    expect(mondo.fatto).not.toContain('clear 7')
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
    Object.assign(mondo, { in_attesa: 3, note: 2, sedute: 1 })
    expect(await uscita.readSoloQui()).toMatchObject({ risposte: 3, note: 2, sedute: 1, banche: 0 })
    mondo.rifiuta = ['countSoloQui']
    expect(await uscita.readSoloQui()).toBeNull()
    expect(mondo.fatto).not.toContain('clear 7')
  })

  it('a note that waits is as good a reason to ask as an answer', async () => {
    const { sessione, uscita, sincronia } = await load()
    await sessione.login(ENTRA)
    mondo.note = 1
    sincronia.registerPush(async () => fail('RETE_ASSENTE'))
    expect(await uscita.signOut()).toEqual({ done: false, waiting: 1 })
    mondo.risposte.login = ok(makeUtente({ token_api: 't3', id_utente_idoneo: 8 }))
    await sessione.login(ENTRA)
    expect(mondo.fatto).not.toContain('clear 7')
  })

  it('is said in numbers, and nothing is said to be lost where nothing is', async () => {
    const { signOutText } = await import('#src/text/account')
    expect(signOutText.solo_qui({ ...NOTHING_HERE, sedute: 1, banche: 2 })).toContain(
      '1 esercitazione o prova a metà e 2 banche dati tue',
    )
    expect(signOutText.in_attesa(2, { ...NOTHING_HERE, risposte: 2 })).toBe(
      '2 risposte non sono ancora arrivate al server. Se esci adesso vanno perse.',
    )
    expect(signOutText.in_attesa(4, { ...NOTHING_HERE, risposte: 1, note: 2, chiavi: 1 })).toBe(
      '1 risposta non è ancora arrivata al server. Se esci adesso va persa. Perdi anche: 2 note e 1 risposta indicata da te.',
    )
    expect(signOutText.in_attesa(1, { ...NOTHING_HERE, modelli: 1 })).toMatch(
      /^Al server non è ancora arrivato tutto.*1 modello/,
    )
    expect(signOutText.in_attesa(3, { ...NOTHING_HERE, concluse: 2, impostazioni: 1 })).toMatch(
      /^Al server non è ancora arrivato tutto.*2 esercitazioni e prove concluse e 1 impostazione/,
    )
    expect(signOutText.solo_qui(NOTHING_HERE)).toMatch(/non perdi niente/)
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
