import { type Failure, ok, type Result } from '#contract/result'
import { isPropria } from '#rules/raccolta'
import { network } from '../../platform/network.ts'
import { withStore } from '../../store/opening.ts'

/** Addresses kept, of the image on screen and of those around it. */
const KEPT = 12
const urls = new Map<string, string>()

/** Returns an address for an image of a bank on this device; the browser frees it when newer ones push it out. */
export async function readImage(id_concorso: number, name: string): Promise<Result<string>> {
  const key = `${id_concorso}/${name}`
  const known = urls.get(key)
  if (known !== undefined) return ok(known)
  const db = await withStore()
  if (!db.ok) return db
  const here = await db.value.readImmagine({ id_concorso, nome: name })
  const result =
    here.ok || !network.online || id_concorso < 0 || isPropria(id_concorso)
      ? here
      : await readFar(id_concorso, name, here)
  if (!result.ok) return result
  const { tipo, byte: bytes } = result.value
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: tipo }))
  urls.set(key, url)
  for (const [oldest, oldUrl] of urls) {
    if (urls.size <= KEPT) break
    urls.delete(oldest)
    URL.revokeObjectURL(oldUrl)
  }
  return ok(url)
}

/**
 * Reads the image from the server, where its zip is not on this device or is damaged; `here` is the failure on the device. The
 * server's failure, or its lack of the image, replaces `here`.
 */
async function readFar(id_concorso: number, name: string, here: { ok: false; error: Failure }) {
  if (!['IMMAGINE_NON_DISPONIBILE', 'PACCHETTO_CORROTTO'].includes(here.error.codice)) return here
  const code = await import('../../domain/remote-images.ts').catch(() => null)
  // Prefer the failure of the server, the last asked; without the module that asks it, return that of the device.
  return (await code?.fetchImage(id_concorso, name)) ?? here
}
