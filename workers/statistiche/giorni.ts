import type { Giorno } from '#contract/database'
import { addDays } from '#rules/italian-day'
import { countDays } from '#rules/progressi'
import type { StoreContext } from '../core/context.ts'

const DAY_MINUTES = 1440
/** A day before any answer. */
export const EVER = '1970-01-02'

/**
 * Counts the answers of each Italian day from `da` on, oldest first, without empty days and answers taken back.
 * `id_concorso` null: of every bank; `once`: a question counts once a day.
 */
export function readGiorni(
  ctx: StoreContext,
  { id_concorso, da, once = false }: { id_concorso: number | null; da: string; once?: boolean },
): Giorno[] {
  const [minuti, stati, domande] = ctx.db.integers(
    'SELECT minuto, stato, id_domanda FROM passi WHERE minuto >= ? AND id_concorso = coalesce(?, id_concorso)',
    3,
    // Read from a day earlier: the rules decide where the Italian day begins.
    (Date.parse(`${addDays(da, -1)}T00:00:00Z`) / 60_000 || 0) - DAY_MINUTES,
    id_concorso,
  ) as [Int32Array, Int32Array, Int32Array]
  return countDays({ minuti, stati, domande }, da, once)
}
