import { type FileHandle, open } from 'node:fs/promises'
import { type Reader, setOptions, unzip } from 'unzipit'

setOptions({ useWorkers: false })

/** Largest image, in bytes; the page refuses larger ones too (workers/banche/immagini). */
const MAX_IMAGE_BYTES = 10 * 1024 * 1024

/** Reads a zip on the disk: its list and one entry alone. */
const readerOf = (file: FileHandle, size: number): Reader => ({
  getLength: async () => size,
  read: async (offset, length) => {
    const { buffer } = await file.read(new Uint8Array(length), 0, length, offset)
    return buffer
  },
})

/** Returns one image of a zip of images; null when none has that name, or the zip is unreadable. */
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
