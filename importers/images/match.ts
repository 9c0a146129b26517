import type { ImportedImage } from '#contract/domanda'
import { isShowable } from '#rules/image'
import { checkAddress, fromAddress } from '../formats/embedded.ts'
import { groupBy } from '../group-by.ts'
import { append } from '../long-lists.ts'
import { type Warning, warn } from '../warnings.ts'
import { readImage } from './read-image.ts'

/** References of a question to images, and its place for the report. */
export type ImageReference = { riga: number; sheet: string | null; immagini: readonly string[] }
/** `nomi[i]` is the flat name of the image of the i-th question, or null. */
export type MatchedImages = { nomi: (string | null)[]; immagini: ImportedImage[]; avvisi: Warning[] }

type Fault =
  | { kind: 'image_broken'; figures: { name: string } }
  | { kind: 'image_too_large'; figures: { name: string; width: number; height: number } }
type GivenImage = ImportedImage & {
  percorso: string[]
  tipo: 'png' | 'jpg' | null
  piatto: string | null
  fault: Fault | null
}

/** Returns the reason why no browser would open an image, or null. */
function findFault({ nome, byte }: ImportedImage, kind: 'png' | 'jpg'): Fault | null {
  const size = readImage(`image.${kind}`, byte)
  if ('errore' in size || size.larghezza === 0 || size.altezza === 0)
    return { kind: 'image_broken', figures: { name: nome } }
  const { larghezza: width, altezza: height } = size
  return isShowable({ width, height }) ? null : { kind: 'image_too_large', figures: { name: nome, width, height } }
}

/** Returns the kind of an image by its first bytes, whatever its name. */
function findImageKind(byte: Uint8Array): 'png' | 'jpg' | null {
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  if (byte.length > 24 && png.every((b, i) => byte[i] === b)) return 'png'
  return byte.length > 4 && byte[0] === 0xff && byte[1] === 0xd8 && byte[2] === 0xff ? 'jpg' : null
}

function toGiven(immagine: ImportedImage): GivenImage {
  const tipo = findImageKind(immagine.byte)
  const fault = tipo && findFault(immagine, tipo)
  return { ...immagine, fault, percorso: splitPercorso(immagine.nome), tipo, piatto: null }
}

/** Address in a tag that stands in the place of a name. */
const IMG = /<img\b[^>]*\ssrc\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s>]+))/i
const bareName = (nome: string): string =>
  IMG.exec(nome)
    ?.slice(1)
    .find((part) => part !== undefined) ?? nome

const splitPercorso = (nome: string): string[] =>
  safeDecode(bareName(nome))
    .normalize('NFC')
    .replace(/[?#].*$/, '')
    .toLowerCase()
    .split(/[/\\]/)
    .filter((p) => p !== '' && p !== '.')

function safeDecode(nome: string): string {
  try {
    return decodeURIComponent(nome)
  } catch {
    return nome
  }
}

/** Gives each question its image among the given ones, by the end of its path, whatever the case. */
export function matchImages(richiami: readonly ImageReference[], date: readonly ImportedImage[]): MatchedImages {
  const avvisi: Warning[] = []
  const disponibili = date.map(toGiven)
  const perNome = groupBy(disponibili, (d) => d.percorso.at(-1) ?? '')
  const usate = new Set<GivenImage>()
  // Cache written pictures: many questions may hold the same one.
  const scritte = new Map<string, GivenImage | null>()
  const written = (address: string): GivenImage | null => {
    if (!address.startsWith('data:')) return null
    const known = scritte.get(address)
    if (known !== undefined) return known
    const image = fromAddress(address)
    const given = image && toGiven(image)
    scritte.set(address, given)
    return given
  }
  const presi = new Set<string>()
  const nomi = richiami.map((richiamo) => {
    const trovate = richiamo.immagini.map((riferimento) => written(riferimento) ?? find(riferimento, perNome))
    trovate.forEach((trovata, i) => {
      if (trovata?.tipo && !trovata.fault) return
      avvisi.push(warnMissing(richiamo, richiamo.immagini[i] ?? '', trovata))
    })
    const prima = trovate.find((t) => t?.tipo && !t.fault)
    if (!prima) return null
    prima.piatto ??= makeNome(prima, presi)
    usate.add(prima)
    return prima.piatto
  })
  for (const d of disponibili) append(avvisi, checkTipo(d))
  for (const d of disponibili) {
    if (!usate.has(d) && d.tipo && !d.fault) {
      avvisi.push(warn('image_unused', null, { name: d.nome }))
    }
  }
  return { nomi, immagini: [...usate].map(({ piatto, byte }) => ({ nome: piatto ?? '', byte })), avvisi }
}

function warnMissing({ riga, sheet }: ImageReference, reference: string, found: GivenImage | null): Warning {
  if (found?.fault) return warn(found.fault.kind, riga, found.fault.figures as never, sheet)
  if (/^data:/i.test(reference)) {
    const checked = checkAddress(reference)
    const isEncoding = !checked.ok && checked.codice === 'ENCODING_IMMAGINE_ERRATO'
    return warn(isEncoding ? 'image_embedded_encoding' : 'image_embedded_not_image', riga, {}, sheet)
  }
  return warn(found ? 'image_not_image' : 'image_missing', riga, { name: reference.slice(0, 120) }, sheet)
}

/** Returns, of several images with one name, the one whose folders agree longest with the reference. */
function find(riferimento: string, perNome: ReadonlyMap<string, GivenImage[]>): GivenImage | null {
  const percorso = splitPercorso(riferimento)
  const name = percorso.at(-1) ?? ''
  const bare = ['.png', '.jpg', '.jpeg'].flatMap((ending) => perNome.get(name + ending) ?? [])
  const candidati = perNome.get(name) ?? bare
  const accordo = (d: GivenImage) => {
    let n = 1
    while (n < percorso.length && percorso.at(-1 - n) === d.percorso.at(-1 - n)) n++
    return n
  }
  return candidati.reduce<GivenImage | null>((a, b) => (a && accordo(a) >= accordo(b) ? a : b), null)
}

/** Returns a unique flat name of letters, digits, dots and dashes, with the extension of the real kind. */
function makeNome({ percorso, tipo }: GivenImage, presi: Set<string>): string {
  const base = safe((percorso.at(-1) ?? '').replace(/\.[^.]*$/, '')) || 'immagine'
  const lungo = safe(percorso.join('-').replace(/\.[^.]*$/, '')) || base
  let i = 2
  let nome = `${base}.${tipo}`
  if (presi.has(nome)) nome = `${lungo}.${tipo}`
  while (presi.has(nome)) nome = `${lungo}-${i++}.${tipo}`
  presi.add(nome)
  return nome
}

const safe = (nome: string): string =>
  nome
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)

function checkTipo({ nome, tipo }: GivenImage): Warning[] {
  if (tipo === null) {
    return [warn('image_wrong_type', null, { name: nome })]
  }
  const estensione = /\.([^.]+)$/.exec(nome.toLowerCase())?.[1]
  if (estensione === tipo || (tipo === 'jpg' && estensione === 'jpeg')) return []
  return [warn('image_renamed', null, { name: nome, type: tipo.toUpperCase() })]
}
