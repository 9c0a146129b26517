import { describe, expect, it } from 'vitest'
import { FAULTS, NIGHT } from './lib/fault.ts'
import { PLANTS } from './lib/plant.ts'
import { run } from './power.ts'

const SEED = Number(process.env.SEME ?? 20_261_121)
const quiet = { seed: SEED, log: () => {} }

describe('simulated power cuts', () => {
  it(`${FAULTS.power.ci} cuts, also cut again while recovering, lose nothing acknowledged`, {
    timeout: 300_000,
  }, async () => {
    const { tried, lost, findings, figures } = await run({ ...quiet, n: FAULTS.power.ci })
    expect({ tried, lost, findings }).toEqual({ tried: FAULTS.power.ci, lost: 0, findings: [] })
    expect(figures?.promised).toBeGreaterThan(FAULTS.power.ci)
    expect(figures?.inRecovery).toBeGreaterThan(FAULTS.power.ci / 10)
  })

  it('a delivery cut between its events is ended without the last look at a place whose event is not there', {
    timeout: 300_000,
  }, async () => {
    const { lost, findings } = await run({ log: () => {}, seed: 1_062_424_940, from: 112, n: 60 })
    expect({ lost, findings }).toEqual({ lost: 0, findings: [] })
  })

  it.runIf(NIGHT)(
    'planted: the default journal (mode DELETE, normal locking) is noticed',
    {
      timeout: 300_000,
    },
    async () => {
      const plants = [PLANTS.journalDelete, PLANTS.lockingNormal]
      const { lost, findings } = await run({ ...quiet, n: 200, plants, first: true })
      expect(lost).toBeGreaterThan(0)
      expect(findings?.[0]).toContain('the log is delete')
    },
  )

  it.runIf(NIGHT)(
    'planted: a place named before its emptying is on the disk is noticed',
    { timeout: 300_000 },
    async () => {
      const { lost, findings } = await run({ ...quiet, from: 2, n: 200, plants: [PLANTS.emptiedInHaste], first: true })
      expect(lost).toBeGreaterThan(0)
      expect(findings?.join('\n')).toContain('names a place that is not empty for good')
    },
  )

  it.runIf(NIGHT)(
    'planted: a flag of a trial that was answered and not written is noticed',
    { timeout: 300_000 },
    async () => {
      const plants = [
        {
          file: 'workers/prove/step.ts',
          find: 'const marks = [risposta, da_rivedere ? 1 : 0, toBits(voce)]',
          replace: 'const marks = [risposta, 0, toBits(voce)]',
        },
      ]
      const { lost, findings } = await run({ ...quiet, n: 300, plants, first: true })
      expect(lost).toBeGreaterThan(0)
      expect(findings?.join()).toContain('voce prova-')
    },
  )

  it.runIf(NIGHT)('planted: synchronous OFF loses', { timeout: 300_000 }, async () => {
    const plants = [PLANTS.synchronousOff, PLANTS.synchronousUnchecked]
    expect((await run({ ...quiet, n: 200, plants, first: true })).lost).toBeGreaterThan(0)
  })
})
