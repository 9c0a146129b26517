import { MARTELLA, type Seduta } from '#contract/database'
import type { Result } from '#contract/result'
import { MARTELLA_MASSIMO } from '#rules/martella'
import { startSeduta } from './banca-state.ts'
import { preferences } from './preferences.ts'

/** Starts a drill of the first of some questions; `id_concorso` is SEVERAL_BANCHE where they may be of any bank. */
export function startMartella(id_concorso: number, id_domande: Iterable<number>): Promise<Result<Seduta>> {
  const { mescola, avanti_da_sola } = preferences
  return startSeduta({
    filtro: { id_concorso },
    ordine: MARTELLA,
    mescola,
    avanti_da_sola,
    scelte: Int32Array.from([...id_domande].slice(0, MARTELLA_MASSIMO)),
  })
}
