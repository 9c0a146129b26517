import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ResponseOf } from '#contract/calls'
import type { ErrorCode } from '#contract/errors'
import { fail, ok } from '#contract/result'
import { createKeptList } from '#src/api/kept-list'

/** Cache Storage as far as lists use it. */
function stubCaches(): Map<string, string> {
  const kept = new Map<string, string>()
  const cache = {
    put: async (key: string, response: Response) => void kept.set(key, await response.text()),
    match: async (key: string) => (kept.has(key) ? new Response(kept.get(key)) : undefined),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  return kept
}
const list = (id: number): ResponseOf<'enti'> => ({ elementi: [{ id_ente: id, ente: `Ente ${id}` }], totale: 1 })
const offline = async () => fail('RETE_ASSENTE')

describe('[BA8][PD7] a list that stays readable without a network', () => {
  let kept: Map<string, string>
  beforeEach(() => {
    kept = stubCaches()
  })
  const visit = (fetchList: () => Promise<ReturnType<typeof ok<ResponseOf<'enti'>>> | ReturnType<typeof fail>>) =>
    createKeptList('enti', fetchList)

  it('is the kept one where the server cannot be asked, and says from when', async () => {
    await visit(async () => ok(list(1))).load()
    await vi.waitFor(() => expect(kept.size).toBe(1))
    const later = visit(offline)
    await later.load()
    expect(later.state).toMatchObject({ fase: 'pronto', value: list(1), error: { codice: 'RETE_ASSENTE' } })
    expect(later.state.kept_ms).toBeTypeOf('number')
  })

  it('gives way to what the server says, which is kept in its place', async () => {
    await visit(async () => ok(list(1))).load()
    const later = visit(async () => ok(list(2)))
    await later.load()
    expect(later.state).toMatchObject({ fase: 'pronto', value: list(2), kept_ms: null, error: null })
    await vi.waitFor(() => expect([...kept.values()].join()).toContain('Ente 2'))
  })

  it('is fetched ahead for a visit without a network, once a day', async () => {
    const ask = vi.fn(async () => ok(list(1)))
    const first = visit(ask)
    await first.stock()
    expect(kept.size).toBe(1)
    // Lists shown later without a network say when they were kept.
    expect(first.state).toMatchObject({ fase: 'mai', value: null })
    await visit(ask).stock()
    expect(ask).toHaveBeenCalledTimes(1)
    const stored = JSON.parse([...kept.values()][0] ?? '')
    kept.set('/elenchi/enti', JSON.stringify({ ...stored, at_ms: stored.at_ms - 86_400_000 }))
    await visit(ask).stock()
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('shows an error only where nothing is kept, or what is kept is of another version', async () => {
    const nothing = visit(offline)
    await nothing.load()
    expect(nothing.state).toMatchObject({ fase: 'guasto', value: null })
    kept.set('/elenchi/enti', JSON.stringify({ at_ms: 1, value: { elementi: [{ nome: 'di ieri' }] } }))
    const other = visit(offline)
    await other.load()
    expect(other.state.fase).toBe('guasto')
  })

  it('[HT2] asks a server that does not answer again, three times in all beside the first, and not one that refuses in words', async () => {
    vi.useFakeTimers()
    const asked = async (answers: ErrorCode[]) => {
      const ask = vi.fn(async () => {
        const codice = answers.shift()
        return codice === undefined ? ok(list(4)) : fail(codice)
      })
      const one = visit(ask)
      const loaded = one.load()
      await vi.runAllTimersAsync()
      await loaded
      return [ask.mock.calls.length, one.state.fase]
    }
    const silent = 'REMOTE_REQUEST_FAILED' as const
    expect(await asked([silent, silent])).toEqual([3, 'pronto'])
    expect(await asked([silent, silent, silent, silent, silent])).toEqual([4, 'pronto'])
    expect(await asked(['SESSIONE_SCADUTA'])).toEqual([1, 'pronto'])
    vi.useRealTimers()
  })

  it('asks once for those who ask together, and works where the browser keeps nothing', async () => {
    vi.stubGlobal('caches', undefined)
    const ask = vi.fn(async () => ok(list(3)))
    const one = visit(ask)
    await Promise.all([one.load(), one.load()])
    expect(ask).toHaveBeenCalledTimes(1)
    expect(one.state.value).toEqual(list(3))
  })
})
