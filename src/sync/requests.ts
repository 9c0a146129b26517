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
}

export function registerSync(next: SyncWork): void {
  sync.work = next
}

/** To be called after every local change that the store committed. */
export const recordChanged = (): void => sync.work?.changed()

export const pullConcorso = (id_concorso: number): Promise<Result<{ cambiate: number }>> =>
  isPropria(id_concorso)
    ? Promise.resolve(ok({ cambiate: 0 }))
    : sync.work
      ? sync.work.pull(id_concorso)
      : Promise.resolve(fail('SERVIZIO_NON_PRONTO'))
