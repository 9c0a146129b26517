/**
 * Sums bytes to 48 bits, as a whole number. Each step of both halves is a bijection of the state, so a change of any
 * one byte always shows. Wider damage passes once in 2^48. The chain of events protects against malice; this sum does
 * not.
 */
export function sumOf(bytes: Uint8Array): number {
  let h1 = 0x9e3779b9
  let h2 = 0x85ebca6b
  for (const byte of bytes) {
    h1 = Math.imul(h1 ^ byte, 0x01000193)
    h2 = Math.imul(h2 ^ byte, 0x5bd1e995)
  }
  return mix(h1, h2, bytes.length)
}

/** Sums 32-bit words, four times faster: for pages, whose size is a multiple of four. */
export function sumOfPage(words: Uint32Array): number {
  let h1 = 0x9e3779b9
  let h2 = 0x85ebca6b
  for (const word of words) {
    h1 = Math.imul(h1 ^ word, 0x01000193)
    h1 ^= h1 >>> 15
    h2 = Math.imul(h2 ^ word, 0x5bd1e995)
    h2 ^= h2 >>> 13
  }
  return mix(h1, h2, words.length)
}

/** Keep half of the second state, for a result below 2^53, and all of the first, which loses no difference. */
const mix = (h1: number, h2: number, length: number): number =>
  ((h1 ^ length) >>> 0) * 0x10000 + ((h2 ^ (h2 >>> 16)) & 0xffff)

/** Returns the sums of whole consecutive pages. */
export function sumsOf(bytes: Uint8Array<ArrayBuffer>, page: number): number[] {
  const sums: number[] = []
  for (let at = 0; at + page <= bytes.length; at += page)
    sums.push(sumOfPage(new Uint32Array(bytes.buffer, bytes.byteOffset + at, page / 4)))
  return sums
}
