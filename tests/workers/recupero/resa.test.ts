import { beforeAll, describe, expect, it } from 'vitest'
import type { Resa } from '../../faults/damage/resa.ts'
import { loadBundle } from '../../faults/lib/bundle.ts'
import { makeBanks } from '../../faults/power/banks.ts'
import type { Published } from '../../faults/power/world.ts'

type Colpo = 'azzera' | 'indietro'
type Scena = { loseResa: (banks: readonly Published[], colpo: Colpo, simulazione: boolean) => Promise<Resa> }
let lose: (colpo: Colpo, simulazione: boolean) => Promise<Resa>

beforeAll(async () => {
  const { loseResa } = await loadBundle<Scena>(new URL('../../faults/damage/resa.ts', import.meta.url), [])
  const banks = await makeBanks()
  lose = (colpo, simulazione) => loseResa(banks, colpo, simulazione)
}, 120_000)

describe('a trial that was given up does not come back open, to be delivered by itself', () => {
  it.each(['azzera', 'indietro'] as const)(
    '[SY10] one of one’s own, the log lost or files of before: %s',
    async (colpo) => {
      expect(await lose(colpo, false)).toMatchObject({
        stato: 'abbandonata',
        da_spedire: 0,
        in_attesa: 0,
        causa: 'indietro',
      })
    },
    60_000,
  )

  it.each(['azzera', 'indietro'] as const)(
    '[SY10] a simulation, of which the server must hear: %s',
    async (colpo) => {
      expect(await lose(colpo, true)).toMatchObject({ stato: 'abbandonata', da_spedire: 1, causa: 'indietro' })
    },
    60_000,
  )
})
