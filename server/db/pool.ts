import pg from 'pg'
import type { Logger } from 'pino'
import type { PoolSettings } from '../configuration.ts'
import type { Db, Queryable, Rows } from '../deps.ts'
import { isDatabaseDown } from './failures.ts'

/** Settings of the operator's command and of tests: no time-out cuts their statements. */
export const PATIENT: PoolSettings = {
  connections: 10,
  reserved: 0,
  prepared: true,
  statementMs: 0,
  lockMs: 0,
  idleMs: 0,
}

/** Time, in ms, for which a close waits for statements under way: those of a silent database never end. */
const CLOSE_MS = 2_000

// Parse bigint, which arrives as text: our ids, counts and cursors are far below 2^53.
const INT8 = 20
const INT8_ARRAY: number = 1016
const parseArray = pg.types.getTypeParser(INT8_ARRAY, 'text')
const types = {
  getTypeParser(oid: number, format?: string) {
    if (format !== 'binary' && oid === INT8) return Number
    if (format !== 'binary' && oid === INT8_ARRAY)
      // Cast: the driver's types name one value, and its parser returns a list.
      return (text: string) => (parseArray(text) as unknown as string[]).map(Number)
    return pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text')
  },
} as pg.CustomTypesConfig

type Executable = Pick<pg.ClientBase, 'query'>

async function run<R>(su: Executable, sql: string, params: readonly unknown[], name?: string): Promise<Rows<R>> {
  const { rows, rowCount } = await su.query({ text: sql, values: [...params], ...(name ? { name: name } : {}) })
  return { rows: rows as R[], count: rowCount ?? 0 }
}

const runner = (su: Executable, prepared: boolean): Queryable => ({
  query: (sql, params = [], name) => run(su, sql, params, prepared ? name : undefined),
  script: async (sql) => {
    await su.query(sql)
  },
})

/**
 * Opens a pool over PostgreSQL, near (embedded, by socket) or far. `onClose` runs after the last connection is closed.
 */
export function openPool(
  options: pg.PoolConfig,
  engine: 'incorporato' | 'esterno',
  log: Logger,
  onClose: () => Promise<void> = async () => {},
  settings: PoolSettings = PATIENT,
): Db {
  const { connections: most, reserved, prepared } = settings
  const open = (max: number) => {
    const pool = new pg.Pool({
      max,
      connectionTimeoutMillis: 10_000,
      application_name: 'idoneo',
      types,
      ...timeoutsOf(settings),
      ...options,
    })
    // Listen: without a listener an idle connection that the server closes would end the process.
    pool.on('error', (error) => log.warn({ err: error }, 'connessione al database persa'))
    return pool
  }
  const pool = open(most)
  const aside = reserved > 0 ? open(reserved) : null
  const calls = (of: pg.Pool) => ({
    ...runner(of, prepared),
    tx: <T>(work: (q: Queryable) => Promise<T>) => runTx(of, prepared, work),
  })
  const close = async () => {
    const ended = Promise.all([pool.end(), aside?.end()])
    await Promise.race([ended, new Promise((done) => setTimeout(done, CLOSE_MS).unref())])
    await onClose()
  }
  const pools = aside ? [pool, aside] : [pool]
  const sum = (of: (one: pg.Pool) => number) => pools.reduce((total, one) => total + of(one), 0)
  const connections = () => ({
    open: sum((one) => one.totalCount),
    idle: sum((one) => one.idleCount),
    waiting: sum((one) => one.waitingCount),
  })
  return { engine, ...calls(pool), ...(aside && { reserved: calls(aside) }), connections, close }
}

/** Time-outs sent when a connection begins. PgBouncer refuses such parameters, and uses its own settings. */
const timeoutsOf = ({ prepared, statementMs, lockMs, idleMs }: PoolSettings): pg.PoolConfig =>
  prepared
    ? {
        ...(statementMs > 0 && { statement_timeout: statementMs }),
        ...(lockMs > 0 && { lock_timeout: lockMs }),
        ...(idleMs > 0 && { idle_in_transaction_session_timeout: idleMs }),
      }
    : {}

async function runTx<T>(pool: pg.Pool, prepared: boolean, work: (q: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection lost between two statements is reported here; the next statement throws to its caller.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query('begin')
    const result = await work(runner(client, prepared))
    await client.query('commit')
    return result
  } catch (error) {
    if (isDatabaseDown(error)) broken = error as Error
    else
      await client.query('rollback').catch((other: Error) => {
        broken = other
      })
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
