import { fail } from '#contract/result'
import { call } from '../../api/client.ts'
import { createKeptList } from '../../api/kept-list.ts'
import { readKey, writeKey } from '../../platform/web-storage.ts'

export const storeList = createKeptList('store', () => call('store'))
export const gruppiList = createKeptList('gruppi_studio', () => call('gruppi_studio'))
export const notizieList = createKeptList('notizie', () => call('notizie'))

/** Banners in force; any failure is REMOTE_REQUEST_FAILED (spec §7) [CA47]. */
export const bannerList = createKeptList('getBanners', async () => {
  const result = await call('getBanners', { query: {} })
  return result.ok ? result : fail('REMOTE_REQUEST_FAILED', { detail: result.error.codice })
})

const CLOSED_KEY = 'idoneo.banner'

/** Returns the ids of the banners closed last on this device. */
export const closedBanner = (): number[] =>
  (readKey('locale', CLOSED_KEY) ?? '')
    .split(',')
    .map(Number)
    .filter((n) => n > 0)

export const closeBanner = (id: number): void =>
  void writeKey('locale', CLOSED_KEY, [...closedBanner().slice(-49), id].join(','))
