import { PAGE_BYTES } from '../backends/idb-log.ts'
import type { RawFile } from '../core/connection.ts'
import { addWords, FRAME_HEADER, HEADER, MAGIC_BIG } from '../engine/wal-reader.ts'

const FRAME = FRAME_HEADER + PAGE_BYTES

type Frame = { at: number; number: number; commit: number; whole: boolean }

/** Content of a log, whatever the damage of some of its bytes. */
export type SalvagedLog = {
  /** The last whole version of each page. */
  pages: Map<number, Uint8Array<ArrayBuffer>>
  /** Pages of which a later version is damaged. */
  brokenPages: Set<number>
  /** Pages of the database as of the last commit; 0 when the log has none. */
  total: number
  /** Every byte up to the last commit is unchanged. */
  whole: boolean
}

/**
 * Reads a log past its damage. Each frame is checked against the sum of the one before it, so that a changed byte costs
 * its own frame alone. An incomplete last transaction is left out, as in SQLite: a power cut looks the same.
 */
export function salvageLog(log: Uint8Array<ArrayBuffer>): SalvagedLog {
  const { frames, headerGood } = framesOf(log)
  const end = frames.findLastIndex((q, i) => isCommit(q) && wholeTransaction(frames, i))
  const pages = new Map<number, Uint8Array<ArrayBuffer>>()
  const brokenPages = new Set<number>()
  for (const { at, number, whole } of frames.slice(0, end + 1)) {
    if (whole) {
      pages.set(number, log.slice(at + FRAME_HEADER, at + FRAME))
      brokenPages.delete(number)
    } else brokenPages.add(number)
  }
  // Ignore bytes after the last commit: a power cut may have cut them.
  const whole = end < 0 || (headerGood && frames.slice(0, end + 1).every((q) => q.whole))
  return { pages, brokenPages, total: frames[end]?.commit ?? 0, whole }
}

/** A damaged frame hides the end of its transaction, which then counts as part of the next. */
const isCommit = (q: Frame): boolean => q.whole && q.commit !== 0

/** Returns whether the transaction that ends with a frame is whole, or another followed: then it was durable. */
function wholeTransaction(frames: readonly Frame[], last: number): boolean {
  const first = frames.findLastIndex((q, i) => i < last && isCommit(q)) + 1
  const follows = frames.slice(last + 1).some((q) => q.whole)
  return follows || frames.slice(first, last + 1).every((q) => q.whole)
}

/** Returns the frames of the log's own salt, in their order. `headerGood`: the header is unchanged. */
function framesOf(log: Uint8Array<ArrayBuffer>): { frames: Frame[]; headerGood: boolean } {
  const n = Math.max(0, Math.floor((log.length - HEADER) / FRAME))
  const places = Array.from({ length: n }, (_, i) => HEADER + i * FRAME)
  const view = new DataView(log.buffer, log.byteOffset, log.length)
  const saltAt = (at: number) => `${view.getUint32(at)}-${view.getUint32(at + 4)}`
  const seeds: WalSum[] = []
  let salt = ''
  let headerGood = false
  if (log.length >= HEADER) {
    const computed = sumOf(view, 0, FRAME_HEADER, { s1: 0, s2: 0 })
    const stored = { s1: view.getUint32(24), s2: view.getUint32(28) }
    headerGood = same(computed, stored)
    seeds.push(stored, computed)
    salt = headerGood ? saltAt(16) : most(places.map((at) => saltAt(at + 8)))
  }
  const frames: Frame[] = []
  for (const at of places) {
    if (saltAt(at + 8) !== salt) continue
    const before = frames.at(-1)
    const from = before ? [{ s1: view.getUint32(before.at + 16), s2: view.getUint32(before.at + 20) }] : seeds
    const stored = { s1: view.getUint32(at + 16), s2: view.getUint32(at + 20) }
    const whole = from.some((seed) =>
      same(sumOf(view, at + FRAME_HEADER, PAGE_BYTES, sumOf(view, at, 8, seed)), stored),
    )
    frames.push({ at, number: view.getUint32(at), commit: view.getUint32(at + 4), whole })
  }
  if (isRepeated(log, frames)) frames.pop()
  return { frames, headerGood }
}

/** SQLite writes the last frame of a transaction again when the sector is not full. */
function isRepeated(log: Uint8Array<ArrayBuffer>, frames: readonly Frame[]): boolean {
  const [q, again] = frames.slice(-2)
  if (!q || !again || q.commit === 0 || q.number !== again.number || q.commit !== again.commit) return false
  const page = (at: number) => log.subarray(at + FRAME_HEADER, at + FRAME)
  const before = page(q.at)
  return page(again.at).every((byte, i) => byte === before[i])
}

