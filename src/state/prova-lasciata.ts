import type { ProvaSalvata } from '#contract/prova'
import { instantOf } from '#rules/data'
import { SOSPESA_DOPO_MS } from './prova-avvio.ts'
import { onArchivio } from './scrittura.ts'

/**
 * A trial whose rules allow a pause was left without one (a dead battery, a closed page): it has been paused since its last step
 * (`ultima`). The time of a simulation is the server's: nothing stops it here.
 */
export async function suspendLasciata(
  { id, stato, regole, simulazione }: ProvaSalvata,
  ultima: string,
  adesso: number,
): Promise<void> {
  if (stato !== 'in_corso' || !regole.pausa || simulazione || adesso - instantOf(ultima) < SOSPESA_DOPO_MS) return
  await onArchivio((db) => db.stepProva({ id, at: ultima, evento: { tipo: 'pausa' } }))
}
