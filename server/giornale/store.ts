import { EVENTI_PER_CALL, type EventoGiornale, type PlacesGiven } from '#contract/giornale'
import { fail, ok, type Result } from '#contract/result'
import { effectiveMs, SEDUTA } from '#rules/giornale'
import type { Db, Queryable } from '../deps.ts'
import { decodePack, type Evento } from './pack-format.ts'

export const FIELDS = 'tipo, chiave, id_concorso, id_domanda, dati, ts_client, versione_banca, dispositivo, seq'

/**
 * Size of an event, in bytes: its texts, and 200 for its row and two index entries (decision 0086; migration 0018
 * counts alike).
 */
export const BYTES = `200 + octet_length(id) + octet_length(tipo) + coalesce(octet_length(chiave), 0) + coalesce(octet_length(dati), 0)
  + coalesce(octet_length(ts_client), 0) + coalesce(octet_length(versione_banca), 0) + coalesce(octet_length(dispositivo), 0)`

/** Counts the bytes of the journals anew, as after a restore from a backup without counts. */
export const RECOUNT = `update utente u set byte_eventi = coalesce(e.byte, 0) from utente v left join (
  select id_utente, sum(byte) as byte from (
    select id_utente, sum(${BYTES}) as byte from evento_utente group by 1
    union all select id_utente, sum(byte) from eventi_impaccati group by 1) p
  group by 1) e using (id_utente) where u.id_utente = v.id_utente`

/** Print of an event's id, an SQL expression, by which a packed event is recognised (decision 0150). */
export const printOf = (id: string): string => `substr(sha256(convert_to(${id}, 'UTF8')), 1, 10)`
/** Finds the print of an event among those of packed ones, in the one block where it belongs. */
const isPacked = (id: string) => `exists (
  select 1 from (select impronte from impronte_eventi b where b.id_utente = $1 and b.dal <= ${printOf(id)} order by b.dal desc limit 1) b
  where position(${printOf(id)} in impronte) > 0)`

const LOCK = 'select 1 from utente where id_utente = $1 for update'

/**
 * Stores events, numbers them and counts their bytes, or does nothing where they do not fit. The account's row is
 * locked until the commit: a cursor that has passed a number has seen all before it. A known event stays as first
 * stored; its new number is unused, and the event takes no room. Of a sitting under way a device's later version
 * replaces its earlier one. When the sitting has ended, all versions go, with their room (decision 0087). $1 id_utente,
 * $2 how many, $3 events as JSON, $4 instant of receipt, $5 room of an account in bytes, $6 ended sittings.
 */
const INSERT = `
with nuovi as (
  select j.* from jsonb_to_recordset($3::jsonb) as j(n int, id text, effettivo timestamptz, tipo text, chiave text, id_concorso bigint,
    id_domanda bigint, dati text, ts_client text, versione_banca text, dispositivo text, seq bigint)
  where not exists (select 1 from evento_utente e where e.id_utente = $1 and e.id = j.id
      and (j.tipo <> 'APERTA' or e.tipo <> 'APERTA' or e.seq >= j.seq)) and not ${isPacked('j.id')}
    and (j.tipo <> 'APERTA' or not exists (select 1 from evento_utente e where e.id_utente = $1 and e.id = 'SEDUTA:' || j.chiave)
      and not ${isPacked("'SEDUTA:' || j.chiave")})
), andati as (
  select id, ${BYTES} as byte from evento_utente where id_utente = $1 and tipo = 'APERTA'
    and (chiave = any($6::text[]) or chiave in (select chiave from nuovi where tipo = 'APERTA') and id in (select id from nuovi))
), peso as (
  select (select coalesce(sum(${BYTES}), 0) from nuovi)::bigint - (select coalesce(sum(byte), 0) from andati)::bigint as byte
), bloccato as (
  update utente set seq_eventi = seq_eventi + $2::int, byte_eventi = byte_eventi + byte from peso
  where id_utente = $1 and (byte <= 0 or byte_eventi + byte <= $5) returning seq_eventi - $2::int as base
), concluse as (
  delete from evento_utente e using bloccato where e.id_utente = $1 and tipo = 'APERTA' and chiave = any($6::text[])
), messi as (
insert into evento_utente (id_utente, seq_utente, id, effettivo, ricevuto, ${FIELDS})
select $1, base + n, id, effettivo, $4, ${FIELDS} from nuovi, bloccato order by n
on conflict (id_utente, id) do update set dati = excluded.dati, ts_client = excluded.ts_client, seq = excluded.seq,
  seq_utente = excluded.seq_utente, effettivo = excluded.effettivo, ricevuto = excluded.ricevuto)
select base as dopo, base + $2::int as fino from bloccato`

type Given = { id_utente: number; eventi: readonly EventoGiornale[]; ora: Date; spazio: number }

/**
 * Stores the new events in their order and returns their places. Each id comes once. GIORNALE_PIENO, and nothing is
 * stored, where the account's room does not hold them [OP18].
 */
