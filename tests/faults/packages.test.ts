import { expect, it } from 'vitest'
import { FAULTS } from './lib/fault.ts'
import { run } from './packages.ts'

const SEED = Number(process.env.SEME ?? 20_261_121)

it(`[PK5] [PK9] [PK10] ${FAULTS.packages.ci} hostile packages: refused with their code or whole, the old bank as it was`, {
  timeout: 300_000,
}, async () => {
  const { tried, lost, findings, figures } = await run({ n: FAULTS.packages.ci + 40, seed: SEED, log: () => {} })
  expect({ tried, lost, findings }).toEqual({ tried: FAULTS.packages.ci + 40, lost: 0, findings: [] })
  expect(figures?.corpus).toBeGreaterThanOrEqual(40)
})
