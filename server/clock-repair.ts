import type { Db, Deps, Queryable } from './deps.ts'
import { unpackAfter } from './giornale/packing.ts'

const back = (column: string) =>
  `${column} = case when s.${column} > $1::timestamptz then $1::timestamptz else s.${column} end`
const HALVES = ['data_livello', 'data_preferiti', 'data_letta', 'data_ascoltata', 'data_eseguita', 'ricevuta']

/** Date records later than $1 as $1, with new numbers of their accounts, so that every device receives them. */
export const RECORDS = `
with dopo as (
  select id_utente, contesto, id_contesto, id_domanda, row_number() over (partition by id_utente order by seq) as n,
    to_char($1::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as testo
  from statistica where greatest(${HALVES.join(', ')}) > $1::timestamptz
), numerati as (
  update utente u set seq_sync = seq_sync + d.n from (select id_utente, max(n) as n from dopo group by id_utente) d
  where u.id_utente = d.id_utente returning u.id_utente, u.seq_sync - d.n as base
)
update statistica s set ${HALVES.map(back).join(', ')}, seq = base + n,
  data_eseguita_testo = case when s.data_eseguita > $1::timestamptz then d.testo else s.data_eseguita_testo end
from dopo d join numerati using (id_utente)
where s.id_utente = d.id_utente and s.contesto = d.contesto and s.id_contesto = d.id_contesto and s.id_domanda = d.id_domanda`

const EVENTS = `
with dopo as (
  select id_utente, id, row_number() over (partition by id_utente order by seq_utente) as n from evento_utente where effettivo > $1::timestamptz
), numerati as (
  update utente u set seq_eventi = seq_eventi + d.n from (select id_utente, max(n) as n from dopo group by id_utente) d
  where u.id_utente = d.id_utente returning u.id_utente, u.seq_eventi - d.n as base
)
update evento_utente e set effettivo = $1::timestamptz, ricevuto = least(e.ricevuto, $1::timestamptz), seq_utente = base + n
from dopo d join numerati using (id_utente) where e.id_utente = d.id_utente and e.id = d.id`

const RESETS = `
update utente set azzeramenti = (
  select jsonb_agg(case when (a ->> 'quando')::timestamptz > $1::timestamptz then jsonb_set(a, '{quando}', to_jsonb($1::timestamptz)) else a end)
  from jsonb_array_elements(azzeramenti) a)
where exists (select 1 from jsonb_array_elements(azzeramenti) a where (a ->> 'quando')::timestamptz > $1::timestamptz)`

export type Clocks = { server: Date; database: Date; newest: Date | null }

/** Returns the clocks that a server compares (decision 0106). */
export async function readClocks({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Clocks> {
  const { rows } = await db.query<{ database: Date; newest: Date | null }>(
    'select clock_timestamp() as database, (select ultima from orologio) as newest',
  )
  return { server: now(), database: rows[0]!.database, newest: rows[0]!.newest }
}

/** Dates back to `at` the records and events that are later and would win until then. Returns how many of each. */
export function bringBack(db: Db, at: Date): Promise<{ records: number; events: number }> {
  return db.tx(async (q: Queryable) => {
    const records = await q.query(RECORDS, [at])
    await unpackAfter(q, at)
    const events = await q.query(EVENTS, [at])
    await q.query(
      "update utente set impaccato_fino = '-infinity' where impaccato_fino > $1 and impaccato_fino < 'infinity'",
      [at],
    )
    await q.query(RESETS, [at])
    await q.query('update orologio set ultima = $1', [at])
    return { records: records.count, events: events.count }
  })
}
