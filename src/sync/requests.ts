import { ok, type Result } from '#contract/result'
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
  early: [] as ((work: SyncWork) => void)[],
}

export function registerSync(next: SyncWork): void {
  sync.work = next
  for (const begin of sync.early.splice(0)) begin(next)
}

/** To be called after every local change that the store committed. */
export const recordChanged = (): void => sync.work?.changed()

/** Brings one bank's records up to date with the server; asked before the synchronisation has started, it begins with it. */
export async function pullConcorso(id_concorso: number): Promise<Result<{ cambiate: number }>> {
  if (isPropria(id_concorso)) return ok({ cambiate: 0 })
  const work = sync.work ?? (await new Promise<SyncWork>((begin) => sync.early.push(begin)))
  return work.pull(id_concorso)
}
