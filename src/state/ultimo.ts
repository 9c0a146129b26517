import type { PassoChiesto } from '#contract/prova'

/**
 * Remembers what was asked for last under each key: a write that failed is not tried again over what the person chose there since.
 * The answer of a call tells whether its wish is still the last one.
 */
export function createUltimo(): (chiave: string) => () => boolean {
  const volte = new Map<string, number>()
  return (chiave) => {
    const mia = (volte.get(chiave) ?? 0) + 1
    volte.set(chiave, mia)
    return () => volte.get(chiave) === mia
  }
}

/** What a change of a place is about: a mark and its erasure are one thing, the flag and each option struck out others. */
export function segnoDi(evento: Extract<PassoChiesto, { indice: number }>): string {
  const { tipo, indice } = evento
  if (tipo === 'segna' || tipo === 'cancella') return `${indice} segno`
  return tipo === 'escludi' ? `${indice} ${tipo} ${evento.risposta}` : `${indice} ${tipo}`
}
