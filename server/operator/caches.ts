import { ok, type Result } from '#contract/result'
import { forgetBanche } from '../concorso/banche.ts'
import type { Deps } from '../deps.ts'
import { forgetSamples } from '../pacchetti/campione.ts'

/** What may be emptied, and how. `campioni` are the demo samples that are stored: built again when they are asked for. */
const CACHES: Record<'concorsi' | 'percorsi' | 'simulazioni' | 'campioni', (deps: Deps) => Promise<void>> = {
  concorsi: async ({ db }) => void forgetBanche(db),
  // Paths and simulations are read from the database each time: the banks behind them are what is kept.
  percorsi: async ({ db }) => void forgetBanche(db),
  simulazioni: async ({ db }) => void forgetBanche(db),
  campioni: async ({ db }) => {
    forgetSamples(db)
    await db.query('delete from campione')
  },
}
export type Cache = keyof typeof CACHES

/** Empties caches of this process; answers their names. */
export async function emptyCaches(deps: Deps, names: readonly Cache[]): Promise<Result<{ svuotate: string[] }>> {
  for (const name of names) await CACHES[name](deps)
  return ok({ svuotate: [...names] })
}
