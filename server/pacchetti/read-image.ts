import { type Reader, setOptions, unzip } from 'unzipit'
import type { Deps } from '../deps.ts'
import { StoreFailure } from '../package-files/s3-requests.ts'

setOptions({ useWorkers: false })

/** Largest image, in bytes; the page refuses larger ones too (workers/banche/immagini). */
const MAX_IMAGE_BYTES = 10 * 1024 * 1024

/** Reads a stored zip: its list and one entry alone. */
const readerOf = ({ packageFiles }: Pick<Deps, 'packageFiles'>, zip: string, size: number): Reader => ({
  getLength: async () => size,
  read: async (from, length) => new Uint8Array(await packageFiles.read(zip, { from, to: from + length - 1 })),
})

/** Returns one image of a zip of images; null when none has that name, or the zip is unreadable. */
export async function readImage(
  deps: Pick<Deps, 'packageFiles'>,
  zip: string,
  size: number,
  name: string,
): Promise<Buffer | null> {
  try {
    const { entries } = await unzip(readerOf(deps, zip, size))
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
    return entry && entry.size <= MAX_IMAGE_BYTES ? Buffer.from(await entry.arrayBuffer()) : null
  } catch (error) {
    if (error instanceof StoreFailure) throw error
    return null
  }
}
