// The SQL twin of `mergeRisposta` (rules/merge), held to it by a differential test on a real database.

import { SENT_COLUMNS, type SentColumn } from '#contract/statistica-columns'

const DATES = ['data_livello', 'data_preferiti', 'data_letta', 'data_ascoltata'] as const
const carries = (t: string) => `coalesce(${DATES.map((d) => `${t}.${d}`).join(', ')}) is not null`
/** Instant of one half: without any instant of its own the whole record is as old as `data_eseguita`. */
const half = (t: string, data: string) => `case when ${carries(t)} then ${t}.${data} else ${t}.data_eseguita end`
const level = (t: string) => `row(coalesce(${half(t, 'data_livello')}, '-infinity'), ${t}.livello_conoscenza,
  coalesce(${t}.risposta_gettonata, 0), ${t}.modalita collate "C")`
const favourite = (t: string) => `row(coalesce(${half(t, 'data_preferiti')}, '-infinity'), ${t}.preferiti)`

const NEW = 'excluded'
const OLD = 's'
const wins = `${level(NEW)} > ${level(OLD)}`
const livello = (column: string) => `case when ${wins} then excluded.${column} else s.${column} end`
const larger = (column: string, kind = '') => `greatest(s.${column}${kind}, excluded.${column}${kind})`
const metaData = (data: string) => `case when ${carries(NEW)} or ${carries(OLD)}
  then greatest(${half(NEW, data)}, ${half(OLD, data)}) end`

type MergedColumn = Exclude<SentColumn, 'id_domanda'> | 'data_eseguita_testo'

/** New value of each column of an existing record. `s` is the stored one. */
const MERGE: Readonly<Record<MergedColumn, string>> = {
  id_materia: larger('id_materia'),
  id_argomento: larger('id_argomento', ' collate "C"'),
  id_sotto_percorso: larger('id_sotto_percorso', ' collate "C"'),
  livello_conoscenza: livello('livello_conoscenza'),
  risposta_gettonata: livello('risposta_gettonata'),
  modalita: livello('modalita'),
  preferiti: `case when ${favourite(NEW)} > ${favourite(OLD)} then excluded.preferiti else s.preferiti end`,
  data_eseguita: larger('data_eseguita'),
  data_eseguita_testo: `case when row(excluded.data_eseguita, excluded.data_eseguita_testo collate "C")
    > row(s.data_eseguita, s.data_eseguita_testo collate "C") then excluded.data_eseguita_testo
    else s.data_eseguita_testo end`,
  data_livello: metaData('data_livello'),
  data_preferiti: metaData('data_preferiti'),
  data_letta: larger('data_letta'),
  data_ascoltata: larger('data_ascoltata'),
}
const COLUMNS = Object.keys(MERGE) as MergedColumn[]

/** Types of the received records, in JSON. */
const RECORD = SENT_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ')

/** Compare instants of the level half: an answer counts once, when it is newer than the stored one. */
const counts = `case when coalesce(${half(NEW, 'data_livello')}, '-infinity')
  > coalesce(${half(OLD, 'data_livello')}, '-infinity') then excluded.contatore else 0 end`

/** The last reset of the account that covers a record of `d`. */
const LAST_RESET = `select max((a ->> 'quando')::timestamptz) as quando from jsonb_array_elements(azzeramenti) a
  where (a ->> 'concorso' is null or ($4 = 0 and d.id_contesto = (a ->> 'concorso')::bigint))
    and (a ->> 'materie' is null or a -> 'materie' @> to_jsonb(d.id_materia))
    and (a ->> 'argomento' is null or d.id_argomento = a ->> 'argomento'
      or ($4 = 1 and d.id_contesto::text = a ->> 'argomento'))
    and (a ->> 'nodi' is null or a -> 'nodi' @> to_jsonb(d.id_sotto_percorso))`
const isGone = (data: string) => `quando >= ${half('d', data)}`
const GONE = `(${isGone('data_livello')} or ${isGone('data_preferiti')})`
const RESET_DATE = 'greatest(d.data_eseguita, quando)'

/**
 * Columns that a reset changes in an earlier record; the others stay. Without a reset `quando` is null, and nothing
 * changes.
 */
const RESET: Readonly<Partial<Record<MergedColumn, string>>> = {
  livello_conoscenza: `case when ${isGone('data_livello')} then -99 else d.livello_conoscenza end`,
  risposta_gettonata: `case when ${isGone('data_livello')} then null else d.risposta_gettonata end`,
  modalita: `case when ${isGone('data_livello')} then '{}' else d.modalita end`,
  data_livello: `case when ${isGone('data_livello')} then quando else d.data_livello end`,
  preferiti: `case when ${isGone('data_preferiti')} then false else d.preferiti end`,
  data_preferiti: `case when ${isGone('data_preferiti')} then quando else d.data_preferiti end`,
  data_eseguita: `case when ${GONE} then ${RESET_DATE} else d.data_eseguita end`,
  data_eseguita_testo: `case when ${GONE} and quando > d.data_eseguita
    then to_char(quando at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else d.data_eseguita_testo end`,
}

/**
 * Runs as one statement, so as one transaction. The update that numbers the records locks the account's row. Each question comes
 * once and in order. An unchanged record is not written, so that it reaches no device again. A record older than a
 * reset is stored as reset (decision 0081). Choices that change wait to be counted (decision 0162). Returns how many
 * records were written. $1 id_utente, $2 records as JSON, $3 incrementa_contatore, $4 contesto, $5
 * how many records, $6 instant of receipt.
 */
export const UPSERT = `
with utente_bloccato as (
  update utente set seq_sync = seq_sync + $5::int where id_utente = $1 returning id_utente, seq_sync - $5::int as base, azzeramenti
), scritte as (
insert into statistica as s (id_utente, contesto, id_contesto, id_domanda, ${COLUMNS.join(', ')}, contatore, seq, ricevuta)
select id_utente, $4::smallint, id_contesto, id_domanda, ${COLUMNS.join(', ')},
  case when $3 and (${half('r', 'data_livello')}) is not null then 1 else 0 end,
  base + row_number() over (order by id_contesto, id_domanda), $6
from (
  select id_utente, base, id_contesto, id_domanda, ${COLUMNS.map((c) => `${RESET[c] ?? `d.${c}`} as ${c}`).join(', ')}
  from (
    select distinct on (id_contesto, id_domanda) * from jsonb_to_recordset($2::jsonb) as j(
      id_contesto bigint, data_eseguita_testo text, ${RECORD})
    order by id_contesto, id_domanda, data_eseguita desc
  ) d cross join utente_bloccato cross join lateral (${LAST_RESET}) z
) r
order by id_contesto, id_domanda
on conflict (id_utente, contesto, id_contesto, id_domanda) do update set
  ${COLUMNS.map((c) => `${c} = ${MERGE[c]}`).join(',\n  ')},
  contatore = s.contatore + ${counts},
  seq = excluded.seq,
  ricevuta = excluded.ricevuta,
  scelta_prima = s.risposta_gettonata
where row(${COLUMNS.map((c) => `s.${c}`).join(', ')}) is distinct from row(${COLUMNS.map((c) => MERGE[c]).join(', ')})
returning id_utente, id_domanda, scelta_prima as prima, risposta_gettonata as dopo
), cambiate as (
insert into scelte_da_contare (id_utente, domande, prima, dopo)
select id_utente, array_agg(id_domanda), array_agg(prima), array_agg(dopo) from scritte where prima is distinct from dopo group by id_utente
)
select count(*) as n from scritte`
