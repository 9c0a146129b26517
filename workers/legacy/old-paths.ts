import { COLUMNS } from '#contract/statistica-columns'
import { fromPercorsoRecord, isPercorso, toRaccolta } from '#rules/raccolta'
import type { Statistica } from '#rules/statistica'
import type { StoreContext } from '../core/context.ts'
import type { Chain } from '../core/events.ts'
import { UNKNOWN_BANK } from './convert.ts'
import { copyRecord } from './copy-record.ts'

/** Records of a path whose question is in its file; a question number with another collection's record is skipped. */
const WAITING = (schema: string) => `SELECT ${COLUMNS.map((name) => `p.${name}`).join(', ')}
  FROM main.statistiche_percorsi p CROSS JOIN ${schema}.domande d ON d.id_domanda = p.id_domanda
  LEFT JOIN main.statistiche s ON s.id_domanda = p.id_domanda
  WHERE p.id_argomento = ? AND coalesce(s.id_concorso, ${UNKNOWN_BANK}) IN (${UNKNOWN_BANK}, ?) ORDER BY p.eseguita_ms, p.id_domanda`

/**
 * Moves an older product's records of a path to the path, now that its file, attached as `schema`, names their
 * questions (decision 0094). Call before the records are aligned with the file, inside the caller's transaction;
 * returns the chain's new end.
 */
export function takeOldPath(
  { db, id_utente, chain: start }: Pick<StoreContext, 'db' | 'id_utente' | 'chain'>,
  id_concorso: number,
  schema: string,
): Chain {
  if (!isPercorso(id_concorso)) return start
  const { id: id_argomento } = toRaccolta(id_concorso)
  const rows = db.all<Statistica>(WAITING(schema), String(id_argomento), id_concorso)
  if (rows.length === 0) return start
  let chain = start
  for (const row of rows) chain = copyRecord(db, chain, id_utente, fromPercorsoRecord(row, id_argomento))
  db.run(
    'DELETE FROM statistiche_percorsi WHERE id_domanda IN (SELECT value FROM json_each(?))',
    JSON.stringify(rows.map(({ id_domanda }) => id_domanda)),
  )
  return chain
}
