import { fail, ok, type Result } from '#contract/result'
import type { Spiegazione } from '#contract/spiegazioni'
import { isPropria } from '#rules/raccolta'
import { call } from '../api/client.ts'
import { network } from '../platform/network.ts'
import { accountMemory, accountSignal } from '../session/account.ts'
import { premiumNeeded } from '../session/premium-limit.ts'
import { onStore } from '../store/on-store.ts'
import { hasRight } from './livello.ts'

export type { Spiegazione }

/** Explanations fetched in this visit: not fetched again, and present when the store could not keep them. */
const memory = accountMemory(() => ({ loaded: new Map<number, Spiegazione>() }))

/** Returns true when the signed-in account may read a question's explanation now (D7); always for its own banks. */
export const canSpiegazioni = (id_domanda: number): boolean => isPropria(id_domanda) || hasRight('spiegazioni')

/**
 * Returns the explanation of a question, premium only (D20) [PK12]. The account's store keeps an explanation read once, which then
 * needs no network. A newer text is fetched in the background, for the next time.
 */
export async function readSpiegazione(id_domanda: number): Promise<Result<Spiegazione>> {
  if (!canSpiegazioni(id_domanda)) return { ok: false, error: premiumNeeded('spiegazioni') }
  const known = memory.loaded.get(id_domanda)
  if (known) return ok(known)
  const kept = await onStore((db) => db.readSpiegazione({ id_domanda }))
  if (kept.ok && kept.value) {
    if (network.online && !isPropria(id_domanda)) void fetchSpiegazione(id_domanda)
    return ok(kept.value)
  }
  if (isPropria(id_domanda)) return fail('SPIEGAZIONE_ASSENTE')
  return network.online ? fetchSpiegazione(id_domanda) : fail('RETE_ASSENTE')
}

/** Codes of a withdrawn explanation: a kept copy is deleted. */
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
