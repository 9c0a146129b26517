/** Scrambles 32 bits (the finaliser of MurmurHash3): near inputs give unrelated outputs. */
export function mix32(valore: number): number {
  let h = valore | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Mixes two numbers into a seed. */
export const mixSeeds = (a: number, b: number): number => mix32(mix32(a) ^ Math.imul(b | 0, 0x9e3779b1))

/**
 * Seeded chance, equal on every engine: mulberry32, 32 bits of state, one period of 2^32. Not for secrets. The function returns a
 * whole number in [0, n); n up to 2^20 keeps the bias under 1 in 4,000.
 */
export function createRandom(seme: number): (n: number) => number {
  let stato = seme | 0
  return (n) => {
    stato = (stato + 0x6d2b79f5) | 0
    let t = Math.imul(stato ^ (stato >>> 15), stato | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n)
  }
}
