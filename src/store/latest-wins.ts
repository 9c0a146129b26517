import type { RequestedStep } from '#contract/prova'

/**
 * Remembers what was asked for last under each key: a write that failed is not tried again over what the person chose there since.
 * The answer of a call tells whether its wish is still the last one.
 */
export function createLatestWins(): (key: string) => () => boolean {
  const counts = new Map<string, number>()
  return (key) => {
    const mine = (counts.get(key) ?? 0) + 1
    counts.set(key, mine)
    return () => counts.get(key) === mine
  }
}

/** What a change of a place is about: a mark and its erasure are one thing, the flag and each option struck out others. */
export function markKeyOf(evento: Extract<RequestedStep, { indice: number }>): string {
  const { tipo, indice } = evento
  if (tipo === 'segna' || tipo === 'cancella') return `${indice} segno`
  return tipo === 'escludi' ? `${indice} ${tipo} ${evento.risposta}` : `${indice} ${tipo}`
}
