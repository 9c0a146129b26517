import type { Domanda } from '#contract/database'
import type { Result } from '#contract/result'
import type { Statistica } from '#rules/statistica'
import { newId } from './identita.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'
import { recordChanged } from './sincronizzazione.ts'

/** Marks or unmarks a question as a favourite. */
export async function togglePreferita({
  id_concorso,
  id_domanda,
  statistica,
}: Pick<Domanda, 'id_concorso' | 'id_domanda' | 'statistica'>): Promise<Result<Statistica>> {
  const args = { id_concorso, id_domanda, preferiti: statistica.preferiti === 0, at: oraIso(), id_evento: newId() }
  const esito = await onArchivio((db) => db.setPreferiti(args))
  if (esito.ok) recordChanged()
  return esito
}
