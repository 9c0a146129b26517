export type ImageType = 'image/png' | 'image/jpeg'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPG = [0xff, 0xd8, 0xff]

/** Type of an image by its first bytes; null when it is neither PNG nor JPG. Names and declared types are ignored. */
export function imageType(byte: Uint8Array): ImageType | null {
  if (PNG.every((b, i) => byte[i] === b)) return 'image/png'
  return JPG.every((b, i) => byte[i] === b) ? 'image/jpeg' : null
}

/** Most pixels of an image, in millions: a browser takes four bytes of memory for each. */
export const MAX_MEGAPIXELS = 25
/** Longest side that every browser draws, pixels. */
export const MAX_SIDE = 16_384

export type ImageSize = { width: number; height: number }

/** True for an image that a phone can show. */
export const isShowable = ({ width, height }: ImageSize): boolean =>
  width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE && width * height <= MAX_MEGAPIXELS * 1e6

/** Size of a PNG or a JPG by its header, pixels, before anything is drawn; null when the header lacks it. */
export function imageSize(byte: Uint8Array): ImageSize | null {
  const view = new DataView(byte.buffer, byte.byteOffset, byte.byteLength)
  const type = imageType(byte)
  if (type === 'image/png') return byte.length < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) }
  if (type === null) return null
  for (let at = 2; at + 9 < byte.length && byte[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const mark = byte[at + 1] ?? 0
    if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
  return null
}

export type DataUrlCheck =
  | { ok: true; tipo: ImageType; base64: string }
  | { ok: false; codice: 'ENCODING_IMMAGINE_ERRATO' | 'TIPO_IMMAGINE_ERRATO' }

/**
 * Image data of spec §5 [VA15][VA16]: a base64 data URL whose data begins as a PNG or a JPG. 'Wrong image encoding' is
 * ENCODING_IMMAGINE_ERRATO, 'Wrong image MIME TYPE' is TIPO_IMMAGINE_ERRATO.
 */
export function checkDataUrl(url: string): DataUrlCheck {
  const base64 = /^data:[^,;]*(?:;[^,;]*)*;base64,([A-Za-z0-9+/]+={0,2})$/.exec(url)?.[1]
  if (!base64 || base64.length % 4 !== 0) return { ok: false, codice: 'ENCODING_IMMAGINE_ERRATO' }
  if (base64.startsWith('iVBORw0KGgo')) return { ok: true, tipo: 'image/png', base64 }
  if (base64.startsWith('/9j/')) return { ok: true, tipo: 'image/jpeg', base64 }
  return { ok: false, codice: 'TIPO_IMMAGINE_ERRATO' }
}

/** True for a name that is safe in a flat package [PK7]: no folder, no hidden file, PNG or JPG by its ending. */
export const isImageName = (nome: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}\.(?:png|jpe?g)$/i.test(nome)
