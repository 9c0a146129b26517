const esa = (byte: Uint8Array): string => Array.from(byte, (b) => b.toString(16).padStart(2, '0')).join('')

/** A UUID of version 7 (RFC 9562): `ms` since 1970, then chance; ids sort by the time they were made. `caso`: 10 bytes. */
export function uuidV7(ms: number, caso: Uint8Array): string {
  const byte = new Uint8Array(16)
  let resto = ms
  for (let i = 5; i >= 0; i--) {
    byte[i] = resto % 256
    resto = Math.floor(resto / 256)
  }
  byte.set(caso.subarray(0, 10), 6)
  byte[6] = 0x70 | ((byte[6] as number) & 0x0f)
  byte[8] = 0x80 | ((byte[8] as number) & 0x3f)
  const testo = esa(byte)
  return [testo.slice(0, 8), testo.slice(8, 12), testo.slice(12, 16), testo.slice(16, 20), testo.slice(20)].join('-')
}

/** A new id for an event or a sitting. crypto.randomUUID is missing on plain http, getRandomValues is not. */
export const newId = (): string => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))

/** A new seed for a sitting's order: 32 bits. */
export const newSeme = (): number => crypto.getRandomValues(new Uint32Array(1))[0] as number
