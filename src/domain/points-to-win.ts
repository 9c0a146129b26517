import type { BancaLocale, MateriaPrevista } from '#contract/database'
import { regoleOfEsame } from '#rules/esame'
import { correctedIso } from '../platform/server-now.ts'
import { onStore } from '../store/on-store.ts'
import { examOf } from './exam-rules.ts'

/** Rules for an unknown exam: one point per question, from the whole bank. They order subjects but give no score. */
const PLAIN = {
  base: 0,
  massimo: 100_000,
  soglia: null,
  sezioni: [{ domande: 100, punti: { corretta: 1000, sbagliata: 0 }, materie: [] }],
}

/** Returns the subjects of a bank, most points still to win first; `told` true where the points are of a known exam and may be shown. */
export async function readPointsToWin(
  banca: Pick<BancaLocale, 'id_concorso' | 'concorso' | 'ente'>,
): Promise<{ materie: readonly MateriaPrevista[]; told: boolean } | null> {
  const { id_concorso } = banca
  const esame = await examOf(banca)
  const regole = esame ? regoleOfEsame(esame) : PLAIN
  const read = await onStore((db) => db.readPrevisione({ id_concorso, regole, at: correctedIso(), seme: id_concorso }))
  return read.ok ? { materie: read.value.materie, told: esame !== null && read.value.oggi !== null } : null
}
