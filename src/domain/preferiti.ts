import type { Domanda } from '#contract/database'
import type { Result } from '#contract/result'
import type { Statistica } from '#rules/statistica'
import { newId } from '../platform/ids.ts'
import { correctedIso } from '../platform/server-now.ts'
import { onStore } from '../store/on-store.ts'
import { recordChanged } from '../sync/requests.ts'

/** Marks or unmarks a question as a favourite. */
export async function togglePreferita({
  id_concorso,
  id_domanda,
  statistica,
}: Pick<Domanda, 'id_concorso' | 'id_domanda' | 'statistica'>): Promise<Result<Statistica>> {
  const args = {
    id_concorso,
    id_domanda,
    preferiti: statistica.preferiti === 0,
    at: correctedIso(),
    id_evento: newId(),
  }
  const result = await onStore((db) => db.setPreferiti(args))
  if (result.ok) recordChanged()
  return result
}
