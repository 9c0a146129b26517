import { setOptions, unzipRaw, type ZipEntry } from 'unzipit'
import type { ImportedImage } from '#contract/domanda'
import { fail, ok, type Result } from '#contract/result'
import { Refusal } from './refusal.ts'

/** Caps of an archive. The library refuses an entry that inflates to more than it declares. */
export const MAX_ZIP_ENTRIES = 20_000
export const MAX_ZIP_BYTES = 512 * 1024 * 1024
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024
/** Most bytes that one compressed byte may become, once past the first megabyte. */
const MAX_RATIO = 100
const FRANCHIGIA_RAPPORTO = 1024 * 1024

setOptions({ useWorkers: false })

/** Returns the files of a zip. Refuses it whole when its directory exceeds the caps or names a place outside it. */
export async function readZip(byte: Uint8Array): Promise<Result<ImportedImage[]>> {
  try {
    return ok(await inflateZip(byte))
  } catch (errore) {
    const refusal = errore instanceof Refusal ? errore : new Refusal('archive_broken', {})
    return fail('FILE_RIFIUTATO', { dati: { kind: refusal.kind, ...refusal.figures }, detail: String(errore) })
  }
}

async function inflateZip(byte: Uint8Array): Promise<ImportedImage[]> {
  const voci = (await listVoci(byte)).filter((voce) => !voce.isDirectory && !isScarto(voce.name))
  voci.forEach(checkVoce)
  checkNomi(voci)
  const file: ImportedImage[] = []
  for (const voce of voci) file.push({ nome: voce.name, byte: new Uint8Array(await voce.arrayBuffer()) })
  return file
}

/** Returns the files of a document that is a zip, by name, under the same caps. Throws a Refusal. */
export async function openPackage(byte: Uint8Array): Promise<Map<string, Uint8Array>> {
  const files = await inflateZip(byte).catch((error) => {
    throw error instanceof Refusal ? error : new Refusal('archive_broken', {})
  })
  return new Map(files.map(({ nome, byte: bytes }) => [nome, bytes]))
}

/** Throws for a workbook that is a bomb: another library inflates its parts, so only sizes are checked. */
export async function checkArchive(byte: Uint8Array): Promise<void> {
  const entries = await listVoci(byte).catch((errore) => {
    throw errore instanceof Refusal ? errore : new Refusal('workbook_broken', {})
  })
  if (entries.some(({ encrypted }) => encrypted)) throw new Refusal('workbook_encrypted', {})
}

async function listVoci(byte: Uint8Array): Promise<ZipEntry[]> {
  const { entries } = await unzipRaw(new Uint8Array(byte))
  if (entries.length > MAX_ZIP_ENTRIES) throw new Refusal('archive_too_many_files', { max: MAX_ZIP_ENTRIES })
  const totale = entries.reduce((somma, voce) => somma + voce.size, 0)
  if (!(totale <= MAX_ZIP_BYTES)) throw new Refusal('archive_too_large', { megabytes: MAX_ZIP_BYTES / 1024 / 1024 })
  return entries
}

/** Returns whether a file is one that desktop systems add to every archive. */
const isScarto = (nome: string): boolean => /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/i.test(nome)

function checkVoce({ name, size, compressedSize, encrypted }: ZipEntry): void {
  if (/\p{Cc}/u.test(name)) throw new Refusal('archive_control_name', {})
  if (/^[/\\]|^[A-Za-z]:/.test(name)) throw new Refusal('archive_absolute_name', { name })
  if (name.split(/[/\\]/).includes('..')) throw new Refusal('archive_escaping_name', { name })
  if (encrypted) throw new Refusal('archive_encrypted', { name })
  if (size > MAX_ENTRY_BYTES) throw new Refusal('archive_large_file', { name })
  if (size > FRANCHIGIA_RAPPORTO && size > compressedSize * MAX_RATIO) {
    throw new Refusal('archive_bomb', { name })
  }
}

function checkNomi(voci: readonly ZipEntry[]): void {
  const visti = new Set<string>()
  for (const { name } of voci) {
    const nome = name.normalize('NFC').toLowerCase()
    if (visti.has(nome)) throw new Refusal('archive_repeated_name', { name })
    visti.add(nome)
  }
}
