import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { Officina } from '../drivers/officina.ts'
import type { FileStore } from '../drivers/platform.ts'
import { removeForever, writeWhole } from './file.ts'
import { removeSomme } from './somme.ts'

/** The store to come, whole in its own file before the old one is touched: a crash in between is finished at the next start. */
const NUOVO = 'nuovo.db'
const IMPRONTA = 32
/** Damaged stores put aside: their bytes as they were found. */
const GUASTO = /^guasto-(\d+)\.db(-log)?$/
/** Damaged stores kept at most; each also goes after 30 days (verifica). */
const GUASTI_MAX = 3

export const isParte = (name: string): boolean => name === NUOVO || GUASTO.test(name)

/**
 * Puts a damaged store aside: nothing of it is deleted before the new one is in its place. A recovery that is tried again finds
 * there what it put aside before; what a full disk cut short is taken away.
 */
export async function setAside(
  files: FileStore,
  { db, log }: { db: Uint8Array<ArrayBuffer> | null; log: Uint8Array<ArrayBuffer> | null },
): Promise<void> {
  if (!db && !log) return
  db ??= new Uint8Array(0)
  const numbers = (await listGuasti(files)).map(({ numero }) => numero)
  const last = numbers.at(-1)
  if (
    last !== undefined &&
    (await holds(files, `guasto-${last}.db`, db)) &&
    (await holds(files, `guasto-${last}.db-log`, log))
  )
    return
  for (const numero of numbers.slice(0, Math.max(0, numbers.length - GUASTI_MAX + 1))) await removeGuasto(files, numero)
  const numero = (numbers.at(-1) ?? 0) + 1
  try {
    await writeWhole(files, `guasto-${numero}.db`, db)
    if (log) await writeWhole(files, `guasto-${numero}.db-log`, log)
  } catch (error) {
    await removeGuasto(files, numero)
    throw error
  }
}

/** A file has just these bytes; null: there is no such file. */
async function holds(files: FileStore, name: string, bytes: Uint8Array | null): Promise<boolean> {
  const blob = await files.blob(name)
  if (!blob || !bytes) return !blob && !bytes
  if (blob.size !== bytes.length) return false
  const there = new Uint8Array(await blob.arrayBuffer())
  return there.every((byte, i) => byte === bytes[i])
}

export async function listGuasti(files: FileStore): Promise<{ numero: number }[]> {
  const names = await files.list()
  const numbers = names.flatMap((name) => {
    const [, n, log] = GUASTO.exec(name) ?? []
    return n !== undefined && log === undefined ? [Number(n)] : []
  })
  return numbers.sort((a, b) => a - b).map((numero) => ({ numero }))
}

export async function removeGuasto(files: FileStore, numero: number): Promise<void> {
  await files.remove(`guasto-${numero}.db`)
  await files.remove(`guasto-${numero}.db-log`)
}

/** Puts a new store in the place of the old one, whatever interrupts it. */
export async function replaceUtente(
  files: FileStore,
  officina: Officina,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await writeWhole(files, NUOVO, concatBytes(sha256(bytes), bytes) as Uint8Array<ArrayBuffer>)
  await putInPlace(files, officina, bytes)
}

async function putInPlace(files: FileStore, officina: Officina, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await officina.writeUtente(bytes)
  await removeSomme(files)
  await removeForever(files, NUOVO)
}

/**
 * Finishes what a crash interrupted; half a new store is dropped, the old one is still there.
 * @param nomi what is in the folder.
 */
export async function finishReplace(files: FileStore, nomi: readonly string[], officina: Officina): Promise<void> {
  const blob = nomi.includes(NUOVO) ? await files.blob(NUOVO) : null
  if (!blob) return
  const whole = new Uint8Array(await blob.arrayBuffer())
  const bytes = whole.slice(IMPRONTA)
  const print = sha256(bytes)
  if (bytes.length > 0 && print.every((byte, i) => byte === whole[i])) await putInPlace(files, officina, bytes)
  else await removeForever(files, NUOVO)
}
