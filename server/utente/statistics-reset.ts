import type { QueryOf } from '#contract/calls'
import { ok, type Result } from '#contract/result'
import { listBelow, type SottoPercorso, sottoPercorsoId } from '#rules/percorso'
import type { Deps, Queryable } from '../deps.ts'

/** Scope of a reset; empty: everything of the account. */
export type Scope = Omit<NonNullable<QueryOf<'reportistica_utente'>>, 'id_utente_idoneo'>

// Keep the record: as "never answered, from now on" it wins the merge on every device with the old one.
export const RESET = `
with base as (select seq_sync from utente where id_utente = $1 for update),
scelte as (
  select s.*, row_number() over (order by contesto, id_contesto, id_domanda) as n from statistica s
  where id_utente = $1
    and ($2::bigint is null or (contesto = 0 and id_contesto = $2))
    and ($3::bigint[] is null or id_materia = any($3))
    and ($4::text is null or id_argomento = $4 or (contesto = 1 and id_contesto::text = $4))
    and ($5::text[] is null or id_sotto_percorso = any($5))
    and not (livello_conoscenza = -99 and not preferiti and risposta_gettonata is null)
),
nuove as (
  select contesto, id_contesto, id_domanda, eseguita, seq_sync + n as seq,
    greatest(coalesce(data_livello, data_eseguita) + interval '1 millisecond', $6) as livello,
    greatest(coalesce(data_preferiti, data_eseguita) + interval '1 millisecond', $6) as preferita,
    to_char(eseguita at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as testo
  from scelte, base, lateral (select greatest(data_eseguita + interval '1 millisecond', $6) as eseguita) e
),
storia as (
  insert into statistica_storico (id_utente, contesto, id_contesto, id_domanda, record, causa, archiviata)
  select id_utente, contesto, id_contesto, id_domanda, to_jsonb(scelte) - 'n' - 'id_utente', 'azzeramento', $6::timestamptz from scelte
),
cambiate as (
  insert into scelte_da_contare (id_utente, domande, prima, dopo)
  select $1, array_agg(id_domanda), array_agg(risposta_gettonata), array_agg(null::smallint) from scelte
  where risposta_gettonata is not null having count(*) > 0
),
avanzate as (
  update utente set seq_sync = seq_sync + (select count(*) from scelte) where id_utente = $1
)
update statistica s set livello_conoscenza = -99, preferiti = false, risposta_gettonata = null, modalita = '{}',
  data_eseguita = c.eseguita, data_livello = c.livello, data_preferiti = c.preferita,
  data_eseguita_testo = c.testo, seq = c.seq, ricevuta = $6
from nuove c
where s.id_utente = $1 and s.contesto = c.contesto and s.id_contesto = c.id_contesto and s.id_domanda = c.id_domanda`

/** Newest removed records that an account keeps [OP17]: alternate filling and resetting must not fill the disk. */
const MAX_HISTORY = 200_000
const TRIM = `
delete from statistica_storico where id_utente = $1 and id_storico <= (
  select id_storico from statistica_storico where id_utente = $1 order by id_storico desc offset ${MAX_HISTORY} limit 1)`

/** Newest scopes whose last reset is remembered: every push reads them all. */
const MAX_REMEMBERED = 200

/** Reset later arrivals of older records (server/reportistica/upsert): of each scope the last reset counts. */
const REMEMBER = `
update utente set azzeramenti = coalesce((
  select jsonb_agg(a) from (
    select a from jsonb_array_elements(azzeramenti) a where a - 'quando' <> $2::jsonb
    order by (a ->> 'quando')::timestamptz desc limit ${MAX_REMEMBERED - 1}
  ) others
), '[]') || ($2::jsonb || jsonb_build_object('quando', $3::timestamptz))
where id_utente = $1`

/**
 * Returns the nodes named one by one, or one with all those below it, as records name them; null when the reset names
 * none.
 */
async function readNodi(q: Queryable, { id_argomento, id_sotto_percorso, nodi }: Scope): Promise<string[] | null> {
  if (nodi !== undefined) return nodi.split(';')
  const nodo = id_sotto_percorso === undefined ? null : sottoPercorsoId(id_sotto_percorso)
  if (nodo === null) return null
  const { rows } = await q.query<{ albero: SottoPercorso[] }>(
    'select albero from percorso where id_argomento::text = $1',
    [id_argomento ?? null],
  )
  return [nodo, ...listBelow(rows[0]?.albero ?? [], Number(nodo)).map(String)]
}

/**
 * Resets statistics remotely (spec §7): level unanswered, favourite off, choice forgotten; the history keeps the old
 * records.
 */
export async function resetStatistics({ db, now }: Deps, id_utente: number, scope: Scope): Promise<Result<null>> {
  const materie = scope.id_materia?.split(/[;,]/).map(Number) ?? null
  await db.tx(async (q) => {
    // Wait for a push under way, so that its records are reset too.
    await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
    const [concorso, argomento, nodi, at] = [
      scope.id_concorso ?? null,
      scope.id_argomento ?? null,
      await readNodi(q, scope),
      now(),
    ]
    await q.query(RESET, [id_utente, concorso, materie, argomento, nodi, at])
    await q.query(TRIM, [id_utente])
    await q.query(REMEMBER, [id_utente, JSON.stringify({ concorso, materie, argomento, nodi }), at])
  })
  return ok(null)
}
