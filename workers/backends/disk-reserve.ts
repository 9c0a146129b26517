/** Reserve, in bytes, for deletions: a deletion needs room for its journal. */
export const RESERVE_BYTES = 2 * 1024 * 1024
/** Reserve, in bytes, to write a full log back into the database, which frees the log's room. */
export const LOG_RESERVE_BYTES = 1024 * 1024

/** Milliseconds after the opening at which the reserve is made, when no call waits. */
export const RESERVE_DELAY_MS = 3000

/** Puts a reserve of `size` bytes into a folder of OPFS where there is none. */
export async function keepReserveIn(folder: FileSystemDirectoryHandle, name: string, size: number): Promise<void> {
  const file = await folder.getFileHandle(name, { create: true })
  if ((await file.getFile()).size >= size) return
  const handle = await file.createSyncAccessHandle()
  try {
    handle.write(noise(size, 1), { at: 0 })
    handle.flush()
  } finally {
    handle.close()
  }
}

/** Makes bytes that no browser can compress. */
export function noise(size: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let x = seed + 0x9e3779b9
  for (let i = 0; i < size; i++) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    bytes[i] = x & 0xff
  }
  return bytes
}
