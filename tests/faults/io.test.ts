import { describe, expect, it } from 'vitest'
import { loadBundle } from './lib/bundle.ts'
import { makeBanks } from './power/banks.ts'

type Scenario = typeof import('./io/scenario.ts')

/** Every operation at night, one of ten in every other run (docs/FAULTS.md). */
const STEP = process.env.NOTTE === '1' ? 1 : 10

describe('a disk that fails at its k-th operation', async () => {
  const banks = await makeBanks()
  const { breakDisk } = await loadBundle<Scenario>(new URL('./io/scenario.ts', import.meta.url))

  const FULL = 'INDEXEDDB_NOT_ENOUGH_SPACE'
  const BROKEN = 'INDEXEDDB_GENERIC_ERROR'
  // What is told of each beside what says nothing of the disk; the first of them at least once.
  const TOLD = {
    quota: [FULL],
    state: [BROKEN],
    lost: [`${BROKEN} perso`],
    reads: [`${BROKEN} lettura`],
    short: [FULL],
    // A first page read short looks like a damaged file.
    torn: [`${BROKEN} lettura`, BROKEN],
  } as const

  for (const kind of ['quota', 'state', 'lost', 'reads', 'short', 'torn'] as const)
    it(`${kind}: the code of what happened, nothing acknowledged lost, and the same call succeeds once it works again`, {
      timeout: 1_200_000,
    }, async () => {
      const { tried, felt, lost, findings, operations, codes } = await breakDisk({ kind, step: STEP, seed: 7, banks })
      expect({ lost, findings }).toEqual({ lost: 0, findings: [] })
      expect(tried).toBe(Math.ceil(operations / STEP))
      expect(felt).toBeGreaterThan(tried / 10)
      const ofDisk = Object.keys(codes).filter((told) => told.startsWith('INDEXEDDB'))
      expect(ofDisk).toContain(TOLD[kind][0])
      expect(ofDisk.filter((told) => !(TOLD[kind] as readonly string[]).includes(told))).toEqual([])
    })
})
