import pg from 'pg'
import type { Logger } from 'pino'
import type { Db, Queryable, Rows } from '../deps.ts'
import { isDatabaseDown } from './failures.ts'

/** Most connections of one process. */
const CONNECTIONS = 10
/** How long, in ms, a close waits for statements under way: of a database that is silent none ever ends. */
const CLOSE_MS = 2_000

// bigint arrives as text by default: our ids, counts and cursors are far below 2^53.
const INT8 = 20
const INT8_ARRAY: number = 1016
const parseArray = pg.types.getTypeParser(INT8_ARRAY, 'text')
const types = {
  getTypeParser(oid: number, format?: string) {
    if (format !== 'binary' && oid === INT8) return Number
    if (format !== 'binary' && oid === INT8_ARRAY)
      return (text: string) => (parseArray(text) as unknown as string[]).map(Number)
    return pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text')
  },
} as pg.CustomTypesConfig

type Executable = Pick<pg.ClientBase, 'query'>

async function run<R>(su: Executable, sql: string, params: readonly unknown[], name?: string): Promise<Rows<R>> {
  const { rows, rowCount } = await su.query({ text: sql, values: [...params], ...(name ? { name: name } : {}) })
  return { rows: rows as R[], count: rowCount ?? 0 }
}

const runner = (su: Executable): Queryable => ({
  query: (sql, params = [], name) => run(su, sql, params, name),
  script: async (sql) => {
    await su.query(sql)
  },
})

/** A pool over PostgreSQL, near (embedded, by socket) or far. `onClose` runs after the last connection is gone. */
export function openPool(
  options: pg.PoolConfig,
  engine: 'incorporato' | 'esterno',
  log: Logger,
  onClose: () => Promise<void> = async () => {},
): Db {
  const pool = new pg.Pool({
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    application_name: 'idoneo',
    types,
    ...options,
  })
  // Without a listener an idle connection that the server closes would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'connessione al database persa'))
  return {
    engine,
    ...runner(pool),
    tx: (work) => runTx(pool, work),
    close: async () => {
      await Promise.race([pool.end(), new Promise((done) => setTimeout(done, CLOSE_MS).unref())])
      await onClose()
    },
  }
}

async function runTx<T>(pool: pg.Pool, work: (q: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection lost between two statements of ours speaks here; the next statement fails and says so to the caller.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query('begin')
    const result = await work(runner(client))
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
