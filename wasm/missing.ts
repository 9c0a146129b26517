const bytes = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))

/** One function for each kind of instruction that `sqlite3.wasm` uses beyond the first WebAssembly. */
const FEATURES = {
  'bulk memory': 'AGFzbQEAAAABBAFgAAADAgEABQMBAAEKDgEMAEEAQQBBAPwKAAAL',
  'sign extension': 'AGFzbQEAAAABBgFgAX4BfgMCAQAKBwEFACAAxAs=',
  'saturating conversion': 'AGFzbQEAAAABBgFgAXwBfwMCAQAKCAEGACAA/AIL',
} as const

export type WasmFeature = keyof typeof FEATURES | 'WebAssembly' | 'BigInt'

/**
 * What the browser lacks of what the engine needs, told by a module of 77 bytes before the engine's 383 kB are fetched (decision 0113);
 * null where it lacks nothing, or where nothing could be told: then the engine sees for itself.
 */
export async function findMissing(): Promise<WasmFeature | null> {
  if (typeof WebAssembly !== 'object') return 'WebAssembly'
  const module = await import('./probe.wasm').catch(() => null)
  if (module === null) {
    const names = Object.keys(FEATURES) as (keyof typeof FEATURES)[]
    return names.find((name) => !WebAssembly.validate(bytes(FEATURES[name]))) ?? null
  }
  try {
    return module.probe(1n) === 1n ? null : 'BigInt'
  } catch {
    return 'BigInt'
  }
}
