import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from '#server/sweep'
import { openDataExport } from '#server/utente/data-export'
import { codeOf, findStep, openSecret, sealSecret, stepAt, toBase32 } from '#server/utente/totp'
import { entered } from '../social/entered.ts'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'

const RFC_SECRET = Buffer.from('12345678901234567890')
const DAY_MS = 24 * 3600 * 1000

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('[AU45] the code at %i s is the one of RFC 6238', (seconds, code) => {
  const now = new Date(seconds * 1000)
  expect(codeOf(RFC_SECRET, stepAt(now))).toBe(code)
  for (const late of [-29, 0, 30])
    expect(findStep(RFC_SECRET, code, new Date(now.getTime() + late * 1000))).toBe(stepAt(now))
  for (const late of [60, 90]) expect(findStep(RFC_SECRET, code, new Date(now.getTime() + late * 1000))).toBe(null)
})

it('writes base32 as RFC 4648, and a sealed secret opens for its account alone', () => {
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))).toEqual([
    'my',
    'mzxq',
    'mzxw6',
    'mzxw6yq',
    'mzxw6ytb',
    'mzxw6ytboi',
  ])
  const key = Buffer.alloc(32, 7)
  const sealed = sealSecret(key, (n) => Buffer.alloc(n, 1), 12, RFC_SECRET)
  expect(openSecret(key, 12, sealed)).toEqual(RFC_SECRET)
  expect(sealed.includes(RFC_SECRET)).toBe(false)
  expect(() => openSecret(key, 13, sealed)).toThrow()
})

