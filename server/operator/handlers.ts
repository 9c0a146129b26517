import type { ResponseOf } from '#contract/calls'
import { ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../handler.ts'
import { emptyCaches } from './caches.ts'
import { reloadEverywhere } from './reload.ts'
import { endPremium, refreshTiers, setTier } from './tiers.ts'

type Operator =
  | 'aggiorna_livello'
  | 'disattiva_premium'
  | 'concorsi_from_cache'
  | 'percorsi_from_cache'
  | 'simulazioni_from_cache'
  | 'flush_all_cache'
  | 'flush_all_cache_and_aws'
  | 'config_reload_concorso'
  | 'config_reload_utente'
  | 'config_reload'

const reload = async ({ deps }: { deps: Deps }): Promise<Result<ResponseOf<'config_reload'>>> =>
  ok(await reloadEverywhere(deps))

/** The operator's calls (K). Each use is recorded where the key is checked (server/http/authentication). */
export const operatorHandlers: Handlers<Operator> = {
  aggiorna_livello: async ({ deps, body }) => {
    if (!body) return refreshTiers(deps)
    const done = await setTier(deps, body)
    if (!done.ok) return done
    await deps.wake()
    return ok({ applicati: 1, contatti: 0 })
  },
  disattiva_premium: ({ deps, query }) => endPremium(deps, query),
  concorsi_from_cache: ({ deps }) => emptyCaches(deps, ['concorsi']),
  percorsi_from_cache: ({ deps }) => emptyCaches(deps, ['percorsi']),
  simulazioni_from_cache: ({ deps }) => emptyCaches(deps, ['simulazioni']),
  flush_all_cache: ({ deps }) => emptyCaches(deps, ['concorsi', 'percorsi', 'simulazioni']),
  flush_all_cache_and_aws: ({ deps }) => emptyCaches(deps, ['concorsi', 'percorsi', 'simulazioni', 'campioni']),
  config_reload_concorso: reload,
  config_reload_utente: reload,
  config_reload: reload,
}
