import { ok, type Result } from '#contract/result'
import { withArchivio } from './archivio.ts'

/** Addresses kept: the one on screen, the ones around it. */
const TENUTE = 12
const indirizzi = new Map<string, string>()

/** An address for an image of a bank on this device; the browser frees it when newer ones push it out. */
export async function readImmagine(id_concorso: number, nome: string): Promise<Result<string>> {
  const chiave = `${id_concorso}/${nome}`
  const nota = indirizzi.get(chiave)
  if (nota !== undefined) return ok(nota)
  const archivio = await withArchivio()
  if (!archivio.ok) return archivio
  const esito = await archivio.value.readImmagine({ id_concorso, nome })
  if (!esito.ok) return esito
  const { tipo, byte } = esito.value
  const url = URL.createObjectURL(new Blob([byte as Uint8Array<ArrayBuffer>], { type: tipo }))
  indirizzi.set(chiave, url)
  for (const [vecchia, suo] of indirizzi) {
    if (indirizzi.size <= TENUTE) break
    indirizzi.delete(vecchia)
    URL.revokeObjectURL(suo)
  }
  return ok(url)
}
