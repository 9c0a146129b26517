import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RichiestaBanca } from '#contract/contenuti'
import { fail, ok, type Result } from '#contract/result'
import { network } from '#src/platform/network'
import { notices } from '#src/session/notices'
import { session } from '#src/session/session'
import { countWaiting, type Entry, flushOutbox, sendOrKeep } from '#src/sync/outbox'

const answer = vi.hoisted(() => vi.fn<(name: string, args: unknown) => Promise<Result<unknown>>>())
vi.mock('#src/api/client', () => ({ call: answer }))

const signIn = (id_utente_idoneo: number) => {
  session.credentials = { utente: { id_utente_idoneo } } as typeof session.credentials
}
const report = (id: string, id_domanda: number): Entry => ({
  tipo: 'segnalazione',
  dati: { id, id_domanda, motivo: 'ALTRO', nota: '' },
})
const sentReport = (id_domanda: number, id_user = 1) => [
  'segnalaquiz',
  { query: { id_user, id_domanda, rcode: 'ALTRO' }, corpo: null },
]
const banca: RichiestaBanca = { id_richiesta: 'r', ente: 'Comune', profilo: null, anno: null, nota: null, link: null }
const request: Entry = { tipo: 'richiesta', dati: banca }
const sentRequest = ['richiedi_banca', { corpo: banca }]
const [a, b] = [report('a', 1), report('b', 2)]
const waiting = () => [countWaiting('segnalazione'), countWaiting('richiesta')]

