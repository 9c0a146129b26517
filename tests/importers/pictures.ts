import { crc32 } from '#importers/package/zip'

const ascii = (text: string): number[] => [...text].map((c) => c.charCodeAt(0))
const word = (n: number): number[] => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]

function chunk(type: string, data: readonly number[]): number[] {
  const body = [...ascii(type), ...data]
  return [...word(data.length), ...body, ...word(crc32(Uint8Array.from(body)))]
}

/** A PNG whose header says so many pixels. */
export const pngOf = (width: number, height: number, colour = 0): Uint8Array =>
  Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [...word(width), ...word(height), 8, colour, 0, 0, 0]),
    ...chunk('IDAT', [0x78, 0x9c, 0x63, 0x60, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01]),
    ...chunk('IEND', []),
  ])

export const PNG = pngOf(1, 1)
/** A JPEG down to its frame header: 4 by 4. */
export const JPG = Uint8Array.from([
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 16, ...ascii('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
  ...[0xff, 0xc0, 0, 11, 8, 0, 4, 0, 4, 1, 1, 0x11, 0],
  ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0],
  ...[0xff, 0xd9],
])
