/**
 * Brings a value into a range [VA19][VA20]: 0..100 by default, `predefinito` for a value that is no number. Numbers written as
 * text count. Throws RangeError when the range starts after its end.
 */
export function clamp(valore: unknown, predefinito: number, start = 0, end = 100): number {
  if (start > end) throw new RangeError(`clamp: ${start} > ${end}`)
  const numero = typeof valore === 'string' && valore.trim() !== '' ? Number(valore) : valore
  if (typeof numero !== 'number' || Number.isNaN(numero)) return predefinito
  return Math.min(end, Math.max(start, numero))
}
