import { isDeepStrictEqual } from 'node:util'
import { isDatabaseDown } from '../db/failures.ts'
import type { Deps, Queryable } from '../deps.ts'
import { Impossible } from '../impossible.ts'
import { decodePack, type Evento, encodePack } from './pack-format.ts'
import { BYTES, FIELDS, printOf } from './store.ts'

/** Most events of a pack; events and counted bytes from which a pack takes no more. */
const PACK_EVENTS = 1_000
const PACK_CLOSED = 250
const PACK_BYTES = 1_048_576
/** Prints of a block: 1.5 kB, which the database keeps in the row. */
const BLOCK_PRINTS = 150

/** Time after its end until a month is packed, in ms: the console counts the rows of a week ago (server/operator/activity.ts). */
const SETTLED_MS = 8 * 24 * 60 * 60_000

/** Time of one round, in ms. */
const ROUND_MS = 3_000

/** Marks the schema as one on which programs without packs do not run (decision 0143). */
const CONTRACT =
  "update migrazione set compatibile_da = numero where nome = '0035_eventi_impaccati.sql' and compatibile_da < numero"
export const CONTRACT_IF_PACKED = `${CONTRACT} and exists (select 1 from eventi_impaccati)`

/** Adds the prints of packed ids, $2, to the blocks where they belong; a block beyond its size is divided. */
const ADD_PRINTS = `
with nuove as (
  select p, coalesce(b.dal, '') as dal, b.impronte from (select distinct ${printOf('id')} as p from unnest($2::text[]) id) n
  left join lateral (select dal, impronte from impronte_eventi b where b.id_utente = $1 and b.dal <= p order by b.dal desc limit 1) b on true
), tutte as (
  select dal, p from nuove
  union select dal, substr(impronte, 10 * i + 1, 10) from (select distinct dal, impronte from nuove where impronte is not null) t,
    generate_series(0, length(impronte) / 10 - 1) i
), pezzi as (
  select dal, p, (row_number() over (partition by dal order by p) - 1) * ((n + ${BLOCK_PRINTS - 1}) / ${BLOCK_PRINTS}) / n as pezzo
  from (select dal, p, count(*) over (partition by dal) as n from tutte) t
)
insert into impronte_eventi (id_utente, dal, impronte)
select $1, case when pezzo = 0 then dal else (array_agg(p order by p))[1] end, string_agg(p, ''::bytea order by p) from pezzi group by dal, pezzo
on conflict (id_utente, dal) do update set impronte = excluded.impronte`

/** Reads the first rows that may be packed: a sitting under way changes, and a date finer than ms would lose its rest. */
const ROWS = `
select * from (
  select id, ${FIELDS}, seq_utente, effettivo, ricevuto, byte, sum(byte) over (order by seq_utente) - byte as prima
  from (select *, ${BYTES} as byte from evento_utente where id_utente = $1 and tipo <> 'APERTA'
    and date_trunc('milliseconds', effettivo) = effettivo and date_trunc('milliseconds', ricevuto) = ricevuto
    order by seq_utente limit ${PACK_EVENTS}) e) e
where prima < ${PACK_BYTES} order by seq_utente`

/** Reads the packs before and after a place, $2; `corpo` is that of the one before, where it takes more. */
const AROUND = `
(select true as prima, dal, fino, byte, case when quanti < ${PACK_CLOSED} and byte < ${PACK_BYTES} then corpo end as corpo
 from eventi_impaccati where id_utente = $1 and fino < $2 order by fino desc limit 1)
union all
(select false, dal, fino, byte, null from eventi_impaccati where id_utente = $1 and fino > $2 order by fino limit 1)`

type Around = { prima: boolean; dal: number; fino: number; byte: number; corpo: Buffer | null }
type Row = Evento & { byte: number; prima: number }

/** Returns the start of the month of an instant, in UTC. */
const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))

const toEvento = ({ byte: _, prima: __, ...event }: Row): Evento => event

