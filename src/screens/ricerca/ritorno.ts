import type { WindowVirtualizerHandle } from 'virtua'
import { chi } from '../../state/credenziale.ts'

/** Where a list of hits was left: heights of its rows, how far the window was scrolled (pixels), what was selected (ids). */
export type Lasciata = { n: number; altezze: WindowVirtualizerHandle['cache']; y: number; scelte: ReadonlySet<number> }

let ultima: (Lasciata & { chiave: string }) | null = null

const keyOf = (domanda: string) => `${chi()} ${domanda}`

/** Keeps where the list of a search was left, as long as the page lives. */
export const leaveLista = (domanda: string, lasciata: Lasciata): void => {
  ultima = { ...lasciata, chiave: keyOf(domanda) }
}

/** Where the list of this search was left, when it is the one that was left last. */
export const leftLista = (domanda: string): Lasciata | null => (ultima?.chiave === keyOf(domanda) ? ultima : null)
