import { ok, type Result } from '#contract/result'
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
  const result = await db.value.readImmagine({ id_concorso, nome: name })
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
