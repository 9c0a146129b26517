/** Names in the user agent by store. A Huawei's agent names Android too, so it comes first [EB34]. */
export const PHONES = {
  AppGallery: /huawei|hmscore|honor/i,
  'App Store': /iphone|ipad|ipod/i,
  'Google Play': /android/i,
} as const

/** True when a user agent names a phone that has a store. */
export const isPhone = (userAgent: string): boolean => Object.values(PHONES).some((phone) => phone.test(userAgent))

/** Browsers by their names in a user agent; nearly all name those after them too. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\b|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|Chromium|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** The browser of a user agent, by its usual name; null without a known name. */
export const browserOf = (userAgent: string): string | null =>
  BROWSERS.find(([called]) => called.test(userAgent))?.[1] ?? null
