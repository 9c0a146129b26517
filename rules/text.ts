import type { MatchMode } from './filtro.ts'

/** Pairs of characters: each of the first is folded to the one at the same place of the second. */
const pairs = (da: string, a: string): [string, string][] => Array.from(da, (c, i) => [c, a[i] as string])

/**
 * Characters that NFKD leaves whole: typographic quotes and dashes, letters with a stroke, and the Cyrillic and Greek letters
 * that look Latin and leak into printed banks. Greek is folded in capitals only: a lower-case alpha is meant as alpha.
 */
const FOLD: ReadonlyMap<string, string> = new Map([
  ...pairs('’‘‛ʼʻ′`´＇', "'''''''''"),
  ...pairs('“”„‟″«»', '"""""""'),
  ...pairs('‐‑‒–—―−', '-------'),
  ...pairs('øđłıØĐŁ', 'odliodl'),
  ...pairs('АВЕІЈКМНОРСЅТУХҺ', 'abeijkmhopcstyxh'),
  ...pairs('авеіјкмнорсѕтухһ', 'abeijkmhopcstyxh'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο', 'abezhikmnoptyxo'),
  ['ß', 'ss'],
  ['ẞ', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'ae'],
  ['œ', 'oe'],
  ['Œ', 'oe'],
  ['⁄', '/'],
])

const CACHE: string[] = []

/** Normalises a code point: nothing for marks and invisible characters, a single space for white space. */
function foldChar(punto: number): string {
  // Half a surrogate pair is no character: half of a cut emoji must not match.
  if (punto >= 0xd800 && punto <= 0xdfff) return ''
  const noto = CACHE[punto]
  if (noto !== undefined) return noto
  const piegato = computeFold(String.fromCodePoint(punto))
  if (punto < 0x10000) CACHE[punto] = piegato
  return piegato
}

function computeFold(carattere: string): string {
  const diretto = FOLD.get(carattere)
  if (diretto !== undefined) return diretto
  return Array.from(carattere.normalize('NFKD'), (c) => FOLD.get(c) ?? c.toLowerCase().normalize('NFKD'))
    .join('')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
}

/**
 * The text that is searched (decision 0004): no accents, lower case, one form of apostrophe, quote and dash, look-alike
 * letters Latin, runs of white space one space. Normalising twice changes nothing.
 */
export const normalizeText = (testo: string): string =>
  testo
    .replace(NOT_PLAIN, (carattere) => foldChar(carattere.codePointAt(0) as number))
    .toLowerCase()
    .replace(/ {2,}/g, ' ')
    .trim()

/**
 * A normalised text without the signs of no search: double quotes, and apostrophes outside two letters or digits. So a phrase is
 * found whether it was printed «in virgolette» or not, and `e' nullo` is `è nullo`.
 */
export const withoutMarks = (normale: string): string =>
  SEGNI.test(normale) ? normale.replaceAll('"', '').replace(APOSTROFI, '').replace(/ {2,}/g, ' ').trim() : normale
const SEGNI = /["']/
const APOSTROFI = /(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu

/** Characters other than the ASCII that only lower case changes. */
const NOT_PLAIN = /[^ -_a-~]/gu

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Text of allow-listed HTML, as it reads: tags removed (block ones and breaks leave a space), basic entities decoded. */
export const stripHtml = (html: string): string =>
  html
    .replace(/<\/?(?:p|br|div|li|ul|ol|tr|td|th|table|h\d)\b[^>]*>/gi, ' ')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (intera, dec, esa, nome) => {
      if (nome) return ENTITIES[nome.toLowerCase()] ?? intera
      const punto = dec ? Number(dec) : Number.parseInt(esa, 16)
      return punto <= 0x10ffff ? String.fromCodePoint(punto) : intera
    })

/** Text that the order ALFABETICO compares, in Italian collation: the question as it is shown. */
export const alphabeticText = ({ testo, html }: { testo: string; html: boolean }): string =>
  (html ? stripHtml(testo) : testo).trim()

/** Grows whenever `searchableText` changes: an older index does not match the searched words. */
export const TEXT_NORM = 2

/**
 * Returns the searched text of a question: text and answers normalised, without the signs that `withoutMarks` drops,
 * one a line, so that no phrase runs from one into the next. The index and the check of phrases use it.
 */
export const searchableText = (domanda: {
  testo: string
  risposte: readonly (string | null)[]
  html?: boolean
}): string =>
  [domanda.testo, ...domanda.risposte]
    .filter((t) => t !== null && t !== '')
    .map((t) => withoutMarks(normalizeText(domanda.html ? stripHtml(t as string) : (t as string))))
    .join('\n')

/** Punctuation at the edges of a word; signs that people look for (%, §, &, @, #) are kept. */
const EDGES = /^[^\P{P}%§&@#*]+|[^\P{P}%§&@#*]+$/gu

/**
 * Words of a normalised text, between white space, without the punctuation around them. Inner signs stay: `l'atto`, `21-bis`,
 * `241/1990`, `d.lgs` are one word each, and any part of a word finds it.
 */
export function words(testo: string): string[] {
  const parole: string[] = []
  for (const pezzo of testo.split(/[ \n]/)) {
    const parola = pezzo.replace(EDGES, '')
    if (parola !== '') parole.push(parola)
  }
  return parole
}

/** Term of a query, normalised. `parole`: its words; more than one, or quoted punctuation, is a phrase. */
export type SearchTerm = { testo: string; parole: readonly string[]; frase: boolean }

/**
 * Terms of a typed query: split on white space, "quoted phrases" kept whole (an open quote runs to the end), typographic quotes
 * included. Terms without letters, digits or signs are dropped; each term once.
 */
export function parseQuery(query: string): SearchTerm[] {
  const termini = new Map<string, SearchTerm>()
  for (const [, frase, libero] of normalizeText(query).matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const testo = withoutMarks(frase === undefined ? (libero as string).replace(EDGES, '') : frase.trim())
    const parole = words(testo)
    if (parole.length > 0) termini.set(testo, { testo, parole, frase: parole.length > 1 || parole[0] !== testo })
  }
  return [...termini.values()]
}

/** A typed text as one phrase, without its own quotes. Empty without any text. */
export function quotePhrase(testo: string): string {
  const frase = Array.from(testo, (c) => (foldChar(c.codePointAt(0) as number) === '"' ? '' : c))
    .join('')
    .trim()
  return frase === '' ? '' : `"${frase}"`
}

/**
 * True when a normalised text has any, or all, of the terms as substrings [VA11][CO14]; without terms every text matches. The
 * index must return exactly the same.
 */
export function matches(testo: string, termini: readonly SearchTerm[], corrispondenza: MatchMode): boolean {
  if (termini.length === 0) return true
  const has = (termine: SearchTerm) => testo.includes(termine.testo)
  return corrispondenza === 'ALL' ? termini.every(has) : termini.some(has)
}

/** Articles and prepositions, alone or joined: a search matches them, and they do not describe a hit. */
const PARTICLE =
  /^(?:[aeiol]|[aeo]d|il|lo|la|gli|le|una?|di?|da|in|con|su|per|tra|fra|co[li]|(?:[ad]|da|de|ne|su)(?:l|ll[aeo]?|i|gli))$/

/**
 * Ranges of the terms in a text as printed: [start, end) in UTF-16 units, in order, merged where they touch. Accents written
 * apart belong to their letter. Particles are lit where the query has no other word; a term is lit inside a word only where none
 * begins with it.
 */
export function highlightRanges(originale: string, query: string): [number, number][] {
  const written = parseQuery(query)
  const telling = written.filter((termine) => !PARTICLE.test(termine.testo))
  const termini = telling.length > 0 ? telling : written
  if (termini.length === 0) return []
  const { testo, inizi, fini } = dropSegni(mapTesto(originale))
  const trovati: [number, number][] = []
  for (const termine of termini) {
    const places: number[] = []
    for (let p = testo.indexOf(termine.testo); p >= 0; p = testo.indexOf(termine.testo, p + 1)) places.push(p)
    const begins = places.filter((p) => p === 0 || !WORD_PART.test(testo[p - 1] as string))
    for (const p of begins.length > 0 ? begins : places)
      trovati.push([inizi[p] as number, fini[p + termine.testo.length - 1] as number])
  }
  return mergeRanges(trovati)
}

const WORD_PART = /[\p{L}\p{N}]/u

/** A normalised text with, for each of its units, the range of the original it comes from. */
type Mappa = { testo: string; inizi: number[]; fini: number[] }

/** Removes the signs of a text as `withoutMarks` does, untrimmed. */
function dropSegni(mappa: Mappa): Mappa {
  if (!SEGNI.test(mappa.testo)) return mappa
  return [/"/g, APOSTROFI, /(?<= ) /g].reduce(({ testo, inizi, fini }, segno) => {
    const via = new Set(Array.from(testo.matchAll(segno), ({ index }) => index))
    const resta = (_: unknown, i: number) => !via.has(i)
    return {
      testo: testo.split('').filter(resta).join(''),
      inizi: inizi.filter(resta),
      fini: fini.filter(resta),
    }
  }, mappa)
}

/** The normalised text, untrimmed. */
function mapTesto(originale: string): Mappa {
  let testo = ''
  const inizi: number[] = []
  const fini: number[] = []
  let i = 0
  while (i < originale.length) {
    const punto = originale.codePointAt(i) as number
    const dopo = i + (punto > 0xffff ? 2 : 1)
    const piegato = foldChar(punto)
    if (piegato === '' && fini.length > 0 && /\p{M}/u.test(String.fromCodePoint(punto))) {
      const ultima = inizi[inizi.length - 1]
      for (let k = fini.length - 1; k >= 0 && inizi[k] === ultima; k--) fini[k] = dopo
    }
    for (const unita of piegato.split('')) {
      if (unita === ' ' && testo.endsWith(' ')) {
        fini[fini.length - 1] = dopo
        continue
      }
      testo += unita
      inizi.push(i)
      fini.push(dopo)
    }
    i = dopo
  }
  return { testo, inizi, fini }
}

function mergeRanges(trovati: [number, number][]): [number, number][] {
  const uniti: [number, number][] = []
  for (const [inizio, fine] of trovati.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const ultimo = uniti[uniti.length - 1]
    if (ultimo && inizio <= ultimo[1]) ultimo[1] = Math.max(ultimo[1], fine)
    else uniti.push([inizio, fine])
  }
  return uniti
}
