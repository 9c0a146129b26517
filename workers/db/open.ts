import type { CausaRecupero } from '#contract/cura'
import { lockName, type Rung } from '#contract/database'
import type { Archivio } from './archivio.ts'
import { detachAll } from './attach.ts'
import type { Connection, Driver, Platform, Richiesta } from './drivers/platform.ts'
import { readChain } from './eventi.ts'
import { faultOf, StoreFault } from './guard.ts'
import { isBlank, migrate } from './migrate.ts'
import { endConsegne } from './prove/riprendi-consegna.ts'
import { stopTending } from './recupero/custode.ts'
import { Vuoto } from './recupero/guasto.ts'
import { type Aperto, afterRecupero, noteBanca, openSafely, recoverUtente } from './recupero/recupera.ts'
import { FETTA_LUNGA, LOG_LASCIATO, logEnd, newCustodia, seal } from './recupero/sigillo.ts'
import { isBehind, newTenuta } from './specchio/tieni.ts'
import { noteSvuotato } from './svuotato.ts'

const RETRY_MS = 50
const RETRIES = 40

/** How to ask for the store. `attendi` waits for it, `ruba` takes it from an owner that does not answer any more. */
export type Modo = { attendi: boolean; ruba: boolean; gradino?: Rung | undefined }

/** What happens to the ownership of a store while nobody asks. */
export type Eventi = {
  /** The lock is held; the store is about to open. */
  onPreso?: (id_utente: number) => void
  /** Another tab took the store from here: it is closed, nothing more is written. */
  onPerso?: (id_utente: number) => void
}

/**
 * Opens the account's store as its only owner. ARCHIVIO_OCCUPATO when another tab owns it, unless `attendi`: then it
 * waits for the lock, until `signal` gives up. A handle that a closing tab still holds is asked for again, bounded: whoever
 * holds them is the only one who can write, whatever the lock says. `onPerso` is told once when the open store was stolen.
 */
export async function openArchivio(
  platform: Platform,
  id_utente: number,
  { attendi, ruba, gradino }: Modo,
  signal: AbortSignal,
  { onPreso, onPerso }: { onPreso?: ((id_utente: number) => void) | undefined; onPerso: (a: Archivio) => void },
): Promise<Archivio> {
  let rubato = false
  let aperto: Archivio | undefined
  let detto = false
  const lose = (a: Archivio) => {
    if (!detto) onPerso(a)
    detto = true
  }
  const unlock = await platform.lock(lockName(id_utente), attendi, signal, {
    ruba,
    onPerso: () => {
      rubato = true
      if (aperto) lose(aperto)
    },
  })
  if (!unlock) throw new StoreFault('ARCHIVIO_OCCUPATO')
  onPreso?.(id_utente)
  let driver: Driver | undefined
  let db: Connection | undefined
  try {
    driver = await openDriver(platform, id_utente, { rubato: () => rubato || signal.aborted, gradino }, attendi || ruba)
    const files = await platform.openFiles(id_utente)
    const here = driver
    const luogo = { platform, driver, files, id_utente }
    const { recupero, perse, apertura, iniziate, ...store } = await withRoom(here, () =>
      openSafely(luogo, (nuovo, look) => connect(platform, here, { nuovo, look, perduto: gradino !== undefined })),
    )
    db = store.db
    const archivio: Archivio = {
      id_utente,
      platform,
      driver,
      files,
      ...store,
      attached: new Map(),
      lette: new Map(),
      immagini: new Map(),
      downloads: new Map(),
      custodia: newCustodia(apertura),
      tenuta: newTenuta(),
      onPerso: () => lose(archivio),
      release: unlock,
    }
    for (const banca of perse) noteBanca(archivio, banca)
    if (recupero) await afterRecupero(archivio, recupero)
    // A mirror that has more of them brings all of it back, before the first write (recupero/verifica).
    if (iniziate.length > 0 && !(await isBehind(archivio))) endConsegne(archivio, iniziate)
    // Every start reads the log through, and one whose owners all died young grows with each of them.
    if (apertura >= LOG_LASCIATO)
      await seal(archivio, FETTA_LUNGA).catch((error: unknown) => console.warn('store care', error))
    await driver.settle()
    if (rubato) throw new StoreFault('ARCHIVIO_OCCUPATO', 'another tab took the store')
    aperto = archivio
    return archivio
  } catch (error) {
    try {
      db?.close()
      await driver?.release()
    } catch (later) {
      console.warn('store close', later)
    }
    unlock()
    throw error
  }
}

/** On a full disk the reserves are given up: a damaged store is written anew before the old one goes. */
async function withRoom<T>(driver: Driver, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (faultOf(error).codice !== 'INDEXEDDB_NOT_ENOUGH_SPACE') throw error
    const freed = [await driver.freeLogReserve?.(), await driver.freeReserve?.()]
    if (!freed.includes(true)) throw error
    return work()
  }
}

