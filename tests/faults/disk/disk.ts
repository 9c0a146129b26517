/** One thing that happened to the storage, in order. What a flush has not confirmed may be lost when the power goes. */
export type Change =
  | { kind: 'birth'; file: number; path: string }
  | { kind: 'write'; file: number; at: number; bytes: Uint8Array }
  | { kind: 'truncate'; file: number; size: number; before: number }
  | { kind: 'flush'; file: number }
  | { kind: 'death'; file: number }

/** What is on the storage after a power cut: every file with its bytes. */
export type Image = ReadonlyMap<string, Uint8Array>

export type LiveFile = { id: number; path: string; bytes: Uint8Array<ArrayBuffer>; size: number; locked: boolean }

/** An operation on an access handle that may be made to fail. */
export type Operation = 'read' | 'write' | 'truncate' | 'flush'

/**
 * The storage under a fake OPFS: it holds what the browser sees and keeps a log of every change, from which what a power cut
 * leaves at any moment can be derived (cut.ts). Directories need no flush, as in OPFS.
 */
export class Disk {
  readonly files = new Map<string, LiveFile>()
  readonly folders = new Set<string>([''])
  readonly log: Change[] = []
  /** What was there, durable, before the first change of the log; by the ids used in the log. */
  readonly base = new Map<number, { path: string; bytes: Uint8Array }>()
  /** Asked before each operation: what it throws the operation throws; a number shortens a read or a write to so many bytes. */
  trouble: ((operation: Operation) => number | undefined) | null = null
  /** Told how many bytes a file is about to grow by; what it throws the operation throws. */
  limit: ((more: number) => void) | null = null
  /** False: changes are not logged, for a storage that nobody will cut. */
  recording = true
  #ids = 0

  constructor(image: Image = new Map()) {
    for (const [path, bytes] of image) {
      const file = this.#make(path, bytes)
      this.base.set(file.id, { path, bytes: bytes.slice() })
      const parts = path.split('/').slice(0, -1)
      for (let i = 1; i <= parts.length; i++) this.folders.add(parts.slice(0, i).join('/'))
    }
  }

  #make(path: string, bytes: Uint8Array): LiveFile {
    const file = { id: ++this.#ids, path, bytes: new Uint8Array(bytes), size: bytes.length, locked: false }
    this.files.set(path, file)
    return file
  }

  #note(change: Change): void {
    if (this.recording) this.log.push(change)
  }

  create(path: string): LiveFile {
    const file = this.#make(path, new Uint8Array(0))
    this.#note({ kind: 'birth', file: file.id, path })
    return file
  }

  remove(path: string): void {
    const file = this.files.get(path)
    if (!file) return
    this.files.delete(path)
    this.#note({ kind: 'death', file: file.id })
  }

  read(file: LiveFile, into: Uint8Array, at: number): number {
    const most = this.trouble?.('read') ?? into.length
    const n = Math.max(0, Math.min(into.length, file.size - at, most))
    into.set(file.bytes.subarray(at, at + n))
    return n
  }

  write(file: LiveFile, bytes: Uint8Array, at: number): number {
    const most = this.trouble?.('write') ?? bytes.length
    // A log keeps bytes that their writer may reuse.
    const part = this.recording ? bytes.slice(0, most) : bytes.subarray(0, most)
    if (at + part.length > file.size) this.limit?.(at + part.length - file.size)
    this.#grow(file, at + part.length)
    file.bytes.set(part, at)
    this.#note({ kind: 'write', file: file.id, at, bytes: part })
    return part.length
  }

  truncate(file: LiveFile, size: number): void {
    this.trouble?.('truncate')
    if (size > file.size) this.limit?.(size - file.size)
    // Nothing that a cut could bring back.
    if (size === file.size) return
    const before = file.size
    if (size < before) file.bytes.fill(0, size, before)
    this.#grow(file, size)
    file.size = size
    this.#note({ kind: 'truncate', file: file.id, size, before })
  }

  flush(file: LiveFile): void {
    this.trouble?.('flush')
    this.#note({ kind: 'flush', file: file.id })
  }

  /** The bytes of every file as the browser sees them now. */
  image(): Image {
    return new Map([...this.files.values()].map((f) => [f.path, f.bytes.slice(0, f.size)]))
  }

  #grow(file: LiveFile, size: number): void {
    if (size > file.bytes.length) {
      const larger = new Uint8Array(Math.max(size, file.bytes.length * 2))
      larger.set(file.bytes.subarray(0, file.size))
      file.bytes = larger
    }
    file.size = Math.max(file.size, size)
  }
}
