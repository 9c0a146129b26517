import { randomInt } from 'node:crypto'
import type { Db } from '../deps.ts'

/** Class of the advisory locks that publications of imports hold ("IDNP" as a number). */
const LOCK_CLASS = 0x49444e50

/**
 * Runs a publication under a lock of its own, by the number that its claim names: the lock ends with the process, so that a
 * claim without its lock is that of a stopped server.
 */
export async function holdingClaim<T>(db: Db, work: (claim: number) => Promise<T>): Promise<T> {
  const claim = randomInt(1, 2 ** 31)
  return db.tx(async (q) => {
    await q.script('set local idle_in_transaction_session_timeout = 0')
    await q.query('select pg_advisory_xact_lock($1, $2)', [LOCK_CLASS, claim])
    return work(claim)
  })
}

/** SQL: an import is under a claim whose server runs. */
const isRunning = (row: string): string =>
  `exists (select 1 from pg_locks k join pg_database d on d.oid = k.database where k.locktype = 'advisory' and k.granted
     and k.classid::bigint = ${LOCK_CLASS} and k.objid::bigint = (${row}.passo ->> 'presa')::bigint
     and d.datname = current_database())`

/** SQL: the server that published an import stopped. */
export const isAbandoned = (row: string): string => `${row}.stato = 'pubblicazione' and not ${isRunning(row)}`

/** SQL: an import was read, and nobody publishes it. */
export const isReady = (row: string): string => `(${row}.stato = 'letta' or ${isAbandoned(row)})`
