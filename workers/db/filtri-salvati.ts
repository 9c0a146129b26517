import type { FiltroSalvato } from '#contract/database'
import type { Archivio } from './archivio.ts'
import { compareItaliano } from './collazione.ts'
import { StoreFault } from './guard.ts'

/** Saved searches, by name. */
export function listFiltri({ db }: Archivio): FiltroSalvato[] {
  return db
    .all<Omit<FiltroSalvato, 'filtro'> & { filtro: string }>(
      'SELECT id, nome, filtro, ordine, creato FROM filtri_salvati',
    )
    .map((row) => ({ ...row, filtro: JSON.parse(row.filtro) as FiltroSalvato['filtro'] }))
    .sort((a, b) => compareItaliano(a.nome, b.nome) || (a.id < b.id ? -1 : 1))
}

/** Keeps a search, or gives the one with this id another name or content. Answers the whole list. */
export function saveFiltro(a: Archivio, { id, nome, filtro, ordine, creato }: FiltroSalvato): FiltroSalvato[] {
  const clean = nome.trim()
  if (clean === '') throw new StoreFault('RICHIESTA_NON_VALIDA', 'empty name', { campi: ['nome'] })
  a.db.run(
    `INSERT INTO filtri_salvati(id, nome, filtro, ordine, creato) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT(id) DO UPDATE SET nome = excluded.nome, filtro = excluded.filtro, ordine = excluded.ordine`,
    id,
    clean,
    JSON.stringify(filtro),
    ordine,
    creato,
  )
  return listFiltri(a)
}

export function deleteFiltro(a: Archivio, { id }: { id: string }): FiltroSalvato[] {
  a.db.run('DELETE FROM filtri_salvati WHERE id = ?', id)
  return listFiltri(a)
}
