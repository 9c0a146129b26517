import { describe, expect, it } from 'vitest'
import { FAULTS, NIGHT } from './lib/fault.ts'
import { PLANTS } from './lib/plant.ts'
import { run } from './tabs.ts'

const N = FAULTS.tabs.ci
const SEED = Number(process.env.SEME ?? 20_261_121)
/** Pages sent into the back/forward cache until one is kept there: a busy browser gives some of them up. */
const AWAY = 25

/** By day; a renderer each on two processors beside two other files. */
const OPEN = 4

describe('tabs of one person', { timeout: 1_200_000 }, () => {
  it(`${N} hand-overs: never two owners, no acknowledged answer lost, none twice`, async () => {
    const { tried, lost, findings, figures } = await run({ n: N, seed: SEED, open: OPEN, log: () => {} })
    expect({ tried, lost, findings }).toEqual({ tried: N, lost: 0, findings: [] })
    // Each strike in its turn, the one of the planted defect below too.
    expect(figures?.away).toBe(N / 5)
  })

  it.runIf(NIGHT)('planted: one that does not end its worker keeps the store', async () => {
    const planted = {
      n: AWAY,
      seed: SEED,
      open: OPEN,
      first: true,
      strikes: ['away' as const],
      plants: [PLANTS.noPagehide],
    }
    const { lost, findings } = await run({ ...planted, slow: 1, log: () => {} })
    expect(lost).toBe(1)
    expect(findings?.[0]).toMatch(/, away: /)
  })
})