export async function storeEventi(db: Db, { id_utente, eventi, ora, spazio }: Given): Promise<Result<PlacesGiven>> {
  if (eventi.length === 0) return ok(null)
  const rows = eventi.map((e, i) => ({
    ...e,
    n: i + 1,
    effettivo: new Date(effectiveMs(e.ts_client, ora.getTime())).toISOString(),
  }))
  const ended = eventi.flatMap((e) => (e.tipo === SEDUTA && e.chiave !== null ? [e.chiave] : []))
  const values = [id_utente, eventi.length, JSON.stringify(rows), ora, spazio, ended]
  return db.tx(async (q) => {
    // Lock first, so that the next statement sees all events that others stored before.
    const locked = await q.query(LOCK, [id_utente], 'blocca_utente')
    if (locked.count === 0) return ok(null)
    const { rows: given } = await q.query<{ dopo: number; fino: number }>(INSERT, values, 'inserisci_eventi')
    return given[0] ? ok(given[0]) : fail('GIORNALE_PIENO')
  })
}

type Page = { testo: string; quanti: number; ultimo: number | null; seq_eventi: number; impaccati: boolean }
type Place = { id_utente: number; cursore: number; aperte: boolean }

/**
 * Reads the first events after a place, packed ones too, in their order. One statement sees an event as a row or in a
 * pack, never in both. The packs that it reads hold a whole page, or all that are left: at most a pack's places up to the
 * cursor are events before it.
 */
export async function readEventi(q: Queryable, { id_utente, cursore, aperte }: Place): Promise<Evento[]> {
  const { rows } = await q.query<Evento & { corpo: Buffer | null }>(
    `with pacchi as (
       select fino, corpo, gia + restano as fin_qui from (
         select fino, corpo, restano, sum(restano) over (order by fino) - restano as gia
         from (select fino, corpo, greatest(1, quanti - greatest(0, $2 - dal + 1)) as restano from eventi_impaccati
           where id_utente = $1 and fino > $2) p) p
       where gia < ${EVENTI_PER_CALL}
     ), righe as (
       select id, ${FIELDS}, seq_utente, effettivo, ricevuto from evento_utente
       where id_utente = $1 and seq_utente > $2 and (tipo <> 'APERTA' or $3::boolean)
         and seq_utente <= coalesce((select max(fino) from pacchi having max(fin_qui) >= ${EVENTI_PER_CALL}), seq_utente)
       order by seq_utente limit ${EVENTI_PER_CALL}
     )
     select righe.*, corpo from righe full join pacchi on seq_utente = fino`,
    [id_utente, cursore, aperte],
    'eventi_impaccati_da',
  )
  const packed = await Promise.all(rows.flatMap(({ corpo }) => (corpo ? [decodePack(corpo)] : [])))
  const events = rows.flatMap(({ corpo, ...event }) => (corpo ? [] : [event]))
  return [...events, ...packed.flat().filter((e) => e.seq_utente > cursore)]
    .sort((a, b) => a.seq_utente - b.seq_utente)
    .slice(0, EVENTI_PER_CALL)
}

/** Columns of an event on the wire, in the order in which the database writes them. */
const WIRE = [
  ...['id', 'tipo', 'chiave', 'id_concorso', 'id_domanda', 'dati', 'ts_client', 'versione_banca'],
  ...['dispositivo', 'seq', 'effettivo'],
]

/**
 * Returns the first events of an account after a place of its order, as a JSON array that the database writes. Checking
 * hundreds one by one here would delay every other request. A page that is not full ends at the last place given. One
 * statement sees all of a push or nothing. Where packs are after the place, the page is read from them too.
 */
export async function listEventi(q: Queryable, place: Place): Promise<{ eventi: string; cursore: number }> {
  const { id_utente, cursore, aperte } = place
  const { rows } = await q.query<Page>(
    `with pacchi as (select exists (select 1 from eventi_impaccati where id_utente = $1 and fino > $2) as impaccati)
     select seq_eventi, impaccati, coalesce(string_agg(riga, ',' order by seq_utente), '') as testo, count(riga) as quanti,
       max(seq_utente) as ultimo
     from pacchi, utente left join lateral (
       select seq_utente, (select row_to_json(r)::text from (
         select id, ${FIELDS}, to_char(effettivo at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as effettivo) r) as riga
       from evento_utente where id_utente = $1 and seq_utente > $2 and (tipo <> 'APERTA' or $3::boolean)
         and not (select impaccati from pacchi)
       order by seq_utente limit ${EVENTI_PER_CALL}) e on true where id_utente = $1 group by seq_eventi, impaccati`,
    [id_utente, cursore, aperte],
    'eventi_da',
  )
  const { testo = '', quanti = 0, ultimo = null, seq_eventi = 0, impaccati = false } = rows[0] ?? {}
  if (!impaccati) {
    const end = quanti === EVENTI_PER_CALL ? ultimo : seq_eventi
    return { eventi: `[${testo}]`, cursore: Math.max(cursore, end ?? 0) }
  }
  // Later than the statement above: what was stored in between is in this page, and its end passes it.
  const events = await readEventi(q, place)
  const last = events.at(-1)?.seq_utente ?? 0
  const end = events.length === EVENTI_PER_CALL ? last : Math.max(last, seq_eventi)
  return {
    eventi: `[${events.map((event) => JSON.stringify(event, WIRE)).join(',')}]`,
    cursore: Math.max(cursore, end),
  }
}
