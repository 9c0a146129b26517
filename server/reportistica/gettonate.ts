import { type Gettonate, PERSONE_MINIME } from '#contract/gettonate'
import { fail, ok, type Result } from '#contract/result'
import type { Db } from '../deps.ts'

/** Accounts asked, the newest: a percentage needs no more, and a bank of everybody costs no more than this. */
export const ACCOUNT_MASSIMI = 2_000

/** One look-up by primary key for each account: `offset 0` keeps the planner from turning it into a scan of every record. */
export const CONTA = `
select s.risposta, count(*)::int as n
from (select id_utente from concorso_utente where id_concorso = $1 order by id_utente desc limit ${ACCOUNT_MASSIMI}) u,
lateral (
  select risposta_gettonata as risposta from statistica
  where id_utente = u.id_utente and contesto = 0 and id_contesto = $1 and id_domanda = $2 offset 0
) s
where s.risposta is not null
group by s.risposta order by s.risposta`

/**
 * What people chose, by printed position (spec §7 dettaglio_risposte_gettonate, D17a). Below PERSONE_MINIME nothing but their
 * number is told: few answers say nothing, and could say whose they are. CONCORSO_NON_TUO for a bank that the account does
 * not have.
 */
export async function readGettonate(
  db: Db,
  { id_utente, id_concorso, id_domanda }: { id_utente: number; id_concorso: number; id_domanda: number },
): Promise<Result<Gettonate>> {
  const { righe: mia } = await db.query(
    'select 1 from concorso_utente where id_utente = $1 and id_concorso = $2',
    [id_utente, id_concorso],
    'concorso_mio',
  )
  if (mia.length === 0) return fail('CONCORSO_NON_TUO')
  const { righe } = await db.query<{ risposta: number; n: number }>(CONTA, [id_concorso, id_domanda], 'gettonate')
  const persone = righe.reduce((somma, { n }) => somma + n, 0)
  if (persone < PERSONE_MINIME) return ok({ id_domanda, persone, risposta_gettonata: null, risposte: null })
  const piu = Math.max(...righe.map(({ n }) => n))
  return ok({
    id_domanda,
    persone,
    risposta_gettonata: righe.find(({ n }) => n === piu)?.risposta ?? null,
    risposte: righe,
  })
}
