import type { ConcorsoScaricabile } from '#contract/schemas'
import type { Facts } from '../store/examine.ts'

/** What the page is busy with when it is killed; `nothing`: it only looks and is closed. */
export type Work = 'answers' | 'bank' | 'sync' | 'nothing'

/** What Node tells a page that starts. */
export type Orders = {
  /** Number of this life: part of every id. */
  life: number
  work: Work
  /** Two versions of one bank; a work of kind `bank` installs one after the other, without end. */
  banks: ConcorsoScaricabile[]
  /** Questions that both versions have. */
  ids: number[]
}

/** What the page found after the last life. */
export type Found = {
  gradino: string
  /** Milliseconds from asking for the store to its answer. */
  open: number
  facts: Facts
  bank: { versione: string | null; n_domande: number; readable: boolean } | null
}

/** What the page tells after the store has answered. */
export type Told =
  | { kind: 'answer'; id: string }
  | { kind: 'bank'; versione: string; done: boolean }
  | { kind: 'sync'; pairs: string[] }
  | { kind: 'failed'; what: string }
