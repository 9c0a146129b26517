import { describe, expect, it } from 'vitest'
import { runHistory } from './model.ts'
import type { Bug } from './model-server.ts'

const HISTORIES = Number(process.env.STORIE ?? (process.env.NOTTE ? 100_000 : 1_000))
const SEED = Number(process.env.SEME ?? 20_261_126)

describe('the journal between two or three devices, a bad network and a server (decision 0073)', () => {
  it(
    `${HISTORIES} histories: everything acknowledged is everywhere, once, and all devices show the same`,
    async () => {
      for (let i = 0; i < HISTORIES; i++) {
        const wrong = await runHistory(SEED + i)
        expect(wrong, `SEME=${SEED + i} STORIE=1`).toBeNull()
      }
    },
    HISTORIES * 200 + 30_000,
  )

  const bugs: Bug[] = [
    'ack before commit',
    'sent is what is here now',
    'no tombstone',
    'cursor skips',
    'arrival order',
    'a request counts twice',
    'clearing loses the unsent',
    'cursor before content',
    'a number names an event',
    'a date ahead wins',
  ]
  it.each(bugs)(
    'finds a planted bug within a thousand histories: %s',
    async (bug) => {
      for (let i = 0; i < 1_000; i++) if ((await runHistory(SEED + i, bug)) !== null) return
      expect.unreachable(bug)
    },
    200_000,
  )
})
