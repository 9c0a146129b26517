import { proxy } from 'valtio'
import { fail, type Result } from '#contract/result'
import { accountState } from '../session/account.ts'

/** State of the synchronisation for the quiet badge. src/sync writes it, the screens read it. */
export const syncStatus = proxy({
  /** Answers of this device not on the server yet. */
  waiting: 0,
  /** Delivered simulations not on the server yet. */
  simulazioni: 0,
  /** True when the person made something or the store has just opened, so the journal must be exchanged. */
  giornale: true,
  fase: 'ferma' as 'ferma' | 'in_corso' | 'rinviata',
  /** Last push or pull that succeeded, ISO 8601; null when none in this visit. */
  last: null as string | null,
})

/** Time, by the page's own clock, at which the account's room in the server's journal ended. Unsent events stay on this device [OP18]. */
export const journalRoom = accountState(() => ({ ended: null as number | null }))

type Push = () => Promise<Result<unknown>>
const sync = {
  push: null as Push | null,
}

/** Registers the push of src/sync, called by the composition root, because state may not import src/sync. */
export function registerPush(push: Push): void {
  sync.push = push
}

/** Sends the waiting records now. */
export const pushWaiting = (): Promise<Result<unknown>> => sync.push?.() ?? Promise.resolve(fail('SERVIZIO_NON_PRONTO'))

/** Longest wait for a last push before signing out, in ms. */
const WAIT_MS = 10_000

/** Sends the waiting records, for at most ten seconds; the caller counts again afterwards. */
export async function pushBeforeLeaving(): Promise<void> {
  if (!sync.push) return
  await Promise.race([sync.push(), new Promise((r) => setTimeout(r, WAIT_MS))])
}
