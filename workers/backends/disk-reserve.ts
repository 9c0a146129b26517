/** Room kept free so that deleting can free more of it, bytes: a deletion needs some for its journal. */
export const RESERVE_BYTES = 2 * 1024 * 1024
/** The same so that a full log can be written back into the database: what it held is room again. */
export const LOG_RESERVE_BYTES = 1024 * 1024

/** How long after the opening it is made, milliseconds: nobody waits for it. */
export const RESERVE_DELAY_MS = 3000

/** Puts a reserve of so many bytes into a folder of OPFS where there is none. */
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

/** Bytes that no browser stores smaller than they are. */
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
