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
      return (await Promise.all(vanno)).every((e) => e.ok || e.guasto.codice === 'TEMPO_SCADUTO')
    },
  }
}
