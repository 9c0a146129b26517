import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImmagineImportata } from '#contract/domanda'
import { MAX_ZIP_BYTES, MAX_ZIP_ENTRIES, readZip } from '#importers/archive'
import { sentenceOfRefusal } from '../cli/import-sentences.ts'
import { Rifiutato } from './rifiutato.ts'

/** Largest file of questions, in bytes. */
const FILE_MASSIMO = 256 * 1024 * 1024

const MOTIVI: Record<string, string> = {
  ENOENT: 'il file non esiste',
  EACCES: 'il file non si può leggere: mancano i permessi',
  EISDIR: 'è una cartella, non un file',
}
const reason = (errore: unknown): string =>
  MOTIVI[(errore as NodeJS.ErrnoException).code ?? ''] ?? `il file non si può leggere (${(errore as Error).message})`

/** Bytes of a file, or a refusal that names it. */
export async function readByte(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file)
    if (size > FILE_MASSIMO) throw new Rifiutato({ file, motivo: `supera ${FILE_MASSIMO / 1024 / 1024} MB` })
    return new Uint8Array(await readFile(file))
  } catch (errore) {
    throw errore instanceof Rifiutato ? errore : new Rifiutato({ file, motivo: reason(errore) })
  }
}

/** Images of a folder (with its subfolders) or of a zip, under their relative names. */
export async function readImmagini(percorso: string): Promise<ImmagineImportata[]> {
  const info = await stat(percorso).catch((errore) => {
    throw new Rifiutato({ file: percorso, motivo: reason(errore) })
  })
  if (info.isDirectory()) return readCartella(percorso)
  const zip = await readZip(await readByte(percorso))
  if (!zip.ok) throw new Rifiutato({ file: percorso, motivo: sentenceOfRefusal(zip.error) })
  return zip.value
}

async function readCartella(cartella: string): Promise<ImmagineImportata[]> {
  const voci = await readdir(cartella, { withFileTypes: true, recursive: true })
  const file = voci.filter((v) => v.isFile() && !v.name.startsWith('.'))
  if (file.length > MAX_ZIP_ENTRIES)
    throw new Rifiutato({ file: cartella, motivo: `ha più di ${MAX_ZIP_ENTRIES} file` })
  const immagini: ImmagineImportata[] = []
  let totale = 0
  for (const voce of file) {
    const percorso = join(voce.parentPath, voce.name)
    const byte = new Uint8Array(await readFile(percorso))
    totale += byte.length
    if (totale > MAX_ZIP_BYTES)
      throw new Rifiutato({ file: cartella, motivo: `le immagini superano ${MAX_ZIP_BYTES / 1024 / 1024} MB` })
    immagini.push({ nome: percorso.slice(cartella.length).replace(/\\/g, '/').replace(/^\/+/, ''), byte })
  }
  return immagini
}
