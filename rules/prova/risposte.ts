import type { Voce } from './macchina.ts'

/** An answer of a simulation as it travels (spec §7). */
export type RispostaSpedita = { id_domanda: string; risposta: number | null; ms: number; cambi: number }

/** Longest time on one question, and most changes of a mark, that travel (contract/simulazioni). */
const MS_MASSIMI = 86_400_000
const CAMBI_MASSIMI = 10_000

/** What was marked at every place, as it travels: ids as text (spec §7), a blank as null. */
export function toRisposte(
  id_domande: Int32Array | readonly number[],
  voci: readonly (Pick<Voce, 'risposta' | 'ms' | 'cambi'> & { indice: number })[],
): RispostaSpedita[] {
  const per_posto = new Map(voci.map((v) => [v.indice, v]))
  return Array.from(id_domande, (id, indice) => {
    const { risposta = null, ms = 0, cambi = 0 } = per_posto.get(indice) ?? {}
    return {
      id_domanda: String(id),
      risposta,
      ms: Math.min(MS_MASSIMI, Math.max(0, Math.round(ms))),
      cambi: Math.min(CAMBI_MASSIMI, cambi),
    }
  })
}
