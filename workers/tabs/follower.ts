import type { DownloadProgress, MethodName } from '#contract/database'
import { fail, type Result } from '#contract/result'
import type { TabEnvironment } from './environment.ts'
import { isRepeatable, methodOf, portOf, readReply, settleRepeated, type TabRequest } from './protocol.ts'

/** Longest wait of a call for a result or a failure, in ms; downloads show progress instead. */
const LIMIT_MS = 2_000
/** Time between two heartbeats to an owner that owes a result, in ms. */
const BEAT_MS = 300
/** Silence after which an owner is given up, in ms: longer than it needs to register the largest usual bank. */
const SILENCE_MS = 3_000
/** Random delay, in ms, so that not every tab gives the owner up at once. */
const SPREAD_MS = 500

type OnProgress = (progress: DownloadProgress) => void
type PendingCall = {
  method: MethodName
  args: unknown
  onProgress: OnProgress | undefined
  /** Number of owners that may have received the call already. */
  sends: number
  settle: (result: Result<unknown>) => void
}

export type Follower = {
  call: (method: MethodName, args: unknown, onProgress?: OnProgress) => Promise<Result<unknown>>
  /** An owner serves: sends it the pending calls. */
  follow: (leader: string) => void
  /** Notes a sign that a tab owns the store, even if the store is not ready. */
  heard: () => void
  /**
   * Hands the pending calls to this tab as the new owner, in the order of the requests. A call that an earlier owner
   * may have run, and that must not run twice, fails, as when another owner follows.
   */
  takePending: () => PendingCall[]
  /** Returns true while a call of this method is pending. */
  awaits: (method: MethodName) => boolean
  stop: (result: Result<never>) => void
}

type Search = {
  ask: () => void
  silent: () => void
  onFollow: (leader: string) => void
  /** The owner finished a call whose caller was refused in the meantime. */
  onLate: (method: MethodName, args: unknown, result: Result<unknown>) => void
}

function pendingCall(
  method: MethodName,
  args: unknown,
  onProgress: OnProgress | undefined,
  resolve: (result: Result<unknown>) => void,
): PendingCall {
  const settle = (result: Result<unknown>) => resolve(call.sends > 1 ? settleRepeated(method, result) : result)
  const call: PendingCall = { method, args, onProgress, sends: 0, settle }
  return call
}

type Owed = {
  isOwed: () => boolean
  /** Sends the owner a heartbeat; returns false when none is known. */
  beat: () => boolean
} & Pick<Search, 'ask' | 'silent'>

/** Watches the owner while a result is owed, and after a late result until the owner is heard again. */
function createWatch(environment: TabEnvironment, { isOwed, beat, ask, silent }: Owed) {
  const patience = SILENCE_MS + environment.chance * SPREAD_MS
  let heardAt = environment.now()
  let stopWatch: (() => void) | null = null
  let ended = false
  return {
    heard(): void {
      heardAt = environment.now()
    },
    start(): void {
      if (stopWatch || ended) return
      const since = environment.now()
      const look = () => {
        stopWatch = null
        if (ended) return
        const now = environment.now()
        if (!isOwed() && heardAt > since) return
        const known = beat()
        // Search the owner after two silent heartbeats: another tab may own the store, or this port may be closed.
        if (!known || now - heardAt > 2 * BEAT_MS) ask()
        if (now - Math.max(heardAt, since) > patience) {
          silent()
          heardAt = now
        }
        stopWatch = environment.after(BEAT_MS, look)
      }
      stopWatch = environment.after(BEAT_MS, look)
    },
    stop(): void {
      ended = true
      stopWatch?.()
    },
  }
}

