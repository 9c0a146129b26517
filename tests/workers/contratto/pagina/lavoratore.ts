import { expose } from 'comlink'
import { createDatabase } from '#workers/db/database'
import { opfsPlatform } from '#workers/db/drivers/opfs'
import { browserPioli, scala } from '#workers/db/drivers/scala'
import { StoreFault } from '#workers/db/guard'

// The name says what this browser is to lack.
const manca = new Set(self.name.split(','))
const opfs = opfsPlatform()
const pioli = browserPioli({
  ...opfs,
  newDevice: () => 'memoria-1',
  async openDriver(id_utente) {
    if (manca.has('wasm')) throw new StoreFault('WEBASSEMBLY_NOT_AVAILABLE')
    if (manca.has('opfs')) throw new StoreFault('INDEXEDDB_NOT_AVAILABLE', 'no OPFS')
    return opfs.openDriver(id_utente)
  },
})
expose(createDatabase(scala({ ...pioli, ritmo: { ogni: 5, quiete: 0 } })))
