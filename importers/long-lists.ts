// Avoid a call with one argument per element, which overflows the stack from about 100,000 elements on.

/** Appends elements to a list. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one)
}

/** Returns the greatest of some numbers, or `least` when none is greater. */
export const greatest = (numbers: readonly number[], least = Number.NEGATIVE_INFINITY): number =>
  numbers.reduce((most, n) => Math.max(most, n), least)

/** Returns the least of some numbers, or `most` when none is lower. */
export const lowest = (numbers: readonly number[], most = Number.POSITIVE_INFINITY): number =>
  numbers.reduce((least, n) => Math.min(least, n), most)
