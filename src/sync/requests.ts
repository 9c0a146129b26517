import { fail, ok, type Result } from '#contract/result'
import { isPropria } from '#rules/raccolta'

/** What the composition root gives: state may not import src/sync. */
export type SyncWork = {
  /** A record changed: a push will follow. */
  changed: () => void
  /** Brings one bank's records up to date with the server. */
  pull: (id_concorso: number) => Promise<Result<{ cambiate: number }>>
}
const sync = {
  work: null as SyncWork | null,
  /** Pulls that a screen asked for before the synchronisation's code had come. */
  early: [] as ((work: SyncWork | null) => void)[],
  /** Its code did not come: until it does, nobody waits for it. */
  absent: false,
}

export function registerSync(next: SyncWork): void {
  sync.work = next
  for (const begin of sync.early.splice(0)) begin(next)
}

/** The code of the synchronisation did not come: what was asked for is refused, nobody waits in vain. */
export function refuseSync(): void {
  sync.absent = true
  for (const begin of sync.early.splice(0)) begin(null)
}

/** To be called after every local change that the store committed. */
export const recordChanged = (): void => sync.work?.changed()

/** Brings one bank's records up to date with the server; asked before the synchronisation has started, it begins with it. */
export async function pullConcorso(id_concorso: number): Promise<Result<{ cambiate: number }>> {
  if (isPropria(id_concorso)) return ok({ cambiate: 0 })
  const work = sync.work ?? (sync.absent ? null : await new Promise<SyncWork | null>((begin) => sync.early.push(begin)))
  return work ? work.pull(id_concorso) : fail('SERVIZIO_NON_PRONTO')
}
