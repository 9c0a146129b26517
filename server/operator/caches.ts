import type { ResponseOf } from '#contract/calls'
import { ok, type Result } from '#contract/result'
import { forgetBanche } from '../concorso/banche.ts'
import type { Cache, Deps } from '../deps.ts'
import { forgetSamples } from '../pacchetti/campione.ts'

/** Clears each cache of this process. Paths and simulations are read from the database: only their banks are cached. */
const FORGET: Record<Cache, (db: Deps['db']) => unknown> = {
  concorsi: forgetBanche,
  percorsi: forgetBanche,
  simulazioni: forgetBanche,
  campioni: forgetSamples,
}

export function forgetCaches({ db }: Pick<Deps, 'db'>, names: readonly Cache[]): void {
  for (const name of names) FORGET[name](db)
}

/** Empties caches on every replica; returns their names. Stored demo samples are built again by the next request. */
export async function emptyCaches(deps: Deps, names: Cache[]): Promise<Result<ResponseOf<'flush_all_cache'>>> {
  forgetCaches(deps, names)
  if (names.includes('campioni')) await deps.db.query('delete from campione')
  return ok({ svuotate: [...names], ...(await deps.replicas.broadcast(names)) })
}
