import type { Queryable } from '../deps.ts'
import { forgetChoices } from '../reportistica/choices.ts'

/** Tables that grow with use. Where an operator distributes them, no reference to `utente` deletes their rows (docs/operators/crescere.md). */
export const GROWN = ['evento_utente', 'eventi_impaccati', 'impronte_eventi', 'statistica', 'statistica_storico']

/**
 * Deletes accounts with every row of theirs, inside a transaction; purchases stay without them. Deletes the account first: a push
 * waits for its row, and then stores nothing. Returns how many there were.
 */
export async function removeUtenti(q: Queryable, ids: readonly number[]): Promise<number> {
  await forgetChoices(q, ids)
  const { count } = await q.query('delete from utente where id_utente = any($1)', [ids])
  for (const table of GROWN) await q.query(`delete from ${table} where id_utente = any($1)`, [ids])
  return count
}
