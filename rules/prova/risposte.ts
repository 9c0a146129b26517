import { EMPTY_VOCE, type Voce } from './machine.ts'

/** An answer of a simulation as it travels (spec §7). */
export type SentRisposta = {
  id_domanda: string
  risposta: number | null
  ms: number
  cambi: number
  /** Present only when set. */
  da_rivedere?: boolean
  escluse?: number[]
  /** Present only after a change, so that the other side sees a removal. */
  cambi_rivedi?: number
  cambi_escluse?: number
}

/** Longest time on one question, and most changes of a mark, that travel (contract/simulazioni). */
const MS_MASSIMI = 86_400_000
const CAMBI_MASSIMI = 10_000

/** Marks of every place, as they travel: ids as text (spec §7), a blank as null. */
export function toRisposte(
  id_domande: Int32Array | readonly number[],
  voci: readonly (Voce & { indice: number })[],
): SentRisposta[] {
  const per_posto = new Map(voci.map((v) => [v.indice, v]))
  return Array.from(id_domande, (id, indice) => {
    const voce = per_posto.get(indice) ?? EMPTY_VOCE
    const { risposta, ms, cambi, da_rivedere, escluse, cambi_rivedi, cambi_escluse } = voce
    return {
      id_domanda: String(id),
      risposta,
      ms: Math.min(MS_MASSIMI, Math.max(0, Math.round(ms))),
      cambi: Math.min(CAMBI_MASSIMI, cambi),
      ...(da_rivedere && { da_rivedere }),
      ...(escluse.length > 0 && { escluse: [...escluse] }),
      ...(cambi_rivedi > 0 && { cambi_rivedi: Math.min(CAMBI_MASSIMI, cambi_rivedi) }),
      ...(cambi_escluse > 0 && { cambi_escluse: Math.min(CAMBI_MASSIMI, cambi_escluse) }),
    }
  })
}
