import { type Gettonate, MIN_PERSONE } from '#contract/gettonate'
import { fail, ok, type Result } from '#contract/result'
import type { Db } from '../deps.ts'
import { contestoOf } from './statistiche.ts'

/** Newest accounts that are counted: a percentage needs no more, and the cost for a popular bank stays bounded. */
const MAX_ACCOUNTS = 2_000

/** Look up each account by primary key: an array keeps the planner from a scan of every record. */
export const COUNT = `
select risposta_gettonata as risposta, count(*)::int as n from statistica
where id_utente = any(array(select id_utente from concorso_utente where id_concorso = $1 order by id_utente desc limit ${MAX_ACCOUNTS}))
  and contesto = $3 and id_contesto = $4 and id_domanda = $2 and risposta_gettonata is not null
group by 1 order by 1`

/**
 * Returns the answers that people chose, by printed position (spec §7 dettaglio_risposte_gettonate, D17a). Below
 * MIN_PERSONE only their number is returned: few answers prove little, and could reveal their authors.
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
  const { rows } = await db.query<{ risposta: number; n: number }>(
    COUNT,
    [id_concorso, id_domanda, ...contestoOf(id_concorso)],
    'gettonate',
  )
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
