import type { TabNotice } from '#contract/tabs'
import { createDatabase } from '#workers/db/database'
import { memoryPlatform } from '#workers/db/drivers/memory'
import type { Platform } from '#workers/db/drivers/platform'
import type { Mondo } from '#workers/schede/mondo'
import { createScheda } from '#workers/schede/scheda'

/** Time that passes when the test says so. */
export function createTempo() {
  let adesso = 0
  const attese = new Set<{ a: number; f: () => void }>()
  return {
    now: () => adesso,
    dopo(ms: number, f: () => void) {
      const attesa = { a: adesso + ms, f }
      attese.add(attesa)
      return () => void attese.delete(attesa)
    },
    /** Lets `ms` pass in small steps, so that messages travel between them. */
    async passa(ms: number) {
      for (const fine = adesso + ms; adesso < fine; ) {
        adesso += 50
        for (const attesa of [...attese]) if (attesa.a <= adesso && attese.delete(attesa)) attesa.f()
        await tick()
      }
    },
  }
}
export type Tempo = ReturnType<typeof createTempo>

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
  const mondo: Mondo = {
    canale(name, onDato) {
      const canale = new BroadcastChannel(name)
      canali.add(canale)
      canale.onmessage = (e) => {
        const data = (e as MessageEvent).data
        if (sorda) arretrati.push(() => onDato(data))
        else if (viva) onDato(data)
      }
      return {
        posta: (dato) => viva && !sorda && canale.postMessage(dato),
        chiudi: () => canale.close(),
      }
    },
    now: tempo.now,
    dopo: tempo.dopo,
    nome,
    caso: 0,
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
    async lock(name, wait, signal, altro = {}) {
      const onPerso = () => (sorda ? void arretrati.unshift(() => altro.onPerso?.()) : altro.onPerso?.())
      const release = await platform.lock(name, wait, signal, { ...altro, onPerso })
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
  const scheda = createScheda((eventi) => createDatabase(mine, eventi), mondo)
  void scheda.onNotice((n) => void notizie.push(n))
  return {
    scheda,
    nome,
    notizie,
    novita: () => notizie.flatMap((n) => (n.tipo === 'novita' ? [n.novita] : [])),
    /** The worker ends without a word: the browser gives its locks back. */
    uccidi() {
      viva = false
      for (const canale of canali) canale.close()
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
