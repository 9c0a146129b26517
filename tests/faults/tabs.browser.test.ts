import { describe, expect, it } from 'vitest'
import { FAULTS } from './lib/fault.ts'
import { PLANTS } from './lib/plant.ts'
import { run } from './tabs.ts'

const N = FAULTS.tabs.ci
const SEED = Number(process.env.SEME ?? 20_261_121)
/** Its first five hand-overs are pages that go into the back/forward cache: a busy browser does not keep every one of them. */
const AWAY = 8941

describe('eight tabs', { timeout: 1_200_000 }, () => {
  it(`${N} hand-overs: never two owners, no acknowledged answer lost, none twice`, async () => {
    const { tried, lost, findings, figures } = await run({ n: N, seed: SEED, log: () => {} })
    expect({ tried, lost, findings }).toEqual({ tried: N, lost: 0, findings: [] })
    // The strike that the planted defect below is about was among them.
    expect(figures?.away).toBeGreaterThan(0)
  })

  it('planted: one that does not end its worker keeps the store', async () => {
    const planted = { n: 5, seed: AWAY, first: true, log: () => {}, plants: [PLANTS.noPagehide] }
    const { tried, lost, findings, figures } = await run(planted)
    expect({ lost, away: figures?.away }).toEqual({ lost: 1, away: tried })
    expect(findings?.[0]).toMatch(/, away: /)
  })
})
