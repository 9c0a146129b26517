import { ByteWriter, decodeU32, decodeUtf8, encodeU32, encodeUtf8 } from './bytes.ts'
import type { MatchMode } from './filtro.ts'
import { count, emptySet, intersect, type PositionSet, subtract, toList, unite } from './position-set.ts'
import { editsWithin, type NearWord } from './spelling.ts'
import { parseQuery, type SearchTerm, TEXT_NORM, words } from './text.ts'

/** Row of a bank's table `indice`. */
export type IndexEntry = { chiave: string; valore: Uint8Array }

/** Names of the rows. `vocabolario`: words sorted, each between spaces, UTF-8. The rest as u32 little-endian or varint. */
const VOCABOLARIO = 'vocabolario'
/** Start of each word in the vocabulary, in UTF-16 units, and one entry past the end. */
const INIZI = 'inizi'
/** Posting lists one after another: positions ascending, as differences in varint. */
const LISTE = 'liste'
/** Start of each word's list in `liste`, and one entry past the end. */
const OFFSET = 'offset'
/** The greatest position. */
const MASSIMA = 'massima'
/** `TEXT_NORM` of the texts that it was built on; older banks have none. */
const FATTO_CON = 'norma'

/**
 * The vocabulary index of a bank (decision 0004). `testo` is `searchableText` of each question; positions are positive and
 * distinct. Equal input gives equal bytes.
 */
export function buildIndex(testi: Iterable<{ posizione: number; testo: string }>): IndexEntry[] {
  const liste = new Map<string, number[]>()
  let massima = 0
  for (const { posizione, testo } of [...testi].sort((a, b) => a.posizione - b.posizione)) {
    massima = posizione
    for (const parola of words(testo)) {
      const lista = liste.get(parola)
      if (!lista) liste.set(parola, [posizione])
      else if (lista[lista.length - 1] !== posizione) lista.push(posizione)
    }
  }
  const parole = [...liste.keys()].sort()
  const inizi: number[] = []
  const offset: number[] = []
  const scritte = new ByteWriter()
  let inizio = 1
  for (const parola of parole) {
    inizi.push(inizio)
    inizio += parola.length + 1
    offset.push(scritte.lunghezza)
    let prima = 0
    for (const posizione of liste.get(parola) as number[]) {
      scritte.varint(posizione - prima)
      prima = posizione
    }
  }
  inizi.push(inizio)
  offset.push(scritte.lunghezza)
  return [
    { chiave: VOCABOLARIO, valore: encodeUtf8(` ${parole.map((p) => `${p} `).join('')}`) },
    { chiave: INIZI, valore: encodeU32(inizi) },
    { chiave: LISTE, valore: scritte.take() },
    { chiave: OFFSET, valore: encodeU32(offset) },
    { chiave: MASSIMA, valore: encodeU32([massima]) },
    { chiave: FATTO_CON, valore: encodeU32([TEXT_NORM]) },
  ]
}

/** True when an index was built on texts as they are read now; any other must be rebuilt before a search. */
export const isCurrentIndex = (voci: readonly IndexEntry[]): boolean =>
  voci.some(({ chiave, valore }) => chiave === FATTO_CON && decodeU32(valore)[0] === TEXT_NORM)

export type SearchIndex = {
  vocabolario: string
  inizi: Uint32Array
  liste: Uint8Array
  offset: Uint32Array
  massima: number
  /** Word that covers the first place of each stretch of the vocabulary. */
  tratti: Uint32Array
  /** Very common words decoded so far, as sets: a set is then shorter than its list, and uniting it has no decoding. */
  comuni: Map<number, PositionSet>
  /** The last parts searched: somebody who types changes one word at a time, and common words come back. */
  ricerche: Map<string, Ricerca>
}

/** Normalised texts (`searchableText`) of some positions, in their order. */
export type ReadTexts = (posizioni: Int32Array) => readonly string[]

/** Opens the rows of a bank's table `indice`; posting lists stay encoded until a search needs them. Throws on a missing row. */
export function openIndex(voci: Iterable<IndexEntry>): SearchIndex {
  const righe = new Map([...voci].map((voce) => [voce.chiave, voce.valore]))
  const row = (chiave: string): Uint8Array => {
    const valore = righe.get(chiave)
    if (!valore) throw new Error(`indice: no row ${chiave}`)
    return valore
  }
  const inizi = decodeU32(row(INIZI))
  return {
    vocabolario: decodeUtf8(row(VOCABOLARIO)),
    inizi,
    tratti: listTratti(inizi),
    liste: row(LISTE),
    offset: decodeU32(row(OFFSET)),
    massima: decodeU32(row(MASSIMA))[0] ?? 0,
    comuni: new Map(),
    ricerche: new Map(),
  }
}

function listTratti(inizi: Uint32Array): Uint32Array {
  const tratti = new Uint32Array(((inizi[inizi.length - 1] ?? 0) >>> TRATTO) + 1)
  let parola = 0
  for (let t = 0; t < tratti.length; t++) {
    while (parola + 2 < inizi.length && (inizi[parola + 1] as number) <= t << TRATTO) parola++
    tratti[t] = parola
  }
  return tratti
}

