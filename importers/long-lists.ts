// A call with one argument per element overflows the stack from about 100,000 elements on.

/** Puts elements at the end of a list. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one)
}

/** The greatest of some numbers, or `least` when there is none beyond it. */
export const greatest = (numbers: readonly number[], least = Number.NEGATIVE_INFINITY): number =>
  numbers.reduce((most, n) => Math.max(most, n), least)

/** The least of some numbers, or `most` when there is none below it. */
export const lowest = (numbers: readonly number[], most = Number.POSITIVE_INFINITY): number =>
  numbers.reduce((least, n) => Math.min(least, n), most)
