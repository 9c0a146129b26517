import { decodeU32, decodeUtf8, encodeU32, encodeUtf8, Scrittore } from './byte.ts'
import type { Corrispondenza } from './filtro.ts'
import { parseQuery, type Termine, words } from './testo.ts'

/** One row of a bank's table `indice`. */
export type VoceIndice = { chiave: string; valore: Uint8Array }

/** Names of the rows. `vocabolario`: words sorted, each between spaces, UTF-8. The rest as u32 little-endian or varint. */
const VOCABOLARIO = 'vocabolario'
/** Where each word starts in the vocabulary, in UTF-16 units, and one entry past the end. */
const INIZI = 'inizi'
/** Posting lists one after another: positions ascending, as differences in varint. */
const LISTE = 'liste'
/** Where each word's list starts in `liste`, and one entry past the end. */
const OFFSET = 'offset'
/** The greatest position. */
const MASSIMA = 'massima'

/**
 * The vocabulary index of a bank (data-engine §5). `testo` is `testoRicerca` of each question; positions are positive and
 * distinct. Equal input gives equal bytes.
 */
export function buildIndice(testi: Iterable<{ posizione: number; testo: string }>): VoceIndice[] {
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
  const scritte = new Scrittore()
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
  ]
}

export type Indice = {
  vocabolario: string
  inizi: Uint32Array
  liste: Uint8Array
  offset: Uint32Array
  massima: number
}

/** Opens the rows of a bank's table `indice`; posting lists stay encoded until a search needs them. Throws on a missing row. */
export function openIndice(voci: Iterable<VoceIndice>): Indice {
  const righe = new Map([...voci].map((voce) => [voce.chiave, voce.valore]))
  const row = (chiave: string): Uint8Array => {
    const valore = righe.get(chiave)
    if (!valore) throw new Error(`indice: no row ${chiave}`)
    return valore
  }
  return {
    vocabolario: decodeUtf8(row(VOCABOLARIO)),
    inizi: decodeU32(row(INIZI)),
    liste: row(LISTE),
    offset: decodeU32(row(OFFSET)),
    massima: decodeU32(row(MASSIMA))[0] ?? 0,
  }
}

/**
 * Positions, ascending, of the questions that match what a person typed [VA11]; null when it holds no term (filter
 * nothing). `readText` gives `testoRicerca` of a position; only candidates of a phrase are read.
 */
export function searchIndice(
  indice: Indice,
  query: string,
  corrispondenza: Corrispondenza,
  readText: (posizione: number) => string,
): Int32Array | null {
  const termini = parseQuery(query)
  if (termini.length === 0) return null
  const candidati = termini.map((termine) => ({ termine, bit: findTermine(indice, termine) }))
  return toList(corrispondenza === 'ALL' ? matchAll(candidati, readText) : matchAny(indice, candidati, readText))
}

/** A set of positions: bit p of the list is position p. */
type Insieme = Uint32Array
type Candidato = { termine: Termine; bit: Insieme }

function matchAll(candidati: Candidato[], readText: (posizione: number) => string): Insieme {
  const [primo, ...altri] = candidati as [Candidato, ...Candidato[]]
  const comuni = primo.bit
  for (const { bit } of altri) intersect(comuni, bit)
  const frasi = candidati.filter(({ termine }) => termine.frase).map(({ termine }) => termine.testo)
  if (frasi.length > 0)
    keep(comuni, (posizione) => {
      const testo = readText(posizione)
      return frasi.every((frase) => testo.includes(frase))
    })
  return comuni
}

function matchAny(indice: Indice, candidati: Candidato[], readText: (posizione: number) => string): Insieme {
  const trovate = emptySet(indice)
  const dubbie = emptySet(indice)
  for (const { termine, bit } of candidati) unite(termine.frase ? dubbie : trovate, bit)
  const frasi = candidati.filter(({ termine }) => termine.frase).map(({ termine }) => termine.testo)
  if (frasi.length > 0) {
    subtract(dubbie, trovate)
    keep(dubbie, (posizione) => {
      const testo = readText(posizione)
      return frasi.some((frase) => testo.includes(frase))
    })
    unite(trovate, dubbie)
  }
  return trovate
}

/** Questions that hold the term, or that may hold the phrase: all its words, each bound on the sides where it ends. */
function findTermine(indice: Indice, { testo, parole, frase }: Termine): Insieme {
  if (!frase) return findParola(indice, testo)
  const ultimo = parole.length - 1
  const insiemi = parole.map((parola, i) => findParola(indice, `${i > 0 ? ' ' : ''}${parola}${i < ultimo ? ' ' : ''}`))
  const [primo, ...altri] = insiemi as [Insieme, ...Insieme[]]
  for (const altro of altri) intersect(primo, altro)
  return primo
}

/** Union of the lists of every word that holds `parte`; a space in it stands for the word's start or end. */
function findParola(indice: Indice, parte: string): Insieme {
  const bit = emptySet(indice)
  const { vocabolario, inizi } = indice
  // A leading space belongs to the separator before the word.
  const spazio = parte.startsWith(' ') ? 1 : 0
  for (let p = vocabolario.indexOf(parte); p >= 0; ) {
    const parola = wordAt(inizi, p + spazio)
    addLista(bit, indice, parola)
    // One hit is enough for a word: go on from the separator after it.
    p = vocabolario.indexOf(parte, (inizi[parola + 1] as number) - 1)
  }
  return bit
}

/** The word that covers a place of the vocabulary: the last one that starts at or before it. */
function wordAt(inizi: Uint32Array, luogo: number): number {
  let basso = 0
  let alto = inizi.length - 1
  while (alto - basso > 1) {
    const mezzo = (basso + alto) >> 1
    if ((inizi[mezzo] as number) <= luogo) basso = mezzo
    else alto = mezzo
  }
  return basso
}

function addLista(bit: Insieme, { liste, offset }: Indice, parola: number): void {
  const fine = offset[parola + 1] as number
  let posizione = 0
  for (let i = offset[parola] as number; i < fine; ) {
    let salto = 0
    let turno = 0
    let byte = 128
    while (byte > 127) {
      byte = liste[i++] as number
      salto |= (byte & 127) << turno
      turno += 7
    }
    posizione += salto
    bit[posizione >>> 5] = (bit[posizione >>> 5] as number) | (1 << (posizione & 31))
  }
}

const emptySet = ({ massima }: Indice): Insieme => new Uint32Array((massima >>> 5) + 1)

function intersect(a: Insieme, b: Insieme): void {
  for (let i = 0; i < a.length; i++) a[i] = (a[i] as number) & (b[i] as number)
}

function unite(a: Insieme, b: Insieme): void {
  for (let i = 0; i < a.length; i++) a[i] = (a[i] as number) | (b[i] as number)
}

function subtract(a: Insieme, b: Insieme): void {
  for (let i = 0; i < a.length; i++) a[i] = (a[i] as number) & ~(b[i] as number)
}

function keep(insieme: Insieme, test: (posizione: number) => boolean): void {
  for (const posizione of toList(insieme))
    if (!test(posizione)) insieme[posizione >>> 5] = (insieme[posizione >>> 5] as number) & ~(1 << (posizione & 31))
}

function toList(insieme: Insieme): Int32Array {
  let n = 0
  for (const parola of insieme) for (let w = parola; w !== 0; w &= w - 1) n++
  const lista = new Int32Array(n)
  n = 0
  for (let i = 0; i < insieme.length; i++)
    for (let w = insieme[i] as number; w !== 0; w &= w - 1) lista[n++] = i * 32 + 31 - Math.clz32(w & -w)
  return lista
}
