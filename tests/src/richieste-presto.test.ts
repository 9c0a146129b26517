import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '#contract/result'
import { PROPRIE_FROM } from '#rules/raccolta'

describe('records asked for before the synchronisation has started', () => {
  beforeEach(() => void vi.resetModules())

  it('come with it, once, and a bank of one’s own asks nothing', async () => {
    const { pullConcorso, registerSync } = await import('#src/sync/requests')
    const asked: number[] = []
    const early = [pullConcorso(7), pullConcorso(8)]
    expect(await pullConcorso(PROPRIE_FROM)).toEqual(ok({ cambiate: 0 }))
    registerSync({
      changed: () => undefined,
      pull: async (id_concorso) => {
        asked.push(id_concorso)
        return ok({ cambiate: id_concorso })
      },
    })
    expect(await Promise.all(early)).toEqual([ok({ cambiate: 7 }), ok({ cambiate: 8 })])
    expect(await pullConcorso(9)).toEqual(ok({ cambiate: 9 }))
    expect(asked).toEqual([7, 8, 9])
  })

  it('are refused when its code does not come, and answered when it does after all', async () => {
    const { pullConcorso, refuseSync, registerSync } = await import('#src/sync/requests')
    const early = pullConcorso(7)
    refuseSync()
    expect(await early).toEqual(fail('SERVIZIO_NON_PRONTO'))
    expect(await pullConcorso(7)).toEqual(fail('SERVIZIO_NON_PRONTO'))
    registerSync({ changed: () => undefined, pull: async () => ok({ cambiate: 1 }) })
    expect(await pullConcorso(7)).toEqual(ok({ cambiate: 1 }))
  })
})
