import type { Seduta } from '#contract/database'
import { isSedutaEnded } from '#rules/seduta/states'
import { onStore } from '../store/on-store.ts'
import { recordChanged } from '../sync/requests.ts'

/** Whoever opens a sitting that goes on on another device goes on here; the other one hears of it (decision 0087). */
export async function takeOver({ id, stato, altrove }: Pick<Seduta, 'id' | 'stato' | 'altrove'>): Promise<void> {
  if (!altrove || isSedutaEnded(stato)) return
  await onStore((db) => db.takeSeduta({ id }))
  recordChanged()
}
