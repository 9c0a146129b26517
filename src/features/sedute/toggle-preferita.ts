import type { Database } from '#contract/database'
import { newId } from '../../platform/ids.ts'
import { correctedIso } from '../../platform/server-now.ts'
import { showUnwritten } from '../../session/notices.ts'
import { createLatestWins } from '../../store/latest-wins.ts'
import { onStore } from '../../store/on-store.ts'
import { keepStatistica, sedutaState } from './seduta-state.ts'

const latest = createLatestWins()

/** Marks or unmarks the question on screen as a favourite. */
export async function toggleShownPreferita(): Promise<void> {
  const { domanda } = sedutaState
  if (!domanda) return
  const { id_concorso, id_domanda, statistica } = domanda
  const preferiti = statistica.preferiti === 0
  await saveShownPreferita({ id_concorso, id_domanda, preferiti, at: correctedIso(), id_evento: newId() })
}

/** Retries with the same event, because toggling again from the record would remove a saved star. */
async function saveShownPreferita(args: Parameters<Database['setPreferiti']>[0]): Promise<void> {
  const isLatest = latest(String(args.id_domanda))
  const result = await onStore((db) => db.setPreferiti(args))
  if (result.ok) keepStatistica(result.value)
  else showUnwritten(result.error, () => void (isLatest() && saveShownPreferita(args)))
}
