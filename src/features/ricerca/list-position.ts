import type { WindowVirtualizerHandle } from 'virtua'
import { currentUserId } from '../../session/session.ts'

/** Where a list of hits was left: heights of its rows, how far the window was scrolled (pixels), what was selected (ids). */
export type ListPosition = {
  n: number
  heights: WindowVirtualizerHandle['cache']
  y: number
  chosen: ReadonlySet<number>
}

// Outlives the screen, which is gone when it is asked for.
let kept: (ListPosition & { chiave: string }) | null = null

const keyOf = (domanda: string) => `${currentUserId()} ${domanda}`

/** Keeps where the list of a search was left, as long as the page lives. */
export const keepListPosition = (domanda: string, position: ListPosition): void => {
  kept = { ...position, chiave: keyOf(domanda) }
}

/** Where the list of this search was left, when it is the one that was left last. */
export const lastListPosition = (domanda: string): ListPosition | null =>
  kept?.chiave === keyOf(domanda) ? kept : null