type WalSum = { s1: number; s2: number }
const same = (a: WalSum, b: WalSum): boolean => a.s1 === b.s1 && a.s2 === b.s2

/** Sums the words as little-endian, as every browser writes, unless the first word marks the other order. */
function sumOf(view: DataView<ArrayBuffer>, at: number, length: number, from: WalSum): WalSum {
  const state = { ...from, little: view.getUint32(0) !== MAGIC_BIG }
  addWords(state, new DataView(view.buffer, view.byteOffset + at, length))
  return { s1: state.s1, s2: state.s2 }
}

/** Returns the most frequent value; the first of several. */
function most(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const v of values) counts.set(v, (counts.get(v) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0] as [string, number])[0]
}

/**
 * Examines a log after the `readFrames` frames that SQLite reads. `interrotta`: one transaction at most, without a
 * successor, as a power cut leaves. Two cuts in a row leave a transaction over a longer one, whose last frames do not
 * continue it. No more of it can follow. One commit that another frame continues was therefore durable, whatever else
 * has changed: `danno`.
 */
export function lookBeyond(
  file: RawFile,
  readFrames: number,
): { state: 'niente' | 'interrotta' | 'danno'; end: number } {
  const end = HEADER + readFrames * FRAME
  const size = file.size()
  if (size <= HEADER || end >= size) return { state: 'niente', end }
  const head = file.read(0, HEADER)
  const places = Array.from({ length: Math.floor((size - end) / FRAME) }, (_, i) => end + i * FRAME)
  const headers = places.map((at) => ({ at, t: file.read(at, FRAME_HEADER) }))
  const eightAt = (bytes: Uint8Array, at: number) => bytes.subarray(at, at + 8).join()
  // Take the most frequent salt: without a frame that SQLite reads, a damaged header's salt proves nothing.
  const salt = readFrames > 0 ? eightAt(head, 16) : most(headers.map(({ t }) => eightAt(t, 8)))
  const sameSalt = headers.filter(({ t }) => eightAt(t, 8) === salt)
  // The last frame of a transaction may be there twice (`isRepeated`), and the next begins over the second.
  const header = (t: Uint8Array | undefined) => t && eightAt(t, 0)
  const before = readFrames > 0 ? file.read(end - FRAME, FRAME_HEADER) : undefined
  const own = sameSalt.slice(sameSalt.length > 0 && header(sameSalt[0]?.t) === header(before) ? 1 : 0)
  const isCommitAt = (i: number) => storedCommit(own[i]?.t) !== 0
  for (let i = 0; i < own.length; i++) {
    if (!isCommitAt(i)) continue
    if (header(own[i + 1]?.t) === header(own[i]?.t)) i++
    const [commit, next] = own.slice(i, i + 2)
    if (!commit || !next) break
    // Compute the sum from the frame before: the one in the commit's own header may be damaged.
    const previous = own[i - 1]?.t ?? before
    const seeds = [
      storedSum(commit.t),
      frameSum(file, head, commit.at, previous ? storedSum(previous) : storedSum(head, 24)),
    ]
    const found = storedSum(next.t)
    if (seeds.some((seed) => same(frameSum(file, head, next.at, seed), found))) return { state: 'danno', end }
  }
  return { state: 'interrotta', end }
}

/** Returns the pages of the database after the transaction that a frame ends; 0 for a frame that ends none. */
const storedCommit = (header: Uint8Array<ArrayBuffer> | undefined): number =>
  header ? new DataView(header.buffer, header.byteOffset).getUint32(4) : 0

/** Returns the sum in a header: a frame's, or the log's own at 24. */
function storedSum(header: Uint8Array<ArrayBuffer>, at = 16): WalSum {
  const view = new DataView(header.buffer, header.byteOffset)
  return { s1: view.getUint32(at), s2: view.getUint32(at + 4) }
}

/** Returns the sum of the frame at that place, written after one whose sum is `from`. */
function frameSum(file: RawFile, head: Uint8Array<ArrayBuffer>, at: number, from: WalSum): WalSum {
  // Join them as `framesOf` reads them: the log's first word, then the frame.
  const view = new DataView(Uint8Array.of(...head.subarray(0, 4), ...file.read(at, FRAME)).buffer)
  return sumOf(view, 4 + FRAME_HEADER, PAGE_BYTES, sumOf(view, 4, 8, from))
}
