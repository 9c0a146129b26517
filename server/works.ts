/** Background work of a process. `giro`: deliveries and notices; `pulizia`: rows that are over; `backup`: the one of the day. */
export const WORKS = ['giro', 'pulizia', 'backup'] as const
export type WorkName = (typeof WORKS)[number]
/** A run; `ms`: how long it took. `motivo`: why it failed, null where it did not. */
export type Run = { quando: Date; ms: number; motivo: string | null }

/** Keeps the last run of each background work of this process. */
export function createWorks() {
  const last = new Map<WorkName, Run>()
  return {
    last: (name: WorkName): Run | null => last.get(name) ?? null,
    /** Runs a work and records how it ended; throws as the work does. */
    async run(name: WorkName, now: () => Date, work: () => Promise<void>): Promise<void> {
      const quando = now()
      const end = (motivo: string | null) => last.set(name, { quando, ms: now().getTime() - quando.getTime(), motivo })
      try {
        await work()
        end(null)
      } catch (error) {
        end(error instanceof Error ? error.message : String(error))
        throw error
      }
    },
  }
}
