import { expose } from 'comlink'
import type { ConcorsoScaricabile } from '#contract/schemas'
import { opfsPlatform } from '#workers/backends/opfs'
import { createDatabase } from '#workers/store/database'
import type { Compito, Metodo } from '../lib/lavoro.ts'
import { createNostro } from '../lib/nostro.ts'

// The store's own code in a worker of its own, measured from inside: no message is counted.
const database = createDatabase(opfsPlatform())
let metodo: Metodo | undefined

expose({
  prepare(concorso: ConcorsoScaricabile, compito: Compito, id_utente: number) {
    const accesso = {
      open: () => database.open({ id_utente }),
      db: async () => database,
      close: () => database.close(),
    }
    metodo = createNostro(accesso, concorso, compito)
  },
  run(operazione: keyof Metodo, giro: number) {
    return metodo?.[operazione]?.(giro)
  },
})
