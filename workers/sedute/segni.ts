import type { StoreArgs } from '#contract/database'
import { MAX_ESCLUSE, type Mark } from '#contract/marks'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { stepPlace } from './places.ts'

/** Returns the marks of a sitting by place. */
export function readSegni({ db }: StoreContext, { id }: { id: string }): Mark[] {
  stepPlace(db, id)
  return db
    .all<{ indice: number; da_rivedere: number; escluse: number }>(
      `SELECT indice, da_rivedere, escluse FROM sedute_segni
       WHERE id_seduta = ? AND (da_rivedere, escluse) <> (0, 0) ORDER BY indice`,
      id,
    )
    .map((row) => ({ ...row, da_rivedere: row.da_rivedere === 1 }))
}

/** Stores the marks of one place, and counts their changes: a mark removed here stays off on every device. */
export function saveSegno({ db }: StoreContext, { id, indice, da_rivedere, escluse }: StoreArgs<'saveSegno'>): null {
  stepPlace(db, id, { tipo: 'segna', indice })
  if (!Number.isInteger(escluse) || escluse < 0 || escluse > MAX_ESCLUSE)
    throw new StoreFault('RICHIESTA_NON_VALIDA', String(escluse), { campi: ['escluse'] })
  db.run(
    `INSERT INTO sedute_segni VALUES (?, ?, ?, ?, 1, 1) ON CONFLICT DO UPDATE SET
       cambi_rivedi = cambi_rivedi + (da_rivedere <> excluded.da_rivedere), da_rivedere = excluded.da_rivedere,
       cambi_escluse = cambi_escluse + (escluse <> excluded.escluse), escluse = excluded.escluse`,
    id,
    indice,
    da_rivedere ? 1 : 0,
    escluse,
  )
  return null
}
