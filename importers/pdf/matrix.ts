/** Coefficients `a b c d e f` of an affine map, as a PDF writes it. */
export type Matrix = readonly [number, number, number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Returns the map that applies `inner` first, then `outer`. */
export const multiply = (outer: Matrix, inner: ArrayLike<number>): Matrix => {
  // Cast: six values, which the types of `map` do not count.
  const [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map((i) => inner[i] ?? 0) as unknown as Matrix
  return [
    outer[0] * a + outer[2] * b,
    outer[1] * a + outer[3] * b,
    outer[0] * c + outer[2] * d,
    outer[1] * c + outer[3] * d,
    outer[0] * e + outer[2] * f + outer[4],
    outer[1] * e + outer[3] * f + outer[5],
  ]
}

/** Maps a point. */
export const apply = (m: Matrix, x: number, y: number): { x: number; y: number } => ({
  x: m[0] * x + m[2] * y + m[4],
  y: m[1] * x + m[3] * y + m[5],
})
