import type { ResponseOf } from '#contract/calls'
import { ok, type Result } from '#contract/result'
import { isPropria, toRaccolta } from '#rules/raccolta'
import { call } from '../../api/client.ts'
import { accountSignal } from '../../session/account.ts'
import { onStore } from '../../store/on-store.ts'

/**
 * Keeps on this device all the explanations of a bank or path, page by page (D20).
 *
 * @param told how many are here so far
 * @returns how many came; a failure leaves those that came before it
 */
export async function keepSpiegazioni(
  id_concorso: number,
  signal: AbortSignal,
  told: (kept: number) => void,
): Promise<Result<number>> {
  // Those of the person's own banks came with their file.
  if (isPropria(id_concorso)) return ok(0)
  const account = accountSignal()
  const { contesto, id } = toRaccolta(id_concorso)
  const which = contesto === 'PERCORSO' ? { id_argomento: id } : { id_concorso: id }
  let kept = 0
  let after: number | null = 0
  while (after !== null && !signal.aborted && !account.aborted) {
    const page: Result<ResponseOf<'spiegazioni'>> = await call('spiegazioni', { query: { ...which, dopo: after } })
    if (!page.ok) return page
    if (account.aborted) break
    const saved = await onStore((db) => db.saveSpiegazioni({ nuove: page.value.elementi }))
    if (!saved.ok) return saved
    kept += page.value.elementi.length
    told(kept)
    after = page.value.dopo
  }
  return ok(kept)
}
