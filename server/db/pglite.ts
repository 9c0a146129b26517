import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteInterface, type Transaction } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Logger } from 'pino'
import type { Db, Queryable, Rows } from '../deps.ts'
import { lockFolder } from './lock.ts'

// Internals of the pinned version (decision 0001): as shipped it never calls fsync, and a power cut loses acknowledged rows.
type Stream = { nfd?: number; node: unknown }
type Module = { NODEFS: { stream_ops: { fsync?: (stream: Stream) => number }; realPath: (node: unknown) => string } }
type Start = { preRun?: ((module: Module) => void)[] }

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** Makes a whole folder durable: its creation ran before anybody called fsync. */
function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

/** The engine's file system with a real fsync, and a count of them for the self-test. */
class DurableFS extends NodeFS {
  sincronizzazioni = 0

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const result = await super.init(pg, options)
    const avvio = result.emscriptenOpts as unknown as Start
    avvio.preRun = [
      ...(avvio.preRun ?? []),
      ({ NODEFS }) => {
        NODEFS.stream_ops.fsync = (stream) => {
          if (stream.nfd === undefined) syncPath(NODEFS.realPath(stream.node))
          else fsyncSync(stream.nfd)
          this.sincronizzazioni += 1
          return 0
        }
      },
    ]
    return result
  }
}

const BYTEA = 17
const OPTIONS = { parsers: { [BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') } }

const runner = (su: PGliteInterface | Transaction): Queryable => ({
  async query<R>(sql: string, params: readonly unknown[] = []): Promise<Rows<R>> {
    const { rows, affectedRows } = await su.query<R>(sql, [...params], OPTIONS)
    return { rows: rows, count: affectedRows || rows.length }
  },
  script: async (sql) => {
    await su.exec(sql)
  },
})

/**
 * The guarded fallback where no native PostgreSQL starts: one connection, one process. Throws when another process holds
 * the data, or when a commit does not reach the disk.
 */
export async function openPglite(dataDir: string, log: Logger): Promise<Db> {
  const folder = join(dataDir, 'pglite')
  mkdirSync(dataDir, { recursive: true })
  const release = await lockFolder(join(dataDir, 'pglite.lock'))
  try {
    const next = !existsSync(join(folder, 'PG_VERSION'))
    const fs = new DurableFS(folder)
    const startParams = [
      ...PGlite.defaultStartParams.filter((entry) => entry !== '-F'),
      ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'TimeZone=UTC'].flatMap((v) => ['-c', v]),
    ]
    const pg = await PGlite.create({ fs, startParams })
    if (next) syncTree(folder)
    const before = fs.sincronizzazioni
    await pg.query(`select pg_logical_emit_message(true, 'idoneo', 'prova')`)
    if (fs.sincronizzazioni === before) {
      await pg.close()
      throw new Error('il database di riserva non scrive su disco in modo sicuro: avvio rifiutato')
    }
    log.warn(
      'ATTENZIONE: nessun PostgreSQL nativo parte su questa macchina; è in uso il database di riserva (PGlite), più lento e per un solo processo. Per un uso serio indicare DATABASE_URL.',
    )
    return {
      engine: 'pglite',
      ...runner(pg),
      tx: (work) => pg.transaction((tx) => work(runner(tx))),
      close: async () => {
        await pg.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}
