import { afterEach, beforeEach, expect, it } from 'vitest'
import { headerOf } from '#workers/engine/pool-headers'
import { MOST_BYTES, writeLogTogether } from '#workers/engine/write-coalescing'
import { type Change, Disk } from '../../faults/disk/disk.ts'
import { FakeDirectory, type FakeFile, installOpfs } from '../../faults/disk/opfs.ts'

type Accesso = Awaited<ReturnType<FakeFile['createSyncAccessHandle']>>

const DATI = 4096
/** Where the first frame of a log begins, and how long one is. */
const PRIMO = DATI + 32
const FRAME = 24 + 8192
const [MAIN_DB, WAL] = [0x100, 0x80000]
let uninstall: () => void
let disk: Disk
let cartella: FakeDirectory

beforeEach(() => {
  disk = new Disk()
  ;({ uninstall } = installOpfs(disk))
  cartella = new FakeDirectory(disk, '')
  writeLogTogether()
})
afterEach(() => uninstall())

async function make(name: string, flags: number): Promise<Accesso> {
  const file = await cartella.getFileHandle(name.slice(1), { create: true })
  const handle = await file.createSyncAccessHandle()
  handle.truncate(DATI)
  handle.write(headerOf(name, flags), { at: 0 })
  handle.flush()
  disk.log.length = 0
  return handle
}
const log = () => make('/utente.db-wal', WAL)
const bytes = (n: number, start = 0) => Uint8Array.from({ length: n }, (_, i) => start + i)
const done = () => disk.log.map((c: Change) => (c.kind === 'write' ? `${c.at}+${c.bytes.length}` : c.kind))
const readAt = (handle: Accesso, at: number, n: number) => {
  const into = new Uint8Array(n).fill(99)
  return [...into.subarray(0, handle.read(into, { at }))]
}
/** Frames as SQLite writes them: a header, a page. */
function frames(handle: Accesso, first: number, n: number): void {
  for (let i = first; i < first + n; i++) {
    expect(handle.write(bytes(24, i), { at: PRIMO + i * FRAME })).toBe(24)
    expect(handle.write(new Uint8Array(8192).fill(i), { at: PRIMO + i * FRAME + 24 })).toBe(8192)
  }
}
const broken = (name: string) => () => {
  throw new DOMException('gone', name)
}

it('the frames of a commit are one write, made before its flush', async () => {
  const handle = await log()
  frames(handle, 0, 3)
  expect([done(), handle.getSize()]).toEqual([[], PRIMO + 3 * FRAME])
  // Pages put aside are read again, also where half of what is read is on the disk.
  expect(readAt(handle, PRIMO - 2, 4)).toEqual([0, 0, 0, 1])
  expect(readAt(handle, PRIMO + FRAME, 2)).toEqual([1, 2])
  expect(readAt(handle, PRIMO + 3 * FRAME - 2, 4)).toEqual([2, 2])
  handle.flush()
  expect(done()).toEqual([`${PRIMO}+${3 * FRAME}`, 'flush'])
  expect(readAt(handle, PRIMO + 2 * FRAME, 3)).toEqual([2, 3, 4])
})

it('the header of the log and the rest of a frame after a flush go as they are', async () => {
  const handle = await log()
  handle.write(bytes(32), { at: DATI })
  frames(handle, 0, 1)
  // Padded to a sector: the flush comes in the middle of a frame.
  handle.write(bytes(24, 1), { at: PRIMO + FRAME })
  handle.write(bytes(100), { at: PRIMO + FRAME + 24 })
  handle.flush()
  handle.write(bytes(24, 100), { at: PRIMO + FRAME + 124 })
  handle.write(bytes(8068), { at: PRIMO + FRAME + 148 })
  expect(done()).toEqual([
    `${DATI}+32`,
    `${PRIMO}+${FRAME + 124}`,
    'flush',
    `${PRIMO + FRAME + 124}+24`,
    `${PRIMO + FRAME + 148}+8068`,
  ])
})

it('what is written over, elsewhere, or is too much: none is lost and none comes late', async () => {
  const handle = await log()
  frames(handle, 0, 2)
  handle.write(bytes(3, 90), { at: PRIMO + 24 })
  expect(done()).toEqual([])
  frames(handle, 5, 1)
  expect(done()).toEqual([`${PRIMO}+${2 * FRAME}`])
  expect(readAt(handle, PRIMO + 24, 4)).toEqual([90, 91, 92, 0])
  handle.truncate(PRIMO + 5)
  expect(handle.getSize()).toBe(PRIMO + 5)
  disk.log.length = 0
  const many = Math.ceil(MOST_BYTES / FRAME) + 2
  frames(handle, 0, many)
  handle.flush()
  expect(done().length).toBeLessThan(5)
  for (let i = 0; i < many; i++) expect(readAt(handle, PRIMO + i * FRAME + 24, 1)).toEqual([i % 256])
})

it('a database is written as it comes, and so is a place that was a log', async () => {
  const db = await make('/utente.db', MAIN_DB)
  frames(db, 0, 1)
  expect(done()).toEqual([`${PRIMO}+24`, `${PRIMO + 24}+8192`])
  const handle = await log()
  frames(handle, 0, 1)
  // The package takes its name away, and gives the place to a bank.
  handle.write(headerOf('/banca-1', MAIN_DB), { at: 0 })
  frames(handle, 1, 1)
  expect(done().map((d) => d.split('+')[0])).toEqual([PRIMO, 0, PRIMO + FRAME, PRIMO + FRAME + 24].map(String))
})

it('what cannot be written, or not all of it, fails the flush, and is not written later', async () => {
  for (const [trouble, name] of [
    [() => 3, 'QuotaExceededError'],
    [broken('NotReadableError'), 'NotReadableError'],
  ] as const) {
    const handle = await log()
    frames(handle, 0, 1)
    disk.trouble = (what) => (what === 'write' ? trouble() : undefined)
    expect(() => handle.flush()).toThrow(expect.objectContaining({ name }))
    disk.trouble = null
    disk.log.length = 0
    handle.flush()
    expect(done()).toEqual(['flush'])
    handle.close()
  }
})

it('closing writes what is held, whatever comes of it, and a closed file takes nothing', async () => {
  const handle = await log()
  frames(handle, 0, 1)
  handle.close()
  expect(done()).toEqual([`${PRIMO}+${FRAME}`])
  frames(handle, 1, 1)
  expect(() => handle.flush()).toThrow(expect.objectContaining({ name: 'InvalidStateError' }))
  const other = await make('/altro.db-wal', WAL)
  frames(other, 0, 1)
  disk.trouble = broken('NotReadableError')
  other.close()
  disk.trouble = null
})
