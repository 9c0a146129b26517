import type { StoreContext } from '../core/context.ts'
import type { Connection } from '../core/platform.ts'

/**
 * Key of `ambiente` in a store made where the page knew of another, which the browser had discarded (decision 0036).
 */
const EMPTIED = 'svuotato'

/** Notes the loss in a store that is just being made. */
export const noteEmptied = (db: Connection): void => void db.run('INSERT INTO ambiente VALUES (?, ?)', EMPTIED, '1')

/** Returns whether the loss is still to be shown: until the store has rows again. */
export const isEmptied = ({ db }: StoreContext): boolean =>
  db.get(
    `SELECT 1 FROM ambiente WHERE chiave = ? AND NOT EXISTS (SELECT 1 FROM eventi)
      AND NOT EXISTS (SELECT 1 FROM statistiche) AND NOT EXISTS (SELECT 1 FROM banche WHERE file IS NOT NULL)`,
    EMPTIED,
  ) !== undefined
