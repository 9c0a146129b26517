import type { OnlyHere } from '#contract/database'
import { PROPRIE_FROM } from '#rules/raccolta'
import type { StoreContext } from '../core/context.ts'
import { countDaSpedire } from '../prove/lists.ts'
import { SHOWN_OPEN } from '../sedute/shown-open.ts'
import { countUnsynced } from '../statistiche/sync.ts'
import { countSentAperte } from './aperte.ts'
import { countEventi } from './chains.ts'
import { countSedute } from './sedute.ts'
import { countVoci } from './voci.ts'

const COUNTS = `SELECT
  (SELECT count(*) FROM (${SHOWN_OPEN})) AS sedute,
  (SELECT count(*) FROM giornale_sedute WHERE qui = 1) AS restano,
  (SELECT count(*) FROM banche WHERE id_concorso >= ${PROPRIE_FROM} AND file IS NOT NULL) AS banche,
  (SELECT count(*) FROM statistiche_percorsi WHERE sincronizzata = 0) AS in_attesa`
type Counts = Pick<OnlyHere, 'sedute' | 'restano' | 'banche'> & { in_attesa: number }
const NONE: Counts = { sedute: 0, restano: 0, banche: 0, in_attesa: 0 }

/** Counts the data that clearing this store now would lose (contract/store/giornale `countSoloQui`). */
export function countSoloQui(ctx: StoreContext): OnlyHere {
  const { in_attesa, sedute, ...counts } = ctx.db.get<Counts>(COUNTS, null) ?? NONE
  const voci = countVoci(ctx)
  return {
    // An answer whose record was sent still waits as an event; old records of a path wait for its package (decision
    // 0094).
    risposte: Math.max(countUnsynced(ctx).totale, countEventi(ctx).risposte) + in_attesa,
    concluse: countSedute(ctx),
    note: voci.NOTA,
    chiavi: voci.CHIAVE,
    ricerche: voci.RICERCA,
    modelli: voci.MODELLO,
    impostazioni: voci.IMPOSTAZIONE,
    simulazioni: countDaSpedire(ctx),
    ...counts,
    sedute: Math.max(0, sedute - countSentAperte(ctx)),
  }
}
