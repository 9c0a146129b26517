import { describe, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '#contract/result'
import type { LivelloUtente } from '#rules/access'
import { makeUtente, stubBrowser } from './aiuti.ts'

type Told = { livello: LivelloUtente; data_scadenza_premium: string | null }

describe('the right to print a bank', () => {
  /** A page whose account was of a tier at the last visit; what the server says now, if it is asked. */
  async function check(kept: Told, says: Result<Told>, online = true) {
    vi.resetModules()
    stubBrowser()
    let asked = 0
    vi.doMock('../../src/api/client.ts', () => ({
      call: async () => {
        asked++
        return says.ok ? ok({ ...says.value, quiz_usati: 0, quiz_rimasti: null }) : says
      },
    }))
    const { session } = await import('#src/session/session')
    const { network } = await import('#src/platform/network')
    const utente = { ...makeUtente(), ...kept } as NonNullable<typeof session.credentials>['utente']
    session.credentials = { token: 't', utente, ricordami: true, emessa: 0 }
    network.online = online
    const { checkPrintRight } = await import('#src/features/stampa/print-right')
    const result = await checkPrintRight()
    return { result: result.ok ? 'prints' : [result.error.codice, result.error.dati?.funzione], asked }
  }
  const tier = (livello: LivelloUtente, data_scadenza_premium: string | null = null): Told => ({
    livello,
    data_scadenza_premium,
  })
  const REFUSED = ['PREMIUM_RICHIESTO', 'pdf']

  it('[AC8] is what the server says when it can be asked, whatever the page believed', async () => {
    expect(await check(tier(3), ok(tier(0)))).toEqual({ result: REFUSED, asked: 1 })
    expect(await check(tier(3), ok(tier(1)))).toEqual({ result: REFUSED, asked: 1 })
    expect(await check(tier(0), ok(tier(2)))).toEqual({ result: 'prints', asked: 1 })
    expect(await check(tier(0), ok(tier(3)))).toEqual({ result: 'prints', asked: 1 })
  })

  it('[AC8] without a network, or a server, is what it said last, until it expires', async () => {
    expect(await check(tier(3), ok(tier(0)), false)).toEqual({ result: 'prints', asked: 0 })
    expect(await check(tier(3, '2020-01-01T00:00:00.000Z'), ok(tier(3)), false)).toEqual({ result: REFUSED, asked: 0 })
    expect(await check(tier(3), fail('ERRORE_INTERNO'))).toEqual({ result: 'prints', asked: 1 })
    expect(await check(tier(1), fail('RETE_ASSENTE'))).toEqual({ result: REFUSED, asked: 1 })
  })
})
