import type { StoreArgs } from '#contract/database'
import { MAX_ESCLUSE, type Mark } from '#contract/marks'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { stepPlace } from './places.ts'

/** Marks of a sitting by place (contract/segni). */
export function readSegni({ db }: StoreContext, { id }: { id: string }): Mark[] {
  stepPlace(db, id)
  return db
    .all<{ indice: number; da_rivedere: number; escluse: number }>(
      'SELECT indice, da_rivedere, escluse FROM sedute_segni WHERE id_seduta = ? ORDER BY indice',
      id,
    )
    .map((row) => ({ ...row, da_rivedere: row.da_rivedere === 1 }))
}

/** Keeps the marks of one place; a mark taken off leaves no row. */
export function saveSegno({ db }: StoreContext, { id, indice, da_rivedere, escluse }: StoreArgs<'saveSegno'>): null {
  stepPlace(db, id, { tipo: 'segna', indice })
  if (!Number.isInteger(escluse) || escluse < 0 || escluse > MAX_ESCLUSE)
    throw new StoreFault('RICHIESTA_NON_VALIDA', String(escluse), { campi: ['escluse'] })
  if (!da_rivedere && escluse === 0) db.run('DELETE FROM sedute_segni WHERE id_seduta = ? AND indice = ?', id, indice)
  else db.run('INSERT OR REPLACE INTO sedute_segni VALUES (?, ?, ?, ?)', id, indice, da_rivedere ? 1 : 0, escluse)
  return null
}
