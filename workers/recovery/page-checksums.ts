import { sumOf } from '../core/checksum.ts'
import type { PageChecksums } from '../core/context.ts'
import type { FileStore } from '../core/platform.ts'
import { removeForever } from '../core/whole-file.ts'

const MAGIC = 0x1d0e0
const FORMAT = 1
const HEADER_VALUES = 5
/** Names of two files in turn: a crash during a write leaves the other, which is true until the next step. */
const NAMES = ['somme-0', 'somme-1'] as const

export const isChecksumFile = (name: string): boolean => (NAMES as readonly string[]).includes(name)
export const checksumFileOf = (generation: number): string => NAMES[generation % 2] as string

export function encodeChecksums({ generation, page, sums: checksums }: PageChecksums): Uint8Array<ArrayBuffer> {
  const values = Float64Array.from([MAGIC, FORMAT, generation, page, checksums.length, ...checksums, 0])
  values[values.length - 1] = sumOf(new Uint8Array(values.buffer, 0, values.byteLength - 8))
  return new Uint8Array(values.buffer)
}

/** Decodes a file of sums; null unless it is whole and unchanged. */
export function decodeChecksums(bytes: Uint8Array<ArrayBuffer>): PageChecksums | null {
  if (bytes.length < 8 * (HEADER_VALUES + 1) || bytes.length % 8 !== 0) return null
  const values = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8)
  // Cast: the length was checked above, which the types of an array cannot say.
  const [magic, format, generation, page, n] = values as unknown as [number, number, number, number, number]
  if (magic !== MAGIC || format !== FORMAT || n !== values.length - HEADER_VALUES - 1) return null
  if (values.at(-1) !== sumOf(bytes.subarray(0, -8))) return null
  return { generation, page, sums: [...values.subarray(HEADER_VALUES, HEADER_VALUES + n)] }
}

/**
 * Returns the newest readable sums. `present`: there were files of sums, readable or not. `doubtful`: the other file is
 * unreadable or empty. A crash may have cut it as the newer one, and these sums are true; or it was damaged later, and
 * they are old.
 */
export async function readChecksums(
  files: FileStore,
): Promise<{ sums: PageChecksums | null; present: boolean; doubtful: boolean }> {
  const blobs = await Promise.all(NAMES.map((name) => files.blob(name)))
  const read = await Promise.all(
    blobs.map(async (blob) => (blob ? decodeChecksums(new Uint8Array(await blob.arrayBuffer())) : null)),
  )
  const [a, b] = read
  const checksums = a && b ? (a.generation > b.generation ? a : b) : (a ?? b ?? null)
  const doubtful = checksums !== null && blobs.some((blob, i) => blob !== null && !read[i])
  return { sums: checksums, present: blobs.some((blob) => blob !== null && blob.size > 0), doubtful }
}

export async function removeChecksums(files: FileStore): Promise<void> {
  for (const name of NAMES) await removeForever(files, name)
}
