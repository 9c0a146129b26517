import type { FileStore } from '../drivers/platform.ts'
import { removeForever } from './file.ts'
import { sumOf } from './somma.ts'

/** Sums of the pages of the person's database as its file is on the storage, page 1 first. */
export type Somme = { generazione: number; page: number; somme: number[] }

const MAGIC = 0x1d0e0
const FORMATO = 1
const TESTA = 5
/** Two files take turns: a crash while one is written leaves the other, which is true until the next step. */
const NOMI = ['somme-0', 'somme-1'] as const

export const isSomme = (name: string): boolean => (NOMI as readonly string[]).includes(name)
export const nomeSomme = (generazione: number): string => NOMI[generazione % 2] as string

export function encodeSomme({ generazione, page, somme }: Somme): Uint8Array<ArrayBuffer> {
  const values = Float64Array.from([MAGIC, FORMATO, generazione, page, somme.length, ...somme, 0])
  values[values.length - 1] = sumOf(new Uint8Array(values.buffer, 0, values.byteLength - 8))
  return new Uint8Array(values.buffer)
}

/** Null for anything that is not a whole and unchanged file of sums. */
export function decodeSomme(bytes: Uint8Array<ArrayBuffer>): Somme | null {
  if (bytes.length < 8 * (TESTA + 1) || bytes.length % 8 !== 0) return null
  const values = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8)
  const [magic, formato, generazione, page, n] = values as unknown as [number, number, number, number, number]
  if (magic !== MAGIC || formato !== FORMATO || n !== values.length - TESTA - 1) return null
  if (values.at(-1) !== sumOf(bytes.subarray(0, -8))) return null
  return { generazione, page, somme: [...values.subarray(TESTA, TESTA + n)] }
}

/**
 * The newest sums that can be read. `presenti`: there were files of sums, readable or not. `dubbie`: the other file cannot be
 * read; it may be the newer one, cut short while it was written, when these are true, or damaged since, when they are not.
 */
export async function readSomme(
  files: FileStore,
): Promise<{ somme: Somme | null; presenti: boolean; dubbie: boolean }> {
  const blobs = await Promise.all(NOMI.map((name) => files.blob(name)))
  const read = await Promise.all(
    blobs.map(async (blob) => (blob ? decodeSomme(new Uint8Array(await blob.arrayBuffer())) : null)),
  )
  const [a, b] = read
  const somme = a && b ? (a.generazione > b.generazione ? a : b) : (a ?? b ?? null)
  const presente = (blob: Blob | null) => blob !== null && blob.size > 0
  const dubbie = somme !== null && blobs.some((blob, i) => presente(blob) && !read[i])
  return { somme, presenti: blobs.some(presente), dubbie }
}

export async function removeSomme(files: FileStore): Promise<void> {
  for (const name of NOMI) await removeForever(files, name)
}
