import { fail, ok, type Result } from '#contract/result'
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
 * Closes a report and every open one of the same question and reason, doubles included, and mails their authors [VA24].
 * Returns how many: 0 for one that was closed before. NON_TROVATO; DOMANDA_NON_CORRETTA for reports closed as corrected
 * whose question is as it was when the first of them came.
 */
export async function closeSegnalazione(
  deps: Deps,
  id_segnalazione: number,
  { esito, risposta }: { esito: EsitoSegnalazione; risposta: string | null },
): Promise<Result<number>> {
  const closed = await deps.db.tx(async (q): Promise<Result<number>> => {
    const { rows: known } = await q.query<{ aperta: boolean }>(
      'select esito is null as aperta from segnalazione where id_segnalazione = $1',
      [id_segnalazione],
    )
    if (!known[0]) return fail('NON_TROVATO')
    if (!known[0].aperta) return ok(0)
    if (esito === 'corretta' && (await isUncorrected(q, id_segnalazione))) return fail('DOMANDA_NON_CORRETTA')
    return ok(await close(q, deps, SAME_ENTRY, id_segnalazione, { esito, risposta }))
  })
  if (closed.ok && closed.value > 0) await deps.wake()
  return closed
}

/** Open reports of the question and reason of report `$1`, doubles included. */
const SAME_ENTRY = `s.id_segnalazione in (select o.id_segnalazione from segnalazione n
  left join segnalazione nc on nc.id_segnalazione = n.doppia_di, segnalazione o left join segnalazione oc on oc.id_segnalazione = o.doppia_di
  where n.id_segnalazione = $1 and o.id_domanda = n.id_domanda and coalesce(oc.motivo, o.motivo) = coalesce(nc.motivo, n.motivo))`

/**
 * Returns whether the question of an open report is as it was when the first report of its entry came: in the version
 * published then, or in the oldest one that is kept. A question that its bank has lost is not.
 */
async function isUncorrected(q: Queryable, id_segnalazione: number): Promise<boolean> {
  const { rows } = await q.query<{ uguale: boolean }>(
    `with prima as (select s.id_domanda, min(s.creata) as creata from segnalazione s
       where ${SAME_ENTRY} and s.esito is null group by s.id_domanda)
     select v.domande is null or exists (
       select 1 from jsonb_array_elements(v.domande) x where (x ->> 'id_domanda')::bigint = d.id_domanda
         and x ->> 'testo' = d.testo and x -> 'risposte' = to_jsonb(d.risposte) and x ->> 'stato' = d.stato
         and (x ->> 'corretta')::int is not distinct from d.corretta and x ->> 'immagine' is not distinct from d.immagine
         and (d.immagine is null or v.immagini is not distinct from c.immagini)
         and x ->> 'alt' is not distinct from d.alt) as uguale
     from prima p join domanda d using (id_domanda) join concorso c using (id_concorso)
     left join lateral (
       select domande, immagini from banca_versione b where b.id_concorso = d.id_concorso
       order by b.pubblicata <= p.creata desc, case when b.pubblicata <= p.creata then b.pubblicata end desc,
         case when b.pubblicata <= p.creata then -b.numero else b.numero end limit 1) v on true`,
    [id_segnalazione],
  )
  return rows[0]?.uguale ?? false
}

type Outcome = { esito: EsitoSegnalazione; risposta: string | null }

/** Closes every open report of a question inside a transaction, and writes the mails to their authors. Returns how many. */
export const closeReportsOf = (q: Queryable, deps: Deps, id_domanda: number, outcome: Outcome): Promise<number> =>
  close(q, deps, 's.id_domanda = $1', id_domanda, outcome)

async function close(
  q: Queryable,
  deps: Deps,
  which: string,
  id: number,
  { esito, risposta }: Outcome,
): Promise<number> {
  const { rows } = await q.query<{ id_utente: number; email: string; testo: string | null; concorso: string | null }>(
    `update segnalazione s set esito = $2, risposta = $3, chiusa = $4 from utente u
     where ${which} and s.esito is null and u.id_utente = s.id_utente
     returning s.id_utente, u.email, (select testo from domanda d where d.id_domanda = s.id_domanda) as testo,
       (select concorso from domanda d join concorso c using (id_concorso) where d.id_domanda = s.id_domanda) as concorso`,
    [id, esito, risposta, deps.now()],
  )
  // Send a single mail to an author who reported the question for two reasons.
  const told = new Map(rows.map((row) => [row.id_utente, row]))
  for (const { id_utente, email, ...about } of told.values())
    await enqueue(q, deps, 'posta', composeEsitoSegnalazione(email, { esito, risposta, ...about }), id_utente, {
      urgent: false,
    })
  return rows.length
}
