import { expect, it } from 'vitest'
import { run } from './kill.ts'
import { FAULTS } from './lib/fault.ts'

const N = FAULTS.kill.ci
const SEED = Number(process.env.SEME ?? 20_261_121)

it(`${N} kills of the browser lose no acknowledged answer, on the rung of OPFS and on that of IndexedDB`, {
  timeout: 1_200_000,
}, async () => {
  const { tried, lost, findings, figures } = await run({ n: N, seed: SEED, log: () => {} })
  expect({ tried, lost, findings }).toEqual({ tried: N, lost: 0, findings: [] })
  expect(figures).toMatchObject({ 'on_opfs-sahpool': (N / 4) * 3, on_indexeddb: N / 4 })
  // Each browser was killed after one of its answers at least.
  expect(figures?.acknowledged).toBeGreaterThanOrEqual(N)
  // None where the browser keeps IndexedDB in another form: what tears its journal must be written for that one.
  expect(figures?.torn).toBeGreaterThan(0)
})
