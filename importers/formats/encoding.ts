import { analyse } from 'chardet'
import { Refusal } from '../refusal.ts'
import { fromByte } from '../text/cp1252.ts'

/** `wrongLines`: physical lines (from 1) that are in another encoding than the rest of the file. */
export type DecodedText = { testo: string; encoding: string; wrongLines: number[] }

/** Accented vowels of Italian by encoding, which separate the single-byte encodings in an Italian text. */
const VOCALI: [codifica: string, byte: number[]][] = [
  ['windows-1252', [0xe0, 0xe8, 0xe9, 0xec, 0xf2, 0xf9, 0xc8, 0x92]],
  ['cp850', [0x85, 0x8a, 0x82, 0x8d, 0x95, 0x97]],
  ['macintosh', [0x88, 0x8f, 0x8e, 0x93, 0x98, 0x9d]],
]
/**
 * Characters of an Italian text beside ASCII letters: quotes, dashes, dots, signs, capitals and neighbours' letters.
 */
const ALTRI: Readonly<Record<string, readonly number[]>> = {
  'windows-1252': [0x80, 0x84, 0x85, 0x91, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, ...range(0xa0, 0xff)],
  cp850: [
    0x81,
    0x84,
    0x87,
    0x90,
    0x94,
    ...range(0xa0, 0xa7),
    0xae,
    0xaf,
    0xb7,
    0xd4,
    0xde,
    0xe3,
    0xeb,
    0xf5,
    0xf8,
    0xff,
  ],
  macintosh: [
    0x83,
    0x87,
    0x8a,
    0x8d,
    0x96,
    0x97,
    0x9a,
    0x9c,
    0x9f,
    0xa1,
    0xa4,
    0xa5,
    ...range(0xc7, 0xcb),
    ...range(0xd0, 0xd5),
    0xdb,
    0xe9,
    0xed,
    0xf1,
    0xf4,
  ],
}
/** Scripts that need statistics; vowels identify Latin ones. */
const ALTRE_SCRITTURE = /^(Shift_JIS|EUC-|Big5|GB18030|ISO-2022|KOI8|windows-125[13-6]|ISO-8859-[5-9])/
const FIDUCIA_MINIMA = 80

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

const decode = (byte: Uint8Array, codifica: string) => new TextDecoder(codifica, { fatal: true }).decode(byte)

/**
 * Decodes bytes by the requested encoding, by the byte order mark, or as UTF-8. Other bytes have the likeliest encoding
 * of an Italian text.
 */
export async function decodeText(byte: Uint8Array, richiesta?: string): Promise<DecodedText> {
  const encoding = richiesta ?? findSegno(byte)
  if (encoding) return { testo: await decodeBy(byte, encoding), encoding, wrongLines: [] }
  try {
    return { testo: decode(byte, 'utf-8'), encoding: 'utf-8', wrongLines: [] }
  } catch {
    return decodeMista(byte) ?? (await decodeUnByte(byte))
  }
}

function findSegno(byte: Uint8Array): string | null {
  const [a, b, c, d] = byte
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'utf-32le'
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  const zeri = [0, 0]
  const quanti = Math.min(byte.length, 4096)
  for (let i = 0; i < quanti; i++) if (byte[i] === 0) zeri[i & 1] = (zeri[i & 1] ?? 0) + 1
  const [pari = 0, dispari = 0] = zeri
  if (dispari > quanti * 0.3 && pari < quanti * 0.05) return 'utf-16le'
  if (pari > quanti * 0.3 && dispari < quanti * 0.05) return 'utf-16be'
  return null
}

async function decodeBy(byte: Uint8Array, codifica: string): Promise<string> {
  if (/^(windows-?1252|cp1252|latin-?1|iso-?8859-?1)$/i.test(codifica)) return decode1252(byte)
  try {
    return new TextDecoder(codifica).decode(byte)
  } catch {
    // Load the library only for encodings outside the platform's list (DOS code pages, UTF-32).
    const iconv = (await import('iconv-lite')).default
    if (!iconv.encodingExists(codifica)) throw new Refusal('unknown_encoding', { encoding: codifica })
    return iconv.decode(byte, codifica)
  }
}

/** Use our own table: some engines read 0x80–0x9F as Latin-1 controls under this label. */
function decode1252(byte: Uint8Array): string {
  const pezzi: string[] = []
  for (let i = 0; i < byte.length; i += 8192) {
    pezzi.push(Array.from(byte.subarray(i, i + 8192), fromByte).join(''))
  }
  return pezzi.join('')
}

/** Decodes a file with UTF-8 and other lines, each by its own encoding. Null when no line is UTF-8. */
function decodeMista(byte: Uint8Array): DecodedText | null {
  const righe: string[] = []
  const errate: number[] = []
  let buone = 0
  for (let inizio = 0; inizio <= byte.length; ) {
    const fine = byte.indexOf(10, inizio)
    const riga = byte.subarray(inizio, fine < 0 ? byte.length : fine)
    try {
      const testo = decode(riga, 'utf-8')
      if (testo.length < riga.length) buone++
      righe.push(testo)
    } catch {
      errate.push(righe.length + 1)
      righe.push(decodeSequenze(riga))
    }
    if (fine < 0) break
    inizio = fine + 1
  }
  return buone === 0 ? null : { testo: righe.join('\n'), encoding: 'utf-8', wrongLines: errate }
}

const SEQUENZA = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g

/** Decodes a line that mixes both: whole UTF-8 sequences as UTF-8, every other byte as Windows-1252. */
function decodeSequenze(riga: Uint8Array): string {
  const grezza = Array.from(riga, (b) => String.fromCharCode(b)).join('')
  return grezza.replace(SEQUENZA, (pezzo) => {
    const byte = Uint8Array.from(pezzo, (c) => c.charCodeAt(0))
    try {
      return decode(byte, 'utf-8')
    } catch {
      return Array.from(byte, fromByte).join('')
    }
  })
}

async function decodeUnByte(byte: Uint8Array): Promise<DecodedText> {
  const [prima] = analyse(byte)
  if (prima && prima.confidence >= FIDUCIA_MINIMA && ALTRE_SCRITTURE.test(prima.name)) {
    return { testo: await decodeBy(byte, prima.name), encoding: prima.name, wrongLines: [] }
  }
  const conti = new Array<number>(256).fill(0)
  for (const b of byte) if (b >= 0x80) conti[b] = (conti[b] ?? 0) + 1
  const somma = (list: readonly number[]) => list.reduce((n, b) => n + (conti[b] ?? 0), 0)
  const tutti = conti.reduce((a, b) => a + b)
  const punteggi = VOCALI.map(([codifica, vocali]) => {
    const vowels = somma(vocali)
    return { codifica, vowels, strange: tutti - vowels - somma(ALTRI[codifica] ?? []) }
  })
  // Rank by characters that an Italian text never uses. Dots and quotes of one encoding are vowels of another.
  const encoding = punteggi.reduce((a, b) =>
    b.strange < a.strange || (b.strange === a.strange && b.vowels > a.vowels) ? b : a,
  ).codifica
  return { testo: await decodeBy(byte, encoding), encoding, wrongLines: [] }
}
