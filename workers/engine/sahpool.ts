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
 * Opens the files of an account's pool while its engine is still on its way, and puts their headers right: opening them takes
 * as long as starting the engine does. NoModificationAllowedError when another worker has one of them: none stays open.
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
    // An owner that did not know yet that it is none may have made one meanwhile: nobody makes any once all are held.
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

/** Places that were cut while they were made: the pool wants them whole, and one that has no room for that holds nothing. */
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
    // Otherwise a handle still held by a closing tab would make the package delete the whole pool.
    preserveOnInitFailure: true,
    forceReinitIfPreviouslyFailed: true,
    // Its errors are heard by wasm/error-cause, and reach no console.
    verbosity: 1,
  }
  return handing(ahead, async () => {
    const installed = await sqlite.installOpfsSAHPoolVfs(options)
    return installed.isPaused() ? installed.unpauseVfs() : installed
  })
}

/**
 * Makes the places that an open store likes to have. On a full disk it is opened with those that its database and its log
 * need: only so can anything be deleted.
 */
export async function reserveSlots(pool: SAHPoolUtil, userPath: string): Promise<void> {
  const here = pool.getFileNames()
  try {
    // The package fills only an empty pool: one that was cut while it was made would stay too small to be opened for ever.
    await pool.reserveMinimumCapacity(Math.max(FIRST_SLOTS, here.length + 2))
  } catch (error) {
    const wanted = [userPath, `${userPath}-wal`].filter((name) => !here.includes(name)).length
    if (Number(pool.getCapacity()) < here.length + wanted) throw error
  }
}

const forGood = new WeakSet<object>()
const whole = new WeakSet<object>()

/**
 * From now on a new place of a pool has its room before the pool knows of it, or is not there at all. The package counts a
 * place that it could not write a header to, gives it to the next file, and cannot open its pool again while the disk is full.
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
 * From now on a file that is emptied is empty on the disk before anything else happens to it. The package writes a header,
 * flushes it, then empties the file and goes on: after a power cut the place of a new log could still hold an old one, which
 * SQLite would read for its own, and the store would be as it was another day.
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
      // A pool empties each of its free places again when it is opened.
      if (before === DATA_OFFSET && size === DATA_OFFSET) return
      truncate(size)
      const held = before > DATA_OFFSET
      if (held && size <= DATA_OFFSET) handle.flush()
    }
    return handle
  }
}

/** Beginning of the name of the file that the package makes, opens, closes and removes again at every start. */
const PROBE = '.opfs-sahpool-sync-check-'
const nothing = { createSyncAccessHandle: async () => ({ close() {} }) } as unknown as FileSystemFileHandle

/**
 * While the package opens its pool it is handed what is open already, folders too: each of them is a question to the browser's
 * process that was answered a moment ago. It makes no probe either: that tells browsers of before 2023 apart, whose handles close
 * later, and none of them runs this code (decision 0038). One pool after the other: what is handed belongs to one account.
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

/** The entries of a pool's folder, each open and taken once. */
async function* given({ file }: OpenedAhead): AsyncGenerator<[string, FileSystemFileHandle]> {
  for (const [name, handle] of [...file]) {
    const createSyncAccessHandle = async () => {
      file.delete(name)
      return handle
    }
    yield [name, { kind: 'file', createSyncAccessHandle } as unknown as FileSystemFileHandle]
  }
}
