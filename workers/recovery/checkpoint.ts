import { PAGE_BYTES } from '../backends/idb-log.ts'
import { sumsOf } from '../core/checksum.ts'
import type { RawFile } from '../core/connection.ts'
import type { PageChecksums, StoreContext, Upkeep } from '../core/context.ts'
import { Corruption } from '../core/corruption.ts'
import type { Connection } from '../core/platform.ts'
import { FRAME_HEADER, HEADER, WalReader } from '../engine/wal-reader.ts'
import { checksumFileOf, encodeChecksums, readChecksums } from './page-checksums.ts'

/** Bytes of the log from which a quiet moment writes it back into the database: a thousand pages. */
export const LOG_FULL_BYTES = 1000 * PAGE_BYTES
/** Bytes of the log from which it is written back without a quiet moment. */
export const LOG_TOO_LONG_BYTES = 4 * LOG_FULL_BYTES
/** Bytes of the log that an opening writes back: each owner that dies before a quiet moment leaves more to the next. */
export const LOG_LEFT_BYTES = 2 * LOG_FULL_BYTES
/** Frames of the log read, and pages checked, between two turns of the event loop: about a millisecond. */
const SLICE = 64
/** The larger slice of an opening, while no call waits. */
export const LONG_SLICE = 512

export const newUpkeep = (openingBytes = 0): Upkeep => ({
  wal: null,
  checksums: null,
  checksumsRead: false,
  doubtful: false,
  openingBytes,
  looked: false,
  brokenPages: new Set(),
  queue: Promise.resolve(),
  due: false,
  calls: 0,
})

/** Runs one task after the other, whether or not the earlier one failed. */
function inQueue<T>({ upkeep }: StoreContext, work: () => Promise<T>): Promise<T> {
  const done = upkeep.queue.then(work, work)
  upkeep.queue = done.catch(() => {})
  return done
}

/** Returns the frames of the log that SQLite reads; 0 without one. */
export const framesOf = (db: Connection): number =>
  Math.max(0, db.get<{ log: number }>('PRAGMA main.wal_checkpoint(NOOP)')?.log ?? 0)

/** Returns the bytes of the log up to the end of SQLite's part. */
export function logEnd(db: Connection): number {
  const frames = framesOf(db)
  return frames === 0 ? 0 : HEADER + frames * (FRAME_HEADER + PAGE_BYTES)
}

/**
 * Reads the log's new frames in slices. Read twice the frames written since the last slice, so that the loop always
 * ends.
 */
async function readWal(ctx: StoreContext, slice = SLICE): Promise<WalReader | null> {
  const { upkeep, platform } = ctx
  if (!upkeep.wal) {
    const file = ctx.db.raw?.('main', true)
    if (!file) return null
    upkeep.wal = new WalReader(file)
  }
  const { wal } = upkeep
  for (let end = logEnd(ctx.db), before = end; ; before = end, end = logEnd(ctx.db)) {
    const written = Math.max(0, end - before) / (FRAME_HEADER + PAGE_BYTES)
    if (!wal.advance(slice + 2 * written, end)) return wal
    await platform.wait(0)
  }
}

export async function knownChecksums(ctx: StoreContext): Promise<PageChecksums | null> {
  const { upkeep } = ctx
  if (!upkeep.checksumsRead) {
    const { sums: checksums, doubtful } = await readChecksums(ctx.files)
    Object.assign(upkeep, { checksums, doubtful, checksumsRead: true })
  }
  return upkeep.checksums
}

/**
 * Writes the log back into the database's file, which changes at no other time. The sums of its pages, written just
 * before, are therefore its exact content, and no answer pays for them. A crash needs this order: first the durable
 * sums of the new pages, then the pages. In between, a page either matches its sum or is still in the log. `slice`:
 * frames read at a time.
 */
export function checkpoint(ctx: StoreContext, slice = SLICE): Promise<void> {
  return inQueue(ctx, async () => {
    const wal = await readWal(ctx, slice)
    await knownChecksums(ctx)
    // Check doubtful sums before they are continued.
    if (ctx.upkeep.doubtful) await look(ctx)
    const before = ctx.upkeep.checksums
    const main = ctx.db.raw?.('main')
    if (!wal || !main || (ctx.upkeep.doubtful && ctx.closed)) return
    if (!before) return firstCheckpoint(ctx)
    const tested = new Set<number>()
    while (checkBases(ctx, { main, wal, checksums: before.sums, tested })) await ctx.platform.wait(0)
    // Leave no empty file of sums behind: it would make the other one doubtful.
    if (wal.total === 0) return
    const generation = before.generation + 1
    const file = await ctx.files.open(checksumFileOf(generation))
    try {
      // Run nothing else from here until the log is empty.
      const end = logEnd(ctx.db)
      while (wal.advance(SLICE, end));
      while (checkBases(ctx, { main, wal, checksums: before.sums, tested }));
      if (wal.total === 0) return
      const checksums = before.sums.slice(0, wal.total)
      for (const [number, checksum] of wal.pages) checksums[number - 1] = checksum
      for (let i = 0; i < wal.total; i++) if (checksums[i] === undefined) return dropChecksums(ctx)
      const after = { ...before, generation, sums: checksums }
      writeFile(file, encodeChecksums(after))
      writeBack(ctx, after)
    } finally {
      file.close()
    }
  })
}

