import { PHONES } from './phone.ts'

export type AppStore = { nome: string; url: string }

/** Search address of each store, in the order of their phones. */
const SEARCHES = {
  AppGallery: 'https://appgallery.huawei.com/search/',
  'App Store': 'https://apps.apple.com/it/search?term=',
  'Google Play': 'https://play.google.com/store/search?c=apps&q=',
} as const

/** The store of a phone with the product looked up in it, by user agent; null for other devices. */
export function appStoreOf(userAgent: string, product: string): AppStore | null {
  const nome = (Object.keys(PHONES) as (keyof typeof PHONES)[]).find((name) => PHONES[name].test(userAgent))
  return nome ? { nome, url: SEARCHES[nome] + encodeURIComponent(product) } : null
}
