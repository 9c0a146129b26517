/**
 * Position of a score among others: ties share it, the next one counts all before it (D24). `maggiori`: number of higher scores.
 */
export const posizione = (maggiori: number): number => maggiori + 1

/** Position of `punteggio` among `tutti`, itself included or not: only higher scores count. */
export function posizioneAmong(tutti: readonly number[], punteggio: number): number {
  let maggiori = 0
  for (const p of tutti) if (p > punteggio) maggiori++
  return posizione(maggiori)
}

/** True when a position enters the first `primi`; ties with the last of them enter too when `pari_merito`. */
export function isAmongTop(
  { maggiori, pari }: { maggiori: number; pari: number },
  { primi, pari_merito }: { primi: number; pari_merito: boolean },
): boolean {
  // Without the rule on ties, a tie that exceeds the places is left out whole: it has no order.
  return pari_merito ? maggiori < primi : maggiori + pari <= primi
}

/** Mean of whole thousandths, rounded to the thousandth, halves up; null of none. */
export function meanMillesimi(somma: number, quanti: number): number | null {
  return quanti === 0 ? null : Math.floor(somma / quanti + 0.5)
}
