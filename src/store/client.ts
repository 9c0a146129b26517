import { proxy, releaseProxy, wrap } from 'comlink'
import type { Database, Opening, Rung } from '#contract/database'
import { fail, type Result } from '#contract/result'
import type { TabNotice, TabStore } from '#contract/tabs'
import { handSqlite } from '#wasm/handover'
import { workerUrl } from '../platform/worker-urls.ts'
import { forgetRung, keepRung, knownRung } from './known-rung.ts'

type Method = (...args: never[]) => Promise<Result<unknown>>
type PendingCall = { name: keyof Database; args: unknown[]; fine: (result: Result<unknown>) => void }
type LiveWorker = { send: (c: PendingCall) => void; terminate: () => void }
type WantedStore = { id_utente: number; alone?: boolean; rung?: Rung }

let live: LiveWorker | null = null
/** What the page wants open: a worker that comes back opens it again. */
let wanted: WantedStore | null = null
let reopening: Promise<Result<Opening>> | null = null
let tellReopened: ((result: Result<Opening>) => void) | null = null
let tellNotice: ((n: TabNotice) => void) | null = null
/** Calls without an answer yet. A page that was put aside asks them again when it is back: writes are idempotent. */
const pending = new Set<PendingCall>()

/** Who wants to know how a worker that came back found the store: another tab may have it now. */
export const onStoreReopened = (f: (result: Result<Opening>) => void): void => {
  tellReopened = f
}

/** Who wants to hear what other tabs changed and who owns the store. */
export const onTabNotice = (f: (n: TabNotice) => void): void => {
  tellNotice = f
}

function finish(c: PendingCall, result: Result<unknown>): void {
  if (pending.delete(c)) c.fine(result)
}

function finishAll(detail: string): void {
  for (const c of [...pending]) finish(c, fail('ARCHIVIO_NON_APERTO', { detail: detail }))
}

function start(): LiveWorker {
  const worker = new Worker(workerUrl('archivio'), { type: 'module', name: 'archivio' })
  handSqlite(worker)
  const channel = wrap<TabStore>(worker)
  let ended = false
  const terminate = () => {
    ended = true
    worker.terminate()
    channel[releaseProxy]()
    if (live?.terminate === terminate) live = null
  }
  worker.addEventListener('error', (e) => {
    terminate()
    finishAll(e.message)
  })
  const hear = (n: TabNotice) => {
    // Deleted from another tab: that one may have stopped waiting for the end.
    if (n.tipo === 'change' && n.change.tipo === 'cancellato' && wanted) forgetRung(wanted.id_utente)
    tellNotice?.(n)
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

/** Between pagehide and pageshow nothing may start a worker: it would hold the store while nobody looks. */
let putAsideNow = false

const call = (name: keyof Database, args: unknown[]): Promise<Result<unknown>> =>
  new Promise((done) => {
    const c = { name, args, fine: done }
    pending.add(c)
    if (putAsideNow) return
    live ??= start()
    live.send(c)
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
      return result
    }
  },
})

/**
 * Opens the account's store, here or through the tab that owns it; ARCHIVIO_OCCUPATO when that tab does not answer. `sola`:
 * only if no other tab has it.
 */
export async function openDb(args: WantedStore): Promise<Result<Opening>> {
  await closing
  wanted = args
  const rung = knownRung(args.id_utente)
  const result = await REMOTE.open(rung ? { ...args, rung: rung } : args)
  if (result.ok) keepRung(args.id_utente, result.value.rung)
  return result
}

/** The store of the account that was opened; opens it again when the worker ended meanwhile. */
export async function db(): Promise<Database> {
  if (!live && wanted && !putAsideNow) reopening ??= openDb(wanted).finally(() => (reopening = null))
  // What is asked while the store opens again waits for it.
  if (reopening) tellReopened?.(await reopening)
  return REMOTE
}

/** The worker under way to its end: who opens meanwhile waits for it, or it would take the new store with it. */
let closing: Promise<void> | null = null

/** Closes the store and its worker; nothing is opened again until `openDb`. */
export function closeDb(): Promise<void> {
  closing ??= close().finally(() => {
    closing = null
  })
  return closing
}

async function close(): Promise<void> {
  wanted = null
  if (live) await REMOTE.close()
  live?.terminate()
  finishAll('closed')
}

// A page kept for "back" or frozen would hold the store's lock and its files, and answer nobody: terminate, and respawn when
// it is seen again (reliability §0.4). What a worker acknowledged is durable, the rest is asked again.
function putAside(): void {
  putAsideNow = true
  live?.terminate()
}

async function comeBack(): Promise<void> {
  if (!putAsideNow) return
  putAsideNow = false
  const interrupted = [...pending]
  if (!wanted) return finishAll('closed')
  reopening = openDb(wanted).finally(() => (reopening = null))
  const result = await reopening
  tellReopened?.(result)
  for (const c of interrupted) {
    if (c.name === 'open' || !result.ok) finish(c, result)
    else if (pending.has(c)) live?.send(c)
  }
}

if (typeof window !== 'undefined') {
  addEventListener('pagehide', putAside)
  document.addEventListener('freeze', putAside)
  addEventListener('pageshow', () => void comeBack())
  document.addEventListener('resume', () => void comeBack())
}
