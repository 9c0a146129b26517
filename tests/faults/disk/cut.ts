import type { Change, Disk, Image } from './disk.ts'

type Kept = { path: string; born: boolean; durable: Uint8Array; pending: Change[] }

const SECTOR = 512
/** What a system writes back by itself: a write of several is as many changes, each of which may be there without the others. */
const PAGE = 4096

/**
 * Walks along a disk's log and tells what a power cut leaves at a point of it: all that was flushed, and of the rest each
 * change, of writes each page, with probability one half, whatever the others did; three pages of ten are torn at sectors of
 * 512 bytes (docs/FAULTS.md). Truncations, new names and removed ones are changes like the others.
 */
export class Walk {
  readonly #files = new Map<number, Kept>()
  readonly #log: readonly Change[]
  #at = 0

  constructor({ base, log }: Pick<Disk, 'base' | 'log'>) {
    this.#log = log
    for (const [id, { path, bytes }] of base) this.#files.set(id, { path, born: true, durable: bytes, pending: [] })
  }

  /** Goes on to just before change number `to`. */
  advance(to: number): this {
    for (; this.#at < to; this.#at++) this.#take(this.#log[this.#at] as Change)
    return this
  }

  #take(change: Change): void {
    if (change.kind === 'birth') {
      this.#files.set(change.file, { path: change.path, born: false, durable: new Uint8Array(0), pending: [] })
      return
    }
    const file = this.#files.get(change.file)
    if (!file) return
    if (change.kind !== 'flush') return void file.pending.push(...pagesOf(change))
    file.durable = applied(file.durable, file.pending)
    file.pending = file.pending.filter(({ kind }) => kind === 'death')
    file.born = true
  }

  /** What is left. `chance(n)` is a whole number below n. */
  cut(chance: (n: number) => number): Image {
    const image = new Map<string, Uint8Array>()
    const half = () => chance(2) === 0
    for (const { path, born, durable, pending } of this.#files.values()) {
      if (!born && half()) continue
      const left = pending.filter(half)
      if (left.some(({ kind }) => kind === 'death')) continue
      const torn = left.flatMap((c) => tear(c, chance))
      image.set(path, applied(durable, torn))
    }
    return image
  }
}

function pagesOf(change: Change): Change[] {
  if (change.kind !== 'write') return [change]
  const { at, bytes } = change
  const pieces: Change[] = []
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    to = Math.min(bytes.length, from + PAGE - ((at + from) % PAGE))
    pieces.push({ ...change, at: at + from, bytes: bytes.subarray(from, to) })
  }
  return pieces
}

/** A large write may arrive in part: a beginning of it, or any of its sectors. */
function tear(change: Change, chance: (n: number) => number): Change[] {
  if (change.kind !== 'write' || change.bytes.length <= SECTOR || chance(10) >= 3) return [change]
  const sectors = Math.ceil(change.bytes.length / SECTOR)
  if (chance(2) === 0) return [{ ...change, bytes: change.bytes.subarray(0, SECTOR * chance(sectors)) }]
  const arrived = Array.from({ length: sectors }, (_, i) => i).filter(() => chance(2) === 0)
  return arrived.map((i) => ({
    ...change,
    at: change.at + i * SECTOR,
    bytes: change.bytes.subarray(i * SECTOR, (i + 1) * SECTOR),
  }))
}

/** The bytes after some changes, in a copy. */
function applied(bytes: Uint8Array, changes: readonly Change[]): Uint8Array {
  let size = bytes.length
  let room = size
  for (const c of changes) {
    if (c.kind === 'truncate') size = c.size
    else if (c.kind === 'write') size = Math.max(size, c.at + c.bytes.length)
    room = Math.max(room, size)
  }
  const other = new Uint8Array(room)
  other.set(bytes)
  for (const c of changes) {
    // What a truncation cut off reads as zeros when the file grows again.
    if (c.kind === 'truncate') other.fill(0, c.size)
    else if (c.kind === 'write') other.set(c.bytes, c.at)
  }
  return other.subarray(0, size)
}
