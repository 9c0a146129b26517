import { ok, type Result } from '#contract/result'
import { forgetBanche } from '../concorso/banche.ts'
import type { Deps } from '../deps.ts'
import { forgetSamples } from '../pacchetti/campione.ts'

/** Clears each cache. `campioni` are the stored demo samples: the next request builds them again. */
const CACHES: Record<'concorsi' | 'percorsi' | 'simulazioni' | 'campioni', (deps: Deps) => Promise<void>> = {
  concorsi: async ({ db }) => void forgetBanche(db),
  // Paths and simulations are read from the database each time: only the banks behind them are cached.
  percorsi: async ({ db }) => void forgetBanche(db),
  simulazioni: async ({ db }) => void forgetBanche(db),
  campioni: async ({ db }) => {
    forgetSamples(db)
    await db.query('delete from campione')
  },
}
export type Cache = keyof typeof CACHES

/** Empties caches of this process; returns their names. */
export async function emptyCaches(deps: Deps, names: readonly Cache[]): Promise<Result<{ svuotate: string[] }>> {
  for (const name of names) await CACHES[name](deps)
  return ok({ svuotate: [...names] })
}
