import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteInterface, type Transaction } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Logger } from 'pino'
import type { Db, Esecutore, Righe } from '../deps.ts'
import { lockCartella } from './lucchetto.ts'

// Internals of the pinned version (backend.md 1.3): as shipped it never calls fsync, and a power cut loses acknowledged rows.
type Flusso = { nfd?: number; node: unknown }
type Modulo = { NODEFS: { stream_ops: { fsync?: (flusso: Flusso) => number }; realPath: (node: unknown) => string } }
type Avvio = { preRun?: ((modulo: Modulo) => void)[] }

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** Makes a whole folder durable: its creation ran before anybody called fsync. */
function syncTree(cartella: string): void {
  for (const voce of readdirSync(cartella, { withFileTypes: true })) {
    const path = join(cartella, voce.name)
    if (voce.isDirectory()) syncTree(path)
    else if (voce.isFile()) syncPath(path)
  }
  syncPath(cartella)
}

/** The engine's file system with a real fsync, and a count of them for the self-test. */
class DurableFS extends NodeFS {
  sincronizzazioni = 0

  override async init(pg: PGlite, opzioni: Parameters<NodeFS['init']>[1]) {
    const esito = await super.init(pg, opzioni)
    const avvio = esito.emscriptenOpts as unknown as Avvio
    avvio.preRun = [
      ...(avvio.preRun ?? []),
      ({ NODEFS }) => {
        NODEFS.stream_ops.fsync = (flusso) => {
          if (flusso.nfd === undefined) syncPath(NODEFS.realPath(flusso.node))
          else fsyncSync(flusso.nfd)
          this.sincronizzazioni += 1
          return 0
        }
      },
    ]
    return esito
  }
}

const BYTEA = 17
const OPZIONI = { parsers: { [BYTEA]: (testo: string) => Buffer.from(testo.slice(2), 'hex') } }

const runner = (su: PGliteInterface | Transaction): Esecutore => ({
  async query<R>(sql: string, parametri: readonly unknown[] = []): Promise<Righe<R>> {
    const { rows, affectedRows } = await su.query<R>(sql, [...parametri], OPZIONI)
    return { righe: rows, quante: affectedRows || rows.length }
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
  const cartella = join(dataDir, 'pglite')
  mkdirSync(dataDir, { recursive: true })
  const release = await lockCartella(join(dataDir, 'pglite.lock'))
  try {
    const nuova = !existsSync(join(cartella, 'PG_VERSION'))
    const fs = new DurableFS(cartella)
    const startParams = [
      ...PGlite.defaultStartParams.filter((voce) => voce !== '-F'),
      ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'TimeZone=UTC'].flatMap((v) => ['-c', v]),
    ]
    const pg = await PGlite.create({ fs, startParams })
    if (nuova) syncTree(cartella)
    const prima = fs.sincronizzazioni
    await pg.query(`select pg_logical_emit_message(true, 'idoneo', 'prova')`)
    if (fs.sincronizzazioni === prima) {
      await pg.close()
      throw new Error('il database di riserva non scrive su disco in modo sicuro: avvio rifiutato')
    }
    log.warn(
      'ATTENZIONE: nessun PostgreSQL nativo parte su questa macchina; è in uso il database di riserva (PGlite), più lento e per un solo processo. Per un uso serio indicare DATABASE_URL.',
    )
    return {
      motore: 'pglite',
      ...runner(pg),
      tx: (lavoro) => pg.transaction((tx) => lavoro(runner(tx))),
      close: async () => {
        await pg.close()
        await release()
      },
    }
  } catch (errore) {
    await release()
    throw errore
  }
}
