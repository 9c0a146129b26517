import type { NegoziApp } from '#contract/bandi'
import { type AppStore, appStoreOf } from '#rules/app-store'
import { call } from '../../../api/client.ts'
import { useRead } from '../../../components/useRead.ts'
import { APP_NAME } from '../../../text/app-name.ts'

const readGestore = () => call('gestore')

/** The field of the configuration for each store, by its name. */
const FIELDS: Record<string, keyof NegoziApp> = {
  'App Store': 'app_store',
  'Google Play': 'google_play',
  AppGallery: 'app_gallery',
}

/** The application's own page in the store of this phone, where the operator has one; null elsewhere [EB34]. */
export function useStore(): AppStore | null {
  const store = appStoreOf(navigator.userAgent, APP_NAME)
  const { dati } = useRead(readGestore, 'app')
  const field = store && FIELDS[store.nome]
  const url = field && dati ? dati.app[field] : null
  return store && url ? { nome: store.nome, url } : null
}
