import type { RawAnswer } from '../raw-question.ts'

const LETTERE = 'ABCDEFGH'
export type DisplacedKind = 'displaced_end' | 'displaced_answers'

/**
 * Puts back what an extraction left in the wrong field: the end of the question before the mark of an answer
 * (`…corrisponde una cifra?\nA) 9`), or all the answers at the end of the question. Returns which of the two it was.
 */
export function fixDisplaced(
  testo: string,
  risposte: readonly RawAnswer[],
): { testo: string; risposte: RawAnswer[]; displaced: DisplacedKind | null } {
  const prima = risposte[0]
  const marcata = prima ? /^([\s\S]*\S)\s*\n\s*A\)\s*(\S[\s\S]*)$/.exec(prima.testo) : null
  if (prima && marcata) {
    const nuove = [{ ...prima, testo: marcata[2] ?? '' }, ...risposte.slice(1)]
    return {
      testo: `${testo}\n${marcata[1]}`,
      risposte: nuove,
      displaced: 'displaced_end',
    }
  }
  const senza = dropRisposte(testo, risposte)
  return { testo: senza ?? testo, risposte: [...risposte], displaced: senza === null ? null : 'displaced_answers' }
}

const escapeRegExp = (testo: string): string => testo.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')

function dropRisposte(testo: string, risposte: readonly RawAnswer[]): string | null {
  const ultima = risposte.at(-1)?.testo.trim()
  if (risposte.length < 3 || !ultima || !testo.trimEnd().endsWith(ultima)) return null
  const tutte = risposte.map((r) => escapeRegExp(r.testo.trim())).join('[\\s;,.]*')
  const trovato = new RegExp(`\\s${tutte}\\s*$`).exec(testo)
  return trovato && trovato.index >= 5 ? testo.slice(0, trovato.index) : null
}

/** `A) Roma`, `B) Milano` … or `1) …`, `2) …` -> without the marks, when every answer has its own. */
export function dropMarks(risposte: readonly string[]): string[] {
  const segni = risposte.map((r, i) => {
    const letter = `${LETTERE[i]}|${LETTERE[i]?.toLowerCase()}`
    return new RegExp(`^\\(?(?:(?:${letter})[).:]\\s*|${i + 1}(?:\\)\\s*|[.:]\\s+))(?=\\S)`).exec(r)?.[0]
  })
  if (risposte.length < 2 || segni.some((s) => s === undefined)) return [...risposte]
  return risposte.map((r, i) => r.slice(segni[i]?.length ?? 0))
}

/**
 * The letters that answers write themselves, when each has its own and they do not stand in order (`C) Roma`, `A) Milano`,
 * `B) Torino`): a key means these. Null in any other case.
 */
export function findOwnLetters(risposte: readonly string[]): string[] | null {
  const letters = risposte.map((r) => /^\s*\(?([A-Ha-h])\)\s*\S/.exec(r)?.[1]?.toUpperCase() ?? '')
  const wanted = [...LETTERE.slice(0, risposte.length)]
  const inOrder = letters.every((letter, i) => letter === wanted[i])
  return risposte.length > 1 && !inOrder && wanted.every((letter) => letters.includes(letter)) ? letters : null
}

export const dropOwnLetter = (risposta: string): string => risposta.replace(/^\s*\(?[A-Ha-h]\)\s*/, '')
