import { shareBundle } from './lib/bundle.ts'
import type { FaultArgs, FaultResult } from './lib/fault.ts'
import { makeBanks } from './power/banks.ts'

type Scenario = typeof import('./damage/scenario.ts')

/**
 * Damaged storage (decision 0021): the real worker's store over the real OPFS driver and SQLite's pool, on a fake disk. Bits
 * flipped, sectors zeroed, files cut short, pages exchanged, an old copy brought back, in the person's database, its log, the
 * banks, the pool's headers, the sums and the copies; then the next visit: found, rebuilt, pulled, compared.
 */
export async function run({
  n,
  seed,
  log,
  plants = [],
  first = false,
  from,
}: FaultArgs & { first?: boolean }): Promise<FaultResult> {
  const banks = await makeBanks()
  const { damageStores } = await shareBundle<Scenario>(new URL('./damage/scenario.ts', import.meta.url), plants)
  const { tried, lost, findings, ...figures } = await damageStores({ n, seed, banks, log, first, from })
  return { tried, survived: tried - lost, lost, findings, figures }
}
