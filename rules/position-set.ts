/** A set of positions: bit p of the list is position p. */
export type PositionSet = Uint32Array

/** The empty set of positions up to `massima`. */
export const emptySet = ({ massima }: { massima: number }): PositionSet => new Uint32Array((massima >>> 5) + 1)

/** Intersects into the first set and returns it, as the next two operations do. */
export function intersect(a: PositionSet, b: PositionSet): PositionSet {
  for (let i = 0; i < a.length; i++) a[i] = (a[i] as number) & (b[i] as number)
  return a
}

export function unite(a: PositionSet, b: PositionSet): PositionSet {
  for (let i = 0; i < a.length; i++) a[i] = (a[i] as number) | (b[i] as number)
  return a
}

export function subtract(a: PositionSet, b: PositionSet): PositionSet {
  for (let i = 0; i < a.length; i++) a[i] = (a[i] as number) & ~(b[i] as number)
  return a
}

/** Number of positions in a set. */
export function count(a: PositionSet): number {
  let n = 0
  for (let i = 0; i < a.length; i++) n += countBit(a[i] as number)
  return n
}

/** Bits set in a word of 32, added up in pairs, fours and eights. */
function countBit(parola: number): number {
  const coppie = parola - ((parola >>> 1) & 0x55555555)
  const quattro = (coppie & 0x33333333) + ((coppie >>> 2) & 0x33333333)
  return Math.imul((quattro + (quattro >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The positions of a set, ascending. */
export function toList(a: PositionSet): Int32Array {
  // Reserve a place more: a full word writes at the next position.
  const lista = new Int32Array(count(a) + 1)
  let n = 0
  for (let i = 0; i < a.length; i++) {
    const parola = a[i] as number
    if (countBit(parola) < 8) for (let w = parola; w !== 0; w &= w - 1) lista[n++] = i * 32 + 31 - Math.clz32(w & -w)
    else
      for (let b = 0; b < 32; b++) {
        lista[n] = i * 32 + b
        n += (parola >>> b) & 1
      }
  }
  return lista.subarray(0, n)
}
