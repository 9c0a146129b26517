/** Writes under way: whoever ends what they belong to waits for them. */
export function createInVolo() {
  const vanno = new Set<Promise<boolean>>()
  return {
    /** `isScritta`: what its outcome says. */
    segui<T>(scrittura: Promise<T>, isScritta: (esito: T) => boolean): Promise<T> {
      const va: Promise<boolean> = scrittura.then(isScritta).finally(() => vanno.delete(va))
      vanno.add(va)
      return scrittura
    },
    /** True when all of them are written. */
    async scritte(): Promise<boolean> {
      return (await Promise.all(vanno)).every(Boolean)
    },
  }
}
