import type { Deps, Queryable } from '../deps.ts'

/** Key of the advisory lock that lets one process count at a time ("IDNS" as a number). */
const LOCK_KEY = 0x49444e53
/** Time after which all records are counted anew, in ms: an older program beside this one writes no changes. */
const COUNTED_MS = 7 * 24 * 3600 * 1000

/** Moves the changes of choices into the counters. */
const ADD = `
with tolte as (delete from scelte_da_contare returning domande, prima, dopo),
cambi as (select c.* from tolte, unnest(domande, prima, dopo) as c(id_domanda, prima, dopo))
insert into scelte_domanda as s (id_domanda, scelta, n)
select id_domanda, scelta, sum(n) from (
  select id_domanda, prima as scelta, -1 as n from cambi union all select id_domanda, dopo, 1 from cambi) c
where scelta is not null group by 1, 2 having sum(n) <> 0
on conflict (id_domanda, scelta) do update set n = s.n + excluded.n`

/** Counts all records. Its one snapshot has a record and its change, or neither; changes that it has are deleted. */
const COUNT = `
with tolte as (delete from scelte_da_contare)
insert into scelte_domanda (id_domanda, scelta, n)
select id_domanda, risposta_gettonata, count(*) from statistica where risposta_gettonata is not null group by 1, 2`

const COUNTED = `
insert into conteggio_scelte (quando) values ($1) on conflict (uno) do update set quando = excluded.quando`

/**
 * Brings the counters of choices up to this instant (decision 0162). Counts all records where that was never done, a week
 * ago, or where told to (`anew`). Returns false, and changes nothing, while another process counts.
 */
export const countChoices = ({ db, now }: Pick<Deps, 'db' | 'now'>, { anew = false } = {}): Promise<boolean> =>
  db.tx(async (q) => {
    const { rows } = await q.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK_KEY])
    if (!rows[0]?.mine) return false
    // A long backlog, or many records, take minutes.
    await q.script('set local statement_timeout = 0')
    const at = now()
    const { count } = await q.query('select 1 from conteggio_scelte where quando between $1 and $2', [
      new Date(at.getTime() - COUNTED_MS),
      at,
    ])
    if (count > 0 && !anew) await q.query(ADD)
    else {
      await q.query('delete from scelte_domanda')
      await q.query(COUNT)
      await q.query(COUNTED, [at])
    }
    return true
  })

/** Brings the counters up as a work beside others: a failure is logged, and the next round tries again. */
export const keepCounted = async (deps: Pick<Deps, 'db' | 'now' | 'log'>): Promise<void> => {
  await countChoices(deps).catch((error) => deps.log.error({ err: error }, 'scelte non contate: al prossimo giro'))
}

const FORGET = `
insert into scelte_da_contare (id_utente, domande, prima, dopo)
select id_utente, array_agg(id_domanda), array_agg(risposta_gettonata), array_agg(null::smallint) from statistica
where id_utente = any($1) and risposta_gettonata is not null group by id_utente`

/** Takes the choices of accounts out of the counters, in the transaction that then deletes them. */
export async function forgetChoices(q: Queryable, ids: readonly number[]): Promise<void> {
  // Wait for a push under way, so that its choices are seen.
  await q.query('select 1 from utente where id_utente = any($1) for update', [ids])
  await q.query(FORGET, [ids])
}
