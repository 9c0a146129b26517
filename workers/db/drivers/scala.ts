import type { Rung } from '#contract/database'
import type { Codice } from '#contract/errori'
import { SQLITE_WASM } from '#wasm/address'
import { loadAsm } from '#wasm/asm'
import { loadSqlite } from '#wasm/sqlite'
import { faultOf, StoreFault } from '../guard.ts'
import { idbFiles } from './file-idb.ts'
import { ask, type Idb, openIdb } from './idb.ts'
import { logDriver, type Ritmo } from './log.ts'
import { channelLock } from './lucchetto.ts'
import type { Motore } from './motore.ts'
import { motoreAsm } from './motore-asm.ts'
import { motoreWasm } from './motore-wasm.ts'
import { nothingKept } from './nessuno.ts'
import type { Driver, FileStore, Platform, Richiesta } from './platform.ts'
import { holdsAccount, removeAccount } from './registro.ts'
import { RISERVA_DOPO_MS } from './riserva.ts'

/** Transactions in the log before a snapshot takes their place, and the quiet before it, milliseconds. */
const OGNI = 200
const QUIETE_MS = 3000
/** An IndexedDB that never answers does not stop a store on OPFS, milliseconds: the page has its own note. */
const NOTA_MS = 2000
/** Nor does one that takes its time to tidy up stop a store over its log, milliseconds. */
const GIRO_MS = 1000

export type Pioli = {
  /** The highest rung, and the world that all of them share. */
  opfs: Platform
  idb: Idb
  /** Each engine, loaded when its rung is tried. The first rejects with WEBASSEMBLY_NOT_AVAILABLE or a CompileError. */
  wasm: () => Promise<Motore>
  asm: () => Promise<Motore>
  ritmo?: Partial<Ritmo>
}

/** The rungs of this browser, for the worker. */
export function browserPioli(opfs: Platform): Pioli {
  return {
    opfs,
    idb: openIdb(globalThis.indexedDB),
    async wasm() {
      if (typeof WebAssembly !== 'object') throw new StoreFault('WEBASSEMBLY_NOT_AVAILABLE')
      return motoreWasm(await loadSqlite(SQLITE_WASM))
    },
    asm: async () => motoreAsm(await loadAsm()),
  }
}

/**
 * The ladder (D32): tries the rungs in order, says what it met on the way, and never opens a lower one where the account's
 * data is on a higher one that fails today: that would look like an empty account (evolu#705).
 */
