import { proxy, releaseProxy, wrap } from 'comlink'
import type { Database, Opening, Rung } from '#contract/database'
import { fail, type Result } from '#contract/result'
import type { TabNotice, TabStore } from '#contract/tabs'
import { compileSqlite, handSqlite } from '#wasm/handover'
import { workerUrl } from '../platform/worker-urls.ts'
import { forgetRung, keepRung, knownRung } from './known-rung.ts'

type Method = (...args: never[]) => Promise<Result<unknown>>
type PendingCall = { name: keyof Database; args: unknown[]; fine: (result: Result<unknown>) => void }
type LiveWorker = { send: (c: PendingCall) => void; terminate: () => void }
type WantedStore = { id_utente: number; alone?: boolean; rung?: Rung }

const page = {
  live: null as LiveWorker | null,
  /** Store that the page wants open, and that a restarted worker opens again. */
  wanted: null as WantedStore | null,
  reopening: null as Promise<Result<Opening>> | null,
  tellReopened: null as ((result: Result<Opening>) => void) | null,
  tellNotice: null as ((n: TabNotice) => void) | null,
  /** True between pagehide and pageshow. A worker started then would hold the store while the page is hidden. */
  putAside: false,
  /** The closing of the worker. `openDb` waits for it, so that it does not close the new store. */
  closing: null as Promise<void> | null,
}

/** Calls without a result yet. A page that was put aside repeats them on its return: writes are idempotent. */
const pending = new Set<PendingCall>()

/** Sets the listener for the result of a reopening by a restarted worker. Another tab may own the store by then. */
export const onStoreReopened = (f: (result: Result<Opening>) => void): void => {
  page.tellReopened = f
}

/** Sets the listener for the changes of other tabs and for the owner of the store. */
export const onTabNotice = (f: (n: TabNotice) => void): void => {
  page.tellNotice = f
}

function finish(c: PendingCall, result: Result<unknown>): void {
  if (pending.delete(c)) c.fine(result)
}

function finishAll(detail: string): void {
  for (const c of [...pending]) finish(c, fail('ARCHIVIO_NON_APERTO', { detail }))
}

function start(): LiveWorker {
  followPage()
  // Start with SQLite, because it is larger than the worker's own code.
  void compileSqlite()
  const worker = new Worker(workerUrl('archivio'), { type: 'module', name: 'archivio' })
  handSqlite(worker)
  const channel = wrap<TabStore>(worker)
  let ended = false
  const terminate = () => {
    ended = true
    worker.terminate()
    channel[releaseProxy]()
    if (page.live?.terminate === terminate) page.live = null
  }
  worker.addEventListener('error', (e) => {
    terminate()
    finishAll(e.message)
  })
  const hear = (n: TabNotice) => {
    // Forget the rung of data deleted from another tab, because that tab may no longer wait for the end.
    if (n.tipo === 'change' && n.change.tipo === 'cancellato' && page.wanted) forgetRung(page.wanted.id_utente)
    page.tellNotice?.(n)
  }
  void channel.onNotice(proxy(hear))
  const send = (c: PendingCall) => {
    const transferable = c.args.map((a) => (typeof a === 'function' ? proxy(a) : a))
    const method: Method = channel[c.name]
    method(...(transferable as never[]))
      .catch((e: unknown) => fail('ARCHIVIO_NON_APERTO', { detail: String(e) }))
      .then((result) => ended || finish(c, result))
  }
  return { send, terminate }
}

const call = (name: keyof Database, args: unknown[]): Promise<Result<unknown>> =>
  new Promise((done) => {
    const c = { name, args, fine: done }
    pending.add(c)
    if (page.putAside) return
    page.live ??= start()
    page.live.send(c)
  })

const REMOTE = new Proxy({} as Database, {
  get: (_, name) => {
    // Return no `then`: a promise that resolves to this object must not treat it as another promise.
    if (name === 'then' || typeof name !== 'string') return undefined
    if (name !== 'clearUser') return (...args: unknown[]) => call(name as keyof Database, args)
    return async (args: { id_utente: number }) => {
      const rung = knownRung(args.id_utente)
      // Forget the rung before the deletion begins. A page closed meanwhile would otherwise report the deleted data as lost.
      forgetRung(args.id_utente)
      const result = await call(name, [args])
      if (!result.ok && rung) keepRung(args.id_utente, rung)
      // Clear the wanted store after the deletion, because a page that returns would make an empty one.
      if (result.ok && page.wanted?.id_utente === args.id_utente) page.wanted = null
      return result
    }
  },
})

/**
 * Opens the account's store, here or through the tab that owns it; ARCHIVIO_OCCUPATO when that tab is silent. `alone`: only if no
 * other tab has it.
 */
export async function openDb(args: WantedStore): Promise<Result<Opening>> {
  await page.closing
  page.wanted = args
  const rung = knownRung(args.id_utente)
  const result = await REMOTE.open(rung ? { ...args, rung: rung } : args)
  if (result.ok) keepRung(args.id_utente, result.value.rung)
  return result
}

/** Returns the store of the opened account; opens it again when the worker ended meanwhile. */
export async function db(): Promise<Database> {
  if (!page.live && page.wanted && !page.putAside)
    page.reopening ??= openDb(page.wanted).finally(() => (page.reopening = null))
  // Make the calls wait while the store opens again.
  if (page.reopening) page.tellReopened?.(await page.reopening)
  return REMOTE
}

/** Closes the store and its worker; neither opens again until `openDb`. */
export function closeDb(): Promise<void> {
  page.closing ??= close().finally(() => {
    page.closing = null
  })
  return page.closing
}

async function close(): Promise<void> {
  page.wanted = null
  if (page.live) await REMOTE.close()
  page.live?.terminate()
  finishAll('closed')
}

// Terminate the worker of a page that is frozen or kept for "back"; restart it at the page's return (decision 0020). The hidden
// page would hold the store's lock and its files, and serve no tab. An acknowledged write is durable; the other calls are repeated.
function putAside(): void {
  page.putAside = true
  page.live?.terminate()
}

async function comeBack(): Promise<void> {
  if (!page.putAside) return
  page.putAside = false
  const interrupted = [...pending]
  if (!page.wanted) return finishAll('closed')
  page.reopening = openDb(page.wanted).finally(() => (page.reopening = null))
  const result = await page.reopening
  page.tellReopened?.(result)
  for (const c of interrupted) {
    if (c.name === 'open' || !result.ok) finish(c, result)
    else if (pending.has(c)) page.live?.send(c)
  }
}

/** Follows the page's lifecycle. Called at every start of a worker, since the browser adds the same listener once. */
function followPage(): void {
  addEventListener('pagehide', putAside)
  document.addEventListener('freeze', putAside)
  addEventListener('pageshow', comeBack)
  document.addEventListener('resume', comeBack)
}
