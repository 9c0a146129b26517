import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PackageFiles } from '../deps.ts'

/** Name of a stored file: SHA-256 of its content (D16). No other name reaches the file system. */
export const PACKAGE_NAME = /^[0-9a-f]{64}\.zip$/
const TEMPORARY = /^\.[0-9a-f]{16}\.nuovo$/

export type PackageFilesOptions = { folder: string; key: Buffer; now: () => Date }

/** Makes a directory entry durable; systems that cannot open a directory do it by themselves. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  if (!handle) return
  await handle.sync().catch(() => {})
  await handle.close()
}

/** Most files whose check is remembered; beyond them all are checked again. */
const MAX_LOOKED_AT = 10_000

/** Checks that a file's content has the hash of its name; again only after the file has changed. */
function createCheck(path: (name: string) => string) {
  const known = new Map<string, { stamp: string; sound: Promise<boolean> }>()
  const read = async (name: string): Promise<boolean> => {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path(name)), hash)
    return `${hash.digest('hex')}.zip` === name
  }
  return (name: string, { size, mtimeMs, ctimeMs, ino }: Stats): Promise<boolean> => {
    const stamp = `${size} ${mtimeMs} ${ctimeMs} ${ino}`
    const before = known.get(name)
    if (before?.stamp === stamp) return before.sound
    if (known.size >= MAX_LOOKED_AT) known.clear()
    const sound = read(name).catch(() => {
      known.delete(name)
      return false
    })
    known.set(name, { stamp, sound })
    return sound
  }
}

/** Opens the files of a local directory, signed with an HMAC that covers name and expiry (D16). */
export async function openPackageFiles({ folder, key, now }: PackageFilesOptions): Promise<PackageFiles> {
  await mkdir(folder, { recursive: true })
  const old = now().getTime() - 3_600_000
  // Remove remainders of interrupted writes; a younger one may belong to another process that writes now.
  for (const name of (await readdir(folder)).filter((n) => TEMPORARY.test(n))) {
    const info = await stat(join(folder, name)).catch(() => null)
    if (info && info.mtimeMs < old) await rm(join(folder, name), { force: true })
  }

  const path = (name: string): string => {
    if (!PACKAGE_NAME.test(name)) throw new Error(`nome non ammesso nell'archivio: ${name}`)
    return join(folder, name)
  }
  const check = createCheck(path)
  const soundSize = async (name: string): Promise<number | null> => {
    const info = await stat(path(name)).catch(() => null)
    return info && (await check(name, info)) ? info.size : null
  }
  const hmac = (name: string, expires: string, session: string) =>
    createHmac('sha256', key).update(`${name}\n${expires}\n${session}`).digest()

  return {
    path,
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
    async read(name) {
      return readFile(path(name))
    },
    sign(name, seconds, id_sessione) {
      path(name)
      const expires = String(Math.floor(now().getTime() / 1000) + seconds)
      const signature = hmac(name, expires, String(id_sessione)).toString('base64url')
      return `/pacchetti/${name}?scade=${expires}&sessione=${id_sessione}&firma=${signature}`
    },
    verify(name, { scade: expires, sessione, firma: signature }) {
      if (!PACKAGE_NAME.test(name) || !/^\d{1,12}$/.test(expires) || !/^\d{1,15}$/.test(sessione)) return false
      const data = Buffer.from(signature, 'base64url')
      const wait = hmac(name, expires, sessione)
      if (data.length !== wait.length || !timingSafeEqual(data, wait)) return false
      return Number(expires) * 1000 > now().getTime()
    },
  }
}