export function scala({ opfs, idb, wasm, asm, ritmo }: Pioli): Platform {
  const vuoto = nothingKept()
  const files = new Map<number, () => Promise<FileStore>>()
  const pace: Ritmo = { ogni: OGNI, quiete: QUIETE_MS, wait: (ms) => opfs.wait(ms), ...ritmo }

  async function openDriver(id_utente: number, altro: Richiesta = {}): Promise<Driver> {
    const avvisi: Codice[] = []
    try {
      const driver = await opfs.openDriver(id_utente)
      const nuovo = driver.listBanks().length === 0
      if (nuovo && (await holds(idb, id_utente, isOnLog(altro.gradino)))) await driver.release()
      else {
        const noted = Promise.race([remember(idb, id_utente).catch(() => {}), pace.wait(NOTA_MS)])
        files.set(id_utente, () => opfs.openFiles(id_utente))
        void pace.wait(RISERVA_DOPO_MS).then(() => driver.keepReserve?.().catch(() => {}))
        // The mirror lives there.
        void pace.wait(RISERVA_DOPO_MS).then(() => idb.renewJournal().catch(() => {}))
        // Nothing is acknowledged before the note is there, for the day when OPFS fails. A page that knows of it says so then.
        return altro.gradino === 'opfs-sahpool'
          ? driver
          : { ...driver, settle: () => noted.then(() => driver.settle()) }
      }
    } catch (error) {
      const codice = missing(error)
      if (!codice) throw error
      if (altro.gradino === 'opfs-sahpool' || (await usedOpfs(idb, id_utente))) throw elsewhere(error, 'opfs')
      avvisi.push(codice)
    }
    const driver = await overLog(id_utente, avvisi, altro)
    return { ...driver, avvisi }
  }

  async function overLog(id_utente: number, avvisi: Codice[], { rubato, gradino: noto }: Richiesta): Promise<Driver> {
    const [motore] = await Promise.all([
      engine(avvisi),
      Promise.race([idb.renewJournal().catch(() => {}), pace.wait(GIRO_MS)]),
    ])
    // Two tabs that open together may both have taken the lock: only the later one becomes the writer.
    if (rubato?.()) throw new StoreFault('ARCHIVIO_OCCUPATO', 'another tab took the store')
    const gradino = avvisi.includes('WEBASSEMBLY_NOT_AVAILABLE') ? 'asm' : 'indexeddb'
    try {
      const driver = await logDriver(idb, id_utente, motore, gradino, pace)
      files.set(id_utente, async () => idbFiles(idb, id_utente))
      return driver
    } catch (error) {
      const { codice } = faultOf(error)
      if (isOnLog(noto) && FUORI.has(codice)) throw elsewhere(error, 'indexeddb')
      if (codice !== 'INDEXEDDB_NOT_AVAILABLE') throw error
      const i = avvisi.indexOf('OPFS_NOT_AVAILABLE')
      if (i >= 0) avvisi.splice(i, 1)
      avvisi.unshift('INDEXEDDB_NOT_AVAILABLE')
      files.set(id_utente, async () => vuoto.openFiles(id_utente))
      return vuoto.openDriver(id_utente, motore)
    }
  }

  async function engine(avvisi: Codice[]): Promise<Motore> {
    if (!avvisi.includes('WEBASSEMBLY_NOT_AVAILABLE'))
      try {
        return await wasm()
      } catch (error) {
        if (missing(error) !== 'WEBASSEMBLY_NOT_AVAILABLE') throw error
        avvisi.push('WEBASSEMBLY_NOT_AVAILABLE')
      }
    return asm()
  }

  return {
    ...opfs,
    lock: globalThis.navigator?.locks ? opfs.lock : channelLock(),
    openDriver,
    openFiles: (id_utente) => (files.get(id_utente) ?? (() => opfs.openFiles(id_utente)))(),
    async removeAll(id_utente) {
      vuoto.removeAll(id_utente)
      const available = (error: unknown) => {
        if (!missing(error) && faultOf(error).codice !== 'INDEXEDDB_NOT_AVAILABLE') throw error
      }
      await opfs.removeAll(id_utente).catch(available)
      await removeAccount(idb, id_utente).catch(available)
    },
  }
}

/** What the browser lacks, when that is why a rung failed; null for any other failure, which is told as it is. */
function missing(error: unknown): Codice | null {
  const { codice } = faultOf(error)
  if (codice === 'WEBASSEMBLY_NOT_AVAILABLE') return codice
  if (error instanceof StoreFault) return codice === 'INDEXEDDB_NOT_AVAILABLE' ? 'OPFS_NOT_AVAILABLE' : null
  // Held by a closing tab, or a full disk: the same rung is tried again, or the person makes room.
  if (!(error instanceof DOMException)) return null
  return ['NoModificationAllowedError', 'QuotaExceededError', 'AbortError'].includes(error.name)
    ? null
    : 'OPFS_NOT_AVAILABLE'
}

/** The account's data is on the rung that failed: the code of the failure, and that it is so. */
function elsewhere(error: unknown, archivio: 'opfs' | 'indexeddb'): StoreFault {
  const { codice, detail: dettaglio } = faultOf(error)
  return new StoreFault(codice, dettaglio ?? `the store is in ${archivio}`, { dati: { archivio } })
}

/** The rungs over the log. */
const isOnLog = (gradino: Rung | undefined): boolean => gradino === 'indexeddb' || gradino === 'asm'

/** Failures of IndexedDB that say nothing of what is in it. */
const FUORI: ReadonlySet<Codice> = new Set(['INDEXEDDB_NOT_AVAILABLE', 'INDEXEDDB_GENERIC_ERROR'])

/** Without IndexedDB nothing is there; `noto`, that the data was there, is asked nothing when it does not answer. */
const holds = (idb: Idb, id_utente: number, noto: boolean) => holdsAccount(idb, id_utente).catch(() => noto)

/** Notes that the account's data is on OPFS, for the day when OPFS fails. */
const remember = (idb: Idb, id_utente: number): Promise<void> =>
  idb.transaction(['gradini'], 'readwrite', async (tx) => {
    const store = tx.objectStore('gradini')
    if ((await ask(store.get(id_utente))) === undefined) store.put('opfs-sahpool', id_utente)
  })

const usedOpfs = (idb: Idb, id_utente: number): Promise<boolean> =>
  idb
    .transaction(
      ['gradini'],
      'readonly',
      async (tx) => (await ask(tx.objectStore('gradini').get(id_utente))) !== undefined,
    )
    .catch(() => false)
