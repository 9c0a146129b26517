const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')

/** Makes a UUID of version 7 (RFC 9562): `ms` since 1970, then chance; ids sort by their time of creation. `random`: 10 bytes. */
export function uuidV7(ms: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16)
  let rest = ms
  for (let i = 5; i >= 0; i--) {
    bytes[i] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f)
  const text = hex(bytes)
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}

/** Makes a new id for an event or a sitting. Plain http lacks crypto.randomUUID, but has getRandomValues. */
export const newId = (): string => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))

/** Makes a new seed for a sitting's order: 32 bits. */
export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] as number

/** Returns a counter from 1, each number once. */
export function createCounter(): () => number {
  let last = 0
  return () => ++last
}
