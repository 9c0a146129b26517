import type { SavedProva } from '#contract/prova'
import { instantOf } from '#rules/dates'
import { onStore } from '../store/on-store.ts'
import { SUSPENDED_AFTER_MS } from './start-prova.ts'

/**
 * Pauses a trial that was left without a pause (a dead battery, a closed page), from its last step (`last`). Its rules must allow a
 * pause. A simulation's time is the server's, and never stops here.
 */
export async function suspendLeftProva(
  { id, stato, regole, simulazione }: SavedProva,
  last: string,
  now: number,
): Promise<void> {
  if (stato !== 'in_corso' || !regole.pausa || simulazione || now - instantOf(last) < SUSPENDED_AFTER_MS) return
  await onStore((db) => db.stepProva({ id, at: last, evento: { tipo: 'pausa' } }))
}
