import type { Domanda } from '#contract/database'
import type { Gettonate } from '#contract/gettonate'
import { fail, type Result } from '#contract/result'
import type { Motivo } from '#contract/segnalazione'
import { isPropria } from '#rules/raccolta'
import { newId } from '../../platform/ids.ts'
import { network, nowIso } from '../../platform/network.ts'
import { accountState } from '../../session/account.ts'
import { onStore } from '../../store/on-store.ts'
import { sendOrKeep } from '../../sync/outbox.ts'
import { fetchGettonate } from '../../sync/raccolte.ts'

export type DomandaRef = Pick<Domanda, 'id_domanda' | 'id_concorso'>

/** Reads the choices of everybody by printed position, at each opening because they change. Returns RETE_ASSENTE offline. */
export async function readGettonate({ id_domanda, id_concorso }: DomandaRef): Promise<Result<Gettonate>> {
  if (isPropria(id_domanda)) return fail('DOMANDA_NON_TROVATA')
  if (!network.online) return fail('RETE_ASSENTE')
  return fetchGettonate({ id_domanda, id_concorso })
}

/** Banks of which a question showed in this visit whether enough people answered. */
export const crowd = accountState(() => ({ by_banca: {} as Record<number, boolean> }))

/** Asks once a visit for a bank whether its questions have enough answers; a later question asks when the network was gone. */
export async function askCrowd(ref: DomandaRef): Promise<void> {
  const id = ref.id_concorso ?? 0
  if (crowd.by_banca[id] !== undefined) return
  const result = await readGettonate(ref)
  if (result.ok) crowd.by_banca[id] = result.value.risposte !== null
}

/** Reports a question, at once or when the network is back, as `sent` states. Returns MISSING_REQUIRED_PARAM without a reason. */
export async function sendSegnalazione(
  id_domanda: number,
  motivo: Motivo | null,
  nota: string,
): Promise<Result<{ sent: boolean }>> {
  if (motivo === null) return fail('MISSING_REQUIRED_PARAM', { campi: ['rcode'] })
  if (isPropria(id_domanda)) return fail('DOMANDA_NON_TROVATA')
  return sendOrKeep({ tipo: 'segnalazione', dati: { id: newId(), id_domanda, motivo, nota: nota.trim() } })
}

export const readNota = ({ id_domanda }: DomandaRef): Promise<Result<string>> =>
  onStore((db) => db.readNota({ id_domanda }))

/** Stores the person's note of a question; an empty one removes it. */
export const saveNota = ({ id_domanda, id_concorso }: DomandaRef, text: string): Promise<Result<null>> =>
  onStore((db) => db.saveNota({ id_domanda, id_concorso, testo: text, at: nowIso() }))

/** Returns percentages that add up to 100, by rounding up the largest remainders. */
export function percentages(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, n) => sum + n, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((n) => (100 * n) / total)
  const floored = exact.map(Math.floor)
  let missing = 100 - floored.reduce((sum, n) => sum + n, 0)
  const remainders = exact
    .map((x, i) => ({ i, resto: x - Math.floor(x) }))
    .sort((a, b) => b.resto - a.resto || a.i - b.i)
  for (const { i } of remainders) {
    if (missing-- <= 0) break
    floored[i] = (floored[i] ?? 0) + 1
  }
  return floored
}
