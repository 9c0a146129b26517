import type { Queryable } from '../deps.ts'

/** The part of a sitting that decides its turn. */
type Attempt = { id_simulazione: number; gettone: string; iniziata: Date }

/**
 * Returns whether the account had seen this draw before the sitting began: an earlier ticket, whatever its end, or a
 * delivery. The first start is the attempt that ranks (decision 0026).
 */
export async function hasSeen(
  q: Queryable,
  id_utente: number,
  { id_simulazione, gettone, iniziata: started }: Attempt,
) {
  const { rows } = await q.query(
    `select 1 from partecipazione where id_utente = $1 and id_simulazione = $2 and iniziata < $4 and gettone <> $3
     union all select 1 from esito_simulazione where id_utente = $1 and id_simulazione = $2 and consegnata and gettone <> $3 limit 1`,
    [id_utente, id_simulazione, gettone, started],
    'sorteggio_visto',
  )
  return rows.length > 0
}
