import { ESCLUSE_MASSIME, type Segni, type Segno } from '#contract/segni'
import type { Archivio } from './archivio.ts'
import type { Connection } from './drivers/platform.ts'
import { StoreFault } from './guard.ts'

const countPosti = (db: Connection, id: string): number => {
  const row = db.get<{ n: number }>('SELECT n FROM sedute_domande WHERE id_seduta = ?', id)
  if (!row) throw new StoreFault('ESERCITAZIONE_NON_INIZIALIZZATA', id)
  return row.n
}

/** Marks of a sitting by place (contract/segni). */
export function readSegni({ db }: Archivio, { id }: { id: string }): Segno[] {
  countPosti(db, id)
  return db
    .all<{ indice: number; da_rivedere: number; escluse: number }>(
      'SELECT indice, da_rivedere, escluse FROM sedute_segni WHERE id_seduta = ? ORDER BY indice',
      id,
    )
    .map((row) => ({ ...row, da_rivedere: row.da_rivedere === 1 }))
}

/** Keeps the marks of one place; a mark taken off leaves no row. */
export function saveSegno(
  { db }: Archivio,
  { id, indice, da_rivedere, escluse }: Parameters<Segni['saveSegno']>[0],
): null {
  const n = countPosti(db, id)
  if (!Number.isInteger(indice) || indice < 0 || indice >= n)
    throw new StoreFault('INDEX_OUT_OF_BOUND', `${indice} of ${n}`)
  if (!Number.isInteger(escluse) || escluse < 0 || escluse > ESCLUSE_MASSIME)
    throw new StoreFault('RICHIESTA_NON_VALIDA', String(escluse), { campi: ['escluse'] })
  if (!da_rivedere && escluse === 0) db.run('DELETE FROM sedute_segni WHERE id_seduta = ? AND indice = ?', id, indice)
  else db.run('INSERT OR REPLACE INTO sedute_segni VALUES (?, ?, ?, ?)', id, indice, da_rivedere ? 1 : 0, escluse)
  return null
}