describe('the second factor', () => {
  let world: Mondo
  let n = 0
  beforeAll(async () => {
    world = await makeWorld({ config: { limits: 'normali', trustedProxies: 1 } })
  })
  afterAll(() => world.close())

  const from = () => ({ 'x-forwarded-for': `10.${++n % 250}.${Math.floor(n / 250)}.9` })
  type Way = { token?: string; headers?: Record<string, string> }
  const ask = (method: string, path: string, payload: object | undefined, { token, headers }: Way = {}) =>
    world.call(method, `/ms_utente/${path}`, {
      ...(payload && { payload }),
      ...(token && { token }),
      headers: { ...from(), ...headers },
    })
  const decode = (base32: string): Buffer => {
    const bits = [...base32.toLowerCase()].map((c) =>
      'abcdefghijklmnopqrstuvwxyz234567'.indexOf(c).toString(2).padStart(5, '0'),
    )
    return Buffer.from(
      bits
        .join('')
        .match(/.{8}/g)!
        .map((byte) => Number.parseInt(byte, 2)),
    )
  }
  const mailsTo = (email: string) => world.messaggi.filter(({ to }) => to === email)
  const login = (email: string, codice?: string, more: object = {}) =>
    ask('POST', 'login', { username: email, password: PASSWORD, ...(codice !== undefined && { codice }), ...more })

  async function account() {
    const email = `fattore${++n}@posta.example`
    const { rows } = await world.db.query<{ id_utente: number }>(
      'insert into utente (email, password_hash, email_verificata) values ($1, $2, true) returning id_utente',
      [email, await world.deps.passwords.hash(PASSWORD)],
    )
    const { token_api } = (await login(email)).corpo
    return { email, id_utente: rows[0]!.id_utente, token: token_api as string }
  }
  async function turnOn(token: string, proof: object = { password: PASSWORD }, headers = {}) {
    const begun = await ask('POST', 'secondo_fattore', proof, { token, headers })
    const secret = decode(begun.corpo.segreto)
    /** The code that the phone shows now. */
    const show = () => codeOf(secret, stepAt(world.orologio.now()))
    const confirmed = await ask('POST', 'conferma_secondo_fattore', { codice: show() }, { token })
    return { begun, confirmed, show, codici: confirmed.corpo.codici as string[] }
  }
  const next = () => world.orologio.advance(30_000)

  it('[AU45] is turned on with password and one code; then a sign-in asks for a code, which works once', async () => {
    const { email, token } = await account()
    const other = (await login(email)).corpo.token_api as string
    expect((await ask('POST', 'secondo_fattore', {}, { token })).corpo.codice).toBe('MISSING_REQUIRED_PARAM')
    const { begun, confirmed, show, codici } = await turnOn(token)
    expect(begun.corpo.indirizzo).toBe(
      `otpauth://totp/Idoneo:${encodeURIComponent(email)}?secret=${begun.corpo.segreto}&issuer=Idoneo`,
    )
    expect(confirmed.status).toBe(200)
    expect(new Set(codici).size).toBe(10)
    expect(mailsTo(email).at(-1)?.subject).toBe('Verifica in due passaggi attivata')
    // The other sessions end, and nobody begins it anew.
    expect((await ask('GET', 'utente', undefined, { token: other })).status).toBe(401)
    expect((await ask('POST', 'secondo_fattore', { password: PASSWORD }, { token })).corpo.codice).toBe('VIETATO')
    expect((await login(email)).corpo.codice).toBe('CODICE_RICHIESTO')
    // The code of the confirmation was used.
    expect((await login(email, show())).corpo.codice).toBe('CODICE_ERRATO')
    next()
    expect((await login(email, ` ${show().slice(0, 3)} ${show().slice(3)}`)).status).toBe(200)
    expect((await login(email, show())).corpo.codice).toBe('CODICE_ERRATO')
    next()
    // Sent twice at once: one enters.
    const both = await Promise.all([login(email, show()), login(email, show())])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const shown = (await ask('GET', 'secondo_fattore', undefined, { token })).corpo
    expect(shown).toEqual({ dal: expect.any(String), codici_rimasti: 10, da_togliere: null })
  })

  it('[AU46] a recovery code enters once, and a mail tells how many are left', async () => {
    const { email, token } = await account()
    const { codici } = await turnOn(token)
    expect((await login(email, codici[3]!.toUpperCase())).status).toBe(200)
    expect(mailsTo(email).at(-1)?.text).toContain('Ne restano 9.')
    expect((await login(email, codici[3]!)).corpo.codice).toBe('CODICE_ERRATO')
    expect((await login(email, `4${codici[3]!.slice(1)}`)).corpo.codice).toBe('CODICE_ERRATO')
    expect((await ask('GET', 'secondo_fattore', undefined, { token })).corpo.codici_rimasti).toBe(9)
  })

  it('[AU45] is turned off with password and code alone', async () => {
    const { email, token } = await account()
    const { show } = await turnOn(token)
    const off = (payload: object) => ask('DELETE', 'secondo_fattore', payload, { token })
    next()
    expect((await off({ codice: show() })).corpo.codice).toBe('MISSING_REQUIRED_PARAM')
    expect((await off({ password: 'Sbagliata-7', codice: show() })).corpo.codice).toBe('VECCHIA_PASSWORD_ERRATA')
    expect((await off({ password: PASSWORD, codice: '' })).corpo.codice).toBe('CODICE_RICHIESTO')
    expect((await off({ password: PASSWORD, codice: '12345' })).corpo.codice).toBe('CODICE_ERRATO')
    expect((await off({ password: PASSWORD, codice: show() })).status).toBe(204)
    expect(mailsTo(email).at(-1)?.subject).toBe('Verifica in due passaggi disattivata')
    expect((await login(email)).status).toBe(200)
    expect((await off({ password: PASSWORD, codice: show() })).corpo.codice).toBe('NON_TROVATO')
  })

  it('[AU44] [AU47] wrong codes are guesses of the account, also after a social login, and the mail tells of them', async () => {
    const { email, id_utente, token } = await account()
    const { show } = await turnOn(token)
    next()
    const said = { sub: `fattore-${n}` }
    await world.db.query(
      `insert into identita_social (social, soggetto, id_utente, collegata, provata) values ('GOOGLE', $1, $2, now(), true)`,
      [said.sub, id_utente],
    )
    const bySocial = async (codice?: string) => {
      const { vo, headers } = await entered(world, said)
      return ask('POST', 'login', { ...vo, ...(codice && { codice }) }, { headers })
    }
    expect((await bySocial()).corpo.codice).toBe('CODICE_RICHIESTO')
    for (let i = 0; i < 5; i++) expect((await login(email, '000000')).corpo.codice).toBe('CODICE_ERRATO')
    for (let i = 0; i < 5; i++) expect((await bySocial('000000')).corpo.codice).toBe('CODICE_ERRATO')
    for (const refused of [await login(email, show()), await bySocial(show())])
      expect(refused.corpo.codice).toBe('RATE_LIMIT_EXCEEDED')
    expect(mailsTo(email).filter(({ subject }) => subject === 'Codici sbagliati per il tuo account')).toHaveLength(1)
    world.orologio.advance(DAY_MS)
    await world.deps.guesses.forget(`${email}|`)
    expect((await bySocial(show())).status).toBe(200)
  })

  it('[AU48] a recovery by mail leaves it on; a mailed link turns it off after a week, unless a code signs in', async () => {
    const { email, token } = await account()
    const { show } = await turnOn(token)
    const link = (name: string) =>
      new RegExp(`[?&]${name}=([\\w-]{43})`).exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? ''
    await world.call('GET', `/ms_utente/recupera_password?username=${email}`, { headers: from() })
    const recovered = await ask('POST', 'recupera_password', { token: link('token'), password: PASSWORD })
    expect([recovered.status, (await login(email)).corpo.codice]).toEqual([204, 'CODICE_RICHIESTO'])
    const without = (password: string) => ask('POST', 'chiedi_senza_codice', { username: email, password })
    expect((await without('Sbagliata-7')).corpo.codice).toBe('CREDENZIALI_ERRATE')
    const askAndConfirm = async () => {
      expect((await without(PASSWORD)).status).toBe(204)
      const mailed = link('codice')
      expect((await ask('POST', 'conferma_senza_codice', { token: mailed })).status).toBe(204)
      expect((await ask('POST', 'conferma_senza_codice', { token: mailed })).corpo.codice).toBe('LINK_SCADUTO')
    }
    await askAndConfirm()
    const waiting = await login(email)
    expect(waiting.corpo).toMatchObject({ codice: 'CODICE_RICHIESTO', dati: { quando: expect.any(String) } })
    next()
    expect((await login(email, show())).status).toBe(200)
    world.orologio.advance(8 * DAY_MS)
    await sweep(world.deps)
    expect((await login(email)).corpo.codice).toBe('CODICE_RICHIESTO')
    await askAndConfirm()
    world.orologio.advance(6 * DAY_MS)
    await sweep(world.deps)
    expect((await login(email)).corpo.codice).toBe('CODICE_RICHIESTO')
    world.orologio.advance(2 * DAY_MS)
    await sweep(world.deps)
    expect(mailsTo(email).at(-1)?.subject).toBe('Verifica in due passaggi disattivata')
    expect((await login(email)).status).toBe(200)
  })

  it('[AU45] an account without a password takes a social login or a fresh sign-in', async () => {
    const { email, id_utente, token } = await account()
    const said = { sub: `senza-password-${n}` }
    await world.db.query('update utente set password_hash = null where id_utente = $1', [id_utente])
    await world.db.query(
      `insert into identita_social (social, soggetto, id_utente, collegata, provata) values ('GOOGLE', $1, $2, now(), true)`,
      [said.sub, id_utente],
    )
    expect((await ask('POST', 'secondo_fattore', {}, { token })).status).toBe(200)
    world.orologio.advance(11 * 60_000)
    expect((await ask('POST', 'secondo_fattore', {}, { token })).corpo.codice).toBe('ACCESSO_NON_RECENTE')
    const { vo, headers } = await entered(world, said)
    expect((await turnOn(token, vo, headers)).confirmed.status).toBe(200)
    expect(mailsTo(email).at(-1)?.subject).toBe('Verifica in due passaggi attivata')
  })

  it('[AU45] the export has when it was turned on and no secret; a deletion takes it along', async () => {
    const { id_utente, token } = await account()
    await turnOn(token)
    const zip: Buffer[] = []
    for await (const piece of await openDataExport(world.deps, id_utente)) zip.push(piece as Buffer)
    expect(Buffer.concat(zip).includes('secondo_fattore.csv')).toBe(true)
    await ask('DELETE', 'utente', { password: PASSWORD }, { token })
    for (const table of ['secondo_fattore', 'codice_recupero'])
      expect((await world.db.query(`select 1 from ${table} where id_utente = $1`, [id_utente])).count).toBe(0)
  })
})
