import { SQLITE_WASM } from '#wasm/address'
import { expectSqlite } from '#wasm/handover'
import { loadSqlite } from '#wasm/sqlite'

// The least that a worker can do before it has a row: the engine, its pool of files, a database with the store's own settings. In a
// function: a module that waited for the engine's message would not be there to hear it (workers/start).
async function run(): Promise<void> {
  const sqlite = await loadSqlite(SQLITE_WASM, expectSqlite())
  const pool = await sqlite.installOpfsSAHPoolVfs({
    name: 'nudo',
    directory: 'nudo/archivio',
    initialCapacity: 4,
    preserveOnInitFailure: true,
  })
  const db = new sqlite.oo1.DB('/nudo.db', 'c', pool.vfsName)
  db.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA page_size=8192; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL')
  if (db.selectValue("SELECT count(*) FROM sqlite_schema WHERE name = 'riga'") === 0)
    db.exec("CREATE TABLE riga(testo); INSERT INTO riga VALUES ('prima')")
  postMessage(db.selectValue('SELECT testo FROM riga'))
}

run().catch((error: unknown) => {
  setTimeout(() => {
    throw error
  })
})
