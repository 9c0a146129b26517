import type { Result } from '#contract/result'

/** Creates a list of running writes, each of a sitting, since the end of the sitting waits for them. */
export function createPendingWrites() {
  const running = new Map<Promise<Result<unknown>>, string>()
  const own = (id: string) => [...running].flatMap(([write, owner]) => (owner === id ? [write] : []))
  return {
    follow<T>(id: string, write: Promise<Result<T>>): Promise<Result<T>> {
      running.set(write, id)
      return write.finally(() => running.delete(write))
    },
    /** Returns true when all writes of the sitting succeeded; one refused for TEMPO_SCADUTO counts as done. */
    async settled(id: string): Promise<boolean> {
      let written = true
      // Wait for the writes that begin meanwhile too.
      for (let live = own(id); live.length > 0; live = own(id))
        for (const e of await Promise.all(live)) written &&= e.ok || e.error.codice === 'TEMPO_SCADUTO'
      return written
    },
  }
}
