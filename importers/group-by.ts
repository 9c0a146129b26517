/** Groups elements by the result of `chiave`, each list in its order. */
export function groupBy<T, K>(elementi: readonly T[], chiave: (elemento: T) => K): Map<K, T[]> {
  const gruppi = new Map<K, T[]>()
  for (const elemento of elementi) {
    const k = chiave(elemento)
    const gruppo = gruppi.get(k)
    if (gruppo) gruppo.push(elemento)
    else gruppi.set(k, [elemento])
  }
  return gruppi
}
