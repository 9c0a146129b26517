import { describe, expect, it } from 'vitest'
import { run } from './damage.ts'
import { FAULTS, NIGHT } from './lib/fault.ts'

const SEED = Number(process.env.SEME ?? 20_261_121)
const quiet = { seed: SEED, log: () => {} }

describe('damaged storage', () => {
  it(`[SY10] ${FAULTS.damage.ci} damages: noticed, rebuilt, nothing sent is lost, and nothing unsent that the mirror has`, {
    timeout: 900_000,
  }, async () => {
    const { tried, lost, findings, figures } = await run({ ...quiet, n: FAULTS.damage.ci })
    expect({ tried, lost, findings }).toEqual({ tried: FAULTS.damage.ci, lost: 0, findings: [] })
    expect(figures?.detected).toBeGreaterThan(FAULTS.damage.ci / 3)
  })

  it.each([
    ['commits that others followed, the frames around one of them changed too', 613_813_202, 7],
    ['frames changed on either side of a commit that others followed', 2313, 57],
    ['two blocks of a log exchanged, where one commit ends and the next begins', 2313, 28],
    ['a delivery that is the last of a log, some of its bytes changed', 2313, 448],
    ['a delivery that is the last of a log, its end cut off', 77_001, 123],
    ['another delivery, cut off in the same way', 2313, 375],
    ['the same, and the mirror has all of it', 1_354_936_533, 116],
    ['a trial that is delivered before the check, with a mark that only the mirror has', 867_026_919, 458],
    ['a trial delivered after the copy, with a mark that was taken back in between', 355_600_222, 305],
    ['a trial that went on in an older store, its time counted where the copy has the person', 20_261_126, 210],
  ])('nothing is lost: %s', { timeout: 300_000 }, async (_, seed, from) => {
    const { lost, findings } = await run({ seed, from, n: 20, log: () => {} })
    expect({ lost, findings }).toEqual({ lost: 0, findings: [] })
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
