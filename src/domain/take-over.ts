import type { Seduta } from '#contract/database'
import { isSedutaEnded } from '#rules/seduta/states'
import { onStore } from '../store/on-store.ts'
import { recordChanged } from '../sync/requests.ts'

/** Takes over a sitting that another device has, when a person opens it here; the other device is notified (decision 0087). */
export async function takeOver({ id, stato, altrove }: Pick<Seduta, 'id' | 'stato' | 'altrove'>): Promise<void> {
  if (!altrove || isSedutaEnded(stato)) return
  await onStore((db) => db.takeSeduta({ id }))
  recordChanged()
}
