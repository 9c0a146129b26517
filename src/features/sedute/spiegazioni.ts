import { fail, ok, type Result } from '#contract/result'
import type { Spiegazione } from '#contract/spiegazioni'
import { call } from '../../api/client.ts'
import { network } from '../../platform/network.ts'
import { accountMemory, accountSignal } from '../../session/account.ts'
import { hasRight } from '../../session/livello.ts'
import { premiumNeeded } from '../../session/premium-limit.ts'
import { onStore } from '../../store/on-store.ts'

export type { Spiegazione }

/** As the server gave them in this visit: not asked for again, and there when the store could not keep them. */
const memory = accountMemory(() => ({ loaded: new Map<number, Spiegazione>() }))

/** Whether the signed-in account may read explanations now (D7). */
export const canSpiegazioni = (): boolean => hasRight('spiegazioni')

/**
 * The explanation of a question, premium only (D20) [PK12]. What was read once is kept in the account's store and needs no network,
 * not even a slow one: a newer text is fetched behind it, for the next time.
 */
export async function readSpiegazione(id_domanda: number): Promise<Result<Spiegazione>> {
  if (!canSpiegazioni()) return { ok: false, error: premiumNeeded('spiegazioni') }
  const known = memory.loaded.get(id_domanda)
  if (known) return ok(known)
  const kept = await onStore((db) => db.readSpiegazione({ id_domanda }))
  if (kept.ok && kept.value) {
    if (network.online) void fetchSpiegazione(id_domanda)
    return ok(kept.value)
  }
  return network.online ? fetchSpiegazione(id_domanda) : fail('RETE_ASSENTE')
}

/** It was withdrawn: a kept one is wrong. */
const WITHDRAWN: ReadonlySet<string> = new Set(['SPIEGAZIONE_ASSENTE', 'DOMANDA_NON_TROVATA'])

async function fetchSpiegazione(id_domanda: number): Promise<Result<Spiegazione>> {
  const account = accountSignal()
  const result = await call('spiegazione_web', { query: { id_domanda } })
  if (account.aborted) return result
  if (result.ok) {
    const { spiegazione, fonte } = result.value
    memory.loaded.set(id_domanda, result.value)
    void onStore((db) => db.saveSpiegazione({ id_domanda, nuova: { spiegazione, fonte } }))
  } else if (WITHDRAWN.has(result.error.codice)) void onStore((db) => db.saveSpiegazione({ id_domanda, nuova: null }))
  return result
}