/**
 * Positions, ascending, of the questions that match a typed text [VA11]; null when it holds no term (filter nothing). `leggi`
 * reads texts only to verify a phrase, or where that is cheaper than a very common part.
 */
export function searchIndex(
  indice: SearchIndex,
  query: string,
  corrispondenza: MatchMode,
  leggi: ReadTexts,
): Int32Array | null {
  const termini = parseQuery(query)
  if (termini.length === 0) return null
  return toList(corrispondenza === 'ALL' ? matchAll(indice, termini, leggi) : matchAny(indice, termini, leggi))
}

/** Words of the vocabulary that hold one part of a term, the bytes of their lists, and their questions once united. */
type Ricerca = { parole: number[]; peso: number; insieme?: PositionSet }

/** Bytes of lists decoded in about the time of reading one question's text from the disk. */
const LETTURA = 32_768
/** Texts read at a time. */
const PAGINA = 512
/** Parts of terms kept: as many as their sets have room for, bytes, and these at least and at most. */
const RICORDO = 4 * 1024 * 1024
const [RICORDATE_MIN, RICORDATE_MAX] = [32, 512]
/** A word in one question of this many is very common. */
const RADA = 64
/** Places of one stretch of the vocabulary, as a power of two: about one word. */
const TRATTO = 3

/** Matches the rarest part first. The remaining texts are read where a phrase must be verified, or where reading is cheaper. */
function matchAll(indice: SearchIndex, termini: readonly SearchTerm[], leggi: ReadTexts): PositionSet {
  const parti = termini
    .flatMap((termine) => findTermine(indice, termine).map((ricerca) => ({ termine, ricerca })))
    .sort((a, b) => a.ricerca.peso - b.ricerca.peso)
  const daLeggere = new Set(termini.filter((termine) => termine.frase))
  let comuni: PositionSet | null = null
  for (const { termine, ricerca } of parti) {
    const quante = comuni ? count(comuni) : Number.POSITIVE_INFINITY
    if (quante === 0) break
    if (comuni && !ricerca.insieme && quante * LETTURA < ricerca.peso) daLeggere.add(termine)
    else comuni = comuni ? intersect(comuni, union(indice, ricerca)) : union(indice, ricerca)
  }
  const testi = [...daLeggere].map((termine) => termine.testo)
  return keep(comuni ?? emptySet(indice), leggi, (testo) => testi.every((parte) => testo.includes(parte)), testi)
}

function matchAny(indice: SearchIndex, termini: readonly SearchTerm[], leggi: ReadTexts): PositionSet {
  const trovate = emptySet(indice)
  const dubbie = emptySet(indice)
  for (const termine of termini) {
    const parti = findTermine(indice, termine).sort((a, b) => a.peso - b.peso)
    const comuni = parti.map((parte) => union(indice, parte)).reduce(intersect)
    unite(termine.frase ? dubbie : trovate, comuni)
  }
  const frasi = termini.filter((termine) => termine.frase).map((termine) => termine.testo)
  keep(subtract(dubbie, trovate), leggi, (testo) => frasi.some((frase) => testo.includes(frase)), frasi)
  return unite(trovate, dubbie)
}

/** Questions of the words that hold this part; one that holds two of them counts twice. */
export const questionsWith = (index: SearchIndex, part: string): number =>
  scanVocabolario(index, part).parole.reduce((sum, place) => sum + countList(index, place), 0)

/** Characters of «dell'» and its like, at most. */
const LONGEST_ARTICLE = 7

/** The words of the vocabulary within so many edits of a word. An elided article is left out unless the word has one too. */
export function* wordsNear(index: SearchIndex, word: string, reach: number): Generator<NearWord> {
  const { vocabolario, inizi } = index
  const whole = word.includes("'")
  for (let place = 0; place + 1 < inizi.length; place++) {
    const [first, end] = [inizi[place] as number, (inizi[place + 1] as number) - 1]
    const start =
      whole || end - first > word.length + reach + LONGEST_ARTICLE ? first : afterArticle(vocabolario, first, end)
    const edits = editsWithin(word, vocabolario, start, end, reach)
    if (edits <= reach) yield { word: vocabolario.slice(start, end), edits, questions: countList(index, place) }
  }
}

/** Position of the word that follows an elided article. */
function afterArticle(text: string, first: number, end: number): number {
  for (let place = end - 1; place > first; place--) if (text[place] === "'") return place + 1
  return first
}

/** Number of questions of a word: each ends with a byte below 128. */
function countList({ liste, offset }: SearchIndex, place: number): number {
  let questions = 0
  for (let i = offset[place] as number; i < (offset[place + 1] as number); i++)
    if ((liste[i] as number) < 128) questions++
  return questions
}

