import type { WindowVirtualizerHandle } from 'virtua'
import { accountMemory } from '../../session/account.ts'

/** Where a list of hits was left: heights of its rows, how far the window was scrolled (pixels), what was selected (ids). */
export type ListPosition = {
  n: number
  heights: WindowVirtualizerHandle['cache']
  y: number
  chosen: ReadonlySet<number>
}

/** Outlives the screen, which is gone when it is read. */
const memory = accountMemory(() => ({ last: null as (ListPosition & { domanda: string }) | null }))

/** Keeps where the list of a search was left, as long as the page lives. */
export const keepListPosition = (domanda: string, position: ListPosition): void => {
  memory.last = { ...position, domanda }
}

/** Where the list of this search was left, when it is the one that was left last. */
export const lastListPosition = (domanda: string): ListPosition | null =>
  memory.last?.domanda === domanda ? memory.last : null
