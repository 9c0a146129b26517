/** Readings that wait in this process behind the one that runs: their files lie on its disk. */
const MAX_WAITING = 8

type Place = { enter: () => void }
let running = false
const waiting: Place[] = []

const next = (): void => {
  const place = waiting.shift()
  running = place !== undefined
  place?.enter()
}

/** Returns whether no further reading may wait. */
export const isLineFull = (): boolean => waiting.length >= MAX_WAITING

/**
 * Takes a place in the line of readings: one runs at a time, so that two files never fill the memory together. `turn` is false
 * where `signal` gave the reading up before its turn.
 */
export function joinLine(signal: AbortSignal): { ahead: () => number; turn: Promise<boolean>; leave: () => void } {
  let isInside = !running
  running = true
  let place: Place | null = null
  const turn = isInside
    ? Promise.resolve(true)
    : new Promise<boolean>((goOn) => {
        const mine: Place = {
          enter: () => {
            isInside = true
            goOn(true)
          },
        }
        place = mine
        waiting.push(mine)
        const giveUp = () => {
          const at = waiting.indexOf(mine)
          if (at < 0) return
          waiting.splice(at, 1)
          goOn(false)
        }
        signal.addEventListener('abort', giveUp, { once: true })
      })
  return {
    ahead: () => (isInside || !place ? 0 : waiting.indexOf(place) + 1),
    turn,
    leave: () => {
      if (isInside) next()
      isInside = false
    },
  }
}
