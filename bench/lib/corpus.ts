import type { NumberedDomanda } from '#contract/domanda'

/** Small deterministic generator: the same corpus in Node and in the page, in every run. */
function generator(seed: number): () => number {
  let s = seed >>> 0
  return () => {
    s = (s + 0x6d2b79f5) >>> 0
    let t = Math.imul(s ^ (s >>> 15), s | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const SILLABE =
  'am ban ca di en fra già la mi no or per qua ri sta tu ver zio pre con trat to no ta dì là può ché giù àl'.split(' ')
const VOCABOLI = 60_000
export const MATERIE = 10

/** Word of a rank: frequent ranks are short, as in a language. */
function word(rank: number): string {
  const r = generator(rank + 1)
  const length = rank < 200 ? 1 + (rank % 2) : 2 + Math.floor(r() * 3)
  let w = ''
  for (let i = 0; i < length; i++) w += SILLABE[Math.floor(r() * SILLABE.length)]
  return rank < 200 ? w : `${w}${(rank % 97).toString(36)}`
}

/** `n` questions over a Zipf vocabulary of 60,000 words, with accents, five answers and ten subjects. */
export function makeDomande(n: number, seed = 1): NumberedDomanda[] {
  const random = generator(seed)
  const cache = new Map<number, string>()
  const pick = () => {
    // Inverse of a Zipf distribution with exponent 1, close enough for postings of realistic lengths.
    const rank = Math.min(VOCABOLI - 1, Math.floor(VOCABOLI ** random()) - 1)
    const known = cache.get(rank)
    if (known !== undefined) return known
    const w = word(rank)
    cache.set(rank, w)
    return w
  }
  const phrase = (min: number, max: number) => {
    const length = min + Math.floor(random() * (max - min + 1))
    return Array.from({ length }, pick).join(' ')
  }
  return Array.from({ length: n }, (_, i) => ({
    id_domanda: i + 1,
    id_materia: (i % MATERIE) + 1,
    posizione: i + 1,
    id_ufficiale: String(i + 1),
    testo: `${phrase(14, 40)}?`,
    risposte: Array.from({ length: 5 }, () => phrase(4, 14)),
    corretta: 1 + Math.floor(random() * 5),
    punti: null,
    chiave: 'ufficiale',
    stato: 'valida',
    immagine: null,
    alt: null,
    argomenti: null,
    html: false,
  }))
}

/** Pairs of terms that people could type: a piece of a frequent word and a piece of a rarer one that occurs beside it. */
export function makeRicerche(domande: readonly NumberedDomanda[], quante: number, seed = 7): string[] {
  const random = generator(seed)
  return Array.from({ length: quante }, () => {
    const d = domande[Math.floor(random() * domande.length)]
    const words = (d?.testo ?? '')
      .replace('?', '')
      .split(' ')
      .filter((w) => w.length >= 4)
    const a = words[Math.floor(random() * words.length)] ?? 'ban'
    const b = words[Math.floor(random() * words.length)] ?? 'per'
    return `${a.slice(0, 4)} ${b.slice(1, 5)}`
  })
}
