import type { SavedProva } from '#contract/prova'
import { instantOf } from '#rules/dates'
import { onStore } from '../store/on-store.ts'
import { SUSPENDED_AFTER_MS } from './start-prova.ts'

/**
 * A trial whose rules allow a pause was left without one (a dead battery, a closed page): it has been paused since its last step
 * (`ultima`). The time of a simulation is the server's: nothing stops it here.
 */
export async function suspendLeftProva(
  { id, stato, regole, simulazione }: SavedProva,
  last: string,
  now: number,
): Promise<void> {
  if (stato !== 'in_corso' || !regole.pausa || simulazione || now - instantOf(last) < SUSPENDED_AFTER_MS) return
  await onStore((db) => db.stepProva({ id, at: last, evento: { tipo: 'pausa' } }))
}
