import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHIAMATE, type Chiamata, NON_PRONTE } from '#contract/chiamate'
import { type Mondo, makeWorld } from '../mondo.ts'

describe('calls of the contract', () => {
  let mondo: Mondo
  beforeAll(async () => {
    mondo = await makeWorld()
  })
  afterAll(() => mondo.close())

  it.each(NON_PRONTE)('%s is declared, not built yet, and answers 501 NON_DISPONIBILE', async (nome) => {
    const { metodo, percorso }: Chiamata = CHIAMATE[nome]
    const { status, corpo, intestazioni } = await mondo.call(metodo, percorso)
    expect(status).toBe(501)
    expect(corpo).toMatchObject({ codice: 'NON_DISPONIBILE', status: 501, type: 'about:blank' })
    expect(intestazioni['content-type']).toContain('application/problem+json')
  })

  it('[CA46] [CA47] the two calls addressed by ?method= reach the same route', async () => {
    for (const [metodo, nome, esito] of [
      ['POST', 'segnalaquiz', [401, 'TOKEN_NON_VALIDO']],
      ['GET', 'getBanners', [501, 'NON_DISPONIBILE']],
    ] as const)
      for (const base of ['/', '']) {
        const { status, corpo } = await mondo.call(metodo, `${base}?method=${nome}&token=x&apikey=y`)
        expect([status, corpo.codice]).toEqual(esito)
      }
    expect((await mondo.call('GET', '/?method=altro')).status).toBe(404)
  })

  it('OpenAPI lists every call, with its security and its errors', async () => {
    const { corpo } = await mondo.call('GET', '/openapi.json')
    expect(corpo.openapi).toBe('3.1.0')
    for (const [nome, chiamata] of Object.entries(CHIAMATE) as [string, Chiamata][]) {
      const voce = corpo.paths[`/api${chiamata.percorso}`]?.[chiamata.metodo.toLowerCase()]
      expect(voce?.operationId, chiamata.percorso).toBe(nome)
      expect(Object.keys(voce.responses)).toEqual(expect.arrayContaining(['4XX', '5XX']))
      expect(voce.security).toEqual(
        { pubblica: [], chiave: [{ chiave: [] }] }[chiamata.accesso as string] ?? [{ token_api: [] }],
      )
    }
    expect(Object.keys(corpo.paths).filter((percorso) => !percorso.startsWith('/api/'))).toEqual([])
  })

  it('OpenAPI tells the answers without a body', async () => {
    const { corpo } = await mondo.call('GET', '/openapi.json')
    const buone = (percorso: string, metodo: string) =>
      Object.keys(corpo.paths[`/api${percorso}`][metodo].responses).filter((status) => /^[23]/.test(status))
    expect(buone('/ms_reportistica/risposte_concorso', 'put')).toEqual(['200', '204'])
    expect(buone('/ms_utente/verifica_email', 'get')).toEqual(['302'])
    expect(buone('/ms_utente/logout', 'post')).toEqual(['204'])
  })
})
