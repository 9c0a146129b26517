import { writeAll } from './bytes.ts'
import { DATA_OFFSET, isLog } from './pool-headers.ts'

/** Most gathered bytes of a commit; a longer one is written in several pieces. */
export const MOST_BYTES = 1 << 20
/** Lengths in SQLite's log: its header, that of a frame, a page of the person's database (store/open.ts). */
const LOG_HEADER = 32
const FRAME_HEADER = 24
const PAGE = 8192

const patched = new WeakSet<object>()

/**
 * Gathers SQLite's writes of one commit into its log, and passes them to the browser in one piece before the flush.
 * SQLite writes each page in two calls, and each call of the browser costs far more than its bytes (decision 0042). No
 * other write is gathered. When the piece cannot be written, the flush fails and the whole transaction is rolled back.
 */
export function writeLogTogether(): void {
  const files = globalThis.FileSystemFileHandle?.prototype
  if (!files?.createSyncAccessHandle || patched.has(files)) return
  patched.add(files)
  const { createSyncAccessHandle } = files
  files.createSyncAccessHandle = async function () {
    return gather(await createSyncAccessHandle.call(this))
  }
}

/**
 * Begin at a frame's header. After its flush SQLite may still write the rest of a frame, which belongs to that commit
 * and is passed on unchanged.
 */
const beginsFrame = (at: number, length: number) =>
  length === FRAME_HEADER &&
  at >= DATA_OFFSET + LOG_HEADER &&
  (at - DATA_OFFSET - LOG_HEADER) % (FRAME_HEADER + PAGE) === 0

const view = (bytes: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes)

function gather(handle: FileSystemSyncAccessHandle): FileSystemSyncAccessHandle {
  const [read, write, flush] = [handle.read.bind(handle), handle.write.bind(handle), handle.flush.bind(handle)]
  const [truncate, getSize, close] = [
    handle.truncate.bind(handle),
    handle.getSize.bind(handle),
    handle.close.bind(handle),
  ]
  /** Null: the header decides, and was not read since its last write. */
  let log: boolean | null = null
  let held = new Uint8Array(0)
  let from = 0
  let length = 0
  const settle = () => {
    const bytes = held.subarray(0, length)
    length = 0
    if (bytes.length > 0) writeAll({ write }, bytes, from)
  }
  handle.write = (bytes, options) => {
    const at = options?.at ?? 0
    const n = bytes.byteLength
    if (at < DATA_OFFSET) log = null
    else log ??= isLog({ read })
    const inside = length > 0 && at >= from && at <= from + length && at + n <= from + MOST_BYTES
    if (!inside) {
      settle()
      if (!log || !beginsFrame(at, n)) return write(bytes, options)
      if (held.length === 0) held = new Uint8Array(MOST_BYTES)
      from = at
    }
    held.set(view(bytes), at - from)
    length = Math.max(length, at + n - from)
    return n
  }
  handle.flush = () => {
    settle()
    flush()
  }
  // Serve reads from the gathered bytes too: a long transaction spills pages, and reads them again.
  handle.read = (into, options) => {
    const at = options?.at ?? 0
    if (length === 0 || at + into.byteLength <= from || at >= from + length) return read(into, options)
    const bytes = view(into)
    const n = read(into, options)
    const [start, end] = [Math.max(at, from), Math.min(at + bytes.length, from + length)]
    if (n < start - at) bytes.fill(0, n, start - at)
    bytes.set(held.subarray(start - from, end - from), start - at)
    return Math.max(n, end - at)
  }
  handle.truncate = (size) => {
    settle()
    truncate(size)
  }
  handle.getSize = () => Math.max(getSize(), length > 0 ? from + length : 0)
  handle.close = () => {
    try {
      settle()
    } catch {
      // Ignore: an unflushed commit was acknowledged to nobody.
    }
    close()
  }
  return handle
}
