import type { NegoziApp } from '#contract/bandi'
import { ok } from '#contract/result'
import { type AppStore, appStoreOf } from '#rules/app-store'
import { call } from '../../../api/client.ts'
import { useRead } from '../../../components/useRead.ts'
import { APP_NAME } from '../../../text/app-name.ts'

const NO_PHONE = ''
/** Asked for on a phone alone: elsewhere there is no store to lead to. */
const readGestore = async (of: string) => (of === NO_PHONE ? ok(null) : call('gestore'))

/** The field of the configuration for each store, by its name. */
const FIELDS: Record<string, keyof NegoziApp> = {
  'App Store': 'app_store',
  'Google Play': 'google_play',
  AppGallery: 'app_gallery',
}

/** The application's own page in the store of this phone, where the operator has one; null elsewhere, undefined until it is known [EB34]. */
export function useStore(): AppStore | null | undefined {
  const store = appStoreOf(navigator.userAgent, APP_NAME)
  const { dati, guasto } = useRead(readGestore, store?.nome ?? NO_PHONE)
  const field = store && FIELDS[store.nome]
  if (field && !dati && !guasto) return undefined
  const url = field && dati ? dati.app[field] : null
  return store && url ? { nome: store.nome, url } : null
}
