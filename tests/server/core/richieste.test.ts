import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problema } from '#contract/schemi'
import { type Mondo, makeWorld, PASSWORD } from '../mondo.ts'

describe('bad requests', () => {
  let mondo: Mondo
  let token: string
  beforeAll(async () => {
    mondo = await makeWorld()
    token = (await mondo.registerVerified('richieste@posta.example')).token
  })
  afterAll(() => mondo.close())

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
    ['no body', 'POST', LOGIN, {}, 400, 'RICHIESTA_NON_VALIDA', ['corpo']],
    [
      'an empty body named JSON',
      'POST',
      LOGIN,
      { payload: '', headers: JSON_TIPO },
      400,
      'RICHIESTA_NON_VALIDA',
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
    ['a missing query', 'GET', '/ms_concorso/simulazioni', {}, 400, 'RICHIESTA_NON_VALIDA', ['id_concorso']],
    ['a broken percent sign', 'GET', '/ms_concorso/%zz', {}, 400, 'RICHIESTA_NON_VALIDA', ['percorso']],
    ['an unknown call', 'GET', '/ms_utente/niente', {}, 404, 'NON_TROVATO', undefined],
    ['another method of a known call', 'GET', LOGIN, {}, 405, 'METODO_NON_AMMESSO', undefined],
  ] as const)('[HT3] %s is a problem with its code', async (_, metodo, percorso, opzioni, status, codice, campi) => {
    const risposta = await mondo.call(metodo, percorso, opzioni)
    expect(risposta.corpo).toEqual({
      type: 'about:blank',
      title: expect.any(String),
      status,
      codice,
      ...(campi ? { campi } : {}),
    })
    expect(risposta.status).toBe(status)
    expect(risposta.intestazioni['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(risposta.intestazioni['cache-control']).toBe('no-store')
    expect(problema.safeParse(risposta.corpo).success).toBe(true)
  })

  it('an address that cannot be read is refused with the headers that every answer has', async () => {
    const { intestazioni } = await mondo.call('GET', '/ms_concorso/%zz')
    expect(intestazioni).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    ['what is no HTTP', 'ciao\r\n\r\n', 400],
    ['headers beyond measure', `GET / HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s is a problem too', async (_, grezzo, status) => {
    if (!mondo.app.server.listening) await mondo.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = mondo.app.server.address() as AddressInfo
    const risposta = await new Promise<string>((fatto) => {
      let letto = ''
      const presa = connect(port, '127.0.0.1', () => presa.write(grezzo))
      presa.on('data', (parte) => {
        letto += parte
      })
      presa.on('error', () => {})
      presa.on('close', () => fatto(letto))
    })
    const [testa = '', corpo = ''] = risposta.split('\r\n\r\n')
    expect(testa).toContain(`HTTP/1.1 ${status} `)
    expect(testa).toContain('content-type: application/problem+json')
    expect(JSON.parse(corpo)).toMatchObject({ status, codice: 'RICHIESTA_NON_VALIDA' })
  })

  it('405 names the methods that exist', async () => {
    expect((await mondo.call('PUT', '/ms_concorso/concorso')).intestazioni.allow).toBe('GET, DELETE')
  })

  it('a body of 2 MB is refused before anybody looks at it, and nothing is lost for the next', async () => {
    const righe = Array.from({ length: 500 }, () => ({ nota: 'x'.repeat(4200) }))
    const { status, corpo } = await mondo.call('PUT', '/ms_reportistica/risposte_concorso', { token, payload: righe })
    expect([status, corpo.codice]).toEqual([413, 'CORPO_TROPPO_GRANDE'])
    expect((await mondo.call('GET', '/ms_utente/utente', { token })).status).toBe(200)
  })

  it('more than 500 records are refused', async () => {
    const payload = Array.from({ length: 501 }, () => ({}))
    const { status, corpo } = await mondo.call('PUT', '/ms_reportistica/risposte_concorso', { token, payload })
    expect([status, corpo.codice]).toEqual([400, 'RICHIESTA_NON_VALIDA'])
  })

  it('who calls is checked before what they send', async () => {
    const { status, corpo } = await mondo.call('PUT', '/ms_reportistica/risposte_concorso', {
      payload: '{',
      headers: JSON_TIPO,
    })
    expect([status, corpo.codice]).toEqual([401, 'TOKEN_NON_VALIDO'])
  })

  it('[HT6] [AC1] every call that is not public needs a token', async () => {
    const { corpo } = await mondo.call('GET', '/openapi.json')
    const chiuse = Object.entries<Record<string, { security?: object[]; responses: object }>>(corpo.paths).flatMap(
      ([percorso, metodi]) =>
        Object.entries(metodi)
          .filter(
            ([, voce]) =>
              voce.security?.some((s) => 'token_api' in s) && ('200' in voce.responses || '204' in voce.responses),
          )
          .map(([metodo]) => [metodo.toUpperCase(), percorso.replace('/api', '')] as const),
    )
    expect(chiuse.length).toBeGreaterThan(10)
    for (const [metodo, percorso] of chiuse) {
      const { status, corpo: rifiuto } = await mondo.call(metodo, percorso)
      expect([percorso, status, rifiuto.codice]).toEqual([percorso, 401, 'TOKEN_NON_VALIDO'])
    }
  })
})

describe('when something breaks', () => {
  it('an unforeseen error is 500 with the id of its log line and tells nothing else', async () => {
    const mondo = await makeWorld({
      gestori: {
        uptime: async () => {
          throw new Error('segreto interno alla riga 12')
        },
      },
    })
    const { status, corpo, intestazioni } = await mondo.call('GET', '/ms_concorso/uptime')
    expect(status).toBe(500)
    expect(corpo).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      codice: 'ERRORE_INTERNO',
      dati: { id: intestazioni['x-id-richiesta'] },
    })
    const riga = mondo.righe.find((r) => r.includes('errore imprevisto')) ?? ''
    expect(JSON.parse(riga)).toMatchObject({ id: corpo.dati.id, err: { message: 'segreto interno alla riga 12' } })
    await mondo.close()
  })

  it('an answer that does not fit its schema is not sent', async () => {
    const mondo = await makeWorld({
      // biome-ignore lint/suspicious/noExplicitAny: the compiler would stop this very mistake
      gestori: { enti: async () => ({ ok: true, value: { elementi: 'segreto', totale: 1 } }) as any },
    })
    const { status, corpo } = await mondo.call('GET', '/ms_concorso/enti')
    expect([status, corpo.codice]).toEqual([500, 'ERRORE_INTERNO'])
    expect(JSON.stringify(corpo)).not.toContain('segreto')
    await mondo.close()
  })

  it('fields that the contract does not declare never leave', async () => {
    const mondo = await makeWorld({
      gestori: {
        enti: async () => {
          const ente = { id_ente: 1, ente: 'RIPAM', password_hash: 'x' }
          return { ok: true, value: { elementi: [ente], totale: 1, interno: true } }
        },
      },
    })
    expect((await mondo.call('GET', '/ms_concorso/enti')).corpo).toEqual({
      elementi: [{ id_ente: 1, ente: 'RIPAM' }],
      totale: 1,
    })
    await mondo.close()
  })

  it('without a database calls are 503 with Retry-After, the process lives and readiness says so', async () => {
    const mondo = await makeWorld()
    const { token } = await mondo.registerVerified('senza.database@posta.example')
    expect((await mondo.call('GET', '/salute/pronto')).corpo).toMatchObject({
      stato: 'pronto',
      database: { motore: 'incorporato', raggiungibile: true, migrato: true },
      posta: 'file',
    })
    await mondo.db.close()
    const { status, corpo, intestazioni } = await mondo.call('GET', '/ms_utente/utente', { token })
    expect([status, corpo.codice, intestazioni['retry-after']]).toEqual([503, 'SERVIZIO_NON_PRONTO', '5'])
    expect((await mondo.call('GET', '/salute/vivo')).status).toBe(200)
    const pronto = await mondo.call('GET', '/salute/pronto')
    expect([pronto.status, pronto.corpo.database.raggiungibile]).toEqual([503, false])
    await mondo.app.close()
  })
})

describe('the log', () => {
  it('has one line per answer and never a password, a token, a key or a query', async () => {
    const mondo = await makeWorld({ config: { adminApiKey: 'chiave-operatore-1234' } })
    const { token_api } = await mondo.register('registro@posta.example')
    const link = mondo.lastLink()
    await mondo.call('POST', '/ms_utente/login', {
      payload: { username: 'registro@posta.example', password: 'Sbagliata99' },
    })
    await mondo.call('POST', '/ms_utente/login', {
      payload: { username: 'registro@posta.example', password: PASSWORD },
    })
    const { corpo } = await mondo.call('POST', '/ms_utente/refreshtoken', { token: token_api })
    await mondo.call('GET', link)
    await mondo.call('POST', '/ms_utente/cambia_password?vecchia_password=Vecchia111&nuova_password=Nuova2222', {
      token: token_api,
    })
    await mondo.call('POST', '/ms_utente/recupera_password?token=gettone333&password=Nuova4444')
    await mondo.call('GET', '/?method=getBanners&token=gettone555&apikey=chiave666')
    await mondo.call('DELETE', '/ms_cache/flush_all_cache', { headers: { 'x-api-key': 'chiave-operatore-1234' } })
    await mondo.call('POST', '/ms_utente/login', {
      payload: '{"password":"Rotta7777"',
      headers: { 'content-type': 'application/json' },
    })
    mondo.deps.log.info(
      { password: 'Diretta88', dati: { token: 'gettone999' }, headers: { authorization: 'Bearer x0x0' } },
      'prova',
    )
    const testo = mondo.righe.join('')
    for (const segreto of [
      PASSWORD,
      'Sbagliata99',
      token_api,
      corpo.token_api,
      link.split('=')[1],
      'Vecchia111',
      'Nuova2222',
      'gettone333',
      'Nuova4444',
      'gettone555',
      'chiave666',
      'chiave-operatore-1234',
      'Rotta7777',
      'Diretta88',
      'gettone999',
      'x0x0',
    ])
      expect(testo).not.toContain(segreto)
    const risposte = mondo.righe.map((r) => JSON.parse(r)).filter((r) => r.msg === 'risposta')
    expect(risposte).toHaveLength(10)
    expect(risposte[0]).toMatchObject({
      metodo: 'POST',
      rotta: '/api/ms_utente/registrazione',
      stato: 200,
      ms: expect.any(Number),
    })
    await mondo.close()
  })
})

describe('shutdown', () => {
  it('finishes the requests in flight and takes no new ones', async () => {
    let libera = () => {}
    let arrivata = () => {}
    const dentro = new Promise<void>((fatto) => {
      arrivata = fatto
    })
    const mondo = await makeWorld({
      gestori: {
        uptime: async () => {
          arrivata()
          await new Promise<void>((fatto) => {
            libera = fatto
          })
          return { ok: true, value: 7 }
        },
      },
    })
    const base = await mondo.app.listen({ port: 0, host: '127.0.0.1' })
    const lenta = fetch(`${base}/api/ms_concorso/uptime`)
    await dentro
    const chiusa = mondo.close()
    libera()
    const risposta = await lenta
    expect([risposta.status, await risposta.json()]).toEqual([200, 7])
    await chiusa
    await expect(fetch(`${base}/salute/vivo`)).rejects.toThrow()
  })
})
