import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'

/** Folder of files that are being read, below DATA_DIR. */
const FOLDER = 'caricati'

class TooLarge extends Error {}

export type Upload = { file: string; byte: number }

/** Writes a body to a file of its own, piece by piece. CORPO_TROPPO_GRANDE beyond `most` bytes; RICHIESTA_NON_VALIDA empty. */
export async function saveUpload(
  { config }: Pick<Deps, 'config'>,
  body: Readable,
  most: number,
): Promise<Result<Upload>> {
  const folder = join(config.dataDir, FOLDER)
  await mkdir(folder, { recursive: true })
  const file = join(folder, randomUUID())
  let byte = 0
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      byte += chunk.length
      done(byte > most ? new TooLarge() : null, chunk)
    },
  })
  try {
    await pipeline(body, count, createWriteStream(file, { mode: 0o600 }))
  } catch (error) {
    await removeUpload(file)
    if (error instanceof TooLarge) return fail('CORPO_TROPPO_GRANDE', { dati: { megabyte: most / 1024 / 1024 } })
    throw error
  }
  if (byte > 0) return ok({ file, byte })
  await removeUpload(file)
  return fail('RICHIESTA_NON_VALIDA', { campi: ['file'] })
}

export const removeUpload = (file: string): Promise<void> => rm(file, { force: true })

/** Time after which nobody reads a file any more, in ms. */
const LEFT_MS = 3600_000

/** Deletes what a stopped server left. Another replica on the same folder may be reading newer files. */
export async function clearUploads({ config }: Pick<Deps, 'config'>): Promise<void> {
  const folder = join(config.dataDir, FOLDER)
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > LEFT_MS) await removeUpload(file)
  }
}
