import {
  type Database,
  type DownloadProgress,
  type MethodName,
  type Opening,
  type Rung,
  STORE_METHODS,
} from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemas'
import type { StoreChange, TabNotice, TabStore } from '#contract/tabs'
import type { OwnershipEvents } from '../store/open.ts'
import type { Channel, TabEnvironment } from './environment.ts'
import { createFollower, type Follower } from './follower.ts'
import { type Announcement, byName, changeOf, channelOf, methodOf, readAnnouncement } from './protocol.ts'
import { createLeader } from './serve-followers.ts'

/**
 * The store as one tab has it: its own while it owns the lock of the account, another tab's otherwise. The page calls
 * both alike. An unacknowledged write is sent again to the next owner, so every write is idempotent.
 */
export function createTab(make: (events: OwnershipEvents) => Database, environment: TabEnvironment): TabStore {
  let router: TabLeadership | null = null
  let notify: (n: TabNotice) => void = () => {}
  const mine = (id_utente: number) => (router?.id_utente === id_utente ? router : null)
  const local = make({
    onTaken: (id_utente) => mine(id_utente)?.taken(),
    onLost: (id_utente) => mine(id_utente)?.lost(),
  })

  async function leave(): Promise<Result<null>> {
    router?.leave()
    return local.close()
  }

  const routed = (method: MethodName) => (args: unknown, onProgress?: OnProgress) =>
    router ? router.call(method, args, onProgress) : byName(local, method)(args, onProgress)

  const names = Object.keys(STORE_METHODS) as MethodName[]
  const methods = Object.fromEntries(names.map((name) => [name, routed(name)])) as Omit<Database, 'close'>
  return {
    ...methods,
    async open(args) {
      const { id_utente, alone, wait, steal, rung } = args
      const known = mine(id_utente)
      const unrouted = alone || wait || steal
      if (known && !unrouted) return known.open()
      if (router) await leave()
      if (unrouted) return local.open(args)
      const made = new TabLeadership({
        local,
        environment,
        id_utente,
        notify: (n) => notify(n),
        onEnd: () => {
          if (router === made) router = null
        },
        rung,
      })
      router = made
      return made.open()
    },
    close: leave,
    async clearUser(args) {
      const mineRouter = mine(args.id_utente)
      if (!mineRouter) return local.clearUser(args)
      const result = (await mineRouter.call('clearUser', args, undefined)) as Result<null>
      if (result.ok) return result
      // Let the caller finish: the owner left with half the work done.
      await leave()
      return local.clearUser(args)
    },
    async onNotice(f) {
      notify = f
      return ok(null)
    },
  }
}

/** Pause before the next attempt when the lock is free and the files are still held elsewhere, milliseconds. */
const PAUSE_MS = 100

type OnProgress = ((a: DownloadProgress) => void) | undefined
type Run = (method: MethodName, args: unknown, from: string, onProgress: OnProgress) => Promise<Result<unknown>>

type Serving = {
  local: Database
  id_utente: number
  open: () => Promise<Result<Opening>>
  /** Sends the other tabs a change and its author. */
  tell: (change: StoreChange, from: string) => void
  isGuest: () => boolean
  /** Called when the account was emptied, after the reply was sent. */
  onCleared: () => void
}

/** Runs calls on this tab's store, for itself or for another tab; the others receive each change. */
function createServing({ local, id_utente, open, tell, isGuest, onCleared }: Serving): Run {
  /** Reports a download to the others from its first moment. */
  function followDownload(args: unknown, from: string): (a: DownloadProgress | null) => void {
    const { id_concorso = 0, dimensione_zip = 0 } = (args as { concorso?: Partial<ConcorsoScaricabile> }).concorso ?? {}
    const follow = (progress: DownloadProgress | null) =>
      tell({ tipo: 'scarico', id_concorso, avanzamento: progress }, from)
    follow({ fase: 'domande', ricevuti: 0, totali: dimensione_zip })
    return follow
  }

  /** Make the others leave before the lock is free again, so that none of them opens the emptied store. */
  async function clear(from: string): Promise<Result<null>> {
    tell({ tipo: 'cancellato' }, from)
    const result = await local.clearUser({ id_utente })
    onCleared()
    return result
  }

  return async (method, args, from, onProgress) => {
    if (method === 'clearUser') return clear(from)
    if (method === 'open') return open()
    const follow = methodOf(method).progress ? followDownload(args, from) : null
    const advance = (a: DownloadProgress) => {
      onProgress?.(a)
      follow?.(a)
    }
    const result = await byName(local, method)(args, advance)
    follow?.(null)
    // Repeat at the next owner: the store was taken during this write, and nothing of it is kept.
    if (!result.ok && result.error.codice === 'ARCHIVIO_OCCUPATO' && isGuest())
      return fail('ARCHIVIO_NON_APERTO', { detail: 'taken meanwhile' })
    const change = result.ok ? changeOf(method, args, result.value) : null
    if (change) tell(change, from)
    return result
  }
}

