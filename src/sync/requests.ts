import { fail, ok, type Result } from '#contract/result'
import { isPropria } from '#rules/raccolta'

/** Functions that the composition root registers, because state may not import src/sync. */
export type SyncWork = {
  /** Called when a record changed: a push will follow. */
  changed: () => void
  /** Pulls one bank's records from the server. */
  pull: (id_concorso: number) => Promise<Result<{ cambiate: number }>>
}
const sync = {
  work: null as SyncWork | null,
  /** Pulls requested by a screen before the code of src/sync was loaded. */
  early: [] as ((work: SyncWork | null) => void)[],
  /** True after that code failed to load. A pull fails at once until it is loaded. */
  absent: false,
}

export function registerSync(next: SyncWork): void {
  sync.work = next
  for (const begin of sync.early.splice(0)) begin(next)
}

/** Refuses the early pulls when the code of src/sync failed to load, so that no caller waits in vain. */
export function refuseSync(): void {
  sync.absent = true
  for (const begin of sync.early.splice(0)) begin(null)
}

/** Must be called after every local change that the store committed. */
export const recordChanged = (): void => sync.work?.changed()

/** Pulls one bank's records from the server; an early call waits for src/sync to start. */
export async function pullConcorso(id_concorso: number): Promise<Result<{ cambiate: number }>> {
  if (isPropria(id_concorso)) return ok({ cambiate: 0 })
  const work = sync.work ?? (sync.absent ? null : await new Promise<SyncWork | null>((begin) => sync.early.push(begin)))
  return work ? work.pull(id_concorso) : fail('SERVIZIO_NON_PRONTO')
}