describe('what a person sends without a network', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
    answer.mockReset().mockResolvedValue(ok(null))
    network.online = true
    session.expired = null
    notices.toast = null
    signIn(1)
  })

  it('waits, and leaves in its order when the network is back', async () => {
    network.online = false
    for (const entry of [a, request, b]) expect(await sendOrKeep(entry)).toEqual(ok({ sent: false }))
    await flushOutbox()
    expect(answer).not.toHaveBeenCalled()
    network.online = true
    await flushOutbox()
    expect(answer.mock.calls).toEqual([sentReport(1), sentRequest, sentReport(2)])
    expect(waiting()).toEqual([0, 0])
  })

  it('leaves a little later, where the first requests of a network that is back fail too', async () => {
    answer.mockResolvedValueOnce(fail('RETE_ASSENTE')).mockResolvedValueOnce(fail('RETE_ASSENTE'))
    expect(await sendOrKeep(request)).toEqual(ok({ sent: false }))
    await vi.advanceTimersByTimeAsync(5_000)
    expect([answer.mock.calls.length, waiting()]).toEqual([2, [0, 1]])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([answer.mock.calls.length, waiting()]).toEqual([3, [0, 0]])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(answer).toHaveBeenCalledTimes(3)
  })

  it('the pause grows by tries, however many kinds wait', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    network.online = false
    for (const entry of [a, request]) await sendOrKeep(entry)
    network.online = true
    answer.mockResolvedValue(fail('RETE_ASSENTE'))
    await flushOutbox()
    for (const [ms, calls] of [
      [5_000, 4],
      [9_999, 4],
      [1, 6],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms)
      expect(answer).toHaveBeenCalledTimes(calls)
    }
    vi.mocked(Math.random).mockRestore()
  })

  it('[RB1][CA46] the queues of earlier versions move into the journal once', async () => {
    const old = { 'idoneo.richieste.1': [banca], 'idoneo.segnalazioni.1': [a.dati, b.dati] }
    for (const [key, list] of Object.entries(old)) localStorage.setItem(key, JSON.stringify(list))
    network.online = false
    expect(waiting()).toEqual([2, 1])
    const c = report('c', 3)
    await sendOrKeep(c)
    expect(Object.keys(old).map((key) => localStorage.getItem(key))).toEqual([null, null])
    expect(waiting()).toEqual([3, 1])
    network.online = true
    await flushOutbox()
    expect(answer.mock.calls).toEqual([sentRequest, sentReport(1), sentReport(2), sentReport(3)])
    await flushOutbox()
    expect(answer).toHaveBeenCalledTimes(4)
  })

  it('a move cut after the journal was written sends each entry once', async () => {
    network.online = false
    await sendOrKeep(a)
    localStorage.setItem('idoneo.segnalazioni.1', JSON.stringify([a.dati]))
    expect(waiting()).toEqual([1, 0])
    network.online = true
    await flushOutbox()
    expect(answer.mock.calls).toEqual([sentReport(1)])
    expect(waiting()).toEqual([0, 0])
  })

  it('an old queue stays where the browser cannot write the journal', async () => {
    localStorage.setItem('idoneo.segnalazioni.1', JSON.stringify([a.dati]))
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    answer.mockResolvedValueOnce(fail('ERRORE_INTERNO'))
    expect(await sendOrKeep(b)).toEqual(fail('ERRORE_INTERNO'))
    expect(waiting()).toEqual([1, 0])
  })

  it('in a full browser a sent entry leaves its key, and is sent once', async () => {
    const c = report('c', 3)
    localStorage.setItem('idoneo.segnalazioni.1', JSON.stringify([a.dati, b.dati]))
    localStorage.setItem('idoneo.in_uscita.1', JSON.stringify([request, c]))
    const { setItem } = localStorage
    vi.spyOn(localStorage, 'setItem').mockImplementation((key, value) => {
      if (value.length > (localStorage.getItem(key) ?? '').length) throw new DOMException('full', 'QuotaExceededError')
      setItem(key, value)
    })
    const stumbled = fail('ERRORE_INTERNO')
    for (const seen of [ok(null), stumbled, ok(null), stumbled]) answer.mockResolvedValueOnce(seen)
    await flushOutbox()
    expect(waiting()).toEqual([2, 0])
    await flushOutbox()
    expect(answer.mock.calls).toEqual(
      [1, 2, 'r', 3, 2, 3].map((n) => (n === 'r' ? sentRequest : sentReport(Number(n)))),
    )
    expect(waiting()).toEqual([0, 0])
  })

  it('a server that is not reached leaves it waiting, a refusal is told and forgotten', async () => {
    answer.mockResolvedValueOnce(fail('REMOTE_REQUEST_FAILED'))
    expect(await sendOrKeep(a)).toEqual(ok({ sent: false }))
    expect(waiting()).toEqual([1, 0])
    answer.mockResolvedValueOnce(fail('RATE_LIMIT_EXCEEDED'))
    expect(await sendOrKeep(b)).toMatchObject({ ok: false })
    expect(waiting()).toEqual([1, 0])
  })

  it.each([
    'RETE_ASSENTE',
    'REMOTE_REQUEST_FAILED',
    'SERVIZIO_NON_PRONTO',
    'ERRORE_INTERNO',
    'RISPOSTA_NON_VALIDA',
    'SESSIONE_SCADUTA',
    'TOKEN_NON_VALIDO',
    'DISPOSITIVO_DISCONNESSO',
    'ACCOUNT_DISABILITATO',
  ] as const)('%s says nothing of what was sent: it waits', async (codice) => {
    answer.mockResolvedValueOnce(fail(codice))
    expect(await sendOrKeep(a)).toEqual(ok({ sent: false }))
    expect(waiting()).toEqual([1, 0])
  })

  it('one that the server stumbles on waits, and the others leave', async () => {
    network.online = false
    for (const entry of [a, b]) await sendOrKeep(entry)
    network.online = true
    answer.mockResolvedValueOnce(fail('ERRORE_INTERNO'))
    await flushOutbox()
    expect(answer.mock.calls).toEqual([sentReport(1), sentReport(2)])
    expect(waiting()).toEqual([1, 0])
    expect(notices.toast).toBeNull()
  })

  it('is not said to be kept where the browser could not keep it', async () => {
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    answer.mockResolvedValueOnce(fail('ERRORE_INTERNO'))
    expect(await sendOrKeep(a)).toEqual(fail('ERRORE_INTERNO'))
    network.online = false
    answer.mockResolvedValueOnce(fail('RETE_ASSENTE'))
    expect(await sendOrKeep(a)).toEqual(fail('RETE_ASSENTE'))
  })

  it('another account that signs in meanwhile keeps its own', async () => {
    answer.mockImplementationOnce(async () => {
      signIn(2)
      network.online = false
      await sendOrKeep(a)
      return ok(null)
    })
    await sendOrKeep(a)
    expect(waiting()).toEqual([1, 0])
  })

  it('one refused for ever holds up no other; one refused for now holds up its own kind', async () => {
    network.online = false
    for (const entry of [a, request, b]) await sendOrKeep(entry)
    network.online = true
    answer.mockResolvedValueOnce(fail('RATE_LIMIT_EXCEEDED'))
    await flushOutbox()
    expect(answer.mock.calls).toEqual([sentReport(1), sentRequest])
    expect(waiting()).toEqual([2, 0])
    answer.mockResolvedValueOnce(fail('DOMANDA_NON_TROVATA'))
    await flushOutbox()
    expect(answer.mock.calls.slice(-2)).toEqual([sentReport(1), sentReport(2)])
    expect(waiting()).toEqual([0, 0])
    expect(notices.toast?.text).toContain('Una tua segnalazione')
  })

  it('stays with its account', async () => {
    network.online = false
    await sendOrKeep(a)
    signIn(2)
    network.online = true
    expect(waiting()).toEqual([0, 0])
    await flushOutbox()
    expect(answer).not.toHaveBeenCalled()
    signIn(1)
    expect(waiting()).toEqual([1, 0])
  })

  it('what cannot be read is nothing', () => {
    localStorage.setItem('idoneo.in_uscita.1', '[{"tipo":"segnalazione"}, null')
    expect(waiting()).toEqual([0, 0])
    localStorage.setItem('idoneo.in_uscita.1', '[{"tipo":"segnalazione","dati":{"id":"a"}}, null, {"tipo":"altro"}]')
    expect(waiting()).toEqual([0, 0])
  })
})
