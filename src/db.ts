import { proxy, releaseProxy, wrap } from 'comlink'
import type { Apertura, Database } from '#contract/database'
import { fail, type Result } from '#contract/result'
import { workerUrl } from './db/indirizzi.ts'

type Metodo = (...args: unknown[]) => Promise<Result<unknown>>
type Vivo = { remoto: Database; termina: () => void }

let vivo: Vivo | null = null
/** What the page last opened: a worker that comes back opens it again. */
let aperto: { id_utente: number } | null = null
let riapertura: Promise<Result<Apertura>> | null = null
let racconta: ((esito: Result<Apertura>) => void) | null = null

/** Who wants to know how a worker that came back found the store: another tab may have taken it meanwhile. */
export const onRiapertura = (f: (esito: Result<Apertura>) => void): void => {
  racconta = f
}

/** Starts the worker. Calls in flight when it is terminated end with ARCHIVIO_NON_APERTO instead of hanging for ever. */
function start(): Vivo {
  const worker = new Worker(workerUrl('archivio'), { type: 'module', name: 'archivio' })
  const canale = wrap<Database>(worker)
  const sospese = new Set<(r: Result<never>) => void>()
  const termina = (dettaglio = 'terminated') => {
    worker.terminate()
    canale[releaseProxy]()
    for (const fine of sospese) fine(fail('ARCHIVIO_NON_APERTO', { dettaglio }))
    sospese.clear()
    if (vivo?.termina === termina) vivo = null
  }
  worker.addEventListener('error', (e) => termina(e.message))
  const remoto = new Proxy({} as Database, {
    get: (_, nome) => {
      // A promise that resolves to this object must not take it for another promise.
      if (nome === 'then' || typeof nome !== 'string') return undefined
      return (...args: unknown[]) =>
        new Promise<Result<unknown>>((resolve) => {
          sospese.add(resolve)
          const passabili = args.map((a) => (typeof a === 'function' ? proxy(a) : a))
          const metodo = (canale as unknown as Record<string, Metodo>)[nome] as Metodo
          metodo(...passabili)
            .catch((e: unknown) => fail('ARCHIVIO_NON_APERTO', { dettaglio: String(e) }))
            .then((r) => {
              sospese.delete(resolve)
              resolve(r)
            })
        })
    },
  })
  return { remoto, termina }
}

/** Between pagehide and pageshow nothing may start a worker: it would hold the store while nobody looks. */
let daParte = false
const SPENTO = new Proxy({} as Database, {
  get: (_, nome) =>
    nome === 'then' ? undefined : async () => fail('ARCHIVIO_NON_APERTO', { dettaglio: 'page put aside' }),
})

function current(): Database {
  if (daParte) return SPENTO
  vivo ??= start()
  return vivo.remoto
}

/** Opens the account's store; ARCHIVIO_OCCUPATO when another tab owns it, unless `attendi` waits for it. */
export async function openDb(args: { id_utente: number; attendi?: boolean }): Promise<Result<Apertura>> {
  const esito = await current().open(args)
  if (esito.ok) aperto = { id_utente: args.id_utente }
  return esito
}

/** The store of the account that was opened; opens it again when the worker was terminated meanwhile. */
export async function db(): Promise<Database> {
  if (!vivo && aperto && !daParte)
    riapertura ??= openDb(aperto).finally(() => {
      riapertura = null
    })
  // What is asked while the store opens again waits for it.
  if (riapertura) racconta?.(await riapertura)
  return current()
}

/** Closes the store and its worker; nothing is opened again until `openDb`. */
export async function closeDb(): Promise<void> {
  aperto = null
  if (!vivo) return
  await vivo.remoto.close()
  vivo?.termina()
}

// A page kept for "back" would hold the store's lock and its files: terminate, and respawn when it is seen again
// (reliability §0.4). What a worker acknowledged is durable, what it did not was never shown as saved.
if (typeof window !== 'undefined') {
  addEventListener('pagehide', () => {
    daParte = true
    vivo?.termina()
  })
  addEventListener('pageshow', (e) => {
    daParte = false
    if (e.persisted && aperto) void db()
  })
}
