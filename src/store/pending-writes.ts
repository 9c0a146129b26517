import type { Result } from '#contract/result'

/** Writes under way, each of a sitting: whoever ends it waits for them. */
export function createPendingWrites() {
  const running = new Map<Promise<Result<unknown>>, string>()
  const own = (id: string) => [...running].flatMap(([write, owner]) => (owner === id ? [write] : []))
  return {
    follow<T>(id: string, write: Promise<Result<T>>): Promise<Result<T>> {
      running.set(write, id)
      return write.finally(() => running.delete(write))
    },
    /** True when all of them are written; what came after the end of a time is no reason to wait. */
    async settled(id: string): Promise<boolean> {
      let written = true
      // Those that begin meanwhile too.
      for (let live = own(id); live.length > 0; live = own(id))
        for (const e of await Promise.all(live)) written &&= e.ok || e.error.codice === 'TEMPO_SCADUTO'
      return written
    },
  }
}
