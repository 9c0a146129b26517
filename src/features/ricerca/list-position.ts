import type { WindowVirtualizerHandle } from 'virtua'
import { accountMemory } from '../../session/account.ts'

/** Position of a list of hits, with the heights of its rows, the window's scroll (pixels) and the selected ids. */
export type ListPosition = {
  n: number
  heights: WindowVirtualizerHandle['cache']
  y: number
  chosen: ReadonlySet<number>
}

/** Memory outlives the screen, which is gone when the position is read. */
const memory = accountMemory(() => ({ last: null as (ListPosition & { domanda: string }) | null }))

/** Keeps the position of a search's list while the page lives. */
export const keepListPosition = (domanda: string, position: ListPosition): void => {
  memory.last = { ...position, domanda }
}

/** Returns the position of this search's list if it was the last one left, else null. */
export const lastListPosition = (domanda: string): ListPosition | null =>
  memory.last?.domanda === domanda ? memory.last : null
