import { describe, expect, it } from 'vitest'
import { loadBundle } from './lib/bundle.ts'
import { makeBanks } from './power/banks.ts'

type Scenario = typeof import('./io/scenario.ts')

/** Every operation at night, one of ten in every other run (reliability R3). */
const STEP = process.env.NOTTE === '1' ? 1 : 10

describe('a disk that fails at its k-th operation', async () => {
  const banks = await makeBanks()
  const { breakDisk } = await loadBundle<Scenario>(new URL('./io/scenario.ts', import.meta.url))

  for (const kind of ['quota', 'state', 'short'] as const)
    it(`${kind}: a code of the store, nothing acknowledged lost, and the same call succeeds once it works again`, {
      timeout: 1_200_000,
    }, async () => {
      const { tried, felt, lost, findings, operations } = await breakDisk({ kind, step: STEP, seed: 7, banks })
      expect({ lost, findings }).toEqual({ lost: 0, findings: [] })
      expect(tried).toBe(Math.ceil(operations / STEP))
      expect(felt).toBeGreaterThan(tried / 10)
    })
})
