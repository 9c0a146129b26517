let collator: Intl.Collator | undefined

/**
 * Compares two texts in Italian, in the order of the stored rank (importers/package). The collator is made at the first
 * use, so that no start waits for it.
 */
export function compareItaliano(a: string, b: string): number {
  collator ??= new Intl.Collator('it')
  return collator.compare(a, b)
}
