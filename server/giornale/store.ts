import { EVENTI_PER_CALL, type EventoGiornale, type EventoRicevuto } from '#contract/giornale'
import { effectiveMs } from '#rules/giornale'
import type { Queryable } from '../deps.ts'

const FIELDS = 'tipo, chiave, id_concorso, id_domanda, dati, ts_client, versione_banca, dispositivo, seq'

/**
 * One statement, so one transaction: the update that gives the numbers locks the account's row until the commit, so that a cursor
 * that has passed a number has seen all before it. An event that is there already stays as it came first.
 * $1 id_utente, $2 how many, $3 events as JSON, $4 instant of receipt.
 */
const INSERT = `
with bloccato as (
  update utente set seq_eventi = seq_eventi + $2::int where id_utente = $1 returning seq_eventi - $2::int as base
)
insert into evento_utente (id_utente, seq_utente, id, effettivo, ricevuto, ${FIELDS})
select $1, base + n, id, effettivo, $4, ${FIELDS}
from jsonb_to_recordset($3::jsonb) as j(n int, id text, effettivo timestamptz, tipo text, chiave text, id_concorso bigint,
  id_domanda bigint, dati text, ts_client text, versione_banca text, dispositivo text, seq bigint), bloccato
order by n
on conflict (id_utente, id) do nothing`

/** Keeps the events that are not there yet, in their order. Each id comes once. */
export async function storeEventi(
  q: Queryable,
  { id_utente, eventi, ora }: { id_utente: number; eventi: readonly EventoGiornale[]; ora: Date },
): Promise<void> {
  if (eventi.length === 0) return
  const rows = eventi.map((e, i) => ({
    ...e,
    n: i + 1,
    effettivo: new Date(effectiveMs(e.ts_client, ora.getTime())).toISOString(),
  }))
  await q.query(INSERT, [id_utente, eventi.length, JSON.stringify(rows), ora], 'inserisci_eventi')
}

type Row = Omit<EventoRicevuto, 'effettivo'> & { effettivo: Date; seq_utente: number }

/** Events of an account after a place of its order, the first of them. */
export async function listEventi(
  q: Queryable,
  { id_utente, cursore }: { id_utente: number; cursore: number },
): Promise<{ eventi: EventoRicevuto[]; cursore: number }> {
  const { rows } = await q.query<Row>(
    `select seq_utente, id, effettivo, ${FIELDS} from evento_utente where id_utente = $1 and seq_utente > $2
     order by seq_utente limit ${EVENTI_PER_CALL}`,
    [id_utente, cursore],
    'eventi_da',
  )
  return {
    eventi: rows.map(({ seq_utente: _, effettivo, ...e }) => ({ ...e, effettivo: effettivo.toISOString() })),
    cursore: rows.at(-1)?.seq_utente ?? cursore,
  }
}
