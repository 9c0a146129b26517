import { StoreFault } from '../core/guard.ts'
import type { FileStore, OpenFile, Platform } from '../core/platform.ts'
import { writeAll } from '../engine/bytes.ts'
import { digestFile, digestHex, WHOLE } from './digest.ts'

export type DownloadRequest = {
  address: string
  /** SHA-256 (hex) of the whole file, and its size in bytes. */
  hash: string
  dimensione: number
  /** Name in the file store; the present part is kept and only the rest is downloaded. */
  name: string
  /** ETag of the present part. */
  etag: string | null
  onEtag: (etag: string) => void
  /** Receives every byte of the file once, in order, as read back or downloaded; `reset` starts over. */
  sink?: { push: (chunk: Uint8Array<ArrayBuffer>) => void; reset: () => void }
  /** Called with the bytes present, whenever some arrive. */
  onBytes: (received: number) => void
  signal: AbortSignal
}

/** Part of an address by which the server sends a download on to its store (decision 0140). */
const REDIRECT = '&rinvio=1'
/** Returns the address at which the server passes the file on itself. */
export const ownAddress = (address: string): string => address.replace(REDIRECT, '')
/** Milliseconds after which a silent connection is cut (spec §9 [CO10]). */
const IDLE_MS = 60_000

/**
 * Downloads a whole file into the store, resuming (D16). DOWNLOAD_INTERROTTO and DOWNLOAD_ANNULLATO keep the arrived
 * part; PACCHETTO_SCADUTO: the address is no longer valid; PACCHETTO_CORROTTO: the bytes are wrong and were deleted.
 * Returns the bytes when memory holds them, so that no caller reads them back.
 */
export async function downloadFile(
  files: FileStore,
  fetch: Platform['fetch'],
  what: DownloadRequest,
  idle = IDLE_MS,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const first = await attempt(files, fetch, what, idle)
  if (!first.wrong) return first.bytes
  // Download again from the beginning: an earlier part may have lost bytes in a power cut.
  if (first.resumed) {
    what.sink?.reset()
    const again = await attempt(files, fetch, what, idle)
    if (!again.wrong) return again.bytes
  }
  throw new StoreFault('PACCHETTO_CORROTTO', `${what.name}: not the bytes that were announced`)
}

/** Runs one download of the file from its present end; deletes `wrong` bytes. */
async function attempt(files: FileStore, fetch: Platform['fetch'], what: DownloadRequest, idle: number) {
  const file = await files.open(what.name)
  const resumed = file.getSize() > 0
  // Hash a small file from memory, off this thread, while its bytes are still being inflated.
  const bytes = what.dimensione <= WHOLE ? new Uint8Array(what.dimensione) : null
  let wrong = false
  let whole = false
  try {
    await fill(file, fetch, what, idle, bytes)
    whole = true
    wrong = (bytes ? await digestHex(bytes) : await digestFile(file, what.dimensione)) !== what.hash
  } catch (error) {
    wrong = error instanceof StoreFault && error.failure.codice === 'PACCHETTO_CORROTTO'
    if (!wrong) throw error
  } finally {
    try {
      // Flush a part only, which must outlive a crash: a whole file is read at once and then deleted.
      if (!whole) file.flush()
    } finally {
      file.close()
    }
  }
  if (wrong) await files.remove(what.name)
  return { bytes, wrong, resumed }
}

/** Resolves once all the bytes have arrived. */
async function fill(
  file: OpenFile,
  fetch: Platform['fetch'],
  what: DownloadRequest,
  idle: number,
  held: Uint8Array<ArrayBuffer> | null,
): Promise<void> {
  let at = file.getSize()
  const restart = () => {
    file.truncate(0)
    at = 0
    what.sink?.reset()
  }
  if (at > what.dimensione) restart()
  if (at > 0) {
    const before = readBack(file, at)
    held?.set(before)
    what.sink?.push(before)
  }
  what.onBytes(at)
  if (at === what.dimensione) return
  const line = watched(what.signal, idle)
  try {
    let response = await request(fetch, what, at, line.signal)
    if (at > 0 && !continues(response, at)) {
      restart()
      // Request the beginning again: a 206 that does not show where it begins is no beginning.
      if (response.status !== 200) {
        void response.body?.cancel().catch(() => {})
        response = await request(fetch, what, at, line.signal)
      }
    }
    const etag = response.headers.get('etag')
    if (etag) what.onEtag(etag)
    const reader = response.body?.getReader()
    if (!reader) throw new StoreFault('DOWNLOAD_INTERROTTO', 'no body')
    // Stop at the announced size. The reader's own `done` would come only behind the inflating of the arrived bytes.
    while (at < what.dimensione) {
      line.alive()
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw interrupted(what.signal, error)
      })
      if (done) break
      if (at + value.byteLength > what.dimensione) {
        void reader.cancel().catch(() => {})
        throw new StoreFault('PACCHETTO_CORROTTO', 'more bytes than announced')
      }
      writeAll(file, value, at)
      held?.set(value, at)
      what.sink?.push(value)
      at += value.byteLength
      what.onBytes(at)
    }
  } finally {
    line.close()
  }
  if (at < what.dimensione) throw new StoreFault('DOWNLOAD_INTERROTTO', `${at} of ${what.dimensione} bytes`)
}

async function request(
  fetch: Platform['fetch'],
  what: DownloadRequest,
  at: number,
  signal: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = {}
  if (at > 0) {
    headers.Range = `bytes=${at}-`
    if (what.etag) headers['If-Range'] = what.etag
  }
  const ask = (address: string) => fetch(address, { headers, signal })
  const own = ownAddress(what.address)
  const response = await ask(what.address)
    // A redirect may lead to a store that this browser cannot reach, or that fails: the server passes the file on then.
    .catch((error: unknown) => (signal.aborted || own === what.address ? Promise.reject(error) : ask(own)))
    .then((sent) => {
      if (!sent.redirected || sent.ok || sent.status === 416) return sent
      void sent.body?.cancel().catch(() => {})
      return ask(own)
    })
    .catch((error: unknown) => {
      throw interrupted(what.signal, error)
    })
  if (response.ok || (at > 0 && response.status === 416)) return response
  void response.body?.cancel().catch(() => {})
  const { status } = response
  if (status === 401 || status === 403 || status === 404 || status === 410)
    throw new StoreFault('PACCHETTO_SCADUTO', `HTTP ${status}`)
  throw new StoreFault(status === 429 ? 'RATE_LIMIT_EXCEEDED' : 'REMOTE_REQUEST_FAILED', `HTTP ${status}`)
}

/** Returns true when the response continues from byte `at`. A 200 is the whole file again. */
const continues = (response: Response, at: number) =>
  response.status === 206 && (response.headers.get('content-range') ?? '').startsWith(`bytes ${at}-`)

const interrupted = (signal: AbortSignal, error: unknown) =>
  new StoreFault(signal.aborted ? 'DOWNLOAD_ANNULLATO' : 'DOWNLOAD_INTERROTTO', String(error))

/** Returns a signal that also fires when nothing was `alive` for `idle` milliseconds. */
function watched(signal: AbortSignal, idle: number) {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), idle)
  }
  alive()
  return { signal: AbortSignal.any([signal, silence.signal]), alive, close: () => clearTimeout(timer) }
}

/** Returns the first `size` bytes of the file, left by an earlier download. */
function readBack(file: OpenFile, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  return bytes.subarray(0, file.read(bytes, { at: 0 }))
}
