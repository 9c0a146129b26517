import { describe, expect, it } from 'vitest'
import { ok } from '#contract/result'
import { PROPRIE_FROM } from '#rules/raccolta'
import { pullConcorso, registerSync } from '#src/sync/requests'

describe('records asked for before the synchronisation has started', () => {
  it('come with it, once, and a bank of one’s own asks nothing', async () => {
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
})
