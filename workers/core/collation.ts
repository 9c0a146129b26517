let collator: Intl.Collator | undefined

/** Order of two texts in Italian; the one of the stored rank (importers/package). Made when first asked: a start waits for none. */
export function compareItaliano(a: string, b: string): number {
  collator ??= new Intl.Collator('it')
  return collator.compare(a, b)
}