/** Search for a word; for a phrase one per word of it, each bound on the sides where the word ends. */
function findTermine(indice: SearchIndex, { testo, parole, frase }: SearchTerm): Ricerca[] {
  if (!frase) return [findParola(indice, testo)]
  const ultimo = parole.length - 1
  return parole.map((parola, i) => findParola(indice, `${i > 0 ? ' ' : ''}${parola}${i < ultimo ? ' ' : ''}`))
}

/** Words that hold `parte`; a space in it stands for the word's start or end. */
function findParola(indice: SearchIndex, parte: string): Ricerca {
  const { ricerche } = indice
  const nota = ricerche.get(parte)
  if (nota) ricerche.delete(parte)
  else if (ricerche.size >= ricordateOf(indice)) {
    const [vecchia] = ricerche.keys()
    ricerche.delete(vecchia as string)
  }
  const trovata = nota ?? scanVocabolario(indice, parte)
  ricerche.set(parte, trovata)
  return trovata
}

const ricordateOf = (indice: SearchIndex): number =>
  Math.min(RICORDATE_MAX, Math.max(RICORDATE_MIN, Math.floor(RICORDO / (indice.massima / 8 + 1))))

function scanVocabolario(indice: SearchIndex, parte: string): Ricerca {
  const { vocabolario, inizi, offset } = indice
  const trovate: Ricerca = { parole: [], peso: 0 }
  // A leading space belongs to the separator before the word.
  const spazio = parte.startsWith(' ') ? 1 : 0
  for (let p = vocabolario.indexOf(parte); p >= 0; ) {
    const parola = wordAt(indice, p + spazio)
    trovate.parole.push(parola)
    trovate.peso += (offset[parola + 1] as number) - (offset[parola] as number)
    // Go on from the separator after the word: a single hit is enough.
    p = vocabolario.indexOf(parte, (inizi[parola + 1] as number) - 1)
  }
  return trovate
}

/** The questions of some words; the caller may change the set. */
function union(indice: SearchIndex, ricerca: Ricerca): PositionSet {
  if (ricerca.insieme) return ricerca.insieme.slice()
  const bit = emptySet(indice)
  for (const parola of ricerca.parole) {
    if (isComune(indice, parola)) unite(bit, readComune(indice, parola))
    else addLista(bit, indice, parola)
  }
  ricerca.insieme = bit
  ricerca.parole = []
  return bit.slice()
}

/** True for a very common word; each question takes one byte of a list at least. */
const isComune = ({ offset, massima }: SearchIndex, parola: number): boolean =>
  ((offset[parola + 1] as number) - (offset[parola] as number)) * RADA > massima

function readComune(indice: SearchIndex, parola: number): PositionSet {
  const nota = indice.comuni.get(parola)
  if (nota) return nota
  const letta = emptySet(indice)
  addLista(letta, indice, parola)
  indice.comuni.set(parola, letta)
  return letta
}

/** The word that covers a place of the vocabulary: the last one that starts at or before it. */
function wordAt({ inizi, tratti }: SearchIndex, luogo: number): number {
  let parola = tratti[luogo >>> TRATTO] as number
  while ((inizi[parola + 1] as number) <= luogo) parola++
  return parola
}

function addLista(bit: PositionSet, { liste, offset }: SearchIndex, parola: number): void {
  const fine = offset[parola + 1] as number
  let posizione = 0
  let i = offset[parola] as number
  while (i < fine - 1) {
    const primo = liste[i] as number
    const secondo = liste[i + 1] as number
    const lungo = primo >>> 7
    if ((lungo & (secondo >>> 7)) === 1) {
      // Three bytes or more: rare.
      let salto = primo & 127
      let byte = secondo
      let turno = 7
      for (i++; byte > 127; byte = liste[++i] as number) {
        salto |= (byte & 127) << turno
        turno += 7
      }
      posizione += salto | (byte << turno)
      i++
    } else {
      // Decode one byte or two without a branch, which a processor cannot predict.
      posizione += (primo & 127) | ((secondo & -lungo) << 7)
      i += 1 + lungo
    }
    bit[posizione >>> 5] = (bit[posizione >>> 5] as number) | (1 << (posizione & 31))
  }
  if (i === fine - 1) {
    posizione += liste[i] as number
    bit[posizione >>> 5] = (bit[posizione >>> 5] as number) | (1 << (posizione & 31))
  }
}

/** Keeps the questions whose text passes; reads none without a term to check. */
function keep(
  a: PositionSet,
  leggi: ReadTexts,
  test: (testo: string) => boolean,
  cercati: readonly string[],
): PositionSet {
  if (cercati.length === 0) return a
  const candidate = toList(a)
  for (let da = 0; da < candidate.length; da += PAGINA) {
    const pagina = candidate.subarray(da, da + PAGINA)
    const testi = leggi(pagina)
    for (const [i, posizione] of pagina.entries())
      if (!test(testi[i] ?? '')) a[posizione >>> 5] = (a[posizione >>> 5] as number) & ~(1 << (posizione & 31))
  }
  return a
}
