import { type FileHandle, open } from 'node:fs/promises'
import { type Reader, setOptions, unzip } from 'unzipit'

setOptions({ useWorkers: false })

/** Larger ones are refused by the page too (workers/banche/immagini). */
const MAX_IMAGE_BYTES = 10 * 1024 * 1024

/** A zip on the disk, of which only the list and one entry are read. */
const readerOf = (file: FileHandle, size: number): Reader => ({
  getLength: async () => size,
  read: async (offset, length) => {
    const { buffer } = await file.read(new Uint8Array(length), 0, length, offset)
    return buffer
  },
})

/** One image of a zip of images; null when it has none of that name, or the zip cannot be read. */
export async function readImage(path: string, size: number, name: string): Promise<Buffer | null> {
  const file = await open(path)
  try {
    const { entries } = await unzip(readerOf(file, size))
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
    return entry && entry.size <= MAX_IMAGE_BYTES ? Buffer.from(await entry.arrayBuffer()) : null
  } catch {
    return null
  } finally {
    await file.close()
  }
}