async function writePack(q: Queryable, id_utente: number, events: readonly Evento[], byte: number): Promise<void> {
  const corpo = await encodePack(events)
  if (!isDeepStrictEqual(await decodePack(corpo), events))
    throw new Impossible(`account ${id_utente}: impaccati, gli eventi non sono com’erano`)
  const effettivo = new Date(Math.max(...events.map((e) => e.effettivo.getTime())))
  await q.query(
    `insert into eventi_impaccati (id_utente, dal, fino, quanti, byte, effettivo, corpo) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id_utente, events[0]?.seq_utente, events.at(-1)?.seq_utente, events.length, byte, effettivo, corpo],
  )
}

/**
 * Packs the first rows of an account that were received before `month`, into the pack before them where it takes more.
 * Returns whether more rows may follow. The caller holds the account's row.
 */
async function packOnce(q: Queryable, id_utente: number, month: Date): Promise<boolean> {
  const { rows } = await q.query<Row>(ROWS, [id_utente], 'eventi_da_impaccare')
  const open = rows.findIndex((row) => row.ricevuto >= month)
  const due = open < 0 ? rows : rows.slice(0, open)
  const first = due[0]
  if (!first) return false
  const { rows: around } = await q.query<Around>(AROUND, [id_utente, first.seq_utente], 'pacchi_accanto')
  const [last, next] = [around.find(({ prima }) => prima), around.find(({ prima }) => !prima)]
  const kept = last?.corpo ? await decodePack(last.corpo) : []
  const before = last?.corpo ? last.byte : 0
  const taken = due
    .slice(0, PACK_EVENTS - kept.length)
    .filter((row) => before + row.prima < PACK_BYTES && row.seq_utente < (next?.dal ?? Number.POSITIVE_INFINITY))
  if (taken.length === 0) throw new Impossible(`account ${id_utente}: la prima riga sta dentro un pacco`)
  if (last?.corpo)
    await q.query('delete from eventi_impaccati where id_utente = $1 and fino = $2', [id_utente, last.fino])
  const byte = taken.reduce((sum, row) => sum + row.byte, before)
  await writePack(q, id_utente, [...kept, ...taken.map(toEvento)], byte)
  const ids = taken.map(({ id }) => id)
  await q.query(ADD_PRINTS, [id_utente, ids], 'aggiungi_impronte')
  const gone = await q.query('delete from evento_utente where id_utente = $1 and id = any($2)', [id_utente, ids])
  if (gone.count !== ids.length) throw new Impossible(`account ${id_utente}: ${gone.count} righe di ${ids.length}`)
  return open < 0 || taken.length < due.length
}

/** Packs once for the next account that is due and that no other replica or push holds. Returns false when there is none. */
async function packNext({ db, log }: Pick<Deps, 'db' | 'log'>, month: Date): Promise<boolean> {
  const setDone = 'update utente set impaccato_fino = $2 where id_utente = $1'
  const held: number[] = []
  try {
    await db.tx(async (q) => {
      const { rows } = await q.query<{ id_utente: number }>(
        'select id_utente from utente where impaccato_fino < $1 order by impaccato_fino limit 1 for update skip locked',
        [month],
        'da_impaccare',
      )
      for (const { id_utente } of rows) {
        held.push(id_utente)
        if (!(await packOnce(q, id_utente, month))) await q.query(setDone, [id_utente, month], 'impaccato')
      }
    })
  } catch (error) {
    const [id_utente] = held
    if (id_utente === undefined || isDatabaseDown(error)) throw error
    log.error({ err: error, utente: id_utente }, 'eventi non impaccati: restano righe fino al mese prossimo')
    await db.query(setDone, [id_utente, month], 'impaccato')
  }
  return held.length > 0
}

/**
 * Packs the events of closed months for about three seconds, a pack a transaction [OP39]. The first call contracts the schema
 * (decision 0150). Returns how many transactions it made.
 */
export async function packDue(deps: Pick<Deps, 'db' | 'log' | 'now' | 'config'>, ms = ROUND_MS): Promise<number> {
  if (!deps.config.giornaleImpacca) return 0
  await deps.db.query(CONTRACT)
  const [month, until] = [monthOf(new Date(deps.now().getTime() - SETTLED_MS)), performance.now() + ms]
  let done = 0
  while (performance.now() < until && (await packNext(deps, month))) done += 1
  return done
}

const UNPACK = `
insert into evento_utente (id_utente, id, ${FIELDS}, seq_utente, effettivo, ricevuto)
select $1, id, ${FIELDS}, seq_utente, effettivo, ricevuto from jsonb_to_recordset($2::jsonb) as j(id text, tipo text, chiave text,
  id_concorso bigint, id_domanda bigint, dati text, ts_client text, versione_banca text, dispositivo text, seq bigint,
  seq_utente bigint, effettivo timestamptz, ricevuto timestamptz)`

/** Makes rows again of the packs with an event that counts as made after `at`. Their accounts are due again. */
export async function unpackAfter(q: Queryable, at: Date): Promise<void> {
  const { rows: accounts } = await q.query<{ id_utente: number }>(
    'select distinct id_utente from eventi_impaccati where effettivo > $1 order by id_utente',
    [at],
  )
  for (const { id_utente } of accounts) {
    await q.query("update utente set impaccato_fino = '-infinity' where id_utente = $1", [id_utente])
    const { rows: packs } = await q.query<{ corpo: Buffer }>(
      'delete from eventi_impaccati where id_utente = $1 and effettivo > $2 returning corpo',
      [id_utente, at],
    )
    for (const { corpo } of packs) await q.query(UNPACK, [id_utente, JSON.stringify(await decodePack(corpo))])
  }
}
