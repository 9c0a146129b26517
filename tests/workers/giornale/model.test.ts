import { describe, expect, it } from 'vitest'
import { seedOf } from '#tests/seme'
import { memoryShelf } from './memory-shelf.ts'
import { runHistory } from './model.ts'
import type { Bug } from './model-server.ts'
import { workerShelf } from './shelf.ts'

const count = (often: number, night: number) => Number(process.env.STORIE ?? (process.env.NOTTE ? night : often))
const SEED = 20_261_126
/** The history of `SEED` in which the worker's store first meets a bug: by day its search begins there. */
const MET = new Map<Bug, number>([
  ['arrival order', 21],
  ['cursor before content', 41],
  ['sent is what is here now', 44],
  ['a number names an event', 97],
  ['an older version takes the place of a newer', 112],
])

describe('the journal between two or three devices, a bad network and a server (decision 0073)', () => {
  it.each([
    { on: 'the rules alone', shelf: memoryShelf, histories: count(1_000, 60_000) },
    { on: "the worker's store", shelf: workerShelf, histories: count(40, 3_000) },
  ])(
    '$histories histories on $on: everything acknowledged is everywhere, once, and all devices show the same',
    async ({ shelf, histories }) => {
      const first = seedOf(SEED)
      for (let i = 0; i < histories; i++) {
        const wrong = await runHistory(first + i, { shelf })
        if (wrong !== null) expect.unreachable(`SEME=${first + i} STORIE=1: ${wrong}`)
      }
    },
    24 * 3_600_000,
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
    'a push passes others',
    'an end counts as sent when it leaves',
    'an older version takes the place of a newer',
    'a version from elsewhere replaces what is here',
  ]
  const stores = [memoryShelf, workerShelf]
  // Only a store that can be damaged meets the bug of the numbers.
  it.each(
    bugs
      .flatMap((bug) => stores.map((shelf) => ({ bug, shelf, on: shelf.name })))
      .filter(({ bug, shelf }) => shelf === workerShelf || bug !== 'a number names an event'),
  )(
    'finds a planted bug within a thousand histories: $bug, $on',
    async ({ bug, shelf }) => {
      const first = shelf === workerShelf && !process.env.NOTTE ? (MET.get(bug) ?? 0) : 0
      for (let i = first; i < first + 1_000; i++) if ((await runHistory(SEED + i, { shelf, bug })) !== null) return
      expect.unreachable(bug)
    },
    200_000,
  )
})
