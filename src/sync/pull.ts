import type { ResponseOf } from '#contract/calls'
import type { Database } from '#contract/database'
import { ok, type Result } from '#contract/result'

export type PullStore = Pick<Database, 'pullState' | 'applyRemote'>

export type FetchRisposte = (args: {
  query: { modalita: 'ESEGUITA'; id_concorso: number; data?: string; cursore: number }
}) => Promise<Result<ResponseOf<'risposte_concorso'>>>

/**
 * Pulls one bank's records from the server (spec §4 merge, [MG1]–[MG3]); the store decides which record wins. Fetches page after
 * page until the cursor stands still, so that no history is cut short. Returns how many records changed here.
 */
export async function pullBanca(
  db: PullStore,
  fetchPage: FetchRisposte,
  id_concorso: number,
): Promise<Result<{ cambiate: number }>> {
  let changed = 0
  for (;;) {
    const state = await db.pullState({ id_concorso })
    if (!state.ok) return state
    const { data, cursore } = state.value
    const page = await fetchPage({
      query: { modalita: 'ESEGUITA', id_concorso, cursore, ...(data === null ? {} : { data }) },
    })
    if (!page.ok) return page
    if (page.value.risposte.length === 0 && page.value.cursore <= cursore) return ok({ cambiate: changed })
    const result = await db.applyRemote({
      id_concorso,
      risposte: page.value.risposte,
      cursore: page.value.cursore,
      forzato: false,
    })
    if (!result.ok) return result
    changed += result.value.cambiate
    // End the loop at a cursor that stands still, whatever the page held.
    if (page.value.cursore <= cursore) return ok({ cambiate: changed })
  }
}
