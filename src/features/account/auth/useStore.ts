import type { NegoziApp } from '#contract/bandi'
import { ok } from '#contract/result'
import { type AppStore, appStoreOf } from '#rules/app-store'
import { call } from '../../../api/client.ts'
import { useRead } from '../../../components/useRead.ts'
import { APP_NAME } from '../../../text/app-name.ts'

const NO_PHONE = ''
/** Asks on a phone alone, because other devices have no store to lead to. */
const readGestore = async (of: string) => (of === NO_PHONE ? ok(null) : call('gestore'))

/** Fields of the configuration by the name of the store. */
const FIELDS: Record<string, keyof NegoziApp> = {
  'App Store': 'app_store',
  'Google Play': 'google_play',
  AppGallery: 'app_gallery',
}

/** Returns the application's page in this phone's store; null where the operator has none, undefined while loading [EB34]. */
export function useStore(): AppStore | null | undefined {
  const store = appStoreOf(navigator.userAgent, APP_NAME)
  const { dati, guasto } = useRead(readGestore, store?.nome ?? NO_PHONE)
  const field = store && FIELDS[store.nome]
  if (field && !dati && !guasto) return undefined
  const url = field && dati ? dati.app[field] : null
  return store && url ? { nome: store.nome, url } : null
}
