import { type Gettonate, MIN_PERSONE } from '#contract/gettonate'
import { fail, ok, type Result } from '#contract/result'
import type { Db } from '../deps.ts'

/** People by the position of question $1 that they chose last; none where bank $2 lacks the question. */
const CHOSEN = `
select scelta as risposta, n from scelte_domanda join domanda using (id_domanda)
where id_domanda = $1 and id_concorso = $2 and n > 0 order by scelta`

/**
 * Returns the answers that people chose up to the last round, by printed position (spec §7 dettaglio_risposte_gettonate,
 * D17a). Below MIN_PERSONE only their number is returned: few answers prove little, and could reveal their authors.
 * CONCORSO_NON_TUO for a bank that the account does not have.
 */
export async function readGettonate(
  db: Db,
  { id_utente, id_concorso, id_domanda }: { id_utente: number; id_concorso: number; id_domanda: number },
): Promise<Result<Gettonate>> {
  const { rows: own } = await db.query(
    'select 1 from concorso_utente where id_utente = $1 and id_concorso = $2',
    [id_utente, id_concorso],
    'concorso_mio',
  )
  if (own.length === 0) return fail('CONCORSO_NON_TUO')
  const { rows } = await db.query<{ risposta: number; n: number }>(CHOSEN, [id_domanda, id_concorso], 'gettonate')
  const people = rows.reduce((sum, { n }) => sum + n, 0)
  if (people < MIN_PERSONE) return ok({ id_domanda, persone: people, risposta_gettonata: null, risposte: null })
  const top = Math.max(...rows.map(({ n }) => n))
  return ok({
    id_domanda,
    persone: people,
    risposta_gettonata: rows.find(({ n }) => n === top)?.risposta ?? null,
    risposte: rows,
  })
}
