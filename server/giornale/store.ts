import { EVENTI_PER_CALL, type EventoGiornale, type PlacesGiven } from '#contract/giornale'
import { effectiveMs } from '#rules/giornale'
import type { Queryable } from '../deps.ts'

const FIELDS = 'tipo, chiave, id_concorso, id_domanda, dati, ts_client, versione_banca, dispositivo, seq'

/**
 * One statement, so one transaction: the update that gives the numbers locks the account's row until the commit, so that a cursor
 * that has passed a number has seen all before it. An event that is there already stays as it came first; its new number is nobody's.
 * $1 id_utente, $2 how many, $3 events as JSON, $4 instant of receipt.
 */
const INSERT = `
with bloccato as (
  update utente set seq_eventi = seq_eventi + $2::int where id_utente = $1 returning seq_eventi - $2::int as base
), messi as (
insert into evento_utente (id_utente, seq_utente, id, effettivo, ricevuto, ${FIELDS})
select $1, base + n, id, effettivo, $4, ${FIELDS}
from jsonb_to_recordset($3::jsonb) as j(n int, id text, effettivo timestamptz, tipo text, chiave text, id_concorso bigint,
  id_domanda bigint, dati text, ts_client text, versione_banca text, dispositivo text, seq bigint), bloccato
order by n
on conflict (id_utente, id) do nothing)
select base as dopo, base + $2::int as fino from bloccato`

/** Keeps the events that are not there yet, in their order, and answers the places given to them. Each id comes once. */
export async function storeEventi(
  q: Queryable,
  { id_utente, eventi, ora }: { id_utente: number; eventi: readonly EventoGiornale[]; ora: Date },
): Promise<PlacesGiven> {
  if (eventi.length === 0) return null
  const rows = eventi.map((e, i) => ({
    ...e,
    n: i + 1,
    effettivo: new Date(effectiveMs(e.ts_client, ora.getTime())).toISOString(),
  }))
  const values = [id_utente, eventi.length, JSON.stringify(rows), ora]
  const given = await q.query<{ dopo: number; fino: number }>(INSERT, values, 'inserisci_eventi')
  return given.rows[0] ?? null
}

type Page = { testo: string; quanti: number; ultimo: number | null; seq_eventi: number }

/**
 * Events of an account after a place of its order, the first of them, as a JSON array that the database writes: checking hundreds one by one
 * would hold up everybody else here. A page that is not full goes up to the last place given: one statement sees all of a push or nothing.
 */
export async function listEventi(
  q: Queryable,
  { id_utente, cursore }: { id_utente: number; cursore: number },
): Promise<{ eventi: string; cursore: number }> {
  const { rows } = await q.query<Page>(
    `select seq_eventi, coalesce(string_agg(riga, ',' order by seq_utente), '') as testo, count(riga) as quanti,
       max(seq_utente) as ultimo
     from utente left join lateral (
       select seq_utente, (select row_to_json(r)::text from (
         select id, ${FIELDS}, to_char(effettivo at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as effettivo) r) as riga
       from evento_utente where id_utente = $1 and seq_utente > $2
       order by seq_utente limit ${EVENTI_PER_CALL}) e on true where id_utente = $1 group by seq_eventi`,
    [id_utente, cursore],
    'eventi_da',
  )
  const { testo = '', quanti = 0, ultimo = null, seq_eventi = 0 } = rows[0] ?? {}
  return { eventi: `[${testo}]`, cursore: Math.max(cursore, (quanti === EVENTI_PER_CALL ? ultimo : seq_eventi) ?? 0) }
}
