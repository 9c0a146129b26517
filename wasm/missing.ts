const bytes = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))

/** One function for each kind of instruction that `sqlite3.wasm` uses beyond the first WebAssembly. */
const FEATURES = {
  'bulk memory': 'AGFzbQEAAAABBAFgAAADAgEABQMBAAEKDgEMAEEAQQBBAPwKAAAL',
  'sign extension': 'AGFzbQEAAAABBgFgAX4BfgMCAQAKBwEFACAAxAs=',
  'saturating conversion': 'AGFzbQEAAAABBgFgAXwBfwMCAQAKCAEGACAA/AIL',
} as const

/** The first kind that this browser refuses; null where it refuses none. */
export const nameMissing = (): keyof typeof FEATURES | null =>
  (Object.keys(FEATURES) as (keyof typeof FEATURES)[]).find((name) => !WebAssembly.validate(bytes(FEATURES[name]))) ??
  null