/** Calls refused for lack of time, which the owner may still finish. */
function createRefused(pending: Map<number, PendingCall>, onLate: Search['onLate']) {
  const calls = new Map<number, PendingCall>()
  return {
    add(id: number): void {
      const c = pending.get(id)
      if (!c || !pending.delete(id)) return
      calls.set(id, c)
      c.settle(fail('ARCHIVIO_OCCUPATO', { detail: 'no result in time' }))
    },
    clear: () => calls.clear(),
    /** Returns false for a call that was not refused. */
    finish(id: number, result: Result<unknown>): boolean {
      const c = calls.get(id)
      if (!c || !calls.delete(id)) return false
      onLate(c.method, c.args, c.sends > 1 ? settleRepeated(c.method, result) : result)
      return true
    },
  }
}

/** Follower: sends its calls to the owner, again when the owner changes. */
export function createFollower(
  environment: TabEnvironment,
  id_utente: number,
  { ask, silent, onFollow, onLate }: Search,
): Follower {
  const pending = new Map<number, PendingCall>()
  const refused = createRefused(pending, onLate)
  const port = environment.channel(portOf(id_utente, environment.name), onDato)
  let leader: string | null = null
  let lastId = 0
  let ended = false
  const watch = createWatch(environment, { isOwed: () => pending.size > 0, beat, ask, silent })

  function beat(): boolean {
    if (leader !== null) post({ tipo: 'beat', to: leader })
    return leader !== null
  }

  function onDato(data: unknown): void {
    const message = readReply(data)
    if (!message || ended) return
    if (message.tipo === 'leader-hello') {
      watch.heard()
      if (leader !== message.leader) refused.clear()
      leader = message.leader
      onFollow(message.leader)
      for (const [id, c] of [...pending]) send(id, c)
      return
    }
    if (message.leader !== leader) return
    watch.heard()
    if (message.tipo === 'progress') pending.get(message.id)?.onProgress?.(message.progress)
    if (message.tipo === 'result' && !refused.finish(message.id, message.result)) finish(message.id, message.result)
  }

  function finish(id: number, result: Result<unknown>): void {
    const c = pending.get(id)
    pending.delete(id)
    c?.settle(result)
  }

  function post(message: TabRequest): void {
    try {
      port.post(message)
    } catch (error) {
      // Fail the call: an argument cannot be copied, and no other owner could help.
      if (message.tipo === 'call') finish(message.id, fail('RICHIESTA_NON_VALIDA', { detail: String(error) }))
    }
  }

  /** Fails a call that an owner may have run already: a repetition would overwrite others' later writes (D28). */
  function refuseTwice(id: number, { sends, method, args }: PendingCall): boolean {
    if (sends === 0 || isRepeatable(method, args)) return false
    finish(id, fail('ARCHIVIO_OCCUPATO', { detail: `${method} is not done twice` }))
    return true
  }

  function send(id: number, c: PendingCall): void {
    if (leader === null || refuseTwice(id, c)) return
    post({ tipo: 'call', to: leader, id, method: c.method, args: c.args })
    c.sends++
  }

  return {
    call(method, args, onProgress) {
      return new Promise((resolve) => {
        if (ended) return resolve(fail('ARCHIVIO_NON_APERTO', { detail: 'closed' }))
        const id = ++lastId
        const stopLimit = methodOf(method).long ? () => {} : environment.after(LIMIT_MS, () => refused.add(id))
        const c = pendingCall(method, args, onProgress, (result) => {
          stopLimit()
          resolve(result)
        })
        pending.set(id, c)
        send(id, c)
        watch.start()
      })
    },
    follow(next) {
      watch.heard()
      if (next !== leader) ask()
    },
    heard: watch.heard,
    takePending() {
      for (const [id, c] of [...pending]) refuseTwice(id, c)
      const all = [...pending.values()]
      pending.clear()
      leader = null
      for (const c of all) c.sends++
      return all
    },
    awaits: (method) => [...pending.values()].some((c) => c.method === method),
    stop(result) {
      ended = true
      watch.stop()
      for (const id of [...pending.keys()]) finish(id, result)
      port.close()
    },
  }
}
