import type { TabNotice } from '#contract/tabs'
import { memoryPlatform } from '#tests/workers/memory'
import type { Platform } from '#workers/core/platform'
import { createDatabase } from '#workers/store/database'
import type { TabEnvironment } from '#workers/tabs/environment'
import { createTab } from '#workers/tabs/tab'

/** Time that passes when the test says so. */
function createTempo() {
  let now = 0
  const waits = new Set<{ a: number; f: () => void }>()
  return {
    now: () => now,
    dopo(ms: number, f: () => void) {
      const attesa = { a: now + ms, f }
      waits.add(attesa)
      return () => void waits.delete(attesa)
    },
    /** Lets `ms` pass in small steps, so that messages travel between them. */
    async passa(ms: number) {
      for (const end = now + ms; now < end; ) {
        now += 50
        for (const attesa of [...waits]) if (attesa.a <= now && waits.delete(attesa)) attesa.f()
        await tick()
      }
    },
  }
}

/** Messages of Node's channels arrive after a turn or two of the loop. */
export const tick = async () => {
  for (let i = 0; i < 4; i++) await new Promise((r) => setImmediate(r))
}

let nate = 0

/** What the tabs share: files, locks, and handles that only one may hold. */
export function createBrowser(override: Partial<Platform> = {}) {
  return { platform: memoryPlatform(override), tempo: createTempo(), handles: new Map<number, string>() }
}
export type Browser = ReturnType<typeof createBrowser>

/** A tab of that browser. */
export function apriScheda({ platform, tempo, handles }: Browser, nome = `tab-${++nate}`) {
  const canali = new Set<BroadcastChannel>()
  const locks = new Set<() => void>()
  const notizie: TabNotice[] = []
  let viva = true
  let sorda = false
  let arretrati: (() => void)[] = []
  const mondo: TabEnvironment = {
    channel(name, onDato) {
      const channel = new BroadcastChannel(name)
      canali.add(channel)
      channel.onmessage = (e) => {
        const data = (e as MessageEvent).data
        if (sorda) arretrati.push(() => onDato(data))
        else if (viva) onDato(data)
      }
      return {
        post: (dato) => viva && !sorda && channel.postMessage(dato),
        close: () => channel.close(),
      }
    },
    now: tempo.now,
    after: tempo.dopo,
    name: nome,
    chance: 0,
  }
  const mine: Platform = {
    ...platform,
    fetch: (address, init) => platform.fetch(address, init),
    wait: (ms) => new Promise((done) => void tempo.dopo(ms, done)),
    async openDriver(id) {
      const chi = handles.get(id)
      if (chi !== undefined && chi !== nome) throw new DOMException('held', 'NoModificationAllowedError')
      handles.set(id, nome)
      const driver = await platform.openDriver(id)
      return {
        ...driver,
        async release() {
          await driver.release()
          if (handles.get(id) === nome) handles.delete(id)
        },
      }
    },
    async lock(name, wait, signal, other = {}) {
      const onLost = () => (sorda ? void arretrati.unshift(() => other.onLost?.()) : other.onLost?.())
      const release = await platform.lock(name, wait, signal, { ...other, onLost })
      if (!release) return null
      if (!viva) {
        release()
        return new Promise(() => {})
      }
      locks.add(release)
      return () => {
        locks.delete(release)
        release()
      }
    },
  }
  const scheda = createTab((eventi) => createDatabase(mine, eventi), mondo)
  void scheda.onNotice((n) => void notizie.push(n))
  return {
    scheda,
    nome,
    notizie,
    novita: () => notizie.flatMap((n) => (n.tipo === 'change' ? [n.change] : [])),
    /** The worker ends without a word: the browser gives its locks back. */
    uccidi() {
      viva = false
      for (const channel of canali) channel.close()
      for (const [id, chi] of handles) if (chi === nome) handles.delete(id)
      for (const release of locks) release()
    },
    /** The worker hangs: it hears and says nothing and keeps its lock. What comes meanwhile is heard when it wakes. */
    blocca() {
      sorda = true
    },
    sveglia() {
      sorda = false
      const tutti = arretrati
      arretrati = []
      for (const f of tutti) f()
    },
  }
}
export type Tab = ReturnType<typeof apriScheda>
