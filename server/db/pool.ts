import pg from 'pg'
import type { Logger } from 'pino'
import type { Db, Esecutore, Righe } from '../deps.ts'
import { isDatabaseDown } from './guasti.ts'

/** Most connections of one process. */
const CONNESSIONI = 10

// bigint arrives as text by default: our ids, counts and cursors are far below 2^53.
const INT8 = 20
const INT8_ARRAY: number = 1016
const parseArray = pg.types.getTypeParser(INT8_ARRAY, 'text')
const types = {
  getTypeParser(oid: number, formato?: string) {
    if (formato !== 'binary' && oid === INT8) return Number
    if (formato !== 'binary' && oid === INT8_ARRAY)
      return (testo: string) => (parseArray(testo) as unknown as string[]).map(Number)
    return pg.types.getTypeParser(oid, formato === 'binary' ? 'binary' : 'text')
  },
} as pg.CustomTypesConfig

type Eseguibile = Pick<pg.ClientBase, 'query'>

async function run<R>(su: Eseguibile, sql: string, parametri: readonly unknown[], nome?: string): Promise<Righe<R>> {
  const { rows, rowCount } = await su.query({ text: sql, values: [...parametri], ...(nome ? { name: nome } : {}) })
  return { righe: rows as R[], quante: rowCount ?? 0 }
}

const runner = (su: Eseguibile): Esecutore => ({
  query: (sql, parametri = [], nome) => run(su, sql, parametri, nome),
  script: async (sql) => {
    await su.query(sql)
  },
})

/** A pool over PostgreSQL, near (embedded, by socket) or far. `onClose` runs after the last connection is gone. */
export function openPool(
  opzioni: pg.PoolConfig,
  motore: 'incorporato' | 'esterno',
  log: Logger,
  onClose: () => Promise<void> = async () => {},
): Db {
  const pool = new pg.Pool({
    max: CONNESSIONI,
    connectionTimeoutMillis: 10_000,
    application_name: 'idoneo',
    types,
    ...opzioni,
  })
  // Without a listener an idle connection that the server closes would end the process.
  pool.on('error', (errore) => log.warn({ err: errore }, 'connessione al database persa'))
  return {
    motore,
    ...runner(pool),
    tx: (lavoro) => runTx(pool, lavoro),
    close: async () => {
      await pool.end()
      await onClose()
    },
  }
}

async function runTx<T>(pool: pg.Pool, lavoro: (q: Esecutore) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let rotta: Error | undefined
  // A connection lost between two statements of ours speaks here; the next statement fails and says so to the caller.
  const onError = (errore: Error) => {
    rotta = errore
  }
  client.on('error', onError)
  try {
    await client.query('begin')
    const esito = await lavoro(runner(client))
    await client.query('commit')
    return esito
  } catch (errore) {
    if (isDatabaseDown(errore)) rotta = errore as Error
    else
      await client.query('rollback').catch((altro: Error) => {
        rotta = altro
      })
    throw errore
  } finally {
    client.off('error', onError)
    client.release(rotta)
  }
}
