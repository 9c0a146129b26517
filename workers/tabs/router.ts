import type { Database, DownloadProgress, MethodName, Opening, Rung } from '#contract/database'
import { type Failure, fail, type Result } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemas'
import type { StoreChange, TabNotice } from '#contract/tabs'
import type { TabEnvironment } from './environment.ts'
import { createFollower } from './follower.ts'
import { createLeader } from './leader.ts'
import { byName, changeOf } from './methods.ts'
import { type Announcement, channelOf, readAnnouncement } from './protocol.ts'

/** Pause before the next attempt when the lock is free and the files are still held elsewhere, milliseconds. */
const PAUSE_MS = 100

type OnProgress = ((a: DownloadProgress) => void) | undefined

export type TabRouter = ReturnType<typeof createTabRouter>

/**
 * The tabs of one account as this tab sees them. One of them owns the store, chosen by the lock of the platform; this one
 * waits for the lock in the background and sends its calls to the owner meanwhile.
 */
export function createTabRouter(
  local: Database,
  environment: TabEnvironment,
  id_utente: number,
  notify: (n: TabNotice) => void,
  onEnd: () => void,
  rung?: Rung,
) {
  const me = environment.name
  let role: 'follower' | 'opening' | 'leader' | 'out' = 'follower'
  let servedBy: string | null = null
  /** The page was told that the store is not there: it wants to know when it is. */
  let refused = false
  let round = 0
  /** Every ownership has its own name: what was asked of an earlier one is not served by a later one. */
  let term = 0
  /** The rung that the account's data is on, as far as anybody said. */
  let knownRung = rung
  const openLocal = (options: { wait?: boolean; steal?: boolean } = {}) =>
    local.open({ id_utente, ...(knownRung && { rung: knownRung }), ...options })
  const title = () => `${me}.${term}`
  let entering: Promise<Result<Opening>> | null = null

  const channel = environment.channel(channelOf(id_utente), onAnnouncement)
  const announce = (a: Announcement) => channel.post(a)
  const leader = createLeader(environment, id_utente, title, run)
  const follower = createFollower(environment, id_utente, {
    ask: () => announce({ tipo: 'follower-hello', tab: me }),
    silent: () => {
      if (role === 'follower') compete(true)
    },
    onFollow: (leaderTitle) => serveBy(leaderTitle),
  })

  function onAnnouncement(data: unknown): void {
    const a = readAnnouncement(data)
    if (!a || role === 'out') return
    if (a.tipo === 'follower-hello') {
      if (role === 'leader') leader.welcome(a.tab)
      else if (role === 'opening') announce({ tipo: 'leader-opening', leader: title() })
    } else if (a.tipo === 'leader-opening') follower.heard()
    else if (a.tipo === 'leader-ready') follower.follow(a.leader)
    else if (a.from !== me) hear(a.change)
  }

  function hear(change: StoreChange): void {
    if (change.tipo === 'cancellato') {
      round++
      void local.close()
    }
    notify({ tipo: 'change', change })
    // Whoever asked for it still waits to hear that it is done.
    if (change.tipo === 'cancellato' && !follower.awaits('clearUser')) leave()
  }

  function tell(change: StoreChange, from: string): void {
    announce({ tipo: 'change', leader: title(), from, change })
    if (from !== me) notify({ tipo: 'change', change })
  }

  function serveBy(leaderTitle: string): void {
    if (servedBy === leaderTitle) return
    servedBy = leaderTitle
    const mine = role === 'leader'
    notify({ tipo: 'leader', leader: leaderTitle, mine })
    if (refused && !mine)
      void follower.call('open', { id_utente }).then((reply) => reply.ok && admit(reply.value as Opening))
  }

  function admit(opening: Opening): void {
    if (!refused) return
    refused = false
    notify({ tipo: 'opened', opening })
  }

  /** First in the queue of the lock opens the store; `ruba` goes before everybody, because the owner is silent. */
  function compete(steal: boolean): void {
    const mine = ++round
    void (async () => {
      for (let force = steal; ; force = false) {
        const result = await openLocal({ wait: true, steal: force })
        if (round !== mine) return
        if (result.ok) return become(result.value)
        if (result.error.codice !== 'ARCHIVIO_OCCUPATO') return giveUp(result.error)
        role = 'follower'
        await new Promise<void>((done) => environment.after(PAUSE_MS, done))
        if (round !== mine) return
      }
    })()
  }

  function become(opening: Opening): void {
    knownRung = opening.rung
    role = 'leader'
    announce({ tipo: 'leader-ready', leader: title() })
    for (const c of follower.takePending()) void run(c.method, c.args, me, c.onProgress).then(c.settle)
    serveBy(title())
    admit(opening)
  }

  /** The lock is ours and the store does not open: nobody is served by waiting. */
  function giveUp(failure: Failure): void {
    leave(failure)
    notify({ tipo: 'closed', failure })
  }

  /** One call on the store of this tab, for itself or for another; the others hear what it changed. */
  async function run(
    method: MethodName,
    args: unknown,
    from: string,
    onProgress: OnProgress,
  ): Promise<Result<unknown>> {
    if (method === 'clearUser') return clear(from)
    if (method === 'open') return openLocal()
    const follow = method === 'downloadBanca' ? followDownload(args, from) : null
    const advance = (a: DownloadProgress) => {
      onProgress?.(a)
      follow?.(a)
    }
    const result = await byName(local, method)(args, advance)
    follow?.(null)
    // The store was taken while this was written, and nothing of it is kept: the next owner is asked.
    if (!result.ok && result.error.codice === 'ARCHIVIO_OCCUPATO' && isGuest())
      return fail('ARCHIVIO_NON_APERTO', { detail: 'taken meanwhile' })
    const change = result.ok ? changeOf(method, args, result.value) : null
    if (change) tell(change, from)
    return result
  }

  /** Tells the others of a download from its first moment. */
  function followDownload(args: unknown, from: string): (a: DownloadProgress | null) => void {
    const { id_concorso = 0, dimensione_zip = 0 } = (args as { concorso?: Partial<ConcorsoScaricabile> }).concorso ?? {}
    const follow = (progress: DownloadProgress | null) =>
      tell({ tipo: 'scarico', id_concorso, avanzamento: progress }, from)
    follow({ fase: 'domande', ricevuti: 0, totali: dimensione_zip })
    return follow
  }

  /** The others leave before the lock is free again, so that none of them opens what was just emptied. */
  async function clear(from: string): Promise<Result<null>> {
    tell({ tipo: 'cancellato' }, from)
    const result = await local.clearUser({ id_utente })
    // After the answer has gone out.
    environment.after(0, () => leave())
    return result
  }

  function leave(failure: Failure = { codice: 'ARCHIVIO_NON_APERTO', detail: 'closed' }): void {
    if (role === 'out') return
    round++
    role = 'out'
    follower.stop({ ok: false, error: failure })
    leader.stop()
    channel.close()
    onEnd()
  }

  async function enter(): Promise<Result<Opening>> {
    const result = await openLocal()
    if (role === 'out') return fail('ARCHIVIO_NON_APERTO', { detail: 'closed' })
    if (result.ok) {
      become(result.value)
      return result
    }
    if (result.error.codice !== 'ARCHIVIO_OCCUPATO') {
      leave()
      return result
    }
    role = 'follower'
    compete(false)
    announce({ tipo: 'follower-hello', tab: me })
    return ask()
  }

  async function ask(): Promise<Result<Opening>> {
    const result = (await call('open', { id_utente }, undefined)) as Result<Opening>
    refused = !result.ok && role !== 'out'
    if (result.ok) knownRung = result.value.rung
    return result
  }

  async function call(method: MethodName, args: unknown, onProgress: OnProgress): Promise<Result<unknown>> {
    if (role === 'leader') {
      const result = await run(method, args, me, onProgress)
      const stolen = !result.ok && result.error.codice === 'ARCHIVIO_NON_APERTO' && isGuest()
      if (!stolen) return result
    }
    return follower.call(method, args, onProgress)
  }
  const isGuest = () => role === 'follower' || role === 'opening'

  return {
    id_utente,
    /** Opens the store here or finds who has it; asked again, it goes on waiting for its turn. */
    open(): Promise<Result<Opening>> {
      entering ??= (round === 0 && role !== 'leader' ? enter() : ask()).finally(() => {
        entering = null
      })
      return entering
    },
    call,
    leave,
    /** The lock is held, the store is about to open. */
    taken(): void {
      if (role === 'out') return
      role = 'opening'
      term++
      announce({ tipo: 'leader-opening', leader: title() })
    },
    /** Another tab took the store: back among those who wait. */
    lost(): void {
      if (role === 'out') return
      role = 'follower'
      servedBy = null
      leader.stop()
      compete(false)
      announce({ tipo: 'follower-hello', tab: me })
    },
  }
}
