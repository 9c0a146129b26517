import { describe, expect, it } from 'vitest'
import { FAULTS } from './lib/fault.ts'
import { PLANTS } from './lib/plant.ts'
import { run } from './tabs.ts'

const N = FAULTS.tabs.ci
const SEED = Number(process.env.SEME ?? 20_261_121)
/** Its first hand-over is a page that goes into the back/forward cache. */
const AWAY = 5

describe('eight tabs', { timeout: 1_200_000 }, () => {
  it(`${N} hand-overs: never two owners, no acknowledged answer lost, none twice`, async () => {
    const { tried, lost, findings, figures } = await run({ n: N, seed: SEED, log: () => {} })
    expect({ tried, lost, findings }).toEqual({ tried: N, lost: 0, findings: [] })
    // The strike that the planted defect below is about was among them.
    expect(figures?.away).toBeGreaterThan(0)
  })

  it('planted: one that does not end its worker keeps the store', async () => {
    const { lost, figures } = await run({ n: 1, seed: AWAY, log: () => {}, plants: [PLANTS.noPagehide] })
    expect({ lost, away: figures?.away }).toEqual({ lost: 1, away: 1 })
  })
})
