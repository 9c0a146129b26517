import type { Impostazione, StoreArgs } from '#contract/database'
import type { StoreContext } from '../core/context.ts'

/** Lists the person's settings by name. */
export const listImpostazioni = ({ db }: StoreContext): Impostazione[] =>
  db
    .all<{ nome: string; valore: string }>('SELECT nome, valore FROM impostazioni ORDER BY nome')
    .map(({ nome, valore }) => ({ nome, valore: JSON.parse(valore) as Impostazione['valore'] }))

/** Stores a setting; null deletes it. */
export function saveImpostazione(
  { db }: StoreContext,
  { nome: name, valore, at }: StoreArgs<'saveImpostazione'>,
): null {
  if (valore === null) db.run('DELETE FROM impostazioni WHERE nome = ?', name)
  else db.run('INSERT OR REPLACE INTO impostazioni VALUES (?, ?, ?)', name, JSON.stringify(valore), at)
  return null
}
