import { beforeAll, describe, expect, it } from 'vitest'
import { loadBundle } from '../../faults/lib/bundle.ts'
import { makeBanks } from '../../faults/power/banks.ts'
import type { Published } from '../../faults/power/world.ts'

type Scene = typeof import('../../faults/damage/meanwhile.ts')
let scene: Scene
let banks: readonly Published[]

beforeAll(async () => {
  scene = await loadBundle<Scene>(new URL('../../faults/damage/meanwhile.ts', import.meta.url), [])
  banks = await makeBanks()
})

describe('while a store is looked at or put right', () => {
  const SALVO = { utenti: 1, riaperto: 'ok', poi: { aperto: 'ok', note: 6, eventi: 10, causa: null } }

  it('closed while its first write asks the mirror: the write is refused, nothing is rebuilt over the store', async () => {
    expect(await scene.closeMeanwhile(banks, 'risposta')).toEqual({ chiamata: 'ARCHIVIO_NON_APERTO', ...SALVO })
  })

  it('closed while every byte is looked at: the same', async () => {
    expect(await scene.closeMeanwhile(banks, 'verifica')).toEqual({ chiamata: 'ARCHIVIO_NON_APERTO', ...SALVO })
  })

  it('sums of another time are not made true by writing back a long log', async () => {
    expect(await scene.sealDoubtful(banks, 450, 'bit')).toEqual({ aperto: 'ok', note: 6, eventi: 450, causa: null })
  })

  it('an empty file of sums makes no store damaged by the sums before it', async () => {
    expect(await scene.sealDoubtful(banks, 2, 'all')).toEqual({ aperto: 'ok', note: 6, eventi: 2, causa: null })
  })

  it('the mirror waits until the look has ended', async () => {
    expect((await scene.answerMeanwhile(banks))[0]).toBe('recupero')
  })

  it('a database that is gone comes back from its log', async () => {
    expect(await scene.loseMain(banks)).toEqual({ aperto: 'ok', note: 6, eventi: 10, causa: 'indietro' })
  })

  it('answers given while a store of another day is put right are kept, and it is put right once', async () => {
    expect(await scene.answerWhileHealing(banks)).toEqual({ esiti: ['ok', 'ok', 'ok'], eventi: 13, recuperi: 1 })
  })
})