/** Role of this tab for the account; none once it is `out`. */
type Role = 'follower' | 'opening' | 'leader' | 'out'

type Tabs = {
  local: Database
  environment: TabEnvironment
  id_utente: number
  notify: (n: TabNotice) => void
  onEnd: () => void
  /** Last known rung of the account's data. */
  rung: Rung | undefined
}

/**
 * The tabs of one account as this tab sees them. The platform's lock chooses the one that owns the store. This tab
 * waits for the lock in the background and sends its calls to the owner meanwhile.
 */
class TabLeadership {
  readonly id_utente: number
  readonly #tabs: Tabs
  readonly #me: string
  readonly #channel: Channel
  readonly #leader: ReturnType<typeof createLeader>
  readonly #follower: Follower
  readonly #run: Run
  #role: Role = 'follower'
  #servedBy: string | null = null
  /** The page got a refusal, and is to be notified when the store opens. */
  #refused = false
  #round = 0
  /** Name of the present ownership: a later owner does not serve requests of an earlier one. */
  #term = 0
  #knownRung: Rung | undefined
  #entering: Promise<Result<Opening>> | null = null

  constructor(tabs: Tabs) {
    const { local, environment, id_utente } = tabs
    this.id_utente = id_utente
    this.#tabs = tabs
    this.#me = environment.name
    this.#knownRung = tabs.rung
    this.#channel = environment.channel(channelOf(id_utente), (data) => this.#onAnnouncement(data))
    this.#run = createServing({
      local,
      id_utente,
      open: () => this.#openLocal(),
      tell: (change, from) => this.#tell(change, from),
      isGuest: () => this.#isGuest(),
      // Leave after the reply was sent.
      onCleared: () => void environment.after(0, () => this.leave()),
    })
    this.#leader = createLeader(environment, id_utente, () => this.#title(), this.#run)
    this.#follower = createFollower(environment, id_utente, {
      ask: () => this.#announce({ tipo: 'follower-hello', tab: this.#me }),
      silent: () => {
        if (this.#role === 'follower') this.#compete(true)
      },
      onFollow: (leaderTitle) => this.#serveBy(leaderTitle),
      // The page was refused. The owner's announcement of this tab's own change was skipped.
      onLate: (method, args, result) => {
        if (!result.ok) return
        if (method === 'open') return this.#admit(result.value as Opening)
        const change = changeOf(method, args, result.value)
        if (change) this.#tabs.notify({ tipo: 'change', change })
      },
    })
  }

  /** Opens the store here or finds its owner; a repeated call goes on waiting for its turn. */
  open(): Promise<Result<Opening>> {
    const first = this.#round === 0 && this.#role !== 'leader'
    this.#entering ??= (first ? this.#enter() : this.#ask()).finally(() => {
      this.#entering = null
    })
    return this.#entering
  }

  async call(method: MethodName, args: unknown, onProgress: OnProgress): Promise<Result<unknown>> {
    if (this.#role === 'leader') {
      const result = await this.#run(method, args, this.#me, onProgress)
      const stolen = !result.ok && result.error.codice === 'ARCHIVIO_NON_APERTO' && this.#isGuest()
      if (!stolen) return result
    }
    return this.#follower.call(method, args, onProgress)
  }

  leave(failure: Failure = { codice: 'ARCHIVIO_NON_APERTO', detail: 'closed' }): void {
    if (this.#role === 'out') return
    this.#round++
    this.#role = 'out'
    this.#follower.stop({ ok: false, error: failure })
    this.#leader.stop()
    this.#channel.close()
    this.#tabs.onEnd()
  }

  /** Becomes the leader: the lock is held, the store is about to open. */
  taken(): void {
    if (this.#role === 'out') return
    this.#role = 'opening'
    this.#term++
    this.#announce({ tipo: 'leader-opening', leader: this.#title() })
  }

  /** Becomes a follower again: another tab took the store. */
  lost(): void {
    if (this.#role === 'out') return
    this.#role = 'follower'
    this.#servedBy = null
    this.#leader.stop()
    this.#compete(false)
    this.#announce({ tipo: 'follower-hello', tab: this.#me })
  }

  #isGuest = (): boolean => this.#role === 'follower' || this.#role === 'opening'
  #title = (): string => `${this.#me}.${this.#term}`
  #announce = (a: Announcement): void => this.#channel.post(a)
  #openLocal = (options: { wait?: boolean; steal?: boolean } = {}): Promise<Result<Opening>> =>
    this.#tabs.local.open({
      id_utente: this.id_utente,
      ...(this.#knownRung && { rung: this.#knownRung }),
      ...options,
    })

  #onAnnouncement(data: unknown): void {
    const a = readAnnouncement(data)
    if (!a || this.#role === 'out') return
    if (a.tipo === 'follower-hello') {
      if (this.#role === 'leader') this.#leader.welcome(a.tab)
      else if (this.#role === 'opening') this.#announce({ tipo: 'leader-opening', leader: this.#title() })
    } else if (a.tipo === 'leader-opening') this.#follower.heard()
    else if (a.tipo === 'leader-ready') this.#follower.follow(a.leader)
    else if (a.from !== this.#me) this.#hear(a.change)
  }

  #hear(change: StoreChange): void {
    if (change.tipo === 'cancellato') {
      this.#round++
      void this.#tabs.local.close()
    }
    this.#tabs.notify({ tipo: 'change', change })
    // Stay while the caller of `clearUser` waits for its result.
    if (change.tipo === 'cancellato' && !this.#follower.awaits('clearUser')) this.leave()
  }

  #tell(change: StoreChange, from: string): void {
    this.#announce({ tipo: 'change', leader: this.#title(), from, change })
    if (from !== this.#me) this.#tabs.notify({ tipo: 'change', change })
  }

  #serveBy(leader: string): void {
    if (this.#servedBy === leader) return
    this.#servedBy = leader
    const mine = this.#role === 'leader'
    this.#tabs.notify({ tipo: 'leader', leader, mine })
    if (this.#refused && !mine)
      void this.#follower
        .call('open', { id_utente: this.id_utente })
        .then((reply) => reply.ok && this.#admit(reply.value as Opening))
  }

  #admit(opening: Opening): void {
    if (!this.#refused) return
    this.#refused = false
    this.#tabs.notify({ tipo: 'opened', opening })
  }

  /** Competes for the lock, whose first holder opens the store; `steal` takes it from a silent owner. */
  #compete(steal: boolean): void {
    const mine = ++this.#round
    void (async () => {
      for (let force = steal; ; force = false) {
        const result = await this.#openLocal({ wait: true, steal: force })
        if (this.#round !== mine) return
        if (result.ok) return this.#become(result.value)
        if (result.error.codice !== 'ARCHIVIO_OCCUPATO') return this.#giveUp(result.error)
        this.#role = 'follower'
        await new Promise<void>((done) => this.#tabs.environment.after(PAUSE_MS, done))
        if (this.#round !== mine) return
      }
    })()
  }

  #become(opening: Opening): void {
    this.#knownRung = opening.rung
    this.#role = 'leader'
    this.#announce({ tipo: 'leader-ready', leader: this.#title() })
    for (const c of this.#follower.takePending())
      void this.#run(c.method, c.args, this.#me, c.onProgress).then(c.settle)
    this.#serveBy(this.#title())
    this.#admit(opening)
  }

  /** Gives the lock up: the store does not open, and no call would gain by waiting. */
  #giveUp(failure: Failure): void {
    this.leave(failure)
    this.#tabs.notify({ tipo: 'closed', failure })
  }

  async #enter(): Promise<Result<Opening>> {
    const result = await this.#openLocal()
    if (this.#isOut()) return fail('ARCHIVIO_NON_APERTO', { detail: 'closed' })
    if (result.ok) {
      this.#become(result.value)
      return result
    }
    if (result.error.codice !== 'ARCHIVIO_OCCUPATO') {
      this.leave()
      return result
    }
    this.#role = 'follower'
    this.#compete(false)
    this.#announce({ tipo: 'follower-hello', tab: this.#me })
    return this.#ask()
  }

  async #ask(): Promise<Result<Opening>> {
    const result = (await this.call('open', { id_utente: this.id_utente }, undefined)) as Result<Opening>
    this.#refused = !result.ok && !this.#isOut()
    if (result.ok) this.#knownRung = result.value.rung
    return result
  }

  #isOut = (): boolean => this.#role === 'out'
}
