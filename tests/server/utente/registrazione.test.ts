import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRound } from '#server/background'
import { createPasswordHasher } from '#server/utente/password'
import { ENGINES, type Mondo, makeWorld, PASSWORD } from '../world.ts'

const body = (email: string, other: Record<string, unknown> = {}, vo: Record<string, unknown> = {}) => ({
  email_comunicazioni: email,
  flag_privacy: 1,
  autenticazioneVO: { username: email, password: PASSWORD, dispositivo: 'web', versioneApp: '1.0.33', ...vo },
  ...other,
})

describe.each(ENGINES)('registration on %s', (engine) => {
  let world: Mondo
  beforeAll(async () => {
    // As the product hashes: its cost is in what registration stores.
    world = await makeWorld({ motore: engine, deps: () => ({ passwords: createPasswordHasher() }) })
  })
  afterAll(() => world.close())
  const send = (payload: Record<string, unknown>) => world.call('POST', '/ms_utente/registrazione', { payload })

  it('[CA2] [AU9] [AC13] [EN2] [EN3] answers the profile with a token and sends the verification mail', async () => {
    const { status, corpo: utente } = await send(body('Anna.Rossi@Posta.example'))
    expect(status).toBe(200)
    expect(utente).toEqual({
      id_utente_idoneo: expect.any(Number),
      email_comunicazioni: 'anna.rossi@posta.example',
      email_social: null,
      token_api: expect.stringMatching(/^[\w-]{43}$/),
      social: null,
      flag_privacy: 1,
      flag_commerciale: 0,
      livello: 0,
      data_registrazione: '2026-11-21T09:00:00.000Z',
      data_passaggio_premium: null,
      data_scadenza_premium: null,
      email_verificata: false,
      tempo_aggiuntivo: 0,
      email_nuova: null,
      flag_notifiche: 1,
      con_password: true,
    })
    expect(world.messaggi.at(-1)).toMatchObject({ to: 'anna.rossi@posta.example' })
    expect(world.lastLink()).toMatch(/^\/ms_utente\/verifica_email\?token=[\w-]{43}$/)
  })

  it('[EB8] an address in use is refused, whatever its capitals', async () => {
    await world.registerVerified('presa@posta.example')
    const { status, corpo: problem } = await send(body('PRESA@posta.example'))
    expect([status, problem.codice]).toEqual([409, 'EMAIL_GIA_IN_USO'])
  })

  it('of many registrations of one address at the same time one account is left', async () => {
    const esiti = await Promise.all(Array.from({ length: 6 }, () => send(body('gara@posta.example'))))
    expect(esiti.filter((e) => e.status !== 200 && e.corpo.codice !== 'EMAIL_GIA_IN_USO')).toEqual([])
    const alive = await Promise.all(
      esiti
        .filter((e) => e.status === 200)
        .map((e) => world.call('GET', '/ms_utente/utente', { token: e.corpo.token_api })),
    )
    expect(alive.filter((e) => e.status === 200)).toHaveLength(1)
    expect((await world.db.query(`select 1 from utente where email = 'gara@posta.example'`)).count).toBe(1)
  })

  it('[AU38] whoever registers another’s address first does not keep it: its owner registers and the impostor is out', async () => {
    const email = 'padrona@posta.example'
    const impostor = await send(body(email, {}, { password: 'Dirupo-giallo-8', id_dispositivo: 'dispositivo-altrui' }))
    expect(impostor.status).toBe(200)
    const old = world.lastLink()
    expect((await world.call('GET', `/ms_utente/recupera_password?username=${email}`)).corpo.codice).toBe(
      'UTENTE_NON_TROVATO',
    )
    const owner = await send(body(email))
    expect(owner.status).toBe(200)
    const link = world.lastLink()
    const own = { token: impostor.corpo.token_api }
    expect((await world.call('GET', '/ms_utente/utente', own)).corpo.codice).toBe('TOKEN_NON_VALIDO')
    expect((await world.call('GET', old)).intestazioni.location).toContain('esito=scaduto')
    const payload = { token: link.split('=')[1], mio: true, password: PASSWORD }
    expect((await world.call('POST', '/ms_utente/verifica_email', { payload })).status).toBe(200)
    const login = (password: string) =>
      world.call('POST', '/ms_utente/login', { payload: { username: email, password } })
    expect((await login('Dirupo-giallo-8')).corpo.codice).toBe('CREDENZIALI_ERRATE')
    expect((await login(PASSWORD)).corpo.id_utente_idoneo).toBe(owner.corpo.id_utente_idoneo)
    // Proved, it is nobody else's any more.
    expect((await send(body(email))).corpo.codice).toBe('EMAIL_GIA_IN_USO')
  })

  it('[CC3] [VA8] writes each consent with the version of its text and the instant', async () => {
    const { corpo: utente } = await send(body('consensi@posta.example', { flag_commerciale: 1 }))
    const { rows } = await world.db.query(
      'select tipo, valore, data, versione_testo from consenso where id_utente = $1 order by id_consenso',
      [utente.id_utente_idoneo],
    )
    const data = new Date('2026-11-21T09:00:00.000Z')
    const versione_testo = expect.stringMatching(/^\d{4}-\d\d/)
    expect(rows).toEqual([
      { tipo: 'termini', valore: true, data, versione_testo },
      { tipo: 'trattamento_email', valore: true, data, versione_testo },
      { tipo: 'commerciale', valore: true, data, versione_testo },
    ])
  })

  it('[D13] keeps the affiliate code and refuses one with other characters', async () => {
    const { corpo: utente } = await send(body('amica@posta.example', { codice_affiliato: 'scuola-7_B' }))
    const { rows } = await world.db.query('select codice_affiliato from utente where id_utente = $1', [
      utente.id_utente_idoneo,
    ])
    expect(rows).toEqual([{ codice_affiliato: 'scuola-7_B' }])
    const cattivo = await send(body('altra@posta.example', { codice_affiliato: '<script>' }))
    expect(cattivo).toMatchObject({ status: 400, corpo: { campi: ['codice_affiliato'] } })
  })

  it('[AU18] stores neither password nor token as they are', async () => {
    const { corpo: utente } = await send(body('cassaforte@posta.example'))
    const { rows } = await world.db.query<{ riga: string }>(
      `select row_to_json(u)::text || row_to_json(s)::text as riga from utente u join sessione s using (id_utente)
       where id_utente = $1`,
      [utente.id_utente_idoneo],
    )
    expect(rows[0]?.riga).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(rows[0]?.riga).not.toContain(PASSWORD)
    expect(rows[0]?.riga).not.toContain(utente.token_api)
  })

  it.each([
    ['[VA5] short password', {}, { password: 'Abc123' }, 'RICHIESTA_NON_VALIDA', ['autenticazioneVO.password']],
    [
      '[VA5] password without digit',
      {},
      { password: 'Abcdefgh' },
      'RICHIESTA_NON_VALIDA',
      ['autenticazioneVO.password'],
    ],
    [
      '[VA5] password without capital',
      {},
      { password: 'abcdefg1' },
      'RICHIESTA_NON_VALIDA',
      ['autenticazioneVO.password'],
    ],
    ['password missing', {}, { password: undefined }, 'MISSING_REQUIRED_PARAM', ['autenticazioneVO.password']],
    [
      'password of 200 characters',
      {},
      { password: `A1${'a'.repeat(198)}` },
      'RICHIESTA_NON_VALIDA',
      ['autenticazioneVO.password'],
    ],
    [
      'username of somebody else',
      {},
      { username: 'x@y.example' },
      'RICHIESTA_NON_VALIDA',
      ['autenticazioneVO.username'],
    ],
    [
      '[VA1] not an address',
      { email_comunicazioni: 'anna' },
      { username: 'anna' },
      'RICHIESTA_NON_VALIDA',
      ['email_comunicazioni'],
    ],
    ['[VA7] no consent', { flag_privacy: 0 }, {}, 'RICHIESTA_NON_VALIDA', ['flag_privacy']],
    ['no autenticazioneVO', { autenticazioneVO: undefined }, {}, 'MISSING_REQUIRED_PARAM', ['autenticazioneVO']],
    [
      'a device id with spaces',
      {},
      { id_dispositivo: 'a b c d e f' },
      'RICHIESTA_NON_VALIDA',
      ['autenticazioneVO.id_dispositivo'],
    ],
  ])('%s is refused with its field and creates nothing', async (_, other, vo, code, fields) => {
    const count = async () => (await world.db.query('select id_utente from utente')).count
    const before = await count()
    const { status, corpo: problem } = await send(body('rifiutata@posta.example', other, vo))
    expect({ status, codice: problem.codice, campi: problem.campi }).toEqual({
      status: 400,
      codice: code,
      campi: fields,
    })
    expect(await count()).toBe(before)
  })

  it('[AC22] fields that the caller may not set are ignored', async () => {
    const { corpo: utente } = await send(
      body('furba@posta.example', {
        livello: 3,
        email_verificata: true,
        id_utente: 1,
        data_scadenza_premium: '2099-01-01',
      }),
    )
    expect(utente).toMatchObject({ livello: 0, email_verificata: false, data_scadenza_premium: null })
  })

  it('a made-up token_social registers nobody', async () => {
    const { status, corpo: problem } = await send(body('s@posta.example', {}, { social: 'x', token_social: 'y' }))
    expect([status, problem.codice]).toEqual([401, 'TOKEN_SOCIAL_SCADUTO'])
  })
})

describe('a mail server that fails', () => {
  it('does not undo the registration, and every mail leaves once it works again', async () => {
    let failure = true
    const world = await makeWorld({
      deps: (deps) => ({
        mailer: {
          ...deps.mailer,
          send: async (m) => (failure ? Promise.reject(new Error('rifiutato')) : deps.mailer.send(m)),
        },
      }),
    })
    const { token_api } = await world.register('senza.posta@posta.example')
    expect(world.messaggi).toHaveLength(0)
    world.orologio.advance(61_000)
    const ancora = await world.call('POST', '/ms_utente/invia_verifica_email', { token: token_api })
    expect(ancora.status).toBe(204)
    expect(world.messaggi).toHaveLength(0)
    failure = false
    world.orologio.advance(3600_000)
    await runRound(world.deps)
    expect(world.messaggi).toHaveLength(2)
    await world.close()
  })
})
