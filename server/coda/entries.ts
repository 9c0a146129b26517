import type { StatoCoda, TipoCoda, VoceCoda } from '#contract/gestione/coda'
import { stripHtml } from '#rules/text'
import type { Queryable } from '../deps.ts'

/** Entries of one page, and characters of a text that a row shows. */
const PAGE = 50
const SHOWN = 160

/** Names an entry of the queue by its kind and number. */
export type Entry = { tipo: TipoCoda; id: string }

type Row = Omit<VoceCoda, 'creata' | 'chiusa' | 'mia' | 'presa_da'> & {
  creata: Date
  chiusa: Date | null
  presa_da: string | null
  presa_id: number | null
  totale: number
}

/**
 * Entries of all kinds. An entry of reports holds those of one question and reason, open ones together and closed ones by
 * their closing; a double counts with the entry it goes with.
 */
const ENTRIES = `
select 'domanda' as tipo, min(s.id_segnalazione)::text as id, min(s.creata) as creata, coalesce(capo.motivo, s.motivo) as argomento,
  d.testo, count(*)::int as quante, d.id_concorso, c.concorso, max(s.presa_da) as presa_id, s.esito, s.chiusa
from segnalazione s left join segnalazione capo on capo.id_segnalazione = s.doppia_di
  left join domanda d on d.id_domanda = s.id_domanda left join concorso c on c.id_concorso = d.id_concorso
group by s.id_domanda, coalesce(capo.motivo, s.motivo), d.testo, d.id_concorso, c.concorso, s.esito, s.chiusa
union all
select 'assistenza', r.id_richiesta::text, r.creata, r.argomento, r.testo,
  1 + (select count(*)::int from richiesta_assistenza x where x.doppia_di = r.id_richiesta), null, null, r.presa_da, r.esito, r.chiusa
from richiesta_assistenza r where r.doppia_di is null
union all
select 'banca', r.id_richiesta::text, r.creata, r.ente, concat_ws(', ', r.profilo, r.anno::text, r.nota),
  1 + (select count(*)::int from richiesta_banca x where x.doppia_di = r.id_richiesta), null, null, r.presa_da, r.esito, r.chiusa
from richiesta_banca r where r.doppia_di is null`

/** Shortens a text to what a row shows. */
export function shorten(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN).trimEnd()}…` : plain
}

const toVoce = ({ totale: _, presa_id, creata, chiusa, testo, ...r }: Row, caller: number): VoceCoda => {
  const shown = shorten(r.tipo === 'domanda' ? stripHtml(testo ?? '') : (testo ?? ''))
  return {
    ...r,
    creata: creata.toISOString(),
    chiusa: chiusa?.toISOString() ?? null,
    mia: presa_id === caller,
    testo: shown === '' ? null : shown,
  }
}

export type QueueFilters = {
  tipi: readonly TipoCoda[]
  stato?: StatoCoda | undefined
  id_concorso?: number | undefined
  da?: number | undefined
}

/** Lists entries by pages, open ones the oldest first and closed ones the newest first. `caller` is who looks. */
export async function listQueue(q: Queryable, f: QueueFilters, caller: number) {
  const stato = f.stato ?? 'aperte'
  const from = f.da ?? 0
  const { rows } = await q.query<Row>(
    `select v.*, u.email as presa_da, count(*) over ()::int as totale from (${ENTRIES}) v left join utente u on u.id_utente = v.presa_id
     where v.tipo = any($1::text[]) and ($2::bigint is null or v.id_concorso = $2)
       and case $3::text when 'chiuse' then v.chiusa is not null when 'mie' then v.chiusa is null and v.presa_id = $4
         when 'libere' then v.chiusa is null and v.presa_id is null else v.chiusa is null end
     order by case when $3::text = 'chiuse' then v.chiusa end desc, v.creata, v.tipo, v.id offset $5 limit ${PAGE}`,
    [f.tipi, f.id_concorso ?? null, stato, caller, from],
  )
  const totale = rows[0]?.totale ?? 0
  const banche = await q.query<{ id_concorso: number; concorso: string; aperte: number }>(
    `select c.id_concorso, c.concorso, count(distinct (s.id_domanda, s.motivo))::int as aperte from segnalazione s
     join domanda d using (id_domanda) join concorso c using (id_concorso) where s.esito is null group by 1, 2 order by 2, 1`,
  )
  return {
    elementi: rows.map((row) => toVoce(row, caller)),
    totale,
    prossima: from + rows.length < totale ? from + rows.length : null,
    banche: banche.rows,
  }
}

/** Returns one entry; null where there is none. */
export async function findEntry(q: Queryable, { tipo, id }: Entry, caller: number): Promise<VoceCoda | null> {
  const { rows } = await q.query<Row>(
    `select v.*, u.email as presa_da, 1 as totale from (${ENTRIES}) v left join utente u on u.id_utente = v.presa_id
     where v.tipo = $1 and v.id = $2`,
    [tipo, id],
  )
  return rows[0] ? toVoce(rows[0], caller) : null
}

/** A row of the three tables, as the acts on it need it. */
export type EntryRow = {
  id: string
  id_utente: number | null
  email: string | null /** Own words of a request. */
  testo: string | null
}

/**
 * Reports of the entry of one report: its question and reason, doubles included, and as open or closed as it. `$1` is the
 * report's number.
 */
const SAME_ENTRY = `
  from segnalazione n left join segnalazione nc on nc.id_segnalazione = n.doppia_di, segnalazione s
    left join segnalazione sc on sc.id_segnalazione = s.doppia_di
  where n.id_segnalazione = $1 and s.id_domanda = n.id_domanda and coalesce(sc.motivo, s.motivo) = coalesce(nc.motivo, n.motivo)
    and s.chiusa is not distinct from n.chiusa`

const ROWS: Record<TipoCoda, string> = {
  domanda: `select s.id_segnalazione::text as id, s.id_utente, u.email, null as testo from utente u join lateral
    (select s.id_segnalazione, s.id_utente ${SAME_ENTRY}) s using (id_utente) order by s.id_segnalazione`,
  assistenza: `select id_richiesta::text as id, id_utente, email, testo from richiesta_assistenza where id_richiesta = $1::bigint or doppia_di = $1::bigint
    order by id_richiesta`,
  banca: `select r.id_richiesta::text as id, r.id_utente, u.email, concat_ws(', ', r.profilo, r.anno::text, r.nota) as testo from richiesta_banca r join utente u using (id_utente)
    where r.id_richiesta = $1::uuid or r.doppia_di = $1::uuid order by r.creata`,
}

/** Returns the reports or requests that an entry holds. */
export async function listRows(q: Queryable, { tipo, id }: Entry): Promise<EntryRow[]> {
  return (await q.query<EntryRow>(ROWS[tipo], [id])).rows
}

export const TABLES: Record<TipoCoda, { table: string; key: string; type: string }> = {
  domanda: { table: 'segnalazione', key: 'id_segnalazione', type: 'bigint' },
  assistenza: { table: 'richiesta_assistenza', key: 'id_richiesta', type: 'bigint' },
  banca: { table: 'richiesta_banca', key: 'id_richiesta', type: 'uuid' },
}
