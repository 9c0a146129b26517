import type { Result } from '#contract/result'

/** Writes under way: whoever ends what they belong to waits for them. */
export function createInVolo() {
  const vanno = new Set<Promise<Result<unknown>>>()
  return {
    segui<T>(scrittura: Promise<Result<T>>): Promise<Result<T>> {
      vanno.add(scrittura)
      return scrittura.finally(() => vanno.delete(scrittura))
    },
    /** True when all of them are written; what came after the end of a time is no reason to wait. */
    async scritte(): Promise<boolean> {
      let scritte = true
      // Those that begin meanwhile too.
      while (vanno.size > 0)
        for (const e of await Promise.all(vanno)) scritte &&= e.ok || e.guasto.codice === 'TEMPO_SCADUTO'
      return scritte
    },
  }
}
