import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportedImage } from '#contract/domanda'
import { MAX_ZIP_BYTES, MAX_ZIP_ENTRIES, readZip } from '#importers/archive'
import { sentenceOfRefusal } from '#importers/refusal'
import { Refused } from './refused.ts'

/** Largest file of questions, in bytes. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

const REASONS: Record<string, string> = {
  ENOENT: 'il file non esiste',
  EACCES: 'il file non si può leggere: mancano i permessi',
  EISDIR: 'è una cartella, non un file',
}
const reason = (error: unknown): string =>
  REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? `il file non si può leggere (${(error as Error).message})`

/** Returns the bytes of a file; throws a refusal that names it. */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file)
    if (size > MAX_FILE_BYTES) throw new Refused({ file, motivo: `supera ${MAX_FILE_BYTES / 1024 / 1024} MB` })
    return new Uint8Array(await readFile(file))
  } catch (error) {
    throw error instanceof Refused ? error : new Refused({ file, motivo: reason(error) })
  }
}

/** Reads the images of a folder (with its subfolders) or of a zip, under their relative names. */
export async function readImmagini(path: string): Promise<ImportedImage[]> {
  const info = await stat(path).catch((error) => {
    throw new Refused({ file: path, motivo: reason(error) })
  })
  if (info.isDirectory()) return readFolder(path)
  const zip = await readZip(await readBytes(path))
  if (!zip.ok) throw new Refused({ file: path, motivo: sentenceOfRefusal(zip.error) })
  return zip.value
}

async function readFolder(folder: string): Promise<ImportedImage[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const file = entries.filter((v) => v.isFile() && !v.name.startsWith('.'))
  if (file.length > MAX_ZIP_ENTRIES) throw new Refused({ file: folder, motivo: `ha più di ${MAX_ZIP_ENTRIES} file` })
  const immagini: ImportedImage[] = []
  let total = 0
  for (const entry of file) {
    const path = join(entry.parentPath, entry.name)
    const bytes = new Uint8Array(await readFile(path))
    total += bytes.length
    if (total > MAX_ZIP_BYTES)
      throw new Refused({ file: folder, motivo: `le immagini superano ${MAX_ZIP_BYTES / 1024 / 1024} MB` })
    immagini.push({ nome: path.slice(folder.length).replace(/\\/g, '/').replace(/^\/+/, ''), byte: bytes })
  }
  return immagini
}
