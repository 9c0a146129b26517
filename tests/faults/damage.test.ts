import { describe, expect, it } from 'vitest'
import { run } from './damage.ts'
import { FAULTS, NIGHT } from './lib/fault.ts'

const SEED = Number(process.env.SEME ?? 20_261_121)
const quiet = { seed: SEED, log: () => {} }

/**
 * Lives that a defect was found by, as many strikes of each as show it again when it is planted. A change of what persons do
 * makes another life of the same seed: then its defect goes unnoticed at night, and the life must be replaced.
 */
const LIVES = [
  [
    'a trial delivered after the copy, with a mark that was taken back in between',
    {
      seed: 355_600_222,
      from: 305,
      n: 2,
      plant: {
        file: 'workers/recovery/mirror-keeper.ts',
        find: 'const JUST_DELIVERED = 3',
        replace: 'const JUST_DELIVERED = 0',
      },
    },
  ],
  [
    'a trial that went on in an older store, its time counted where the copy has the person',
    {
      seed: 20_261_126,
      from: 210,
      n: 4,
      plant: {
        file: 'tests/faults/damage/scenario.ts',
        find: "if (since.has(nameOf('prova', sittingOf(d.name) ?? '')) && isTimeAlone(d)) continue",
        replace: '',
      },
    },
  ],
  [
    'a trial that is delivered before the check, with a mark that only the mirror has',
    {
      seed: 867_026_919,
      from: 458,
      n: 20,
      plant: {
        file: 'tests/faults/damage/scenario.ts',
        find: '...deliveredSince(life, sql())',
        replace: '',
      },
    },
  ],
  [
    'a file of sums cut to nothing, and the sums before it',
    {
      seed: 2_097_123_166,
      from: 127,
      n: 20,
      plant: {
        file: 'workers/recovery/page-checksums.ts',
        find: 'blob !== null && !read[i]',
        replace: 'blob !== null && blob.size > 0 && !read[i]',
      },
    },
  ],
  [
    'a bank whose columns have a length that no column has',
    {
      seed: 31,
      from: 80,
      n: 10,
      plant: {
        file: 'workers/core/corruption.ts',
        find: ' || error instanceof RangeError',
        replace: '',
      },
    },
  ],
] as const

describe('damaged storage', () => {
  it(`[SY10] ${FAULTS.damage.ci} damages: noticed, rebuilt, nothing sent is lost, and nothing unsent that the mirror has`, {
    timeout: 900_000,
  }, async () => {
    const { tried, lost, findings, figures } = await run({ ...quiet, n: FAULTS.damage.ci })
    expect({ tried, lost, findings }).toEqual({ tried: FAULTS.damage.ci, lost: 0, findings: [] })
    expect(figures?.detected).toBeGreaterThan(FAULTS.damage.ci / 3)
  })

  it.each(LIVES.filter(([, { n }]) => NIGHT || n < 10))(
    'nothing is lost: %s',
    { timeout: 300_000 },
    async (_, { seed, from, n }) => {
      const { lost, findings } = await run({ seed, from, n, log: () => {} })
      expect({ lost, findings }).toEqual({ lost: 0, findings: [] })
    },
  )

  it.runIf(NIGHT).each(LIVES)('planted: %s', { timeout: 300_000 }, async (_, { seed, from, n, plant }) => {
    expect((await run({ seed, from, n, plants: [plant], log: () => {} })).lost).toBeGreaterThan(0)
  })

  it.runIf(NIGHT)('planted: without the sums of pages damage goes unnoticed', { timeout: 300_000 }, async () => {
    const plants = [
      {
        file: 'workers/recovery/checkpoint.ts',
        find: 'if (found[k - i] !== checksums[k] && !before(k + 1)) broken.push(k + 1)',
        replace: '',
      },
    ]
    expect((await run({ ...quiet, n: 200, plants, first: true })).lost).toBeGreaterThan(0)
  })

  it.runIf(NIGHT)('planted: without the mirror answers not sent yet are lost', { timeout: 300_000 }, async () => {
    const plants = [
      {
        file: 'workers/recovery/rebuild.ts',
        find: 'for (const e of mirrorOnly) all.set(e.id, e)',
        replace: '',
      },
    ]
    expect((await run({ ...quiet, n: 300, plants, first: true })).lost).toBeGreaterThan(0)
  })
})
