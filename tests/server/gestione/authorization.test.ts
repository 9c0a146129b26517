import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_CALLS, type ConsoleCallName } from '#contract/gestione'
import {
  CONSOLE_API,
  type ConsoleCall,
  RUOLI,
  type Ruolo,
  SECRET_HEADER,
  SESSION_HEADER,
} from '#contract/gestione/call'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const NAMES = Object.keys(CONSOLE_CALLS) as ConsoleCallName[]
const CALLS = NAMES.map((name) => ({ name, call: CONSOLE_CALLS[name] as ConsoleCall }))
const WITH_SESSION = CALLS.filter(({ call }) => call.prova !== 'nessuna')
const MINUTE = 60_000
/** Fields that the calls with `ruoliPer` take, so that none is refused before its role. */
const COMPLETE = {
  ...{ prendi: true, testo: 'testo', esito: 'risolta', doppie: ['1'] },
  visto: { presa_da: null, risposte: 0 },
}

/** What each identity gets of each call, made from the contract: a new call is in it by being declared. */
describe('authorization of the console', () => {
  let world: Mondo
  let desk: Desk
  const seats = {} as Record<Ruolo, Signed>
  let candidate: string

  beforeAll(async () => {
    world = await makeWorld()
    desk = openDesk(world)
    for (const ruolo of RUOLI) seats[ruolo] = await desk.seat(`${ruolo}@posta.example`, ruolo)
    candidate = (await world.registerVerified('candidato@posta.example', 3)).token
  })
  afterAll(() => world.close())

  /** The refusal of a call: its code, or null where the call was admitted. Admission comes before fields are read. */
  const refusal = async (name: ConsoleCallName, who: Partial<Signed> | null, headers: Record<string, string> = {}) => {
    // A body that no schema of the console takes: an admitted call changes nothing.
    const { metodo } = CONSOLE_CALLS[name] as ConsoleCall
    const { status, corpo } = await desk.call(name, metodo === 'GET' ? {} : { corpo: [] }, who, headers)
    if (status < 400 || status === 400) return null
    return corpo.codice as string
  }
  const table = async (calls: typeof CALLS, who: Partial<Signed> | null, headers: Record<string, string> = {}) => {
    const rows: Record<string, string | null> = {}
    for (const { name } of calls) rows[name] = await refusal(name, who, headers)
    return rows
  }
  const all = (calls: typeof CALLS, code: string) => Object.fromEntries(calls.map(({ name }) => [name, code]))

  it('[OP40] nobody and a candidate get nothing', async () => {
    expect(await table(WITH_SESSION, null)).toEqual(all(WITH_SESSION, 'TOKEN_NON_VALIDO'))
    const bearer = { authorization: `Bearer ${candidate}` }
    expect(await table(WITH_SESSION, null, bearer)).toEqual(all(WITH_SESSION, 'TOKEN_NON_VALIDO'))
    const guessed = { cookie: candidate, segreto: candidate }
    expect(await table(WITH_SESSION, guessed)).toEqual(all(WITH_SESSION, 'TOKEN_NON_VALIDO'))
  })

  it('a candidate with the right password has no role', async () => {
    const sent = await desk.call('accedi', {
      corpo: { username: 'candidato@posta.example', password: 'Lampione77Verde' },
    })
    expect([sent.status, sent.corpo.codice, sent.headers['set-cookie']]).toEqual([403, 'VIETATO', undefined])
  })

  it('[OP41] a stolen cookie without its secret, or with that of another session, gets nothing', async () => {
    const { cookie } = seats.gestore
    expect(await table(WITH_SESSION, { cookie })).toEqual(all(WITH_SESSION, 'TOKEN_NON_VALIDO'))
    const other = { cookie, segreto: seats.redattore.segreto }
    expect(await table(WITH_SESSION, other)).toEqual(all(WITH_SESSION, 'TOKEN_NON_VALIDO'))
    expect(await table(WITH_SESSION, { segreto: seats.gestore.segreto })).toEqual(all(WITH_SESSION, 'TOKEN_NON_VALIDO'))
  })

  it('[OP41] a request of another site gets nothing, by either header', async () => {
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await table(CALLS, seats.gestore, { 'sec-fetch-site': site })).toEqual(all(CALLS, 'VIETATO'))
    for (const { metodo, percorso } of CALLS.map(({ call }) => call)) {
      const response = await world.app.inject({
        method: metodo,
        url: CONSOLE_API + percorso,
        headers: {
          origin: 'https://altrove.example',
          cookie: `__Host-gestione=${seats.gestore.cookie}`,
          [SECRET_HEADER]: seats.gestore.segreto,
        },
      })
      expect([percorso, response.statusCode]).toEqual([percorso, 403])
    }
  })

  it.each(RUOLI)('[OP40] %s gets the calls of the role, with a second factor of now', async (ruolo) => {
    const who = await desk.enter(`${ruolo}@posta.example`)
    await desk.call('conferma_codice', { corpo: { codice: await desk.nextCode(`${ruolo}@posta.example`) } }, who)
    // `esci` last: it ends the session.
    const calls = [...WITH_SESSION].sort((a, b) => Number(a.name === 'esci') - Number(b.name === 'esci'))
    const wanted = Object.fromEntries(
      calls.map(({ name, call }) => [name, call.ruoli.includes(ruolo) ? null : 'VIETATO']),
    )
    const found = await table(calls, who)
    // A call without a body runs: its own refusals are none of the admission.
    for (const name of ['sfida_passkey', 'avvia_codici'])
      if (wanted[name] === null && ['NON_TROVATO', 'VIETATO'].includes(found[name] ?? '')) found[name] = null
    expect(found).toEqual(wanted)
  })

  it.each(RUOLI)('[OP43] %s names in a call what the role sees, and nothing else', async (ruolo) => {
    const who = await desk.enter(`${ruolo}@posta.example`)
    await desk.call('conferma_codice', { corpo: { codice: await desk.nextCode(`${ruolo}@posta.example`) } }, who)
    const rows: [string, string, boolean][] = []
    for (const { name, call } of CALLS)
      for (const [value, ruoli] of Object.entries(call.ruoliPer?.ruoli ?? {})) {
        const named = { [call.ruoliPer?.campo ?? '']: value, id: '999999' }
        const input = call.metodo === 'GET' ? { query: named } : { corpo: { ...COMPLETE, ...named } }
        const { corpo } = await desk.call(name, input, who)
        expect([name, value, corpo.codice === 'VIETATO']).toEqual([name, value, !ruoli.includes(ruolo)])
        rows.push([name, value, ruoli.includes(ruolo)])
      }
    expect(rows.filter(([, , sees]) => !sees)).toHaveLength(ruolo === 'redattore' ? 6 : 0)
  })

  it('[OP40] a session of the password alone gets the second factor’s calls, and after five minutes no fresh ones', async () => {
    const email = 'gestore@posta.example'
    const who = await desk.enter(email)
    const open = WITH_SESSION.filter(({ call, name }) => call.prova !== 'password' && name !== 'esci')
    expect(await table(open, who)).toEqual(all(open, 'CODICE_RICHIESTO'))
    await desk.call('conferma_codice', { corpo: { codice: await desk.nextCode(email) } }, who)
    world.orologio.advance(5 * MINUTE)
    const stale = open.filter(({ call }) => call.prova === 'fresca' || call.prova === 'primo_fattore')
    expect(stale.length).toBeGreaterThan(2)
    expect(await table(stale, who)).toEqual(all(stale, 'CODICE_RICHIESTO'))
    expect(await refusal('registro', who)).toBeNull()
    // A refund among what the call sends makes it an act on money.
    const sending = open.filter(({ call }) => call.prova === 'fresca_per_rimborsi')
    expect(sending.length).toBeGreaterThan(1)
    for (const { name } of sending) {
      const kinds = { posta: null, rimborso: 'CODICE_RICHIESTO' }
      for (const [tipo, code] of Object.entries(kinds)) {
        const { rows } = await world.db.query<{ id: number }>(
          `insert into uscita (tipo, carico, creata, errore) values ($1, '{}', $2, 'no') returning id_uscita as id`,
          [tipo, world.orologio.now()],
        )
        const { corpo } = await desk.call(name, { corpo: { id: rows[0]?.id } }, who)
        expect([name, tipo, corpo?.codice ?? null]).toEqual([name, tipo, code])
        const kept = await world.db.query('delete from uscita where id_uscita = $1 and prossimo is null', [rows[0]?.id])
        expect([name, tipo, kept.count]).toEqual([name, tipo, code === null ? 0 : 1])
      }
    }
  })

  it('[OP40] an idle session ends after half an hour, and a busy one after eight', async () => {
    const email = 'gestore@posta.example'
    const idle = await desk.enter(email)
    world.orologio.advance(30 * MINUTE)
    expect(await table(WITH_SESSION, idle)).toEqual(all(WITH_SESSION, 'SESSIONE_SCADUTA'))
    const busy = await desk.enter(email)
    for (let minutes = 0; minutes < 8 * 60 - 20; minutes += 20) {
      world.orologio.advance(20 * MINUTE)
      expect([minutes, await refusal('sessione', busy)]).toEqual([minutes, null])
    }
    world.orologio.advance(20 * MINUTE)
    expect(await table(WITH_SESSION, busy)).toEqual(all(WITH_SESSION, 'SESSIONE_SCADUTA'))
  })

  it('[OP53] each response says how long the session lasts, without a call and whatever is done', async () => {
    const who = await desk.enter('gestore@posta.example')
    const left = async () => (await desk.call('sessione', {}, who)).headers[SESSION_HEADER]
    expect(await left()).toBe('1800 28800')
    world.orologio.advance(50_000)
    // A use within a minute of the last recorded one puts the end off by nothing.
    expect(await left()).toBe('1750 28750')
    world.orologio.advance(29 * MINUTE)
    expect(await left()).toBe('1800 27010')
    const refused = await desk.call('registro', {}, who)
    expect([refused.status, refused.headers[SESSION_HEADER]]).toEqual([401, undefined])
  })

  it('a role that was taken, a disabled account and another password end the session', async () => {
    const who = await desk.enter('redattore@posta.example')
    await desk.setRole('redattore@posta.example', null)
    expect(await table(WITH_SESSION, who)).toEqual(all(WITH_SESSION, 'VIETATO'))
    await desk.setRole('redattore@posta.example', 'redattore')
    await world.db.query(`update utente set stato = 'disabilitato' where email = 'redattore@posta.example'`)
    expect(await table(WITH_SESSION, who)).toEqual(all(WITH_SESSION, 'ACCOUNT_DISABILITATO'))
    await world.db.query(
      `update utente set stato = 'attivo', password_hash = $1 where email = 'redattore@posta.example'`,
      [await world.deps.passwords.hash('Altra77Password')],
    )
    expect(await table(WITH_SESSION, who)).toEqual(all(WITH_SESSION, 'TOKEN_NON_VALIDO'))
  })

  it('[OP40] who has the password alone changes no second factor of an account with a role', async () => {
    const email = 'sola-password@posta.example'
    const { token } = await world.registerVerified(email)
    await desk.setRole(email, 'assistenza')
    const proof = { password: PASSWORD }
    const begun = await world.call('POST', '/ms_utente/secondo_fattore', { token, payload: proof })
    expect(begun.corpo.codice).toBe('VIETATO')
    await desk.setUpCodes(email, await desk.enter(email))
    const entered = { username: email, password: PASSWORD, dispositivo: 'web' }
    const asked = await world.call('POST', '/ms_utente/chiedi_senza_codice', { payload: entered })
    expect(asked.corpo.codice).toBe('VIETATO')
    const codice = await desk.nextCode(email)
    const login = await world.call('POST', '/ms_utente/login', { payload: { ...entered, codice } })
    expect(login.status).toBe(200)
    const payload = { ...proof, codice: await desk.nextCode(email) }
    const ended = await world.call('DELETE', '/ms_utente/secondo_fattore', { token: login.corpo.token_api, payload })
    expect(ended.corpo.codice).toBe('VIETATO')
  })

  it('[OP41] answers of the console are kept by nobody', async () => {
    const { headers } = await desk.call('sessione', {}, null)
    expect(headers['cache-control']).toBe('no-store')
  })
})
