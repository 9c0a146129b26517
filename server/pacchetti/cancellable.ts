import { fail, ok, type Result } from '#contract/result'
import type { Db, Deps, Queryable } from '../deps.ts'

/** Class of the advisory locks of works that publish over a bank ("IDNV" as a number); the second number is the bank's. */
const LOCK_CLASS = 0x49444e56
/** Act that asks them to end, of a bank. */
const CANCEL = 'annulla_versione'
export const CANCELLED = { dati: { annullata: 'true' } }

const objectOf = (id_concorso: number): string => `banca ${id_concorso}`

class Cancelled extends Error {}

/**
 * Runs a work that publishes over a bank, in its first transaction. Cancelled before, it writes
 * nothing: RICHIESTA_NON_VALIDA with `annullata`. `world` holds the lock that says that it runs, outside of the act's transaction.
 */
export async function publishCancellably<T>(
  deps: Deps,
  world: Pick<Deps, 'db'>,
  id_concorso: number,
  work: (deps: Deps) => Promise<Result<T>>,
): Promise<Result<T>> {
  return world.db.tx(async (hold) => {
    await hold.script('set local idle_in_transaction_session_timeout = 0')
    await hold.query('select pg_advisory_xact_lock_shared($1, $2)', [LOCK_CLASS, id_concorso])
    const { rows } = await hold.query<{ last: number }>(
      'select coalesce(max(id_riga), 0) as last from registro_operatore',
    )
    let isFirst = true
    const tx: Db['tx'] = async (inside) => {
      if (!isFirst) return deps.db.tx(inside)
      const result = await deps.db.tx(async (q) => {
        const done = await inside(q)
        await check(q, id_concorso, rows[0]?.last ?? 0)
        return done
      })
      isFirst = false
      return result
    }
    try {
      return await work({ ...deps, db: { ...deps.db, tx } })
    } catch (error) {
      if (error instanceof Cancelled) return fail('RICHIESTA_NON_VALIDA', CANCELLED)
      throw error
    }
  })
}

/** Throws where an act since row `last` cancels the bank's works: the bank's row is locked, so that none comes any more. */
async function check(q: Queryable, id_concorso: number, last: number): Promise<void> {
  const { count } = await q.query(
    'select 1 from registro_operatore where id_riga > $1 and chiamata = $2 and oggetto = $3 limit 1',
    [last, CANCEL, objectOf(id_concorso)],
  )
  if (count > 0) throw new Cancelled()
}

/**
 * Returns the object of the act that cancels the works over a bank; locks its row to the end of the act. NON_TROVATO where none
 * runs, or one writes already.
 */
export async function findPublishing({ db }: Pick<Deps, 'db'>, id_concorso: number): Promise<Result<string>> {
  const free = await db.query('select 1 from concorso where id_concorso = $1 for update skip locked', [id_concorso])
  const running = await db.query(
    `select 1 from pg_locks l join pg_database d on d.oid = l.database where l.locktype = 'advisory' and l.granted
       and l.classid::bigint = $1 and l.objid::bigint = $2 and d.datname = current_database() limit 1`,
    [LOCK_CLASS, id_concorso],
  )
  return free.count > 0 && running.count > 0 ? ok(objectOf(id_concorso)) : fail('NON_TROVATO')
}
