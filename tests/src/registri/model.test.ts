import { describe, expect, it } from 'vitest'
import { seedOf } from '#tests/seme'
import { runHistory } from './model.ts'
import type { Bug } from './server.ts'

const HISTORIES = Number(process.env.STORIE ?? (process.env.NOTTE ? 150_000 : 1_500))
const SEED = 20_261_127

describe('records of two or three devices, a bad network, resets and a server', () => {
  it(
    `${HISTORIES} histories: all show the last answer that was not undone and the last favourite, what was reset stays reset`,
    async () => {
      const first = seedOf(SEED)
      for (let i = 0; i < HISTORIES; i++) {
        const wrong = await runHistory(first + i)
        if (wrong !== null) expect.unreachable(`SEME=${first + i} STORIE=1: ${wrong}`)
      }
    },
    24 * 3_600_000,
  )

  const bugs: Bug[] = [
    'a record is merged whole',
    'arrival order',
    'a reset deletes',
    'a reset forgets what it has not seen',
    'cursor skips',
    'a request counts twice',
    'a clock is believed',
    'marks by id alone',
    'marks before it is sent',
    'clearing loses the unsent',
    'an undone level stays here',
  ]
  it.each(bugs)('finds a planted bug within a thousand histories: %s', async (bug) => {
    for (let i = 0; i < 1_000; i++) if ((await runHistory(SEED + i, bug)) !== null) return
    expect.unreachable(bug)
  })
})
