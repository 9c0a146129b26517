import { beforeAll, describe, expect, it } from 'vitest'
import type { Caduta, Resa } from '../../faults/damage/surrender.ts'
import { loadBundle } from '../../faults/lib/bundle.ts'
import { makeBanks } from '../../faults/power/banks.ts'
import type { Published } from '../../faults/power/world.ts'

type Scena = { loseResa: (banks: readonly Published[], caduta: Caduta) => Promise<Resa> }
let lose: (caduta: Caduta) => Promise<Resa>

beforeAll(async () => {
  const { loseResa } = await loadBundle<Scena>(new URL('../../faults/damage/surrender.ts', import.meta.url), [])
  const banks = await makeBanks()
  lose = (caduta) => loseResa(banks, caduta)
})

/** Minutes: the last mark is made in the sixty-fourth. */
const QUANDO = [
  ['later than the last mark', 75],
  ['in the same instant', 64],
  ['under a clock set back', 40],
] as const
const COLPI = ['azzera', 'indietro'] as const

describe('a trial that was given up does not come back open, to be delivered by itself', () => {
  describe.each(QUANDO)('%s', (_, quando) => {
    it.each(COLPI)('[SY10] one of one’s own, the log lost or files of before: %s', async (colpo) => {
      const resa = await lose({ colpo, simulazione: false, quando })
      expect(resa).toMatchObject({ stato: 'abbandonata', da_spedire: 0, in_attesa: 0, causa: 'indietro' })
    })

    it.each(COLPI)('[SY10] a simulation, of which the server must hear: %s', async (colpo) => {
      const resa = await lose({ colpo, simulazione: true, quando })
      expect(resa).toMatchObject({ stato: 'abbandonata', da_spedire: 1, causa: 'indietro' })
    })

    it.each([false, true])(
      '[SY10] the copy has the surrender already, what came after it is lost: simulation %s',
      async (simulazione) => {
        const resa = await lose({ colpo: 'azzera', simulazione, quando, copiata: true })
        expect(resa).toMatchObject({ stato: 'abbandonata', da_spedire: simulazione ? 1 : 0 })
      },
    )
  })
})
