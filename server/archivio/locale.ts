import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Archivio } from '../deps.ts'

/** Name of a stored file: SHA-256 of its content (D16). Nothing else ever reaches the file system. */
export const NOME_FILE = /^[0-9a-f]{64}\.zip$/
const PROVVISORIO = /^\.[0-9a-f]{16}\.nuovo$/

export type OpzioniArchivio = { cartella: string; chiave: Buffer; now: () => Date }

/** Makes a directory entry durable; systems that cannot open a directory do it by themselves. */
async function syncCartella(cartella: string): Promise<void> {
  const aperta = await open(cartella, 'r').catch(() => null)
  if (!aperta) return
  await aperta.sync().catch(() => {})
  await aperta.close()
}

/** The files of a local directory, signed with an HMAC that covers name and expiry (D16). */
export async function openArchivio({ cartella, chiave, now }: OpzioniArchivio): Promise<Archivio> {
  await mkdir(cartella, { recursive: true })
  const vecchio = now().getTime() - 3_600_000
  // What an interrupted write left; a younger one may belong to another process that is writing now.
  for (const nome of (await readdir(cartella)).filter((n) => PROVVISORIO.test(n))) {
    const info = await stat(join(cartella, nome)).catch(() => null)
    if (info && info.mtimeMs < vecchio) await rm(join(cartella, nome), { force: true })
  }

  const path = (nome: string): string => {
    if (!NOME_FILE.test(nome)) throw new Error(`nome non ammesso nell'archivio: ${nome}`)
    return join(cartella, nome)
  }
  const hmac = (nome: string, scade: string) => createHmac('sha256', chiave).update(`${nome}\n${scade}`).digest()

  return {
    path,
    async put(nome, byte) {
      const definitivo = path(nome)
      const presente = await stat(definitivo).catch(() => null)
      // The name says the content: only a file cut short by a failing disk is written again.
      if (presente?.size === byte.length) return
      await mkdir(cartella, { recursive: true })
      const provvisorio = join(cartella, `.${randomBytes(8).toString('hex')}.nuovo`)
      const file = await open(provvisorio, 'wx', 0o644)
      try {
        await file.writeFile(byte)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(provvisorio, definitivo)
      await syncCartella(cartella)
    },
    async size(nome) {
      const info = await stat(path(nome)).catch(() => null)
      return info?.size ?? null
    },
    async read(nome) {
      return readFile(path(nome))
    },
    sign(nome, secondi) {
      path(nome)
      const scade = String(Math.floor(now().getTime() / 1000) + secondi)
      return `/pacchetti/${nome}?scade=${scade}&firma=${hmac(nome, scade).toString('base64url')}`
    },
    verify(nome, scade, firma) {
      if (!NOME_FILE.test(nome) || !/^\d{1,12}$/.test(scade)) return false
      const data = Buffer.from(firma, 'base64url')
      const attesa = hmac(nome, scade)
      if (data.length !== attesa.length || !timingSafeEqual(data, attesa)) return false
      return Number(scade) * 1000 > now().getTime()
    },
  }
}