type BasePages = { main: RawFile; wal: WalReader; checksums: readonly number[]; tested: Set<number> }

/**
 * Checks some pages before the log overwrites them. A page that differs from its sum was damaged before a later write,
 * which then holds the damage. Returns false when all were checked.
 */
function checkBases(ctx: StoreContext, { main, wal, checksums, tested }: BasePages): boolean {
  const { upkeep } = ctx
  let n = 0
  for (const [number, at] of wal.firstFrames) {
    if (tested.has(number) || at < upkeep.openingBytes || number > checksums.length) continue
    tested.add(number)
    if (sumsOf(main.read((number - 1) * PAGE_BYTES, PAGE_BYTES), PAGE_BYTES)[0] !== checksums[number - 1]) {
      if (upkeep.doubtful) {
        dropChecksums(ctx)
        throw new Error('the sums are of another time')
      }
      upkeep.brokenPages = new Set([...upkeep.brokenPages, number])
      throw new Corruption(`page ${number} was damaged before it was written to`)
    }
    if (++n === SLICE) return true
  }
  return false
}

type File = Awaited<ReturnType<StoreContext['files']['open']>>

function writeFile(file: File, bytes: Uint8Array<ArrayBuffer>): void {
  file.truncate(0)
  if (file.write(bytes, { at: 0 }) !== bytes.length) throw new Error('sums not written')
  file.flush()
}

/** Once the write-back has begun, only the stored sums are true, and pages may be half written until its end. */
function writeBack({ upkeep, ...a }: StoreContext, after: PageChecksums): void {
  Object.assign(upkeep, { checksums: null, checksumsRead: false, wal: null, openingBytes: Number.POSITIVE_INFINITY })
  truncateLog(a)
  Object.assign(upkeep, { checksums: after, doubtful: false, checksumsRead: true, openingBytes: 0 })
}

function truncateLog(ctx: Pick<StoreContext, 'db'>): void {
  const done = ctx.db.get<{ busy: number }>('PRAGMA main.wal_checkpoint(TRUNCATE)')
  if (done?.busy !== 0) throw new Error('the log could not be written back')
}

/** Drops sums that cannot be continued: the next checkpoint takes the file as it is. */
function dropChecksums({ upkeep }: StoreContext): void {
  Object.assign(upkeep, { checksums: null, doubtful: false })
}

/** Sums the file of a store without sums, new or of an earlier version, page by page as it is now. */
async function firstCheckpoint(ctx: StoreContext): Promise<void> {
  const main = ctx.db.raw?.('main')
  if (!main) return
  truncateLog(ctx)
  const page = ctx.db.get<{ page_size: number }>('PRAGMA main.page_size')?.page_size ?? 0
  const checksums: number[] = []
  const total = main.size() / page
  for (let i = 0; i < total; i += SLICE) {
    checksums.push(...sumsOf(main.read(i * page, SLICE * page), page))
    await ctx.platform.wait(0)
  }
  const { sums: old } = await readChecksums(ctx.files)
  const first = { generation: (old?.generation ?? 0) + 1, page, sums: checksums }
  const file = await ctx.files.open(checksumFileOf(first.generation))
  try {
    writeFile(file, encodeChecksums(first))
    Object.assign(ctx.upkeep, { checksums: first, doubtful: false, checksumsRead: true, openingBytes: 0 })
  } finally {
    file.close()
  }
}

/**
 * Returns the numbers of the pages that differ from their sums; pages in an earlier visit's log wait for its
 * write-back.
 */
export const brokenPages = (ctx: StoreContext): Promise<number[]> => inQueue(ctx, () => look(ctx))

async function look(ctx: StoreContext): Promise<number[]> {
  const known = await knownChecksums(ctx)
  const wal = await readWal(ctx)
  const main = ctx.db.raw?.('main')
  if (!known || !main) {
    ctx.upkeep.looked = true
    return []
  }
  const broken: number[] = []
  const { page, sums: checksums } = known
  const before = (number: number) =>
    (wal?.firstFrames.get(number) ?? Number.POSITIVE_INFINITY) < ctx.upkeep.openingBytes
  for (let i = 0; i < checksums.length; i += SLICE) {
    const found = sumsOf(main.read(i * page, SLICE * page), page)
    for (let k = i; k < Math.min(i + SLICE, checksums.length); k++)
      if (found[k - i] !== checksums[k] && !before(k + 1)) broken.push(k + 1)
    await ctx.platform.wait(0)
    if (ctx.closed) return broken
  }
  // Set it only now: a concurrent caller waits for the end.
  ctx.upkeep.looked = true
  if (ctx.upkeep.doubtful && broken.length > 0) {
    // The sums are wrong: only SQLite's own check remains, and the next checkpoint takes the file as it is.
    dropChecksums(ctx)
    return []
  }
  ctx.upkeep.brokenPages = new Set(broken)
  return broken
}
