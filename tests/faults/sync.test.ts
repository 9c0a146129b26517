import { describe, expect, it } from 'vitest'
import { loadBundle } from './lib/bundle.ts'
import { PLANTS, type Plant } from './lib/plant.ts'
import { makeBanks } from './power/banks.ts'

type Scenario = typeof import('./sync/scenario.ts')

const N = process.env.NOTTE === '1' ? 1_000 : 40
const SEED = Number(process.env.SEME ?? 20_261_121)

async function run(n: number, plants: readonly Plant[] = []) {
  const { answerDuringPush } = await loadBundle<Scenario>(new URL('./sync/scenario.ts', import.meta.url), plants)
  return answerDuringPush({ n, seed: SEED, banks: await makeBanks() })
}

describe('answers given while a push travels', () => {
  it(`[SY11] are sent by the next one, in ${N} histories`, async () => {
    const { tried, lost, findings, duringPush } = await run(N)
    expect({ tried, lost, findings }).toEqual({ tried: N, lost: 0, findings: [] })
    expect(duringPush).toBeGreaterThan(N / 2)
  })

  it('planted: marking by id alone loses them', async () => {
    expect((await run(N, [PLANTS.markById])).lost).toBeGreaterThan(0)
  })
})
