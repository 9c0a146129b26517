import type { ZipEntry } from 'unzipit'
import { type ImageType, imageSize, imageType, isImageName, isShowable } from '#rules/image'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { type Limits, openZip, readEntry } from './zip.ts'

export type Immagine = { tipo: ImageType; byte: Uint8Array<ArrayBuffer> }

const MIB = 1024 * 1024
/** Images of a bank: stored, because they are compressed already [PK7]. */
const LIMITS: Limits = {
  entries: 65_535,
  isName: isImageName,
  entry: 10 * MIB,
  total: 4096 * MIB,
  ratio: 1,
  stored: true,
}

/** Opens the images of a bank just downloaded: PACCHETTO_CORROTTO when it is not a zip of images. */
export const openImmagini = (blob: Blob) => openZip(blob, LIMITS)

/**
 * One image, read from the bank's zip on demand. IMMAGINE_NON_DISPONIBILE when it is not here, TIPO_IMMAGINE_ERRATO when
 * it is neither PNG nor JPEG. The list of entries is kept until the bank's images change.
 */
export async function readImmagine(
  ctx: StoreContext,
  { id_concorso, nome: name }: { id_concorso: number; nome: string },
) {
  const row = ctx.db.get<{ file: string | null }>(
    'SELECT file_immagini AS file FROM banche WHERE id_concorso = ?',
    id_concorso,
  )
  if (!row?.file) throw new StoreFault('IMMAGINE_NON_DISPONIBILE')
  const entry = (await entriesOf(ctx, id_concorso, row.file)).get(name)
  if (!entry) throw new StoreFault('IMMAGINE_NON_DISPONIBILE', name)
  const byte = await readEntry(entry).catch((error: unknown) => {
    throw new StoreFault('IMMAGINE_NON_DISPONIBILE', String(error))
  })
  const tipo = imageType(byte)
  if (!tipo) throw new StoreFault('TIPO_IMMAGINE_ERRATO', name)
  // A picture of a few KB may be of gigabytes once the page draws it.
  const size = imageSize(byte)
  if (size && !isShowable(size)) throw new StoreFault('IMMAGINE_NON_DISPONIBILE', name)
  return { tipo, byte } satisfies Immagine
}

async function entriesOf(ctx: StoreContext, id_concorso: number, file: string): Promise<Map<string, ZipEntry>> {
  const kept = ctx.imageZips.get(id_concorso)
  if (kept?.file === file) return kept.entries
  const blob = await ctx.files.blob(file)
  if (!blob) throw new StoreFault('IMMAGINE_NON_DISPONIBILE', file)
  const entries = await openImmagini(blob)
  ctx.imageZips.set(id_concorso, { file, entries })
  return entries
}
