import type { Disk, LiveFile } from './disk.ts'

const fault = (name: string, message: string) => new DOMException(message, name)

/** A synchronous access handle over the disk: one at a time for each file, as in browsers. */
class Access {
  readonly #disk: Disk
  readonly #file: LiveFile
  #open = true

  constructor(disk: Disk, file: LiveFile) {
    if (file.locked) throw fault('NoModificationAllowedError', file.path)
    file.locked = true
    this.#disk = disk
    this.#file = file
  }

  #check(): LiveFile {
    if (!this.#open) throw fault('InvalidStateError', 'the access handle is closed')
    return this.#file
  }
  getSize(): number {
    return this.#check().size
  }
  read(into: Uint8Array, { at = 0 } = {}): number {
    return this.#disk.read(this.#check(), bytesOf(into), at)
  }
  write(bytes: Uint8Array, { at = 0 } = {}): number {
    return this.#disk.write(this.#check(), bytesOf(bytes), at)
  }
  truncate(size: number): void {
    this.#disk.truncate(this.#check(), size)
  }
  flush(): void {
    this.#disk.flush(this.#check())
  }
  close(): void {
    if (this.#open) this.#file.locked = false
    this.#open = false
  }
}

const bytesOf = (view: ArrayBufferView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)

class FakeHandle {
  readonly kind: 'file' | 'directory'
  readonly name: string
  constructor(kind: 'file' | 'directory', name: string) {
    this.kind = kind
    this.name = name
  }
}

export class FakeFile extends FakeHandle {
  readonly #disk: Disk
  readonly #path: string
  constructor(disk: Disk, path: string) {
    super('file', path.split('/').at(-1) ?? '')
    this.#disk = disk
    this.#path = path
  }
  #find(): LiveFile {
    const found = this.#disk.files.get(this.#path)
    if (!found) throw fault('NotFoundError', this.#path)
    return found
  }
  async createSyncAccessHandle(): Promise<Access> {
    return new Access(this.#disk, this.#find())
  }
  async getFile(): Promise<File> {
    const { bytes, size } = this.#find()
    return new File([bytes.slice(0, size)], this.name)
  }
}

export class FakeDirectory extends FakeHandle {
  readonly #disk: Disk
  readonly #path: string
  constructor(disk: Disk, path: string) {
    super('directory', path.split('/').at(-1) ?? '')
    this.#disk = disk
    this.#path = path
  }
  #below = (name: string): string => (this.#path === '' ? name : `${this.#path}/${name}`)

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<FakeDirectory> {
    const path = this.#below(name)
    if (!this.#disk.folders.has(path)) {
      if (!create) throw fault('NotFoundError', path)
      this.#disk.folders.add(path)
    }
    return new FakeDirectory(this.#disk, path)
  }
  async getFileHandle(name: string, { create = false } = {}): Promise<FakeFile> {
    const path = this.#below(name)
    if (!this.#disk.files.has(path)) {
      if (!create) throw fault('NotFoundError', path)
      this.#disk.create(path)
    }
    return new FakeFile(this.#disk, path)
  }
  async removeEntry(name: string, { recursive = false } = {}): Promise<void> {
    const path = this.#below(name)
    const { files, folders } = this.#disk
    const inside = (other: string) => other.startsWith(`${path}/`)
    const mine = [...files.keys()].filter((other) => other === path || inside(other))
    const within = [...folders].filter((other) => other === path || inside(other))
    if (mine.length + within.length === 0) throw fault('NotFoundError', path)
    if (!recursive && (mine.some(inside) || within.some(inside))) throw fault('InvalidModificationError', path)
    if (mine.some((other) => files.get(other)?.locked)) throw fault('NoModificationAllowedError', path)
    for (const other of mine) this.#disk.remove(other)
    for (const other of within) folders.delete(other)
  }
  async *entries(): AsyncGenerator<[string, FakeFile | FakeDirectory]> {
    const direct = (path: string) =>
      path !== this.#path && path.slice(0, Math.max(0, path.lastIndexOf('/'))) === this.#path
    for (const path of [...this.#disk.folders].filter((p) => p !== '' && direct(p)))
      yield [path.slice(path.lastIndexOf('/') + 1), new FakeDirectory(this.#disk, path)]
    for (const path of [...this.#disk.files.keys()].filter(direct))
      yield [path.slice(path.lastIndexOf('/') + 1), new FakeFile(this.#disk, path)]
  }
  async *values(): AsyncGenerator<FakeFile | FakeDirectory> {
    for await (const [, handle] of this.entries()) yield handle
  }
  async *keys(): AsyncGenerator<string> {
    for await (const [name] of this.entries()) yield name
  }
  [Symbol.asyncIterator]() {
    return this.entries()
  }
}

/** Locks as Web Locks of one agent: exclusive, first come first served; `ifAvailable` and `signal` as the product uses them. */
class FakeLocks {
  readonly #tails = new Map<string, Promise<unknown>>()

  async request(name: string, ...rest: unknown[]): Promise<unknown> {
    const work = rest.at(-1) as (lock: { name: string } | null) => unknown
    const { ifAvailable = false } = (rest.length > 1 ? rest[0] : {}) as { ifAvailable?: boolean }
    const before = this.#tails.get(name)
    if (before && ifAvailable) return work(null)
    const mine = Promise.resolve(before).then(() => work({ name }))
    const tail = mine.then(
      () => {},
      () => {},
    )
    this.#tails.set(name, tail)
    void tail.then(() => {
      if (this.#tails.get(name) === tail) this.#tails.delete(name)
    })
    return mine
  }
}

/** The browser's globals that the store and SQLite's pool look for, over a disk. */
export function installOpfs(initial: Disk): {
  /** The power comes back with another disk and no lock held. */
  change: (disk: Disk) => void
  uninstall: () => void
} {
  let disk = initial
  let locks = new FakeLocks()
  const globals = {
    navigator: {
      storage: { getDirectory: async () => new FakeDirectory(disk, ''), persist: async () => true },
      get locks() {
        return locks
      },
    },
    FileSystemHandle: FakeHandle,
    FileSystemFileHandle: FakeFile,
    FileSystemDirectoryHandle: FakeDirectory,
    FileSystemSyncAccessHandle: Access,
  }
  const before = new Map<string, PropertyDescriptor | undefined>()
  for (const [name, value] of Object.entries(globals)) {
    before.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  return {
    change(other) {
      disk = other
      locks = new FakeLocks()
    },
    uninstall() {
      for (const [name, descriptor] of before)
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else delete (globalThis as Record<string, unknown>)[name]
    },
  }
}
