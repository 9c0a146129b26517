import { proxy, type Remote, wrap } from 'comlink'
import type { ConcorsoScaricabile } from '#contract/schemas'
import { closeDb, db, openDb } from '#src/store/client'
import { compileSqlite } from '#wasm/handover'
import type { Compito, Metodo } from '../lib/lavoro.ts'
import { createNostro } from '../lib/nostro.ts'
import { createDexie } from './dexie.ts'
import { createIdb } from './idb.ts'
import { createNudo } from './nudo.ts'
import { createRighe } from './righe-store.ts'
import { createTanstack } from './tanstack.ts'

// As the product's page does with whoever is signed in.
void compileSqlite()

/** Accounts of the two copies of our store: the page's and the one measured from inside its worker. */
const PAGINA = 1
const DENTRO = 2

type Lavoratore = {
  prepare(concorso: ConcorsoScaricabile, compito: Compito, id_utente: number): void
  run(operazione: keyof Metodo, giro: number): Promise<unknown>
}

/** Our store seen from the page: the product's own way to it. */
const fromPage = (concorso: ConcorsoScaricabile, compito: Compito): Metodo =>
  createNostro({ open: () => openDb({ id_utente: PAGINA }), db, close: closeDb, callback: proxy }, concorso, compito)

/** Our store seen from its worker. */
function fromInside(concorso: ConcorsoScaricabile, compito: Compito): Metodo {
  let dentro: { worker: Worker; remoto: Remote<Lavoratore> } | undefined
  const open = async () => {
    if (dentro) return dentro.remoto
    const worker = new Worker(new URL('./lavoratore.ts', import.meta.url), { type: 'module' })
    const remoto = wrap<Lavoratore>(worker)
    dentro = { worker, remoto }
    await remoto.prepare(concorso, compito, DENTRO)
    return remoto
  }
  const close = async () => {
    await dentro?.remoto.run('close', 0)
    dentro?.worker.terminate()
    dentro = undefined
  }
  return new Proxy({} as Metodo, {
    get: (_, nome) =>
      nome === 'close' ? close : async (giro: number) => (await open()).run(nome as keyof Metodo, giro ?? 0),
  })
}

const METODI = {
  pagina: fromPage,
  dentro: fromInside,
  dexie: (_: ConcorsoScaricabile, compito: Compito) => createRighe(createDexie(), compito),
  idb: (_: ConcorsoScaricabile, compito: Compito) => createRighe(createIdb(), compito),
  tanstack: (_: ConcorsoScaricabile, compito: Compito) => createRighe(createTanstack(), compito),
  nudo: createNudo,
}
const pronti = new Map<string, Metodo>()

Object.assign(window, {
  /** Runs one operation of one method; what it keeps open stays open for the next. */
  banco: ({ concorso, compito, metodo, operazione, giro }: Chiamata) => {
    const made = pronti.get(metodo) ?? METODI[metodo](concorso, compito)
    pronti.set(metodo, made)
    return made[operazione]?.(giro)
  },
})

export type NomeMetodo = keyof typeof METODI
export type Chiamata = {
  concorso: ConcorsoScaricabile
  compito: Compito
  metodo: NomeMetodo
  operazione: keyof Metodo
  giro: number
}
