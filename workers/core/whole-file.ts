import { writeAll } from '../engine/bytes.ts'
import type { FileStore } from './platform.ts'

/** Writes a whole plain file, durable when the promise resolves. */
export async function writeWhole(files: FileStore, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = await files.open(name)
  try {
    file.truncate(0)
    if (bytes.length > 0) writeAll(file, bytes, 0)
    file.flush()
  } finally {
    file.close()
  }
}

/** Empties and removes a file: after a power cut its name may be back, but without content. */
export async function removeForever(files: FileStore, name: string): Promise<void> {
  if (!(await files.blob(name))) return
  await writeWhole(files, name, new Uint8Array(0))
  await files.remove(name)
}
