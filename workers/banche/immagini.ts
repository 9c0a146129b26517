import type { Reader, ZipEntry } from 'unzipit'
import { TIMEOUT_MS } from '#contract/timeout'
import { type ImageType, imageSize, imageType, isImageName, isShowable } from '#rules/image'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { ownAddress } from './download.ts'
import { type Limits, openZip, readEntry } from './zip.ts'

type Immagine = { tipo: ImageType; byte: Uint8Array<ArrayBuffer> }

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
 * Reads one image from the bank's zip on demand. IMMAGINE_NON_DISPONIBILE when it is not here, TIPO_IMMAGINE_ERRATO
 * when it is neither PNG nor JPEG. The list of entries is cached until the bank's images change.
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
  return checkImmagine(entry)
}

/**
 * Fetches one image from the server's zip by ranges of bytes; the rest is not sent, and nothing is kept.
 * IMMAGINE_NON_DISPONIBILE when the zip has none of that name, PACCHETTO_SCADUTO for an expired address,
 * REMOTE_REQUEST_FAILED when the server is unreachable.
 */
export async function fetchImmagine(ctx: StoreContext, { nome: name, address }: { nome: string; address: string }) {
  const kept = ctx.remoteZip
  const entries = kept?.address === address ? kept.entries : await openZip(new RemoteZip(ctx, address), LIMITS)
  ctx.remoteZip = { address, entries }
  const entry = entries.get(name)
  if (!entry) throw new StoreFault('IMMAGINE_NON_DISPONIBILE', name)
  return checkImmagine(entry)
}

/** Returns the bytes of an entry, when a page can draw them as an image. */
async function checkImmagine(entry: ZipEntry) {
  const byte = await readEntry(entry).catch((error: unknown) => {
    const network = error instanceof StoreFault && error.failure.codice !== 'PACCHETTO_CORROTTO'
    throw network ? error : new StoreFault('IMMAGINE_NON_DISPONIBILE', String(error))
  })
  const tipo = imageType(byte)
  if (!tipo) throw new StoreFault('TIPO_IMMAGINE_ERRATO', entry.name)
  // Check the size in pixels: an image of a few KB may take gigabytes when drawn.
  const size = imageSize(byte)
  if (size && !isShowable(size)) throw new StoreFault('IMMAGINE_NON_DISPONIBILE', entry.name)
  return { tipo, byte } satisfies Immagine
}

/** A zip at an address, read by ranges: each request has a time-out, and all end when the store closes. */
class RemoteZip implements Reader {
  readonly #ctx: Pick<StoreContext, 'platform' | 'closing'>
  readonly #address: string
  constructor(ctx: Pick<StoreContext, 'platform' | 'closing'>, address: string) {
    this.#ctx = ctx
    // Ask the server without its redirect, which would double the requests: a picture is several ranges.
    this.#address = ownAddress(address)
  }

  async getLength(): Promise<number> {
    const { headers } = await this.#ask('bytes=0-0')
    const length = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1])
    if (!Number.isFinite(length)) throw new StoreFault('REMOTE_REQUEST_FAILED', 'no ranges')
    return length
  }

  async read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (length === 0) return new Uint8Array()
    const { byte } = await this.#ask(`bytes=${offset}-${offset + length - 1}`)
    return byte
  }

  async #ask(range: string) {
    const { platform, closing } = this.#ctx
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const lost = (error: unknown) => {
      throw new StoreFault('REMOTE_REQUEST_FAILED', String(error))
    }
    const response = await platform.fetch(this.#address, { headers: { range }, signal }).catch(lost)
    // Read the bytes inside the time-out: they may hang, or break off, after the head.
    if (response.status === 206)
      return { headers: response.headers, byte: new Uint8Array(await response.arrayBuffer().catch(lost)) }
    void response.body?.cancel().catch(() => {})
    throw new StoreFault(
      response.status === 403 ? 'PACCHETTO_SCADUTO' : 'REMOTE_REQUEST_FAILED',
      `HTTP ${response.status}`,
    )
  }
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
