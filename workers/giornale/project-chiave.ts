import { hasChiave } from '#rules/esito'
import { attach } from '../banche/attach.ts'
import { chiaveOf } from '../banche/chiave.ts'
import type { StoreContext } from '../core/context.ts'
import type { Connection } from '../core/platform.ts'
import { countChiave } from '../statistiche/assign-chiave.ts'
import { findDomanda } from '../statistiche/records.ts'

/**
 * Bank and subject where an own key counts, by question: only where the bank is here and has no key of its own (D17a).
 */
export type ChiaveCounts = ReadonlyMap<number, { id_concorso: number; id_materia: number | null }>

/** Looks the keys up before the transaction, in which no bank can be attached. */
export function findChiaveCounts(
  ctx: StoreContext,
  keys: readonly { id_concorso: number; id_domanda: number }[],
): ChiaveCounts {
  const counts = new Map<number, { id_concorso: number; id_materia: number | null }>()
  for (const { id_concorso, id_domanda } of keys) {
    if (!ctx.db.get('SELECT 1 FROM banche WHERE id_concorso = ? AND file IS NOT NULL', id_concorso)) continue
    const domanda = findDomanda(ctx.db, attach(ctx, id_concorso), id_domanda)
    if (domanda && !hasChiave(chiaveOf(domanda)))
      counts.set(id_domanda, { id_concorso, id_materia: domanda.id_materia })
  }
  return counts
}

/**
 * Updates the bank's counts and the record for a new or deleted key. Runs before its row is written, in the same
 * transaction.
 */
export function projectChiave(db: Connection, id_domanda: number, has: boolean, counts: ChiaveCounts): void {
  const where = counts.get(id_domanda)
  if (!where) return
  const had = db.get('SELECT 1 FROM chiavi_utente WHERE id_domanda = ?', id_domanda) !== undefined
  countChiave(db, where.id_concorso, where.id_materia, Number(has) - Number(had))
  db.run('UPDATE statistiche SET has_risposta = ? WHERE id_domanda = ?', has ? 1 : 0, id_domanda)
}
