import type { Queryable } from '../deps.ts'

export type Segnalazione = {
  id_segnalazione: number
  creata: Date
  motivo: string
  nota: string | null
  id_domanda: number
  /** Null, and all that follows, for a question that its bank has lost. */
  id_concorso: number | null
  concorso: string | null
  posizione: number | null
  id_ufficiale: string | null
  testo: string | null
  totale: number
}

/** What candidates reported, the newest first; of all banks, of one, or of one question. Who reported is not told. */
export async function listSegnalazioni(
  q: Queryable,
  { id_concorso, id_domanda, max }: { id_concorso: number | null; id_domanda: number | null; max: number },
): Promise<Segnalazione[]> {
  const { rows } = await q.query<Segnalazione>(
    `select s.id_segnalazione, s.creata, s.motivo, s.nota, s.id_domanda, d.id_concorso, c.concorso, d.posizione, d.id_ufficiale,
         d.testo, count(*) over ()::int as totale
       from segnalazione s left join domanda d using (id_domanda) left join concorso c using (id_concorso)
       where ($1::bigint is null or d.id_concorso = $1) and ($2::bigint is null or s.id_domanda = $2)
       order by s.creata desc, s.id_segnalazione desc limit $3`,
    [id_concorso, id_domanda, max],
  )
  return rows
}
