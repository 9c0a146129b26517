import { ok, type Result } from '#contract/result'
import { hasRight, loadLivello } from '../../domain/livello.ts'
import { network } from '../../platform/network.ts'
import { premiumNeeded } from '../../session/premium-limit.ts'

/**
 * Whether the account may print now: the server's word where there is a network, else what it said last, with its expiry (decision 0075).
 * PREMIUM_RICHIESTO [AC8].
 */
export async function checkPrintRight(): Promise<Result<null>> {
  if (network.online) await loadLivello()
  return hasRight('pdf') ? ok(null) : { ok: false, error: premiumNeeded('pdf') }
}
