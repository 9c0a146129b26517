import { expect, it } from 'vitest'
import { FAULTS } from '#tests/faults/lib/fault'
import { run } from '#tests/faults/richieste'

const SEED = Number(process.env.SEME ?? 20_261_121)

it(`[HT3] ${FAULTS.richieste.ci} requests drawn from the contract: none is answered 5xx, none hangs`, {
  timeout: 120_000,
}, async () => {
  const n = FAULTS.richieste.ci
  const { tried, lost, findings } = await run({ n, seed: SEED, log: () => {} })
  expect({ tried, lost, findings }).toEqual({ tried: n, lost: 0, findings: [] })
})
