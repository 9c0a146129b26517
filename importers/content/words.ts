/** Normalises a text for comparison: lower case, without marks or punctuation, single spaces. */
export const normalize = (testo: string): string =>
  testo
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Lists runs of letters and digits; an elided article is a word of its own. */
export const listWords = (testo: string): string[] => testo.match(/[\p{L}\p{N}]+/gu) ?? []

// Abbreviations whose full stop ends no sentence.
const ABBREVIAZIONI = /\b(artt?|co|n|nn|lett|par|sez|cap|es|ecc|L|D|Lgs|P|R|cost)\.(?=\s)/giu

/** Splits an explanation into sentences, without the false ends of `art. 3`, `n. 82` or `1.024`. */
export const listSentences = (testo: string): string[] =>
  testo
    .replace(ABBREVIAZIONI, '$1')
    .split(/(?<=[.?!])\s+(?=[\p{Lu}«#.])/u)
    .filter((frase) => listWords(frase).length > 0)

/** Computes the Gulpease index of readability of an Italian text: 0 hard, 100 easy. */
export function gulpease(testo: string): number {
  const parole = listWords(testo)
  const lettere = parole.reduce((n, p) => n + p.length, 0)
  return parole.length === 0 ? 100 : 89 + (300 * listSentences(testo).length - 10 * lettere) / parole.length
}
