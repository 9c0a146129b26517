import { proxy } from 'valtio'
import { fail, type Result } from '#contract/result'
import { accountState } from '../session/account.ts'

/** What the quiet badge tells. src/sync writes it, the screens read it. */
export const syncStatus = proxy({
  /** Answers on this device that the server does not have yet. */
  waiting: 0,
  /** Delivered simulations that the server does not have yet. */
  simulazioni: 0,
  /** Something was made, or the store has just opened: the journal has to be asked. */
  giornale: true,
  fase: 'ferma' as 'ferma' | 'in_corso' | 'rinviata',
  /** Last push or pull that succeeded, ISO 8601; null when none in this visit. */
  last: null as string | null,
})

/** When, by the page's own clock, the server took no more of the account's journal: what waits of it stays on this device [OP18]. */
export const journalRoom = accountState(() => ({ ended: null as number | null }))

type Push = () => Promise<Result<unknown>>
const sync = {
  push: null as Push | null,
}

/** The composition root gives the push of src/sync: state may not import it. */
export function registerPush(push: Push): void {
  sync.push = push
}

/** Sends what waits, now. */
export const pushWaiting = (): Promise<Result<unknown>> => sync.push?.() ?? Promise.resolve(fail('SERVIZIO_NON_PRONTO'))

/** Longest wait for a last push before signing out, milliseconds. */
const WAIT_MS = 10_000

/** Sends what waits, for at most ten seconds; the caller counts again afterwards. */
export async function pushBeforeLeaving(): Promise<void> {
  if (!sync.push) return
  await Promise.race([sync.push(), new Promise((r) => setTimeout(r, WAIT_MS))])
}
