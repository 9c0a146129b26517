import { proxy, releaseProxy, wrap } from 'comlink'
import type { Database, Opening, Rung } from '#contract/database'
import { fail, type Result } from '#contract/result'
import type { TabNotice, TabStore } from '#contract/tabs'
import { handSqlite } from '#wasm/consegna'
import { forgetGradino, keepGradino, knownGradino } from './db/gradino-noto.ts'
import { workerUrl } from './db/indirizzi.ts'

type Metodo = (...args: unknown[]) => Promise<Result<unknown>>
type Chiamata = { nome: string; args: unknown[]; fine: (esito: Result<unknown>) => void }
type Vivo = { send: (c: Chiamata) => void; termina: () => void }
type Voluto = { id_utente: number; sola?: boolean; gradino?: Rung }

let vivo: Vivo | null = null
/** What the page wants open: a worker that comes back opens it again. */
let voluto: Voluto | null = null
let riapertura: Promise<Result<Opening>> | null = null
let racconta: ((esito: Result<Opening>) => void) | null = null
let ascolta: ((n: TabNotice) => void) | null = null
/** Calls without an answer yet. A page that was put aside asks them again when it is back: writes are idempotent. */
const sospese = new Set<Chiamata>()

/** Who wants to know how a worker that came back found the store: another tab may have it now. */
export const onRiapertura = (f: (esito: Result<Opening>) => void): void => {
  racconta = f
}

/** Who wants to hear what other tabs changed and who owns the store. */
export const onNotizia = (f: (n: TabNotice) => void): void => {
  ascolta = f
}

function finish(c: Chiamata, esito: Result<unknown>): void {
  if (sospese.delete(c)) c.fine(esito)
}

function finishAll(dettaglio: string): void {
  for (const c of [...sospese]) finish(c, fail('ARCHIVIO_NON_APERTO', { detail: dettaglio }))
}

function start(): Vivo {
  const worker = new Worker(workerUrl('archivio'), { type: 'module', name: 'archivio' })
  handSqlite(worker)
  const canale = wrap<TabStore>(worker)
  let finito = false
  const termina = () => {
    finito = true
    worker.terminate()
    canale[releaseProxy]()
    if (vivo?.termina === termina) vivo = null
  }
  worker.addEventListener('error', (e) => {
    termina()
    finishAll(e.message)
  })
  const hear = (n: TabNotice) => {
    // Deleted from another tab: that one may have stopped waiting for the end.
    if (n.tipo === 'novita' && n.novita.tipo === 'cancellato' && voluto) forgetGradino(voluto.id_utente)
    ascolta?.(n)
  }
  void canale.onNotice(proxy(hear))
  const send = (c: Chiamata) => {
    const passabili = c.args.map((a) => (typeof a === 'function' ? proxy(a) : a))
    const metodo = (canale as unknown as Record<string, Metodo>)[c.nome] as Metodo
    metodo(...passabili)
      .catch((e: unknown) => fail('ARCHIVIO_NON_APERTO', { detail: String(e) }))
      .then((esito) => finito || finish(c, esito))
  }
  return { send, termina }
}

/** Between pagehide and pageshow nothing may start a worker: it would hold the store while nobody looks. */
let daParte = false

const call = (nome: string, args: unknown[]): Promise<Result<unknown>> =>
  new Promise((fine) => {
    const c = { nome, args, fine }
    sospese.add(c)
    if (daParte) return
    vivo ??= start()
    vivo.send(c)
  })

const REMOTO = new Proxy({} as Database, {
  get: (_, nome) => {
    // A promise that resolves to this object must not take it for another promise.
    if (nome === 'then' || typeof nome !== 'string') return undefined
    if (nome !== 'clearUser') return (...args: unknown[]) => call(nome, args)
    return async (args: { id_utente: number }) => {
      const gradino = knownGradino(args.id_utente)
      // Before it begins: a page that is closed meanwhile would take what the person deleted for lost.
      forgetGradino(args.id_utente)
      const esito = await call(nome, [args])
      if (!esito.ok && gradino) keepGradino(args.id_utente, gradino)
      return esito
    }
  },
})

/**
 * Opens the account's store, here or through the tab that owns it; ARCHIVIO_OCCUPATO when that tab does not answer. `sola`:
 * only if no other tab has it.
 */
export async function openDb(args: Voluto): Promise<Result<Opening>> {
  await chiusura
  voluto = args
  const gradino = knownGradino(args.id_utente)
  const esito = await REMOTO.open(gradino ? { ...args, rung: gradino } : args)
  if (esito.ok) keepGradino(args.id_utente, esito.value.rung)
  return esito
}

/** The store of the account that was opened; opens it again when the worker ended meanwhile. */
export async function db(): Promise<Database> {
  if (!vivo && voluto && !daParte) riapertura ??= openDb(voluto).finally(() => (riapertura = null))
  // What is asked while the store opens again waits for it.
  if (riapertura) racconta?.(await riapertura)
  return REMOTO
}

/** The worker under way to its end: who opens meanwhile waits for it, or it would take the new store with it. */
let chiusura: Promise<void> | null = null

/** Closes the store and its worker; nothing is opened again until `openDb`. */
export function closeDb(): Promise<void> {
  chiusura ??= close().finally(() => {
    chiusura = null
  })
  return chiusura
}

async function close(): Promise<void> {
  voluto = null
  if (vivo) await REMOTO.close()
  vivo?.termina()
  finishAll('closed')
}

// A page kept for "back" or frozen would hold the store's lock and its files, and answer nobody: terminate, and respawn when
// it is seen again (reliability §0.4). What a worker acknowledged is durable, the rest is asked again.
function putAside(): void {
  daParte = true
  vivo?.termina()
}

async function comeBack(): Promise<void> {
  if (!daParte) return
  daParte = false
  const interrotte = [...sospese]
  if (!voluto) return finishAll('closed')
  riapertura = openDb(voluto).finally(() => (riapertura = null))
  const esito = await riapertura
  racconta?.(esito)
  for (const c of interrotte) {
    if (c.nome === 'open' || !esito.ok) finish(c, esito)
    else if (sospese.has(c)) vivo?.send(c)
  }
}

if (typeof window !== 'undefined') {
  addEventListener('pagehide', putAside)
  document.addEventListener('freeze', putAside)
  addEventListener('pageshow', () => void comeBack())
  document.addEventListener('resume', () => void comeBack())
}
