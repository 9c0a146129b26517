import { expect, it } from 'vitest'
import { loadBundle } from './lib/bundle.ts'
import { makeBanks } from './power/banks.ts'

it('a clock that was once ahead neither stops the daily copy nor deletes what was put aside (R6)', async () => {
  const { jump } = await loadBundle<typeof import('./damage/clock.ts')>(new URL('./damage/clock.ts', import.meta.url))
  const { giorni, settimane } = await jump(await makeBanks())
  expect(giorni).toEqual([
    { ultima: true, copie: 1, guasto: true },
    { ultima: true, copie: 2, guasto: true },
    { ultima: true, copie: 3, guasto: true },
    { ultima: true, copie: 4, guasto: true },
    // A minute later the last one is good.
    { ultima: false, copie: 4, guasto: true },
  ])
  // The jump counted for a week, the rest for what it was.
  expect(settimane).toEqual([true, true, true, false, false])
})
