import type { FacetCounts } from '#contract/database'
import { onStore } from '../../store/on-store.ts'

/** How many questions on the device have these words; null when the store does not say. */
export async function countWithWords(text: string): Promise<number | null> {
  const result = await onStore((db) => db.searchDomande({ filtro: { testo: text }, ordine: 'UFFICIALE', seme: 0 }))
  return result.ok ? result.value.id_domande.length : null
}

export type LocalMateria = FacetCounts['per_materia'][number] & { concorso: string }

/** Every subject of the banks on the device; none when the store does not say. */
export async function listLocalMaterie(): Promise<LocalMateria[]> {
  const result = await onStore((db) => db.countRicerca({ filtro: {} }))
  if (!result.ok) return []
  const { per_materia, per_concorso } = result.value
  const names = new Map(per_concorso.map(({ id_concorso, concorso }) => [id_concorso, concorso]))
  return per_materia.map((m) => ({ ...m, concorso: names.get(m.id_concorso) ?? '' }))
}
