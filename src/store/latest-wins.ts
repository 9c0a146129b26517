import type { RequestedStep } from '#contract/prova'

/**
 * Counts the requests under each key, so that a failed write is not retried over a later choice there. The returned function is
 * true while its request is still the last one.
 */
export function createLatestWins(): (key: string) => () => boolean {
  const counts = new Map<string, number>()
  return (key) => {
    const mine = (counts.get(key) ?? 0) + 1
    counts.set(key, mine)
    return () => counts.get(key) === mine
  }
}

/** Returns the key of a change at a place. A mark and its erasure share one; the flag and each struck-out option have their own. */
export function markKeyOf(evento: Extract<RequestedStep, { indice: number }>): string {
  const { tipo, indice } = evento
  if (tipo === 'segna' || tipo === 'cancella') return `${indice} segno`
  return tipo === 'escludi' ? `${indice} ${tipo} ${evento.risposta}` : `${indice} ${tipo}`
}
