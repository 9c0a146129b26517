import { expose } from 'comlink'
import { browserRungs, ladder } from '#workers/backends/ladder'
import { opfsPlatform } from '#workers/backends/opfs'
import { StoreFault } from '#workers/core/guard'
import { createDatabase } from '#workers/store/database'

// The name says what this browser is to lack.
const manca = new Set(self.name.split(','))
const opfs = opfsPlatform()
const rungs = browserRungs({
  ...opfs,
  newDevice: () => 'memoria-1',
  async openDriver(id_utente) {
    if (manca.has('wasm')) throw new StoreFault('WEBASSEMBLY_NOT_AVAILABLE')
    if (manca.has('opfs')) throw new StoreFault('INDEXEDDB_NOT_AVAILABLE', 'no OPFS')
    return opfs.openDriver(id_utente)
  },
})
expose(createDatabase(ladder({ ...rungs, pace: { every: 5, quiet: 0 } })))
