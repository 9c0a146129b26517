import { IDBFactory } from 'fake-indexeddb'
import { loadAsm } from '#wasm/asm'
import { loadSqlite } from '#wasm/sqlite'
import { createDatabase } from '#workers/db/database'
import { type Idb, openIdb } from '#workers/db/drivers/idb'
import { memoryPlatform } from '#workers/db/drivers/memory'
import { motoreAsm } from '#workers/db/drivers/motore-asm'
import { motoreWasm } from '#workers/db/drivers/motore-wasm'
import type { Platform } from '#workers/db/drivers/platform'
import { type Pioli, scala } from '#workers/db/drivers/scala'
import { StoreFault } from '#workers/db/guard'

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
  const pioli: Pioli = {
    opfs: base,
    idb: guasta(openIdb(factory)),
    async wasm() {
      if (senzaWasm) throw new StoreFault('WEBASSEMBLY_NOT_AVAILABLE')
      return motoreWasm(await loadSqlite())
    },
    asm: async () => motoreAsm(await loadAsm()),
    ritmo: { quiete: 0, ...(ogni !== undefined && { ogni }) },
  }
  return scala(pioli)
}

/** A browser with an empty IndexedDB. */
export const newFactory = (): IDBFactory => new IDBFactory()

export const databaseOf = (opzioni: Opzioni) => createDatabase(platformOf(opzioni))
