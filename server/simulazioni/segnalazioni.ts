import type { Deps, Queryable } from '../deps.ts'
import { composeEsitoSegnalazione } from '../mail/report-message.ts'
import { enqueue } from '../outbox.ts'

export const ESITI_SEGNALAZIONE = ['corretta', 'respinta'] as const
export type EsitoSegnalazione = (typeof ESITI_SEGNALAZIONE)[number]

export type Segnalazione = {
  id_segnalazione: number
  creata: Date
  motivo: string
  nota: string | null
  /** Outcome of the report; null while it is open. */
  esito: EsitoSegnalazione | null
  id_domanda: number
  /** Null, and all that follows, for a question that its bank has lost. */
  id_concorso: number | null
  concorso: string | null
  posizione: number | null
  id_ufficiale: string | null
  testo: string | null
  totale: number
}

/** Lists candidates' reports, the newest first, without their authors: of all banks, of one, or of one question. */
export async function listSegnalazioni(
  q: Queryable,
  { id_concorso, id_domanda, max }: { id_concorso: number | null; id_domanda: number | null; max: number },
): Promise<Segnalazione[]> {
  const { rows } = await q.query<Segnalazione>(
    `select s.id_segnalazione, s.creata, s.motivo, s.nota, s.esito, s.id_domanda, d.id_concorso, c.concorso, d.posizione, d.id_ufficiale,
         d.testo, count(*) over ()::int as totale
       from segnalazione s left join domanda d using (id_domanda) left join concorso c using (id_concorso)
       where ($1::bigint is null or d.id_concorso = $1) and ($2::bigint is null or s.id_domanda = $2)
       order by s.creata desc, s.id_segnalazione desc limit $3`,
    [id_concorso, id_domanda, max],
  )
  return rows
}

/**
 * Closes a report and every open one of the same question and reason, and mails their authors [VA24]. Returns how many;
 * null for a report that does not exist, 0 for one that was closed before.
 */
export async function closeSegnalazione(
  deps: Deps,
  id_segnalazione: number,
  { esito, risposta }: { esito: EsitoSegnalazione; risposta: string | null },
): Promise<number | null> {
  const closed = await deps.db.tx(async (q) => {
    const { rows: known } = await q.query<{ aperta: boolean }>(
      'select esito is null as aperta from segnalazione where id_segnalazione = $1',
      [id_segnalazione],
    )
    if (!known[0]) return null
    if (!known[0].aperta) return 0
    const { rows } = await q.query<{ id_utente: number; email: string; testo: string | null; concorso: string | null }>(
      `update segnalazione s set esito = $2, risposta = $3, chiusa = $4
       from segnalazione n, utente u
       where n.id_segnalazione = $1 and s.id_domanda = n.id_domanda and s.motivo = n.motivo and s.esito is null and u.id_utente = s.id_utente
       returning s.id_utente, u.email, (select testo from domanda d where d.id_domanda = s.id_domanda) as testo,
         (select concorso from domanda d join concorso c using (id_concorso) where d.id_domanda = s.id_domanda) as concorso`,
      [id_segnalazione, esito, risposta, deps.now()],
    )
    for (const { id_utente, email, ...about } of rows)
      await enqueue(q, deps, 'posta', composeEsitoSegnalazione(email, { esito, risposta, ...about }), id_utente)
    return rows.length
  })
  if (closed) await deps.wake()
  return closed
}
