import { expect, it } from 'vitest'
import { mapInTurns } from '#server/in-turns'

it('a long list is mapped in its order, and others have their turn meanwhile', async () => {
  let turns = 0
  let open = true
  const others = () => {
    turns += 1
    if (open) setImmediate(others)
  }
  setImmediate(others)
  const values = Array.from({ length: 500 }, (_, i) => i)
  expect(await mapInTurns(values, (n) => n * 2)).toEqual(values.map((n) => n * 2))
  open = false
  expect(turns).toBeGreaterThanOrEqual(9)
  expect(await mapInTurns([], String)).toEqual([])
})
