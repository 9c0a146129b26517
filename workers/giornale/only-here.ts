import type { OnlyHere } from '#contract/database'
import { PROPRIE_FROM } from '#rules/raccolta'
import type { StoreContext } from '../core/context.ts'
import { countUnsynced } from '../statistiche/sync.ts'

const COUNTS = `SELECT
  (SELECT count(*) FROM prove WHERE da_spedire = 1) AS simulazioni,
  (SELECT count(*) FROM note) AS note,
  (SELECT count(*) FROM chiavi_utente) AS chiavi,
  (SELECT count(*) FROM filtri_salvati) AS ricerche,
  (SELECT count(*) FROM modelli_prova) AS modelli,
  (SELECT count(*) FROM sedute WHERE stato IN ('in_corso', 'in_pausa')) AS sedute,
  (SELECT count(*) FROM banche WHERE id_concorso >= ${PROPRIE_FROM} AND file IS NOT NULL) AS banche`

/** What would be lost if this store were cleared now (contract/store/giornale `countSoloQui`). */
export function countSoloQui(ctx: StoreContext): OnlyHere {
  const counts = ctx.db.get<Omit<OnlyHere, 'risposte'>>(COUNTS) as Omit<OnlyHere, 'risposte'>
  return { risposte: countUnsynced(ctx).totale, ...counts }
}
