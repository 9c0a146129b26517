import { lockName } from '#contract/database'
import type { Archivio } from './archivio.ts'
import { detachAll } from './attach.ts'
import type { Connection, Driver, Platform } from './drivers/platform.ts'
import { readChain } from './eventi.ts'
import { StoreFault } from './guard.ts'
import { migrate } from './migrate.ts'
import { sweep } from './sweep.ts'

const RETRY_MS = 50
const RETRIES = 40

/**
 * Opens the account's store as its only owner. ARCHIVIO_OCCUPATO when another tab owns it, unless `attendi`: then it
 * waits for the lock, until `signal` gives up. A handle that a closing tab still holds is asked for again, bounded.
 */
export async function openArchivio(
  platform: Platform,
  id_utente: number,
  attendi: boolean,
  signal: AbortSignal,
): Promise<Archivio> {
  const unlock = await platform.lock(lockName(id_utente), attendi, signal)
  if (!unlock) throw new StoreFault('ARCHIVIO_OCCUPATO')
  let driver: Driver | undefined
  let db: Connection | undefined
  try {
    driver = await openDriver(platform, id_utente)
    const files = await platform.openFiles(id_utente)
    db = driver.connect()
    configure(db)
    const versione = migrate(db)
    const chain = readChain(db, () => platform.newDevice())
    const archivio: Archivio = {
      id_utente,
      platform,
      driver,
      files,
      db,
      versione,
      attached: new Map(),
      immagini: new Map(),
      chain,
      downloads: new Map(),
      release: unlock,
    }
    await sweep(archivio)
    return archivio
  } catch (error) {
    db?.close()
    await driver?.release()
    unlock()
    throw error
  }
}

/** Closes everything and gives the store up. Downloads under way keep what arrived. */
export async function closeArchivio(archivio: Archivio): Promise<void> {
  const running = [...archivio.downloads.values()]
  for (const download of running) download.abort.abort()
  await Promise.allSettled(running.map((download) => download.done))
  try {
    detachAll(archivio)
    archivio.db.close()
    await archivio.driver.release()
  } finally {
    archivio.release()
  }
}

async function openDriver(platform: Platform, id_utente: number): Promise<Driver> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await platform.openDriver(id_utente)
    } catch (error) {
      if ((error as { name?: string }).name !== 'NoModificationAllowedError') throw error
      if (attempt >= RETRIES) throw new StoreFault('ARCHIVIO_OCCUPATO', 'access handles are held elsewhere')
      await platform.wait(RETRY_MS)
    }
  }
}

/**
 * In this order (data-engine §2): EXCLUSIVE before the first read, else WAL is refused or silently becomes DELETE; the
 * schema is named, because an unqualified journal_mode would rewrite an attached bank. Each answer is checked.
 */
function configure(db: Connection): void {
  const ask = (pragma: string) => String(Object.values(db.get<Record<string, unknown>>(`PRAGMA ${pragma}`) ?? {})[0])
  const expect = (pragma: string, wanted: string, answer: string) => {
    if (answer !== wanted) throw new StoreFault('INDEXEDDB_GENERIC_ERROR', `PRAGMA ${pragma} answered ${answer}`)
  }
  expect('locking_mode', 'exclusive', ask('locking_mode=EXCLUSIVE'))
  db.exec('PRAGMA main.page_size=8192')
  expect('journal_mode', 'wal', ask('main.journal_mode=WAL'))
  // Temporary tables never take a slot of the pool.
  db.exec(
    'PRAGMA main.synchronous=FULL; PRAGMA main.cache_size=-32768; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;',
  )
  expect('synchronous', '2', ask('main.synchronous'))
  expect('page_size', '8192', ask('main.page_size'))
  expect('foreign_keys', '1', ask('foreign_keys'))
}
