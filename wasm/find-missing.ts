import type { nameMissing } from './missing.ts'

export type WasmFeature = NonNullable<ReturnType<typeof nameMissing>> | 'WebAssembly' | 'BigInt'

/**
 * What the browser lacks of what the engine needs, told by a module of 77 bytes before the engine's 383 kB are fetched (decision 0113);
 * null where it lacks nothing, or where nothing could be told: then the engine sees for itself.
 */
export async function findMissing(): Promise<WasmFeature | null> {
  if (typeof WebAssembly !== 'object') return 'WebAssembly'
  const module = await import('./probe.wasm').catch(() => null)
  if (module === null) return import('./missing.ts').then((m) => m.nameMissing()).catch(() => null)
  try {
    return module.probe(1n) === 1n ? null : 'BigInt'
  } catch {
    return 'BigInt'
  }
}
