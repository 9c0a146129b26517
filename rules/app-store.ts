export type AppStore = { nome: string; url: string }

/** Stores by the phone that they serve; a Huawei calls itself an Android too, so it comes first [EB34]. */
const STORES: readonly (AppStore & { phone: RegExp })[] = [
  { phone: /huawei|hmscore|honor/i, nome: 'AppGallery', url: 'https://appgallery.huawei.com/search/' },
  { phone: /iphone|ipad|ipod/i, nome: 'App Store', url: 'https://apps.apple.com/it/search?term=' },
  { phone: /android/i, nome: 'Google Play', url: 'https://play.google.com/store/search?c=apps&q=' },
]

/** The store of a phone with the product looked up in it, by what its browser calls itself; null for what is no phone. */
export function appStoreOf(userAgent: string, product: string): AppStore | null {
  const store = STORES.find(({ phone }) => phone.test(userAgent))
  return store ? { nome: store.nome, url: store.url + encodeURIComponent(product) } : null
}
