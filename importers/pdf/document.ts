import { type Pixels, writePng } from '../images/write-png.ts'
import { Refusal } from '../refusal.ts'
import { type Library, loadLibrary } from './library.ts'
import { makeRows, type PageRow } from './lines.ts'
import type { Matrix } from './matrix.ts'
import { type DrawnPage, type Font, isFigure, PageReader, TooMuch } from './page.ts'

type Loaded = Awaited<ReturnType<Library['getDocument']>['promise']>
type Page = Awaited<ReturnType<Loaded['getPage']>>

/** Bounds of a document. The longest published bank has 500 pages and needs half a minute, more on a busy machine. */
const MAX_BYTES = 128 * 1024 * 1024
const MAX_PAGES = 3_000
const MAX_SECONDS = 600
/** Most pixels of an image that is looked at. */
const MAX_PIXELS = 25_000_000

/** Page as rows of text, with the rules and images that lie on it. */
export type ReadPage = Omit<DrawnPage, 'glyphs' | 'hidden'> & {
  rows: PageRow[]
  /** Rows of the invisible text, when there is more of it than of the visible text. */
  behind: PageRow[] | null
}

/** Drawing of a document, page by page; images by page and name. */
export type Drawn = { pages: ReadPage[]; images: KeptImages }

/** Images by page and name, with their weight. */
class KeptImages extends Map<string, Uint8Array> {
  bytes = 0
}

/**
 * Limits of a reading. `pages` are the only pages, from and to, counted from 1. `now` is a clock, and `onPage` receives
 * the number of read pages.
 */
export type Limits = {
  pages?: readonly [number, number]
  now?: () => number
  onPage?: (read: number, all: number) => void
}

/** Reads the drawing of every page, within bounds; rejects an unreadable document with its reason. */
export async function readDocument(bytes: Uint8Array, limits: Limits = {}): Promise<Drawn> {
  if (bytes.length > MAX_BYTES) throw new Refusal('pdf_too_large', { megabytes: MAX_BYTES / 1024 / 1024 })
  const library = await loadLibrary()
  const task = library.getDocument({
    data: bytes.slice(),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: MAX_PIXELS,
    verbosity: 0,
  } as Parameters<Library['getDocument']>[0])
  try {
    const document = await task.promise.catch(refuse)
    return await readPages(document, library, limits)
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

function refuse(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  throw name === 'PasswordException' ? new Refusal('pdf_encrypted', {}) : new Refusal('pdf_broken', { page: 0 })
}

async function readPages(
  document: Loaded,
  library: Library,
  { pages, now = () => performance.now(), onPage }: Limits,
): Promise<Drawn> {
  if (document.numPages > MAX_PAGES)
    throw new Refusal('pdf_too_many_pages', { pages: document.numPages, max: MAX_PAGES })
  const drawn: Drawn = { pages: [], images: new KeptImages() }
  const end = now() + MAX_SECONDS * 1000
  const [from, to] = pages ?? [1, document.numPages]
  const [first, last] = [Math.max(1, from), Math.min(to, document.numPages)]
  for (let number = first; number <= last; number++) {
    if (now() > end) throw new Refusal('pdf_too_slow', { seconds: MAX_SECONDS, page: number })
    try {
      const page = await document.getPage(number)
      drawn.pages.push(await readPage(page, number, library, drawn.images))
      page.cleanup()
      onPage?.(number - first + 1, last - first + 1)
    } catch (error) {
      if (error instanceof TooMuch) throw new Refusal('pdf_too_dense', { page: number })
      throw error instanceof Refusal ? error : new Refusal('pdf_broken', { page: number })
    }
  }
  return drawn
}

async function readPage(page: Page, number: number, library: Library, images: KeptImages): Promise<ReadPage> {
  const list = await page.getOperatorList({ annotationMode: library.AnnotationMode.DISABLE })
  const view = page.getViewport({ scale: 1 })
  const drawn: DrawnPage = {
    number,
    width: view.width,
    height: view.height,
    glyphs: [],
    hidden: [],
    slanted: 0,
    strokes: [],
    pictures: [],
    unknown: 0,
  }
  const fontOf = (id: string): Font => (page.commonObjs.has(id) ? ((page.commonObjs.get(id) as Font | null) ?? {}) : {})
  // Cast: the package types the six values of a transform as a list.
  new PageReader(library.OPS, drawn, view.transform as unknown as Matrix, fontOf).read(list.fnArray, list.argsArray)
  for (const picture of drawn.pictures) if (isFigure(picture, view)) await keepImage(page, number, picture.id, images)
  // Turn glyphs into rows at once: the glyphs of five hundred pages would fill a gigabyte.
  const { glyphs, hidden, ...rest } = drawn
  return { ...rest, rows: makeRows(drawn), behind: hidden.length > glyphs.length ? makeRows(drawn, hidden) : null }
}

/** Most bytes of the kept images, all together. */
const MAX_IMAGE_BYTES = 128 * 1024 * 1024

/** Keeps an image as a PNG, because its pixels would fill the memory. */
async function keepImage(page: Page, number: number, id: string | null, images: KeptImages): Promise<void> {
  if (id === null || images.has(`${number} ${id}`)) return
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs
  const pixels = objects.has(id) ? (objects.get(id) as Partial<Pixels> | null) : null
  if (!pixels?.data || !pixels.width || !pixels.height || !pixels.kind) return
  const png = images.bytes > MAX_IMAGE_BYTES ? null : await writePng(pixels as Pixels)
  if (!png) return
  images.set(`${number} ${id}`, png)
  images.bytes += png.length
}
