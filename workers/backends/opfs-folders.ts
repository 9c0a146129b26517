import { StoreFault } from '../core/guard.ts'

/** Returns the root of OPFS. Plain http, private windows of Firefox and old Safari have no handles for a worker. */
export async function root(): Promise<FileSystemDirectoryHandle> {
  if (!navigator.storage?.getDirectory || !globalThis.FileSystemFileHandle?.prototype.createSyncAccessHandle)
    throw new StoreFault('INDEXEDDB_NOT_AVAILABLE', 'no OPFS')
  return navigator.storage.getDirectory().catch((error: unknown) => {
    throw (error as { name?: string }).name === 'SecurityError'
      ? new StoreFault('INDEXEDDB_NOT_AVAILABLE', String(error))
      : error
  })
}

export async function subfolder(from: FileSystemDirectoryHandle, names: string[]): Promise<FileSystemDirectoryHandle> {
  let folder = from
  for (const name of names) folder = await folder.getDirectoryHandle(name, { create: true })
  return folder
}

export async function removeFrom(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name, { recursive: true })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
  }
}
