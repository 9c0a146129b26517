import { gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { ErrorCode } from '#contract/errors'
import { type CallDeps, createCall, fetchFile } from '#src/api/create-call'
import { makeUtente, stubBrowser } from './aiuti.ts'

type Richiesta = { url: string; init: RequestInit }

function mondo(risposta: Response | (() => Promise<Response>), altro: Partial<CallDeps> = {}) {
  const inviate: Richiesta[] = []
  const finite: ErrorCode[] = []
  const scarti: number[] = []
  const epoche: string[] = []
  const finto = (async (url: unknown, init: RequestInit) => {
    inviate.push({ url: String(url), init })
    return typeof risposta === 'function' ? risposta() : risposta.clone()
  }) as typeof fetch
  const deps: CallDeps = {
    base: 'https://idoneo.example/api',
    token: () => 'segreto',
    isOnline: () => true,
    now: () => 1_000_000,
    fetch: finto,
    onSessionEnd: (c) => finite.push(c),
    onClockOffset: (ms) => scarti.push(ms),
    onEpoch: (epoca) => epoche.push(epoca),
    ...altro,
  }
  return { call: createCall(deps), deps, inviate, finite, scarti, epoche }
}

const json = (corpo: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(corpo), { status, headers: { 'content-type': 'application/json', ...headers } })
const rifiuto = (codice: string, status: number, altro: object = {}) =>
  json({ type: 'about:blank', title: 'x', status, codice, ...altro }, status)
const testata = (r: Richiesta | undefined, nome: string) => new Headers(r?.init.headers).get(nome)

describe('a call', () => {
  it('carries the bearer token, its query and its body [AC12][AU2]', async () => {
    const { call, inviate } = mondo(json({ rifiutate: [] }))
    const esito = await call('invia_risposte_concorso', { query: { incrementa_contatore: 'true' }, corpo: [{ a: 1 }] })
    expect(esito).toEqual({ ok: true, value: { rifiutate: [] } })
    expect(inviate[0]?.url).toBe(
      'https://idoneo.example/api/ms_reportistica/risposte_concorso?incrementa_contatore=true',
    )
    expect(inviate[0]?.init.method).toBe('PUT')
    expect(testata(inviate[0], 'authorization')).toBe('Bearer segreto')
    expect(JSON.parse(String(inviate[0]?.init.body))).toEqual([{ a: 1 }])
  })

  it('tells which installation answered, when the answer says so', async () => {
    const { call, epoche } = mondo(json({ rifiutate: [] }, 200, { 'x-epoca': 'prima' }))
    await call('invia_risposte_concorso', { query: { incrementa_contatore: 'true' }, corpo: [] })
    expect(epoche).toEqual(['prima'])
    const refused = mondo(rifiuto('VIETATO', 403))
    await refused.call('uptime')
    expect(refused.epoche).toEqual([])
  })

  it('outlives its page only when it is asked to', async () => {
    const { call, inviate } = mondo(new Response(null, { status: 204 }))
    const args = { query: { gettone: 'g' }, corpo: [] }
    await call('invia_risposte_simulazione', args)
    await call('invia_risposte_simulazione', args, { keepalive: true })
    expect(inviate.map((r) => r.init.keepalive ?? false)).toEqual([false, true])
  })

  it('compresses a large body of a call that takes it so, while its page stays (decision 0082)', async () => {
    const { call, inviate } = mondo(json({ rifiutati: [], numeri: null }))
    const corpo = { eventi: Array.from({ length: 2_000 }, (_, i) => ({ id: `è-${i}` })) }
    await call('invia_eventi', { corpo })
    await call('invia_eventi', { corpo }, { keepalive: true })
    await call('invia_eventi', { corpo: { eventi: [{ id: 'a' }] } })
    await call('invia_risposte_concorso', { query: { incrementa_contatore: 'true' }, corpo: corpo.eventi })
    expect(inviate.map((r) => testata(r, 'content-encoding'))).toEqual(['gzip', null, null, null])
    expect(testata(inviate[0], 'content-type')).toBe('application/json')
    const zipped = inviate[0]?.init.body as ArrayBuffer
    expect(JSON.parse(gunzipSync(zipped).toString())).toEqual(corpo)
    expect(zipped.byteLength).toBeLessThan(JSON.stringify(corpo).length / 3)
    vi.stubGlobal('CompressionStream', undefined)
    await call('invia_eventi', { corpo })
    vi.unstubAllGlobals()
    expect(JSON.parse(String(inviate[4]?.init.body))).toEqual(corpo)
  })

  it('carries no authorization without a token', async () => {
    const { call, inviate } = mondo(json(12), { token: () => null })
    expect(await call('uptime')).toEqual({ ok: true, value: 12 })
    expect(testata(inviate[0], 'authorization')).toBeNull()
  })

  it('is given up after 60,000 ms [HT1][CO10]', async () => {
    vi.useFakeTimers()
    try {
      const { call } = mondo(() => new Promise<Response>(() => undefined), {
        fetch: ((_: unknown, init: RequestInit) =>
          new Promise((__, no) => {
            init.signal?.addEventListener('abort', () => no(init.signal?.reason))
          })) as typeof fetch,
      })
      let esito: unknown = null
      const promessa = call('uptime').then((e) => {
        esito = e
      })
      await vi.advanceTimersByTimeAsync(59_999)
      expect(esito).toBeNull()
      await vi.advanceTimersByTimeAsync(2)
      await promessa
      expect(esito).toMatchObject({ ok: false, error: { codice: 'REMOTE_REQUEST_FAILED' } })
    } finally {
      vi.useRealTimers()
    }
  })

  it('tells a missing network from a server that does not answer [ER10]', async () => {
    const cade = () => Promise.reject(new TypeError('network'))
    expect(await mondo(cade).call('uptime')).toMatchObject({ error: { codice: 'REMOTE_REQUEST_FAILED' } })
    expect(await mondo(cade, { isOnline: () => false }).call('uptime')).toMatchObject({
      error: { codice: 'RETE_ASSENTE' },
    })
  })

  it('turns problem+json into a code with its fields and figures [HT3]', async () => {
    const { call, finite } = mondo(rifiuto('RATE_LIMIT_EXCEEDED', 429, { dati: { secondi: 30 }, campi: ['username'] }))
    expect(await call('uptime')).toMatchObject({
      ok: false,
      error: { codice: 'RATE_LIMIT_EXCEEDED', dati: { secondi: 30 }, campi: ['username'] },
    })
    expect(finite).toEqual([])
  })

  it('refuses an answer that is not as the contract says', async () => {
    expect(await mondo(json({ elementi: 'no' })).call('concorsi_utente')).toMatchObject({
      error: { codice: 'RISPOSTA_NON_VALIDA', detail: 'elementi' },
    })
    expect(await mondo(new Response('<html>')).call('concorsi_utente')).toMatchObject({
      error: { codice: 'RISPOSTA_NON_VALIDA' },
    })
  })

  it('takes 204 as done', async () => {
    expect(await mondo(new Response(null, { status: 204 })).call('logout')).toEqual({ ok: true, value: null })
  })

  it('takes a gateway that is down for a server that does not answer', async () => {
    expect(await mondo(new Response('bad gateway', { status: 502 })).call('uptime')).toMatchObject({
      error: { codice: 'REMOTE_REQUEST_FAILED' },
    })
  })
})

describe('the end of a session', () => {
  it.each(['SESSIONE_SCADUTA', 'TOKEN_NON_VALIDO', 'DISPOSITIVO_DISCONNESSO', 'ACCOUNT_DISABILITATO'])(
    '%s ends it, as 401 and as 403 [AU7][AU11]',
    async (codice) => {
      for (const status of [401, 403]) {
        const { call, finite } = mondo(rifiuto(codice, status))
        await call('concorsi_utente')
        expect(finite).toEqual([codice])
      }
    },
  )

  it.each([
    ['VECCHIA_PASSWORD_ERRATA', 401],
    ['DEMO_ESAURITA', 403],
    ['CONCORSO_NON_TUO', 403],
    ['PREMIUM_RICHIESTO', 403],
  ] as const)('%s (%i) does not [AU12]', async (codice, status) => {
    const { call, finite } = mondo(rifiuto(codice, status))
    expect(await call('concorsi_utente')).toMatchObject({ error: { codice } })
    expect(finite).toEqual([])
  })

  it('login, refreshtoken and logout never end it [AU13]', async () => {
    const { call, finite } = mondo(rifiuto('TOKEN_NON_VALIDO', 401))
    await call('login', { corpo: { username: 'a', password: 'b' } })
    await call('refreshtoken')
    await call('logout')
    expect(finite).toEqual([])
  })
})

describe("the server's clock", () => {
  it('is measured at each call, half of the journey taken off [MG6]', async () => {
    const istanti = [1_000_000, 1_000_400]
    const { call, scarti } = mondo(json(1, 200, { 'x-ora-server': new Date(1_600_200).toISOString() }), {
      now: () => istanti.shift() ?? 0,
    })
    await call('uptime')
    expect(scarti).toEqual([600_000])
  })

  it('is left alone when the header is missing or unreadable', async () => {
    const { call, scarti } = mondo(json(1, 200, { 'x-ora-server': 'ieri' }))
    await call('uptime')
    await mondo(json(1)).call('uptime')
    expect(scarti).toEqual([])
  })
})

it('a profile is read whole [EN1]', async () => {
  const utente = makeUtente({ token_api: 'abc' })
  expect(await mondo(json(utente)).call('login', { corpo: { username: 'a', password: 'b' } })).toEqual({
    ok: true,
    value: utente,
  })
})

describe('a file', () => {
  it('comes whole, with the bearer token', async () => {
    const { deps, inviate } = mondo(new Response('PK', { headers: { 'content-type': 'application/zip' } }))
    const result = await fetchFile(deps, 'esporta_dati')
    expect(result.ok && (await result.value.text())).toBe('PK')
    expect(inviate[0]?.url).toBe('https://idoneo.example/api/ms_utente/esporta_dati')
    expect(testata(inviate[0], 'authorization')).toBe('Bearer segreto')
  })

  it('that is refused is a code, and ends a session that is over [HT3][AU11]', async () => {
    const { deps, finite } = mondo(rifiuto('TOKEN_NON_VALIDO', 401))
    expect(await fetchFile(deps, 'esporta_dati')).toMatchObject({ error: { codice: 'TOKEN_NON_VALIDO' } })
    expect(finite).toEqual(['TOKEN_NON_VALIDO'])
    const cade = mondo(() => Promise.reject(new TypeError('network')), { isOnline: () => false })
    expect(await fetchFile(cade.deps, 'esporta_dati')).toMatchObject({ error: { codice: 'RETE_ASSENTE' } })
  })
})

it('[CO10] what is asked without the code of the calls is given up in the same time', async () => {
  stubBrowser()
  vi.stubGlobal('document', { querySelector: () => null })
  const end = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal)
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit = {}) =>
      new Promise((_go, no) => signal?.addEventListener('abort', () => no(signal.reason))),
  )
  const { askLightly } = await import('#src/api/client')
  const answer = askLightly('/ms_utente/accessi_social')
  end.abort()
  expect(await answer).toBeNull()
  expect(limit).toHaveBeenCalledWith(60_000)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
