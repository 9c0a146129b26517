import type { Database, Opening } from './database.ts'
import type { Failure, Result } from './result.ts'
import type { StoreChange } from './store/change.ts'

export type { StoreChange }

/** Notice that the worker of a tab sends its page unasked. */
export type TabNotice =
  | { tipo: 'change'; change: StoreChange }
  /** Owner of the store now; `mine` when it is this tab. */
  | { tipo: 'leader'; leader: string; mine: boolean }
  /** The store serves this tab again after an outage. */
  | { tipo: 'opened'; opening: Opening }
  /** The tab was next as owner and could not open the store. */
  | { tipo: 'closed'; failure: Failure }

/** Interface of the worker: the store, wherever its owner is, and its notices. */
export interface TabStore extends Database {
  /** Registers the page's listener; a later one replaces it. */
  onNotice(f: (notice: TabNotice) => void): Promise<Result<null>>
}
