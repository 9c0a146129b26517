import { shareBundle } from './lib/bundle.ts'
import type { FaultArgs, FaultResult } from './lib/fault.ts'
import { makeBanks } from './power/banks.ts'

type Scenario = typeof import('./power/scenario.ts')

/**
 * Simulated power cuts: the real worker's store over the real OPFS driver and SQLite's pool, on a fake disk that forgets what
 * was not flushed (docs/FAULTS.md). Answers, favourites, levels, undos, sittings, marks, banks installed and deleted, closings; each
 * life is cut at many points, a quarter of the cuts are cut again while they recover, and lives follow each other.
 */
export async function run({ n, seed, from = 0, log, plants = [], first = false }: FaultArgs): Promise<FaultResult> {
  const banks = await makeBanks()
  const { cutPower } = await shareBundle<Scenario>(new URL('./power/scenario.ts', import.meta.url), plants)
  const { tried, lost, findings, promised, inRecovery } = await cutPower({ n, seed, from, banks, log, first })
  return { tried, survived: tried - lost, lost, findings, figures: { promised, inRecovery } }
}
