import type { Result } from '#contract/result'

/** Writes under way, each of a sitting: whoever ends it waits for them. */
export function createInVolo() {
  const vanno = new Map<Promise<Result<unknown>>, string>()
  const suoi = (id: string) => [...vanno].flatMap(([scrittura, suo]) => (suo === id ? [scrittura] : []))
  return {
    segui<T>(id: string, scrittura: Promise<Result<T>>): Promise<Result<T>> {
      vanno.set(scrittura, id)
      return scrittura.finally(() => vanno.delete(scrittura))
    },
    /** True when all of them are written; what came after the end of a time is no reason to wait. */
    async scritte(id: string): Promise<boolean> {
      let scritte = true
      // Those that begin meanwhile too.
      for (let vive = suoi(id); vive.length > 0; vive = suoi(id))
        for (const e of await Promise.all(vive)) scritte &&= e.ok || e.error.codice === 'TEMPO_SCADUTO'
      return scritte
    },
  }
}
