import type { FiltroSalvato } from '#contract/database'
import { compareItaliano } from '../core/collation.ts'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'

/** Lists saved searches by name. */
export function listFiltri({ db }: StoreContext): FiltroSalvato[] {
  return db
    .all<Omit<FiltroSalvato, 'filtro'> & { filtro: string }>(
      'SELECT id, nome, filtro, ordine, creato FROM filtri_salvati',
    )
    .map((row) => ({ ...row, filtro: JSON.parse(row.filtro) as FiltroSalvato['filtro'] }))
    .sort((a, b) => compareItaliano(a.nome, b.nome) || (a.id < b.id ? -1 : 1))
}

/** Stores a search, or renames or replaces the one with this id. Returns the whole list. */
export function saveFiltro(
  ctx: StoreContext,
  { id, nome: name, filtro, ordine, creato }: FiltroSalvato,
): FiltroSalvato[] {
  const clean = name.trim()
  if (clean === '') throw new StoreFault('RICHIESTA_NON_VALIDA', 'empty name', { campi: ['nome'] })
  ctx.db.run(
    `INSERT INTO filtri_salvati(id, nome, filtro, ordine, creato) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT(id) DO UPDATE SET nome = excluded.nome, filtro = excluded.filtro, ordine = excluded.ordine`,
    id,
    clean,
    JSON.stringify(filtro),
    ordine,
    creato,
  )
  return listFiltri(ctx)
}

export function deleteFiltro(ctx: StoreContext, { id }: { id: string }): FiltroSalvato[] {
  ctx.db.run('DELETE FROM filtri_salvati WHERE id = ?', id)
  return listFiltri(ctx)
}
