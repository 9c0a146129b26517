import { joinBytes } from '#rules/bytes'
import { crc } from './read-image.ts'

/** Pixels as the PDF library returns them: 1 bit of grey, or three or four bytes. */
export type Pixels = { width: number; height: number; kind: number; data: Uint8Array | Uint8ClampedArray }

const GREY_BIT = 1
const RGB = 2

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(
    [...type].map((c) => c.charCodeAt(0)),
    4,
  )
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc(bytes.subarray(4, data.length + 8)))
  return bytes
}

/** Writes some pixels as a PNG; null when they are fewer than their size requires. */
export async function writePng({ width, height, kind, data }: Pixels): Promise<Uint8Array | null> {
  const line = kind === GREY_BIT ? Math.ceil(width / 8) : width * (kind === RGB ? 3 : 4)
  if (width < 1 || height < 1 || data.length < line * height) return null
  const rows = new Uint8Array((line + 1) * height)
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * line, (y + 1) * line), y * (line + 1) + 1)
  const head = new Uint8Array(13)
  const view = new DataView(head.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  head.set([kind === GREY_BIT ? 1 : 8, kind === GREY_BIT ? 0 : kind === RGB ? 2 : 6, 0, 0, 0], 8)
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return joinBytes([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', await deflate(rows)),
    chunk('IEND', new Uint8Array()),
  ])
}
