/** An event of the provider that this process could not deal with: the provider sends it again. */
export type FailedEvent = { id: string; tipo: string; ricevuto: Date; motivo: string }

/** Most failed events that are kept, the newest ones. */
const MOST = 50

/** Keeps the events that failed and did not succeed since, of this process. */
export function createFailedEvents() {
  const failed = new Map<string, FailedEvent>()
  return {
    add(event: FailedEvent): void {
      failed.delete(event.id)
      failed.set(event.id, event)
      const oldest = failed.keys().next().value
      if (failed.size > MOST && oldest !== undefined) failed.delete(oldest)
    },
    forget: (id: string): void => void failed.delete(id),
    /** Lists them, the newest first. */
    list: (): FailedEvent[] => [...failed.values()].reverse(),
  }
}
