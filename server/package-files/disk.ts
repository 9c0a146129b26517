import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackageStore } from '../deps.ts'
import { createCheck } from './check.ts'
import { isPackage, refuseName } from './names.ts'

const TEMPORARY = /^\.[0-9a-f]{16}\.nuovo$/

/** Makes a directory entry durable; systems that cannot open a directory do it by themselves. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  if (!handle) return
  await handle.sync().catch(() => {})
  await handle.close()
}

async function readRange(path: string, { from, to }: { from: number; to: number }): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(to - from + 1), 0, to - from + 1, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Opens the packages of a local folder. */
export async function openDisk(folder: string, now: () => Date): Promise<PackageStore> {
  await mkdir(folder, { recursive: true })
  const old = now().getTime() - 3_600_000
  // Remove remainders of interrupted writes; a younger one may belong to another process that writes now.
  for (const name of (await readdir(folder)).filter((n) => TEMPORARY.test(n))) {
    const info = await stat(join(folder, name)).catch(() => null)
    if (info && info.mtimeMs < old) await rm(join(folder, name), { force: true })
  }

  const path = (name: string): string => join(folder, refuseName(name))
  const check = createCheck(async (name) => createReadStream(path(name)))
  const soundSize = async (name: string): Promise<number | null> => {
    const info = await stat(path(name)).catch(() => null)
    if (!info) return null
    const { size, mtimeMs, ctimeMs, ino } = info
    // Count a file that fails to be read as damaged: it is written again.
    return (await check(name, `${size} ${mtimeMs} ${ctimeMs} ${ino}`).catch(() => false)) ? size : null
  }

  return {
    async put(name, bytes) {
      const final = path(name)
      // Write an existing name only when a failing disk cut or altered its file.
      if ((await soundSize(name)) !== null) return
      await mkdir(folder, { recursive: true })
      const temporary = join(folder, `.${randomBytes(8).toString('hex')}.nuovo`)
      const file = await open(temporary, 'wx', 0o644)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, final)
      await syncFolder(folder)
    },
    async size(name) {
      const info = await stat(path(name)).catch(() => null)
      return info?.size ?? null
    },
    soundSize,
    read: async (name, range) => (range ? readRange(path(name), range) : readFile(path(name))),
    stream: async (name, { from, to }) => createReadStream(path(name), { start: from, end: to }),
    list: async () => (await readdir(folder).catch(() => [])).filter(isPackage),
    address: async () => null,
    verify: async () => {},
  }
}
