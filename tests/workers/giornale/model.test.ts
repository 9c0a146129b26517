import { describe, expect, it } from 'vitest'
import { memoryShelf } from './memory-shelf.ts'
import { runHistory } from './model.ts'
import type { Bug } from './model-server.ts'
import { workerShelf } from './shelf.ts'

const count = (often: number, night: number) => Number(process.env.STORIE ?? (process.env.NOTTE ? night : often))
/** Bugs that the worker's store meets only after many histories. */
const LONG = new Set<Bug>(['a number names an event', 'an older version takes the place of a newer'])
const SEED = Number(process.env.SEME ?? 20_261_126)

describe('the journal between two or three devices, a bad network and a server (decision 0073)', () => {
  it.each([
    { on: 'the rules alone', shelf: memoryShelf, histories: count(2_500, 1_000_000) },
    { on: "the worker's store", shelf: workerShelf, histories: count(80, 100_000) },
  ])(
    '$histories histories on $on: everything acknowledged is everywhere, once, and all devices show the same',
    async ({ shelf, histories }) => {
      for (let i = 0; i < histories; i++) {
        const wrong = await runHistory(SEED + i, { shelf })
        if (wrong !== null) expect.unreachable(`SEME=${SEED + i} STORIE=1: ${wrong}`)
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
  // Only a store that can be damaged meets the bug of the numbers. What takes that store half a minute waits for the night.
  it.each(
    bugs
      .flatMap((bug) => stores.map((shelf) => ({ bug, shelf, on: shelf.name })))
      .filter(({ bug, shelf }) =>
        shelf === memoryShelf ? bug !== 'a number names an event' : process.env.NOTTE || !LONG.has(bug),
      ),
  )(
    'finds a planted bug within a thousand histories: $bug, $on',
    async ({ bug, shelf }) => {
      for (let i = 0; i < 1_000; i++) if ((await runHistory(SEED + i, { shelf, bug })) !== null) return
      expect.unreachable(bug)
    },
    200_000,
  )
})
