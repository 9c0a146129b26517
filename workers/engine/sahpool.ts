import type { SAHPoolUtil, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { root, subfolder } from '../backends/opfs-folders.ts'
import { writeAll } from './bytes.ts'
import { DATA_OFFSET, mendHeaders } from './pool-headers.ts'

/** Slots of a new pool: the person's database, its WAL and a first bank with room for the next version. */
const FIRST_SLOTS = 4

/** The package's folder of a pool's files. */
const OPAQUE = '.opaque'
const directoryOf = (folder: string) => `${folder}/archivio`

/** A pool's files open for its engine, by name, and the folders on the way to them, the browser's own first. */
export type OpenedAhead = { file: Map<string, FileSystemSyncAccessHandle>; folders: FileSystemDirectoryHandle[] }

/**
 * Opens the files of an account's pool while its engine is still loading, and repairs their headers: opening them takes
 * as long as starting the engine. NoModificationAllowedError when another worker has one of them: none stays open.
 */
export async function openAhead(folder: string, userPath: string): Promise<OpenedAhead> {
  let pool = await root()
  const openFolders = [pool]
  for (const name of [...directoryOf(folder).split('/'), OPAQUE]) {
    pool = await subfolder(pool, [name])
    openFolders.push(pool)
  }
  const ahead: OpenedAhead = { file: new Map(), folders: openFolders }
  const others = async () => {
    const found: FileSystemFileHandle[] = []
    for await (const handle of pool.values())
      if (handle.kind === 'file' && !ahead.file.has(handle.name)) found.push(handle as FileSystemFileHandle)
    return found
  }
  try {
    // List again until no new file appears: an owner that lost the lock unawares may have made one meanwhile.
    for (let files = await others(); files.length > 0; files = await others()) {
      const opened = await Promise.allSettled(
        files.map(async (file) => ahead.file.set(file.name, await file.createSyncAccessHandle())),
      )
      for (const one of opened) if (one.status === 'rejected') throw one.reason
    }
    await dropHalf(pool, ahead)
    mendHeaders(ahead.file.values(), userPath)
    return ahead
  } catch (error) {
    closeAll(ahead)
    throw error
  }
}

/** Drops places that were cut during their making: the pool needs whole ones, and a cut place holds nothing. */
async function dropHalf(pool: FileSystemDirectoryHandle, { file }: OpenedAhead): Promise<void> {
  for (const [name, handle] of file) {
    if (handle.getSize() >= DATA_OFFSET) continue
    try {
      handle.truncate(DATA_OFFSET)
    } catch {
      file.delete(name)
      handle.close()
      await pool.removeEntry(name)
    }
  }
}

export function closeAll({ file }: OpenedAhead): void {
  for (const handle of file.values()) handle.close()
  file.clear()
}

/** SQLite's pool of files in an account's folder, over the files opened ahead. */
export async function openPool(sqlite: Sqlite3Static, folder: string, ahead: OpenedAhead): Promise<SAHPoolUtil> {
  const options = {
    name: folder,
    directory: directoryOf(folder),
    initialCapacity: FIRST_SLOTS,
    // Keep the files: a handle still held by a closing tab would otherwise make the package delete the whole pool.
    preserveOnInitFailure: true,
    forceReinitIfPreviouslyFailed: true,
    // Silence the console: wasm/error-cause reads the errors.
    verbosity: 1,
  }
  return handing(ahead, async () => {
    const installed = await sqlite.installOpfsSAHPoolVfs(options)
    return installed.isPaused() ? installed.unpauseVfs() : installed
  })
}

/**
 * Makes the free places of an open store. On a full disk the store opens with those of its database and its log alone,
 * so that the person can delete something.
 */
export async function reserveSlots(pool: SAHPoolUtil, userPath: string): Promise<void> {
  const here = pool.getFileNames()
  try {
    // Grow a cut pool here: the package fills only an empty one, and a small pool could never be opened.
    await pool.reserveMinimumCapacity(Math.max(FIRST_SLOTS, here.length + 2))
  } catch (error) {
    const wanted = [userPath, `${userPath}-wal`].filter((name) => !here.includes(name)).length
    if (Number(pool.getCapacity()) < here.length + wanted) throw error
  }
}

const forGood = new WeakSet<object>()
const whole = new WeakSet<object>()

/**
 * Makes each new place reserve its room before the pool lists it, or not exist at all. The package counts a place whose
 * header it could not write, and gives it to the next file. Its pool then cannot be opened while the disk is full.
 */
export function bornWhole(): void {
  const files = globalThis.FileSystemFileHandle?.prototype
  const folders = globalThis.FileSystemDirectoryHandle?.prototype
  if (!files?.createSyncAccessHandle || whole.has(files)) return
  whole.add(files)
  const { createSyncAccessHandle } = files
  const { getFileHandle } = folders
  const made = new WeakMap<FileSystemFileHandle, FileSystemDirectoryHandle>()
  folders.getFileHandle = async function (name, options) {
    const file = await getFileHandle.call(this, name, options)
    if (options?.create && this.name === OPAQUE) made.set(file, this)
    return file
  }
  files.createSyncAccessHandle = async function () {
    const handle = await createSyncAccessHandle.call(this)
    const folder = made.get(this)
    if (!folder || handle.getSize() >= DATA_OFFSET) return handle
    try {
      writeAll(handle, new Uint8Array(DATA_OFFSET), 0)
      return handle
    } catch (error) {
      handle.close()
      await folder.removeEntry(this.name)
      throw error
    }
  }
}

/**
 * Makes an emptied file empty on the disk before any other change to it. The package writes a header, flushes it, and
 * only then empties the file. After a power cut the place of a new log could still hold an old one. SQLite would read
 * it as its own, and the store would be of another day.
 */
export function emptyForGood(): void {
  const files = globalThis.FileSystemFileHandle?.prototype
  if (!files?.createSyncAccessHandle || forGood.has(files)) return
  forGood.add(files)
  const { createSyncAccessHandle } = files
  files.createSyncAccessHandle = async function () {
    const handle = await createSyncAccessHandle.call(this)
    const truncate = handle.truncate.bind(handle)
    handle.truncate = (size) => {
      const before = handle.getSize()
      // Skip a free place, which a pool empties again at each opening.
      if (before === DATA_OFFSET && size === DATA_OFFSET) return
      truncate(size)
      const held = before > DATA_OFFSET
      if (held && size <= DATA_OFFSET) handle.flush()
    }
    return handle
  }
}

/** Beginning of the name of the package's probe file, which each start makes, opens, closes and removes. */
const PROBE = '.opfs-sahpool-sync-check-'
// Casts here and in `given`: the package reads these fields of a handle alone.
const nothing = { createSyncAccessHandle: async () => ({ close() {} }) } as unknown as FileSystemFileHandle

/**
 * Hands the package what is open already, folders too, while it opens its pool: each is a repeated request to the
 * browser's process. Skips its probe too: it detects browsers before 2023, whose handles close later, and none of them
 * runs this code (decision 0038). Opens one pool after the other: the handed files belong to one account.
 */
function handing<T>(ahead: OpenedAhead, open: () => Promise<T>): Promise<T> {
  const mine = turn.then(() => hand(ahead, open))
  turn = mine.catch(() => {})
  return mine
}

let turn: Promise<unknown> = Promise.resolve()

async function hand<T>(ahead: OpenedAhead, open: () => Promise<T>): Promise<T> {
  const { storage } = navigator
  const folders = FileSystemDirectoryHandle.prototype
  const { getDirectory } = storage
  const { getDirectoryHandle, getFileHandle, removeEntry, [Symbol.asyncIterator]: entries } = folders
  const { folders: openFolders } = ahead
  const [rootFolder] = openFolders
  storage.getDirectory = async () => rootFolder ?? getDirectory.call(storage)
  folders.getDirectoryHandle = async function (name, options) {
    const next = openFolders[openFolders.indexOf(this) + 1]
    return next !== rootFolder && next?.name === name ? next : getDirectoryHandle.call(this, name, options)
  }
  folders[Symbol.asyncIterator] = function () {
    return this.name === OPAQUE ? given(ahead) : entries.call(this)
  }
  folders.getFileHandle = async function (name, options) {
    return name.startsWith(PROBE) ? nothing : getFileHandle.call(this, name, options)
  }
  folders.removeEntry = async function (name, options) {
    if (!name.startsWith(PROBE)) await removeEntry.call(this, name, options)
  }
  try {
    return await open()
  } finally {
    Object.assign(storage, { getDirectory })
    Object.assign(folders, { getDirectoryHandle, getFileHandle, removeEntry, [Symbol.asyncIterator]: entries })
    closeAll(ahead)
  }
}

/** Yields the entries of a pool's folder, each open and used once. */
async function* given({ file }: OpenedAhead): AsyncGenerator<[string, FileSystemFileHandle]> {
  for (const [name, handle] of [...file]) {
    const createSyncAccessHandle = async () => {
      file.delete(name)
      return handle
    }
    yield [name, { kind: 'file', createSyncAccessHandle } as unknown as FileSystemFileHandle]
  }
}