type Attesa = { nuovo?: boolean; perduto?: boolean; look?: (db: Connection) => void }

/**
 * The person's database, configured and at the newest version, with the end of its chain. `nuovo`: it may be one that is empty;
 * `perduto`: the page knows that it was not. `look` sees it before it is brought to that version.
 */
function connect(platform: Platform, driver: Driver, { nuovo = true, perduto = false, look }: Attesa = {}): Aperto {
  const db = driver.connect()
  try {
    if (driver.officina) db.keepLog?.()
    configure(db, driver)
    if (!nuovo && isBlank(db)) throw new Vuoto('the database is empty')
    const apertura = logEnd(db)
    const versione = migrate(
      db,
      () => perduto && noteSvuotato(db),
      () => look?.(db),
    )
    return { db, versione, chain: readChain(db, () => platform.newDevice()), apertura }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Closes everything and gives the store up. */
export async function closeArchivio(archivio: Archivio): Promise<void> {
  try {
    await closeFiles(archivio)
  } finally {
    archivio.release()
  }
}

/** Closes everything and still owns the store. Downloads under way keep what arrived. */
export async function closeFiles(archivio: Archivio): Promise<void> {
  const running = [...archivio.downloads.values()]
  for (const download of running) download.abort.abort()
  await Promise.allSettled(running.map((download) => download.done))
  while (archivio.rilettura) await archivio.rilettura
  // From here on nothing rebuilds it (durevole): a closed file looks like a damaged one.
  archivio.chiuso = true
  if (!archivio.perso) {
    await stopTending(archivio)
    detachAll(archivio)
    archivio.db.close()
  }
  await archivio.driver.release()
}

/** Reads the store again from what is durable: what memory holds beyond it never happened. Downloads go on. */
export async function rereadArchivio(a: Archivio): Promise<void> {
  a.attached.clear()
  a.lette.clear()
  a.immagini.clear()
  a.db.close()
  await a.driver.reload?.()
  const { apertura: _, ...aperto } = connect(a.platform, a.driver)
  Object.assign(a, aperto)
}

/** Rebuilds the damaged store that is open. */
export async function healArchivio(a: Archivio, causa: CausaRecupero): Promise<void> {
  a.lette.clear()
  a.immagini.clear()
  await withRoom(a.driver, () => recoverUtente(a, causa, () => connect(a.platform, a.driver)))
}

/** A handle that another worker has, and a file read while another worker writes it. */
const HELD: ReadonlySet<string> = new Set(['NoModificationAllowedError', 'NotReadableError'])

/** Who waits for the store waits for its files too: their owner may have lost the lock and not know it yet. */
async function openDriver(
  platform: Platform,
  id_utente: number,
  altro: Richiesta & { rubato: () => boolean },
  patient: boolean,
): Promise<Driver> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await platform.openDriver(id_utente, altro)
    } catch (error) {
      if (!HELD.has((error as { name?: string }).name ?? '')) throw error
      if (altro.rubato() || (attempt >= RETRIES && !patient))
        throw new StoreFault('ARCHIVIO_OCCUPATO', 'access handles are held elsewhere')
      await platform.wait(RETRY_MS)
    }
  }
}

/**
 * In this order (data-engine §2): EXCLUSIVE before the first read, else WAL is refused or silently becomes DELETE; the
 * schema is named, because an unqualified journal_mode would rewrite an attached bank. Each answer is checked.
 */
function configure(db: Connection, { journal, officina }: Driver): void {
  const ask = (pragma: string) => String(Object.values(db.get<Record<string, unknown>>(`PRAGMA ${pragma}`) ?? {})[0])
  const expect = (pragma: string, wanted: string, answer: string) => {
    if (answer !== wanted) throw new StoreFault('INDEXEDDB_GENERIC_ERROR', `PRAGMA ${pragma} answered ${answer}`)
  }
  expect('locking_mode', 'exclusive', ask('locking_mode=EXCLUSIVE'))
  db.exec('PRAGMA main.page_size=8192')
  if (journal === 'memory') expect('journal_mode', 'memory', ask('main.journal_mode=MEMORY'))
  else expect('journal_mode', 'wal', ask('main.journal_mode=WAL'))
  // The log is written back by recupero/sigillo alone, so that the sums of the file stay true.
  if (officina) db.exec('PRAGMA main.wal_autocheckpoint=0')
  // Temporary tables never take a slot of the pool.
  db.exec(
    'PRAGMA main.synchronous=FULL; PRAGMA main.cache_size=-32768; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;',
  )
  expect('synchronous', '2', ask('main.synchronous'))
  expect('page_size', '8192', ask('main.page_size'))
  expect('foreign_keys', '1', ask('foreign_keys'))
}
