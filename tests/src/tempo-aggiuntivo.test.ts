import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '#contract/result'
import { makeUtente, stubBrowser } from './aiuti.ts'

/** The account on the server, and one device after the other on the same browser or on another. */
describe('the extra time of an account', () => {
  let server: { percento: number; raggiungibile: boolean }
  let chiamate: string[]
  beforeEach(() => {
    server = { percento: 0, raggiungibile: true }
    chiamate = []
    stubBrowser()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.doMock('../../src/api/client.ts', () => ({
      call: async (nome: string, args?: { corpo?: { tempo_aggiuntivo: number } }): Promise<Result<unknown>> => {
        chiamate.push(nome)
        if (!server.raggiungibile) return fail('RETE_ASSENTE')
        if (nome === 'aggiorna_utente') server.percento = args?.corpo?.tempo_aggiuntivo ?? server.percento
        return ok(nome === 'utente' ? { ...makeUtente(), tempo_aggiuntivo: server.percento } : null)
      },
    }))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.doUnmock('../../src/api/client.ts')
  })

  /** A page opened now, signed in with the profile that the server has, or that the device kept. */
  async function apri(tempo_aggiuntivo = server.percento) {
    vi.resetModules()
    const { keepCredentials: keepCredenziale } = await import('#src/session/session')
    const utente = { ...makeUtente(), tempo_aggiuntivo }
    keepCredenziale({ token: 't', utente, ricordami: true, emessa: 0 })
    const extra = await import('#src/domain/extra-time')
    extra.followExtraTime()
    return { ...extra, ...(await import('#src/platform/network')) }
  }
  const riposa = async () => {
    await vi.advanceTimersByTimeAsync(750)
  }

  it('is chosen once and holds on every device', async () => {
    const a = await apri()
    a.setExtraTime(3)
    a.setExtraTime(30)
    expect(a.extraTime).toEqual({ percent: 30, unsent: true })
    await riposa()
    expect([server.percento, chiamate]).toEqual([30, ['aggiorna_utente']])
    expect(a.extraTime).toEqual({ percent: 30, unsent: false })
    stubBrowser()
    expect((await apri()).extraTime).toEqual({ percent: 30, unsent: false })
  })

  it('another device’s choice is taken before a sitting begins', async () => {
    const a = await apri()
    server.percento = 50
    await a.refreshExtraTime()
    await Promise.resolve()
    expect(a.extraTime.percent).toBe(50)
    // And is there at the next opening without a network.
    server.raggiungibile = false
    expect((await apri(50)).extraTime.percent).toBe(50)
  })

  it('chosen without a network it holds here, is not overwritten by the profile, and leaves when the network is back', async () => {
    server.raggiungibile = false
    const a = await apri()
    a.network.online = false
    await Promise.resolve()
    a.setExtraTime(30)
    await riposa()
    const dopo = await apri(0)
    expect(dopo.extraTime).toEqual({ percent: 30, unsent: true })
    expect(await dopo.sendExtraTime()).toEqual(fail('RETE_ASSENTE'))
    dopo.network.online = false
    await Promise.resolve()
    server.raggiungibile = true
    dopo.network.online = true
    await vi.waitFor(() => expect(dopo.extraTime.unsent).toBe(false))
    expect(server.percento).toBe(30)
  })

  it('taken off without a network it stays off', async () => {
    server.percento = 30
    const a = await apri()
    server.raggiungibile = false
    a.setExtraTime(0)
    await riposa()
    expect((await apri(30)).extraTime).toEqual({ percent: 0, unsent: true })
  })

  it('what a device kept from before accounts had it becomes the account’s', async () => {
    localStorage.setItem('idoneo.tempo.7', '30')
    const a = await apri(0)
    expect(a.extraTime).toEqual({ percent: 30, unsent: true })
    await a.refreshExtraTime()
    expect([server.percento, a.extraTime.unsent]).toEqual([30, false])
  })

  it('a network that answers with failures is not asked again and again', async () => {
    server.raggiungibile = false
    const a = await apri()
    a.setExtraTime(30)
    await riposa()
    for (let i = 0; i < 5; i++) {
      a.network.offset_ms = i
      await Promise.resolve()
    }
    expect(chiamate).toEqual(['aggiorna_utente'])
  })
})
