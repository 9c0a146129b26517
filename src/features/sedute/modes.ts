import type { Domanda } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { correctPosition } from '#rules/esito'
import type { Modalita } from '#rules/statistica'
import { newId } from '../../platform/ids.ts'
import { nowIso } from '../../platform/network.ts'
import { correctedIso } from '../../platform/server-now.ts'
import { showError } from '../../session/notices.ts'
import { onStore } from '../../store/on-store.ts'
import { recordChanged } from '../../sync/requests.ts'
import { goToPlace, isPossible, keepStatistica, sedutaDomande, sedutaState, showDomanda } from './seduta-state.ts'

/** Records that a question was read or heard, with its date and without a level (D22). Durable when the promise resolves. */
export async function markSeen(domanda: Domanda, modalita: Exclude<Modalita, 'ESEGUITA'>): Promise<boolean> {
  const { seduta, indice } = sedutaState
  if (!seduta || !isPossible({ tipo: 'vedi', indice })) return false
  const { id_concorso, id_domanda } = domanda
  const args = {
    id_concorso,
    id_domanda,
    modalita,
    id_seduta: seduta.id,
    indice,
    at: correctedIso(),
    id_evento: newId(),
  }
  const result = await onStore((db) => db.answer({ ...args, risposta: correctPosition(domanda) ?? 1 }))
  if (result.ok) keepStatistica(result.value.statistica)
  else showError(result.error)
  return result.ok
}

/** Assigns the right answer of the question on screen by the person's own hand; null removes it (D17). */
export async function assignKey(domanda: Domanda, risposta: number | null): Promise<boolean> {
  if (!isPossible({ tipo: 'assegna', indice: sedutaState.indice })) return false
  const { id_concorso, id_domanda } = domanda
  const result = await onStore((db) => db.assignChiave({ id_concorso, id_domanda, risposta, at: nowIso() }))
  if (!result.ok) {
    showError(result.error, { riprova: () => void assignKey(domanda, risposta) })
    return false
  }
  recordChanged()
  const loaded = await onStore((db) => db.readDomande({ id_concorso, id_domande: [id_domanda] }))
  const updated = loaded.ok ? loaded.value[0] : undefined
  if (updated) showDomanda(updated)
  return true
}

/** Lists the places of the sitting whose question has no key yet, ascending. */
export async function listWithoutKey(): Promise<Result<number[]>> {
  const { seduta } = sedutaState
  if (!seduta) return ok([])
  const filtro = { id_concorso: seduta.id_concorso, conRisposta: false }
  const result = await onStore((db) => db.selectDomande({ filtro, ordine: 'UFFICIALE', seme: 0 }))
  if (!result.ok) return result
  const without = new Set(result.value.id_domande)
  return ok(Array.from(sedutaDomande(), (id, i) => (without.has(id) ? i : -1)).filter((i) => i >= 0))
}

/** Moves by one place; returns false at the end. */
export async function goOn(step: 1 | -1): Promise<boolean> {
  const next = sedutaState.indice + step
  if (next < 0 || next >= sedutaState.n) return false
  await goToPlace(next)
  return true
}

/** Returns the questions of the sitting up to the present place. */
export const doneSoFar = (): Int32Array => sedutaDomande().slice(0, sedutaState.indice + 1)
