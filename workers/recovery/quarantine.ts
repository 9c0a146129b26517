import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { FileStore } from '../core/platform.ts'
import type { FileRecovery } from '../core/recovery-sources.ts'
import { removeForever, writeWhole } from '../core/whole-file.ts'
import { removeChecksums } from './page-checksums.ts'

/**
 * The new store, whole in its own file before the old one is touched: the next start finishes an interrupted
 * replacement.
 */
const NEW_STORE = 'nuovo.db'
const HASH_BYTES = 32
/** Damaged stores in quarantine: their bytes as found. */
const DAMAGED = /^guasto-(\d+)\.db(-log)?$/
/** Most damaged stores kept; each also goes after 30 days (`verify.ts`). */
const MAX_DAMAGED = 3

export const isQuarantine = (name: string): boolean => name === NEW_STORE || DAMAGED.test(name)

/**
 * Puts a damaged store in quarantine: nothing of it is deleted before the new one is in its place. A repeated recovery
 * reuses its earlier quarantine. A file that a full disk cut is removed.
 */
export async function setAside(
  files: FileStore,
  { db, log }: { db: Uint8Array<ArrayBuffer> | null; log: Uint8Array<ArrayBuffer> | null },
): Promise<void> {
  if (!db && !log) return
  db ??= new Uint8Array(0)
  const numbers = (await listDamaged(files)).map(({ numero: number }) => number)
  const last = numbers.at(-1)
  if (
    last !== undefined &&
    (await holds(files, `guasto-${last}.db`, db)) &&
    (await holds(files, `guasto-${last}.db-log`, log))
  )
    return
  for (const number of numbers.slice(0, Math.max(0, numbers.length - MAX_DAMAGED + 1)))
    await removeDamaged(files, number)
  const number = (numbers.at(-1) ?? 0) + 1
  try {
    await writeWhole(files, `guasto-${number}.db`, db)
    if (log) await writeWhole(files, `guasto-${number}.db-log`, log)
  } catch (error) {
    await removeDamaged(files, number)
    throw error
  }
}

/** Returns whether a file has exactly these bytes; null: there is no such file. */
async function holds(files: FileStore, name: string, bytes: Uint8Array | null): Promise<boolean> {
  const blob = await files.blob(name)
  if (!blob || !bytes) return !blob && !bytes
  if (blob.size !== bytes.length) return false
  const there = new Uint8Array(await blob.arrayBuffer())
  return there.every((byte, i) => byte === bytes[i])
}

export async function listDamaged(files: FileStore): Promise<{ numero: number }[]> {
  const names = await files.list()
  const numbers = names.flatMap((name) => {
    const [, n, log] = DAMAGED.exec(name) ?? []
    return n !== undefined && log === undefined ? [Number(n)] : []
  })
  return numbers.sort((a, b) => a - b).map((number) => ({ numero: number }))
}

export async function removeDamaged(files: FileStore, number: number): Promise<void> {
  await files.remove(`guasto-${number}.db`)
  await files.remove(`guasto-${number}.db-log`)
}

/** Replaces the old store by a new one; a later start finishes an interruption. */
export async function replaceStore(
  files: FileStore,
  fileRecovery: FileRecovery,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await writeWhole(files, NEW_STORE, concatBytes(sha256(bytes), bytes) as Uint8Array<ArrayBuffer>)
  await putInPlace(files, fileRecovery, bytes)
}

async function putInPlace(files: FileStore, fileRecovery: FileRecovery, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await fileRecovery.writeStore(bytes)
  await removeChecksums(files)
  await removeForever(files, NEW_STORE)
}

/**
 * Finishes an interrupted replacement; half a new store is dropped, the old one is still there.
 * @param listed names in the folder.
 */
export async function finishReplace(
  files: FileStore,
  listed: readonly string[],
  fileRecovery: FileRecovery,
): Promise<void> {
  const blob = listed.includes(NEW_STORE) ? await files.blob(NEW_STORE) : null
  if (!blob) return
  const whole = new Uint8Array(await blob.arrayBuffer())
  const bytes = whole.slice(HASH_BYTES)
  const print = sha256(bytes)
  if (bytes.length > 0 && print.every((byte, i) => byte === whole[i])) await putInPlace(files, fileRecovery, bytes)
  else await removeForever(files, NEW_STORE)
}
