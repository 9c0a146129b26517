import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problem } from '#contract/schemas'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'

describe('bad requests', () => {
  let world: Mondo
  let token: string
  beforeAll(async () => {
    world = await makeWorld()
    token = (await world.registerVerified('richieste@posta.example')).token
  })
  afterAll(() => world.close())

  const JSON_TIPO = { 'content-type': 'application/json' }
  const LOGIN = '/ms_utente/login'

  it.each([
    [
      'a body that is not JSON',
      'POST',
      LOGIN,
      { payload: '{"username":', headers: JSON_TIPO },
      400,
      'RICHIESTA_NON_VALIDA',
      ['corpo'],
    ],
    [
      'a list where an object is due',
      'POST',
      LOGIN,
      { payload: '[]', headers: JSON_TIPO },
      400,
      'RICHIESTA_NON_VALIDA',
      ['corpo'],
    ],
    ['no body', 'POST', LOGIN, {}, 400, 'MISSING_REQUIRED_PARAM', ['corpo']],
    [
      'an empty body named JSON',
      'POST',
      LOGIN,
      { payload: '', headers: JSON_TIPO },
      400,
      'MISSING_REQUIRED_PARAM',
      ['corpo'],
    ],
    [
      'a number for a name',
      'POST',
      LOGIN,
      { payload: { username: 7, password: {} } },
      400,
      'RICHIESTA_NON_VALIDA',
      ['username', 'password'],
    ],
    [
      'a key that poisons prototypes',
      'POST',
      LOGIN,
      { payload: '{"__proto__":{"livello":3}}', headers: JSON_TIPO },
      400,
      'RICHIESTA_NON_VALIDA',
      ['corpo'],
    ],
    [
      'plain text',
      'POST',
      LOGIN,
      { payload: 'ciao', headers: { 'content-type': 'text/plain' } },
      415,
      'FORMATO_NON_AMMESSO',
      undefined,
    ],
    [
      'a form',
      'POST',
      LOGIN,
      { payload: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'FORMATO_NON_AMMESSO',
      undefined,
    ],
    [
      'a body of 2 MB',
      'POST',
      LOGIN,
      { payload: { username: 'x'.repeat(2_000_000) } },
      413,
      'CORPO_TROPPO_GRANDE',
      undefined,
    ],
    [
      'a query that is not a number',
      'GET',
      '/ms_concorso/concorsi?anno=duemila',
      {},
      400,
      'RICHIESTA_NON_VALIDA',
      ['anno'],
    ],
    [
      'a year that no column holds',
      'GET',
      '/ms_concorso/concorsi?anno=99999999999',
      {},
      400,
      'RICHIESTA_NON_VALIDA',
      undefined,
    ],
    ['a NUL in a search', 'GET', '/ms_concorso/concorsi?search=a%00b', {}, 400, 'RICHIESTA_NON_VALIDA', undefined],
    [
      'a NUL in a name',
      'POST',
      LOGIN,
      { payload: { username: 'a\u0000@b.it', password: 'x' } },
      400,
      'RICHIESTA_NON_VALIDA',
      undefined,
    ],
    [
      'half a character in a letter',
      'POST',
      '/ms_utente/assistenza',
      { payload: { email: 'a@b.example', argomento: 'ALTRO', testo: 'a\ud83d' } },
      400,
      'RICHIESTA_NON_VALIDA',
      undefined,
    ],
    ['a missing query', 'GET', '/ms_concorso/simulazioni', {}, 400, 'MISSING_REQUIRED_PARAM', ['id_concorso']],
    ['a broken percent sign', 'GET', '/ms_concorso/%zz', {}, 400, 'RICHIESTA_NON_VALIDA', ['percorso']],
    ['an unknown call', 'GET', '/ms_utente/niente', {}, 404, 'NON_TROVATO', undefined],
    ['another method of a known call', 'GET', LOGIN, {}, 405, 'METODO_NON_AMMESSO', undefined],
  ] as const)('[HT3] %s is a problem with its code', async (_, method, percorso, options, status, code, fields) => {
    const risposta = await world.call(method, percorso, options)
    expect(risposta.corpo).toEqual({
      type: 'about:blank',
      title: expect.any(String),
      status,
      codice: code,
      ...(fields ? { campi: fields } : {}),
    })
    expect(risposta.status).toBe(status)
    expect(risposta.intestazioni['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(risposta.intestazioni['cache-control']).toBe('no-store')
    expect(problem.safeParse(risposta.corpo).success).toBe(true)
  })

  it('an address that cannot be read is refused with the headers that every answer has', async () => {
    const { intestazioni: headers } = await world.call('GET', '/ms_concorso/%zz')
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    ['what is no HTTP', 'ciao\r\n\r\n', 400],
    ['headers beyond measure', `GET / HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s is a problem too', async (_, grezzo, status) => {
    if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    const risposta = await new Promise<string>((done) => {
      let parsed = ''
      const presa = connect(port, '127.0.0.1', () => presa.write(grezzo))
      presa.on('data', (parte) => {
        parsed += parte
      })
      presa.on('error', () => {})
      presa.on('close', () => done(parsed))
    })
    const [testa = '', body = ''] = risposta.split('\r\n\r\n')
    expect(testa).toContain(`HTTP/1.1 ${status} `)
    expect(testa).toContain('content-type: application/problem+json')
    expect(JSON.parse(body)).toMatchObject({ status, codice: 'RICHIESTA_NON_VALIDA' })
  })

  it('405 names the methods that exist', async () => {
    expect((await world.call('PUT', '/ms_concorso/concorso')).intestazioni.allow).toBe('GET, DELETE')
  })

  it('a body of 2 MB is refused before anybody looks at it, and nothing is lost for the next', async () => {
    const rows = Array.from({ length: 500 }, () => ({ nota: 'x'.repeat(4200) }))
    const { status, corpo: body } = await world.call('PUT', '/ms_reportistica/risposte_concorso', {
      token,
      payload: rows,
    })
    expect([status, body.codice]).toEqual([413, 'CORPO_TROPPO_GRANDE'])
    expect((await world.call('GET', '/ms_utente/utente', { token })).status).toBe(200)
  })

  it('more than 500 records are refused', async () => {
    const payload = Array.from({ length: 501 }, () => ({}))
    const { status, corpo: body } = await world.call('PUT', '/ms_reportistica/risposte_concorso', { token, payload })
    expect([status, body.codice]).toEqual([400, 'RICHIESTA_NON_VALIDA'])
  })

  it('who calls is checked before what they send', async () => {
    const { status, corpo: body } = await world.call('PUT', '/ms_reportistica/risposte_concorso', {
      payload: '{',
      headers: JSON_TIPO,
    })
    expect([status, body.codice]).toEqual([401, 'TOKEN_NON_VALIDO'])
  })

  it('[HT6] [AC1] every call that is not public needs a token', async () => {
    const { corpo: body } = await world.call('GET', '/openapi.json')
    const chiuse = Object.entries<Record<string, { security?: object[]; responses: object }>>(body.paths).flatMap(
      ([percorso, methods]) =>
        Object.entries(methods)
          .filter(
            ([, entry]) =>
              entry.security?.some((s) => 'token_api' in s) && ('200' in entry.responses || '204' in entry.responses),
          )
          .map(([method]) => [method.toUpperCase(), percorso.replace('/api', '')] as const),
    )
    expect(chiuse.length).toBeGreaterThan(10)
    for (const [method, percorso] of chiuse) {
      const { status, corpo: refusal } = await world.call(method, percorso)
      expect([percorso, status, refusal.codice]).toEqual([percorso, 401, 'TOKEN_NON_VALIDO'])
    }
  })
})

describe('when something breaks', () => {
  it('an unforeseen error is 500 with the id of its log line and tells nothing else', async () => {
    const world = await makeWorld({
      gestori: {
        uptime: async () => {
          throw new Error('segreto interno alla riga 12')
        },
      },
    })
    const { status, corpo: body, intestazioni: headers } = await world.call('GET', '/ms_concorso/uptime')
    expect(status).toBe(500)
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      codice: 'ERRORE_INTERNO',
      dati: { id: headers['x-id-richiesta'] },
    })
    const row = world.righe.find((r) => r.includes('errore imprevisto')) ?? ''
    expect(JSON.parse(row)).toMatchObject({ id: body.dati.id, err: { message: 'segreto interno alla riga 12' } })
    await world.close()
  })

  it('an answer that does not fit its schema is not sent', async () => {
    const world = await makeWorld({
      // biome-ignore lint/suspicious/noExplicitAny: the compiler would stop this very mistake
      gestori: { enti: async () => ({ ok: true, value: { elementi: 'segreto', totale: 1 } }) as any },
    })
    const { status, corpo: body } = await world.call('GET', '/ms_concorso/enti')
    expect([status, body.codice]).toEqual([500, 'ERRORE_INTERNO'])
    expect(JSON.stringify(body)).not.toContain('segreto')
    await world.close()
  })

  it('fields that the contract does not declare never leave', async () => {
    const world = await makeWorld({
      gestori: {
        enti: async () => {
          const ente = { id_ente: 1, ente: 'RIPAM', password_hash: 'x' }
          return { ok: true, value: { elementi: [ente], totale: 1, interno: true } }
        },
      },
    })
    expect((await world.call('GET', '/ms_concorso/enti')).corpo).toEqual({
      elementi: [{ id_ente: 1, ente: 'RIPAM' }],
      totale: 1,
    })
    await world.close()
  })

  it('[CA50][D38] without a database calls are 503 with Retry-After, the process lives and readiness says so', async () => {
    const contatti = { url: 'https://contatti.example', key: 'segreta' }
    const world = await makeWorld({ config: { contatti, verificaTls: 'https://tls.example' } })
    const { token } = await world.registerVerified('senza.database@posta.example')
    expect((await world.call('GET', '/salute/pronto')).corpo).toMatchObject({
      stato: 'pronto',
      database: { motore: 'incorporato', raggiungibile: true, migrato: true },
      posta: 'file',
      servizi: { contatti: 'https://contatti.example', verifica_tls: 'https://tls.example' },
    })
    await world.db.close()
    const { status, corpo: body, intestazioni: headers } = await world.call('GET', '/ms_utente/utente', { token })
    expect([status, body.codice, headers['retry-after']]).toEqual([503, 'SERVIZIO_NON_PRONTO', '5'])
    expect((await world.call('GET', '/salute/vivo')).status).toBe(200)
    world.orologio.advance(1_000)
    const ready = await world.call('GET', '/salute/pronto')
    expect([ready.status, ready.corpo.database.raggiungibile]).toEqual([503, false])
    await world.app.close()
  })
})

describe('the log', () => {
  it('has one line per answer and never a password, a token, a key or a query', async () => {
    const world = await makeWorld({ config: { adminApiKey: 'chiave-operatore-1234' } })
    const { token_api } = await world.register('registro@posta.example')
    const link = world.lastLink()
    await world.call('POST', '/ms_utente/login', {
      payload: { username: 'registro@posta.example', password: 'Sbagliata99' },
    })
    await world.call('POST', '/ms_utente/login', {
      payload: { username: 'registro@posta.example', password: PASSWORD },
    })
    const { corpo: body } = await world.call('POST', '/ms_utente/refreshtoken', { token: token_api })
    await world.call('GET', link)
    const owned = { payload: { token: link.split('=')[1], mio: true } }
    expect((await world.call('POST', '/ms_utente/verifica_email', owned)).status).toBe(200)
    await world.call('POST', '/ms_utente/cambia_password?vecchia_password=Brontolo-1111&nuova_password=Brontolo-2222', {
      token: token_api,
    })
    await world.call('POST', '/ms_utente/recupera_password?token=gettone333&password=Brontolo-5555')
    await world.call('GET', '/?method=getBanners&token=gettone555&apikey=chiave666')
    await world.call('DELETE', '/ms_cache/flush_all_cache', { headers: { 'x-api-key': 'chiave-operatore-1234' } })
    await world.call('POST', '/ms_utente/login', {
      payload: '{"password":"Brontolo-7777"',
      headers: { 'content-type': 'application/json' },
    })
    world.deps.log.info(
      { password: 'Diretta-verde-88', dati: { token: 'gettone999' }, headers: { authorization: 'Bearer x0x0' } },
      'prova',
    )
    const text = world.righe.join('')
    for (const secret of [
      PASSWORD,
      'Sbagliata99',
      token_api,
      body.token_api,
      link.split('=')[1],
      'Brontolo-1111',
      'Brontolo-2222',
      'gettone333',
      'Brontolo-5555',
      'gettone555',
      'chiave666',
      'chiave-operatore-1234',
      'Brontolo-7777',
      'Diretta-verde-88',
      'gettone999',
      'x0x0',
    ])
      expect(text).not.toContain(secret)
    const risposte = world.righe.map((r) => JSON.parse(r)).filter((r) => r.msg === 'risposta')
    expect(risposte).toHaveLength(11)
    expect(risposte[0]).toMatchObject({
      metodo: 'POST',
      rotta: '/api/ms_utente/registrazione',
      stato: 200,
      ms: expect.any(Number),
    })
    await world.close()
  })
})

describe('shutdown', () => {
  it('finishes the requests in flight and takes no new ones', async () => {
    let libera = () => {}
    let arrivata = () => {}
    const dentro = new Promise<void>((done) => {
      arrivata = done
    })
    const world = await makeWorld({
      gestori: {
        uptime: async () => {
          arrivata()
          await new Promise<void>((done) => {
            libera = done
          })
          return { ok: true, value: 7 }
        },
      },
    })
    const base = await world.app.listen({ port: 0, host: '127.0.0.1' })
    const lenta = fetch(`${base}/api/ms_concorso/uptime`)
    await dentro
    const chiusa = world.close()
    libera()
    const risposta = await lenta
    expect([risposta.status, await risposta.json()]).toEqual([200, 7])
    await chiusa
    await expect(fetch(`${base}/salute/vivo`)).rejects.toThrow()
  })
})
