/** Names in the user agent by store. A Huawei's agent names Android too, so it comes first [EB34]. */
export const PHONES = {
  AppGallery: /huawei|hmscore|honor/i,
  'App Store': /iphone|ipad|ipod/i,
  'Google Play': /android/i,
} as const

/** Whether a browser calls itself one of a phone that has a store. */
export const isPhone = (userAgent: string): boolean => Object.values(PHONES).some((phone) => phone.test(userAgent))
