import type { Database } from '#contract/database'
import type { Livello } from '#rules/livello'
import { newId } from '../../platform/ids.ts'
import { correctedIso } from '../../platform/server-now.ts'
import { showUnwritten } from '../../session/notices.ts'
import { createLatestWins } from '../../store/latest-wins.ts'
import { onStore } from '../../store/on-store.ts'
import { keepLivelloSet, sedutaState } from './seduta-state.ts'

const latest = createLatestWins()

/** Sets the level of the question on screen by the person's hand [LV6], after which its answer cannot be taken back. */
export async function setLivello(livello: Livello): Promise<void> {
  const { domanda } = sedutaState
  if (!domanda || domanda.statistica.livello_conoscenza === livello) return
  const { id_concorso, id_domanda } = domanda
  await saveLivello({ id_concorso, id_domanda, livello, at: correctedIso(), id_evento: newId() })
}

/** Retries with the same event, so that one already durable is not done twice. */
async function saveLivello(args: Parameters<Database['setLivello']>[0]): Promise<void> {
  const isLatest = latest(String(args.id_domanda))
  const result = await onStore((db) => db.setLivello(args))
  if (result.ok) keepLivelloSet(result.value)
  else showUnwritten(result.error, () => void (isLatest() && saveLivello(args)))
}
