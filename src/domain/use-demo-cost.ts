import { useSnapshot } from 'valtio'
import type { Concorso, StatoLivello } from '#contract/schemas'
import type { DemoCost } from '#rules/demo-cost'
import { isPropria } from '#rules/raccolta'
import { catalogText } from '../text/banche.ts'
import { demoCostOf } from './demo-cost.ts'
import { livelloState } from './livello.ts'

/** Returns the present cost and the sentence that states it before the download (D41); null where there is no limit. */
export function useDemoCost(c: Pick<Concorso, 'id_concorso' | 'numero_domande'>): (DemoCost & { said: string }) | null {
  const stato = useSnapshot(livelloState).stato as StatoLivello | null
  const cost = isPropria(c.id_concorso) ? null : demoCostOf(c, stato)
  return cost && { ...cost, said: catalogText.demo_costo(cost, c.numero_domande, stato?.quiz_rimasti ?? 0) }
}
