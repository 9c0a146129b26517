import { type Reader, unzipRaw, type ZipEntry } from 'unzipit'
import { StoreFault } from '../core/guard.ts'

/** Limits of a zip; a larger one is refused before anything is inflated [PK10]. */
export type Limits = {
  entries: number
  /** No entry is ever extracted to a path, and still no name may look like one [PK9]. */
  isName: (name: string) => boolean
  /** Most bytes of one entry and of all of them, inflated. */
  entry: number
  total: number
  /** Inflated bytes per stored byte. */
  ratio: number
  /** Stored entries only (images). */
  stored?: boolean
}

/** Methods of PKZIP: stored and deflated. */
const STORED = 0
const DEFLATED = 8

/**
 * Returns the entries of a zip by name. PACCHETTO_CORROTTO for anything but a plain, small enough zip of flat names.
 */
export async function openZip(
  blob: Blob | Uint8Array<ArrayBuffer> | Reader,
  limits: Limits,
): Promise<Map<string, ZipEntry>> {
  const refuse = (why: string) => new StoreFault('PACCHETTO_CORROTTO', why)
  const { entries } = await unzipRaw(blob).catch((error: unknown) => {
    throw error instanceof StoreFault ? error : refuse(String(error))
  })
  if (entries.length > limits.entries) throw refuse(`${entries.length} entries`)
  const found = new Map<string, ZipEntry>()
  let total = 0
  for (const entry of entries) {
    const { name, size, compressedSize, compressionMethod, encrypted, isDirectory } = entry
    if (isDirectory || !limits.isName(name)) throw refuse(`entry name ${JSON.stringify(name.slice(0, 80))}`)
    if (found.has(name)) throw refuse(`${name} twice`)
    if (encrypted) throw refuse(`${name} is encrypted`)
    if (compressionMethod !== STORED && (limits.stored || compressionMethod !== DEFLATED))
      throw refuse(`${name}: compression method ${compressionMethod}`)
    if (compressionMethod === STORED && size !== compressedSize) throw refuse(`${name}: sizes differ`)
    total += size
    if (size > limits.entry || total > limits.total) throw refuse(`${name}: too large`)
    if (size > limits.ratio * Math.max(compressedSize, 1)) throw refuse(`${name}: ratio`)
    found.set(name, entry)
  }
  return found
}

/** Returns the bytes of one entry. The reader stops at the declared size, so a false size cannot grow. */
export async function readEntry(entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await entry.arrayBuffer())
  } catch (error) {
    if (error instanceof StoreFault) throw error
    throw new StoreFault('PACCHETTO_CORROTTO', `${entry.name}: ${String(error)}`)
  }
}
