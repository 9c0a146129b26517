import { imageSize } from '#rules/image'

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

/** Returns the checksum of a PNG chunk. */
export function crc(byte: Uint8Array): number {
  let c = 0xffffffff
  for (const b of byte) c = (CRC_TABLE[(c ^ b) & 0xff] ?? 0) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}

export type ImageResult = { larghezza: number; altezza: number } | { errore: string }

/** Bits that each kind of PNG colour may have. */
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** Returns true when compressed data begin as the only method of PNG writes them. */
const isDeflated = (byte: Uint8Array, at: number): boolean =>
  ((byte[at] ?? 0) & 15) === 8 && ((byte[at] ?? 0) * 256 + (byte[at + 1] ?? 0)) % 31 === 0

/** Reads a PNG chunk by chunk to its end, checking each sum. */
function readPng(byte: Uint8Array): ImageResult {
  const vista = new DataView(byte.buffer, byte.byteOffset, byte.byteLength)
  let misure: ImageResult | null = null
  let dati = false
  let flusso = false
  for (let at = 8; at + 12 <= byte.length; ) {
    const lungo = vista.getUint32(at)
    const fine = at + 12 + lungo
    if (fine > byte.length) return { errore: 'il PNG è troncato' }
    const tipo = String.fromCharCode(...byte.subarray(at + 4, at + 8))
    if (crc(byte.subarray(at + 4, fine - 4)) !== vista.getUint32(fine - 4))
      return { errore: `il PNG è guasto (${tipo})` }
    if (tipo === 'IHDR') {
      if (!DEPTHS[byte[at + 17] ?? -1]?.includes(byte[at + 16] ?? 0)) return { errore: 'il PNG è guasto (IHDR)' }
      misure = { larghezza: vista.getUint32(at + 8), altezza: vista.getUint32(at + 12) }
    }
    if (tipo === 'IDAT') {
      flusso ||= !dati && isDeflated(byte, at + 8)
      dati = true
    }
    if (tipo === 'IEND') return misure && dati && flusso ? misure : { errore: 'il PNG è senza figura' }
    at = fine
  }
  return { errore: 'il PNG è troncato' }
}

/** Requires a frame header, data after it and the end mark of a JPEG. */
function readJpg(byte: Uint8Array): ImageResult {
  // Cameras and editors add bytes after the end mark; browsers stop at it.
  const end = byte.lastIndexOf(0xd9)
  if (end < 1 || byte[end - 1] !== 0xff) return { errore: 'il JPG è troncato' }
  const size = imageSize(byte)
  if (!size || !hasScan(byte)) return { errore: 'il JPG è senza figura' }
  return { larghezza: size.width, altezza: size.height }
}

/** Returns true when the segments of a JPEG lead to the data of a picture. */
function hasScan(byte: Uint8Array): boolean {
  const vista = new DataView(byte.buffer, byte.byteOffset, byte.byteLength)
  for (let at = 2; at + 4 < byte.length && byte[at] === 0xff; at += 2 + vista.getUint16(at + 2))
    if (byte[at + 1] === 0xda) return at + 2 + vista.getUint16(at + 2) <= byte.length - 2
  return false
}

/** Returns the size of an image. Bytes that are no picture of the kind in `nome` return the reason. */
export function readImage(nome: string, byte: Uint8Array): ImageResult {
  const png = PNG_SIGNATURE.every((b, i) => byte[i] === b)
  const jpg = byte[0] === 0xff && byte[1] === 0xd8 && byte[2] === 0xff
  if (nome.endsWith('.png')) return png ? readPng(byte) : { errore: 'non è un PNG' }
  if (nome.endsWith('.jpg')) return jpg ? readJpg(byte) : { errore: 'non è un JPG' }
  return { errore: 'non è un file .png o .jpg' }
}
