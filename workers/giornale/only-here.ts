import type { OnlyHere } from '#contract/database'
import { PROPRIE_FROM } from '#rules/raccolta'
import type { StoreContext } from '../core/context.ts'
import { countUnsynced } from '../statistiche/sync.ts'
import { countSentAperte } from './aperte.ts'
import { countEventi } from './chains.ts'
import { countSedute } from './sedute.ts'
import { countVoci } from './voci.ts'

const COUNTS = `SELECT
  (SELECT count(*) FROM prove WHERE da_spedire = 1) AS simulazioni,
  (SELECT count(*) FROM sedute WHERE stato IN ('in_corso', 'in_pausa')) AS sedute,
  (SELECT count(*) FROM giornale_sedute WHERE qui = 1) AS restano,
  (SELECT count(*) FROM banche WHERE id_concorso >= ${PROPRIE_FROM} AND file IS NOT NULL) AS banche`

/** What would be lost if this store were cleared now (contract/store/giornale `countSoloQui`). */
export function countSoloQui(ctx: StoreContext): OnlyHere {
  const counts = ctx.db.get<Pick<OnlyHere, 'simulazioni' | 'sedute' | 'restano' | 'banche'>>(COUNTS)
  const voci = countVoci(ctx)
  return {
    // An answer whose record was sent still waits as an event.
    risposte: Math.max(countUnsynced(ctx).totale, countEventi(ctx).risposte),
    concluse: countSedute(ctx),
    note: voci.NOTA,
    chiavi: voci.CHIAVE,
    ricerche: voci.RICERCA,
    modelli: voci.MODELLO,
    impostazioni: voci.IMPOSTAZIONE,
    ...(counts ?? { simulazioni: 0, restano: 0, banche: 0 }),
    sedute: Math.max(0, (counts?.sedute ?? 0) - countSentAperte(ctx)),
  }
}
