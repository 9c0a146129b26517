import { type Failure, ok, type Result } from '#contract/result'
import { isPropria } from '#rules/raccolta'
import { network } from '../../platform/network.ts'
import { withStore } from '../../store/opening.ts'

/** Addresses kept: the one on screen, the ones around it. */
const KEPT = 12
const urls = new Map<string, string>()

/** An address for an image of a bank on this device; the browser frees it when newer ones push it out. */
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
 * The image from the server, where its zip is not on this device or is damaged; `here` is what the device said of it. A server that
 * has none leaves the question without, and any other failure is its own.
 */
async function readFar(id_concorso: number, name: string, here: { ok: false; error: Failure }) {
  if (!['IMMAGINE_NON_DISPONIBILE', 'PACCHETTO_CORROTTO'].includes(here.error.codice)) return here
  const code = await import('../../domain/remote-images.ts').catch(() => null)
  // Asked last, the server says why; without the code that asks it only the device has spoken.
  return (await code?.fetchImage(id_concorso, name)) ?? here
}
