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
  /** What the page wants open: a worker that comes back opens it again. */
  wanted: null as WantedStore | null,
  reopening: null as Promise<Result<Opening>> | null,
  tellReopened: null as ((result: Result<Opening>) => void) | null,
  tellNotice: null as ((n: TabNotice) => void) | null,
  /** Between pagehide and pageshow nothing may start a worker: it would hold the store while nobody looks. */
  putAside: false,
  /** The worker under way to its end: who opens meanwhile waits for it, or it would take the new store with it. */
  closing: null as Promise<void> | null,
}

/** Calls without an answer yet. A page that was put aside asks them again when it is back: writes are idempotent. */
const pending = new Set<PendingCall>()

/** Who wants to know how a worker that came back found the store: another tab may have it now. */
export const onStoreReopened = (f: (result: Result<Opening>) => void): void => {
  page.tellReopened = f
}

/** Who wants to hear what other tabs changed and who owns the store. */
export const onTabNotice = (f: (n: TabNotice) => void): void => {
  page.tellNotice = f
}

function finish(c: PendingCall, result: Result<unknown>): void {
  if (pending.delete(c)) c.fine(result)
}

function finishAll(detail: string): void {
  for (const c of [...pending]) finish(c, fail('ARCHIVIO_NON_APERTO', { detail: detail }))
}

function start(): LiveWorker {
  followPage()
  // Asked for first: it is ten times the worker's own code.
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
    // Deleted from another tab: that one may have stopped waiting for the end.
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
    // A promise that resolves to this object must not take it for another promise.
    if (name === 'then' || typeof name !== 'string') return undefined
    if (name !== 'clearUser') return (...args: unknown[]) => call(name as keyof Database, args)
    return async (args: { id_utente: number }) => {
      const rung = knownRung(args.id_utente)
      // Before it begins: a page that is closed meanwhile would take what the person deleted for lost.
      forgetRung(args.id_utente)
      const result = await call(name, [args])
      if (!result.ok && rung) keepRung(args.id_utente, rung)
      // A page that is put aside and comes back must not make an empty one.
      if (result.ok && page.wanted?.id_utente === args.id_utente) page.wanted = null
      return result
    }
  },
})

/**
 * Opens the account's store, here or through the tab that owns it; ARCHIVIO_OCCUPATO when that tab does not answer. `sola`:
 * only if no other tab has it.
 */
export async function openDb(args: WantedStore): Promise<Result<Opening>> {
  await page.closing
  page.wanted = args
  const rung = knownRung(args.id_utente)
  const result = await REMOTE.open(rung ? { ...args, rung: rung } : args)
  if (result.ok) keepRung(args.id_utente, result.value.rung)
  return result
}

/** The store of the account that was opened; opens it again when the worker ended meanwhile. */
export async function db(): Promise<Database> {
  if (!page.live && page.wanted && !page.putAside)
    page.reopening ??= openDb(page.wanted).finally(() => (page.reopening = null))
  // What is asked while the store opens again waits for it.
  if (page.reopening) page.tellReopened?.(await page.reopening)
  return REMOTE
}

/** Closes the store and its worker; nothing is opened again until `openDb`. */
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

// A page kept for "back" or frozen would hold the store's lock and its files, and answer nobody: terminate, and respawn when
// it is seen again (decision 0020). What a worker acknowledged is durable, the rest is asked again.
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

/** As long as the page has a worker: the same listener twice is heard once. */
function followPage(): void {
  addEventListener('pagehide', putAside)
  document.addEventListener('freeze', putAside)
  addEventListener('pageshow', comeBack)
  document.addEventListener('resume', comeBack)
}
