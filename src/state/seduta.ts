import type { SedutaInBreve } from '#contract/database'
import { withArchivio } from './archivio.ts'

/** The newest sitting of a bank that is neither quit nor submitted; null when there is none or the store is closed. */
export async function readSedutaAperta(id_concorso: number | null): Promise<SedutaInBreve | null> {
  const archivio = await withArchivio()
  if (!archivio.ok) return null
  const esito = await archivio.valore.lastSeduta({ id_concorso })
  return esito.ok ? esito.valore : null
}
