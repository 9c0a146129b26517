import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLS, type Chiamata } from '#contract/calls'
import { authenticate } from '#server/http/authentication'
import { openLogger } from '#server/logger'
import { type Mondo, makeWorld } from '../world.ts'

const CHIAVE = 'chiave-di-prova-per-gli-operatori-012345678'

describe('[AD11] [D36] the operator’s key', () => {
  let world: Mondo
  let token: string
  const rows: string[] = []
  beforeAll(async () => {
    world = await makeWorld({ config: { adminApiKey: CHIAVE } })
    token = (await world.registerVerified('operatore@posta.example', 3)).token
  })
  afterAll(() => world.close())

  const call = (headers: Record<string, string>, adminApiKey: string | null = CHIAVE) =>
    authenticate(
      { ...world.deps, config: { ...world.deps.config, adminApiKey } },
      CALLS.aggiorna_livello as Chiamata,
      {
        headers,
        ip: '203.0.113.9',
        log: openLogger('info', { write: (r: string) => void rows.push(r) }),
      } as unknown as FastifyRequest,
    )

  it('opens the administrative calls, and nothing else does', async () => {
    expect(await call({ 'x-api-key': CHIAVE })).toEqual({ ok: true, value: null })
    for (const headers of [
      {},
      { 'x-api-key': '' },
      { 'x-api-key': `${CHIAVE}k` },
      { authorization: `Bearer ${token}` },
    ])
      expect(await call(headers as Record<string, string>)).toMatchObject({ ok: false, error: { codice: 'VIETATO' } })
  })

  it('opens nothing where none is configured', async () => {
    expect(await call({ 'x-api-key': '' }, null)).toMatchObject({ ok: false })
    expect(await call({ 'x-api-key': 'null' }, null)).toMatchObject({ ok: false })
  })

  it('leaves a line in the log for each use, with who and what and never the key', async () => {
    rows.length = 0
    await call({ 'x-api-key': CHIAVE })
    await call({ 'x-api-key': 'sbagliata' })
    expect(rows.map((r) => JSON.parse(r))).toMatchObject([
      { blocco: '203.0.113.0/24', rotta: '/ms_utente/aggiorna_livello', buona: true },
      { blocco: '203.0.113.0/24', rotta: '/ms_utente/aggiorna_livello', buona: false },
    ])
    expect(rows.join('')).not.toContain(CHIAVE)
    expect(rows.join('')).not.toContain('sbagliata')
    const kept = (await world.db.query<{ ip: string }>('select distinct ip from registro_operatore')).rows
    expect(kept).toEqual([{ ip: '203.0.113.0/24' }])
    expect(rows.join('')).not.toContain('203.0.113.9')
  })
})
