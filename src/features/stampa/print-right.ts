import { ok, type Result } from '#contract/result'
import { hasRight, loadLivello } from '../../domain/livello.ts'
import { network } from '../../platform/network.ts'
import { premiumNeeded } from '../../session/premium-limit.ts'

/**
 * Checks that the account may print now. Online the server decides; offline the last tier counts, with its expiry (decision
 * 0075). Returns PREMIUM_RICHIESTO without the right [AC8].
 */
export async function checkPrintRight(): Promise<Result<null>> {
  if (network.online) await loadLivello()
  return hasRight('pdf') ? ok(null) : { ok: false, error: premiumNeeded('pdf') }
}
