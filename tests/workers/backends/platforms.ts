import { IDBFactory } from 'fake-indexeddb'
import { memoryPlatform } from '#tests/workers/memory'
import { loadAsm } from '#wasm/asm'
import { loadSqlite } from '#wasm/sqlite'
import { type Idb, openIdb } from '#workers/backends/idb'
import { ladder, type Rungs } from '#workers/backends/ladder'
import { StoreFault } from '#workers/core/guard'
import type { Platform } from '#workers/core/platform'
import { asmEngine } from '#workers/engine/asm-engine'
import { wasmEngine } from '#workers/engine/wasm-engine'
import { createDatabase } from '#workers/store/database'

export type Opzioni = {
  /** OPFS that does not exist, unless given. */
  opfs?: Partial<Platform>
  factory?: IDBFactory | undefined
  senzaWasm?: boolean
  ogni?: number
  /** Stands between the store and its IndexedDB. */
  guasta?: (idb: Idb) => Idb
  fetch?: Platform['fetch']
}

/** The world of a browser with only some of its parts. */
export function platformOf({ opfs, factory, senzaWasm, ogni, guasta = (idb) => idb, fetch }: Opzioni): Platform {
  const absent = async () => {
    throw new StoreFault('INDEXEDDB_NOT_AVAILABLE', 'no OPFS')
  }
  const base = memoryPlatform({
    openDriver: absent,
    openFiles: absent,
    removeAll: absent,
    newDevice: () => 'memoria-1',
    ...(fetch && { fetch }),
    ...opfs,
  })
  const rungs: Rungs = {
    opfs: base,
    idb: guasta(openIdb(factory)),
    async wasm() {
      if (senzaWasm) throw new StoreFault('WEBASSEMBLY_NOT_AVAILABLE')
      return wasmEngine(await loadSqlite())
    },
    asm: async () => asmEngine(await loadAsm()),
    pace: { quiet: 0, ...(ogni !== undefined && { every: ogni }) },
  }
  return ladder(rungs)
}

/** A browser with an empty IndexedDB. */
export const newFactory = (): IDBFactory => new IDBFactory()

export const databaseOf = (opzioni: Opzioni) => createDatabase(platformOf(opzioni))
