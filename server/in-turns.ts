import { setImmediate as turn } from 'node:timers/promises'

/** Values per turn: a few milliseconds at most. */
const PER_TURN = 50

/** Maps a long list in slices, one per event-loop turn, so that small requests do not wait for all of it. */
export async function mapInTurns<T, R>(values: readonly T[], map: (value: T) => R): Promise<R[]> {
  const mapped: R[] = []
  for (let from = 0; from < values.length; from += PER_TURN) {
    if (from > 0) await turn()
    for (const value of values.slice(from, from + PER_TURN)) mapped.push(map(value))
  }
  return mapped
}
